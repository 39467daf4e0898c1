/** The search for an address, which is another company's: it stands in a frame, wherever it is needed. */
import type { Page } from "@playwright/test"
import { createOrderInState } from "#app/areas/orders/fixtures.ts"
import { expect, expectNoViolations, test, waitForHydration } from "../setup/journey.ts"

/** Finds one address, in place of the search that is not in reach of a test. */
const FAKE_SEARCH = `window.kakao = { Postcode: function ({ oncomplete }) {
  this.embed = (element) => {
    const button = document.createElement("button")
    button.textContent = "올림픽로 300"
    button.onclick = () => oncomplete({ zonecode: "05551", roadAddress: "서울 송파구 올림픽로 300",
      jibunAddress: "서울 송파구 신천동 29", buildingName: "롯데월드타워", sido: "서울", sigungu: "송파구",
      bname: "신천동", bname1: "" })
    element.append(button)
  }
} }`

const isSearch = (url: URL) => url.hostname === "t1.kakaocdn.net"

async function openChoice(page: Page, orderId: string): Promise<void> {
  await page.goto("/orders")
  await waitForHydration(page)
  await page.locator(`a[href="/orders/${orderId}/proposals"]`).first().click()
  await page.getByRole("button", { name: "이 견적 선택하기" }).first().click()
  await page.getByRole("dialog").getByRole("button", { name: "주소 찾기" }).click()
}

test("the place of the work is searched for and finished by hand", async ({ page, signIn }) => {
  await page.route(isSearch, (route) =>
    route.fulfill({ contentType: "text/javascript; charset=utf-8", body: FAKE_SEARCH }),
  )
  const { orderId, customer } = await createOrderInState("open")
  await signIn(page, customer)
  await openChoice(page, orderId)
  const dialog = page.getByRole("dialog")
  await dialog.frameLocator("iframe").getByRole("button", { name: "올림픽로 300" }).click()
  const address = dialog.getByLabel("작업할 주소")
  await expect(address).toHaveValue("서울 송파구 올림픽로 300 (신천동, 롯데월드타워), ")
  await expect(address).toBeFocused()
  await expect(dialog.locator("iframe")).toHaveCount(0)
  await page.keyboard.type("101동 1203호")
  await expectNoViolations(page)
  await dialog.getByRole("checkbox", { name: /제3자 제공/ }).check()
  await dialog.getByRole("button", { name: "선택하기" }).click()
  await expect(page).toHaveURL(/\/pay\//)
  await page.goto(`/orders/${orderId}`)
  await expect(
    page.getByText("서울 송파구 올림픽로 300 (신천동, 롯데월드타워), 101동 1203호").first(),
  ).toBeVisible()
})

test("an address is typed where the search does not open", { tag: "@phone" }, async ({ page, signIn }) => {
  await page.route(isSearch, (route) => route.abort())
  const { orderId, customer } = await createOrderInState("open")
  await signIn(page, customer)
  await openChoice(page, orderId)
  const dialog = page.getByRole("dialog")
  await expect(dialog.frameLocator("iframe").getByText("주소 검색을 열지 못했어요.")).toBeVisible()
  await dialog.getByRole("button", { name: "닫기", exact: true }).last().click()
  await expect(dialog.getByLabel("작업할 주소")).toBeVisible()
})

test("a neighbourhood is found by an address, and its 동 is remembered", async ({ page, signIn }) => {
  await page.route(isSearch, (route) =>
    route.fulfill({ contentType: "text/javascript; charset=utf-8", body: FAKE_SEARCH }),
  )
  await signIn(page, { name: "새이웃", regionCode: "26350" })
  await page.goto("/neighbourhood")
  await waitForHydration(page)
  await page.getByRole("button", { name: "주소 찾기" }).click()
  await page.frameLocator("iframe").getByRole("button", { name: "올림픽로 300" }).click()
  await expect(page.getByText("신천동까지 기억할게요.")).toBeVisible()
  await page.getByRole("button", { name: "이 동네로 보기" }).click()
  await page.waitForURL("/")
  await page.goto("/neighbourhood")
  await expect(page.getByText("서울 송파구 신천동").first()).toBeVisible()
})
