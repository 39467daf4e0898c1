/** Screens of the office that are not opened every day, by clicks, each looked at by axe. */
import type { Page } from "@playwright/test"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createTicket } from "#app/areas/content/fixtures.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { createPaidPurchase, createShop, createVariant } from "#app/areas/shop/fixtures.ts"
import { deliverLine, shipLine } from "#app/areas/shop/service/after-sale.server.ts"
import { expect, expectNoViolations, test, waitForHydration } from "../setup/journey.ts"

const open = async (page: Page, path: string) => {
  await page.goto(path)
  await waitForHydration(page)
}

async function createPurchase(buyer: Person, isDelivered: boolean) {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 45_000, 3, { title: "전화로 돌려보낼 시계" })
  const { groupId, lines } = await createPaidPurchase(buyer, [{ variantId, quantity: 1 }])
  const lineId = lines[0]?.id ?? ""
  if (isDelivered) {
    await shipLine(shop.actor, lineId, { carrier: "cj", trackingNumber: "612345678901" })
    await deliverLine(buyer.actor, lineId, "buyer")
  }
  return groupId
}

test(
  "a view is saved under a name, and a column left out",
  { tag: "@any-window" },
  async ({ page, signIn }) => {
    await createTicket((await createPerson()).actor.userId, "보기에서 볼 문의예요")
    await signIn(page, { role: "admin", officeRole: "support", name: "오상담" })
    await open(page, "/admin/tickets?sort=oldest&state=all")
    await page.getByRole("button", { name: "보기 저장·칸 고르기" }).click()
    const sheet = page.getByRole("dialog")
    await sheet.getByLabel("지금 조건을 보기로 저장").fill("모두 오래된 것부터")
    await expectNoViolations(page)
    await sheet.getByRole("button", { name: "저장하기" }).click()
    const view = page.getByRole("link", { name: "모두 오래된 것부터" })
    await expect(view).toHaveAttribute("aria-current", "page")
    await page.getByRole("button", { name: "보기 저장·칸 고르기" }).click()
    await sheet.getByLabel("보낸 사람").uncheck()
    await sheet.getByRole("button", { name: "칸 바꾸기" }).click()
    await expect(page.getByRole("columnheader", { name: "보낸 사람" })).toHaveCount(0)
    await expect(page.getByRole("columnheader", { name: "종류" })).toBeVisible()
    await open(page, "/admin/tickets")
    await view.click()
    await expect(page).toHaveURL(/sort=oldest/)
  },
)

test("columns of applications and of certificates are chosen apart", async ({ page, signIn }) => {
  await createExpert({ state: "applied", name: "한소라" })
  await signIn(page, { role: "admin", officeRole: "reviewer", name: "한검토" })
  await open(page, "/admin/experts")
  const choose = async (label: string) => {
    await page.getByRole("button", { name: "보기 저장·칸 고르기" }).click()
    await page.getByRole("dialog").getByLabel(label, { exact: true }).uncheck()
    await expectNoViolations(page)
    await page.getByRole("dialog").getByRole("button", { name: "칸 바꾸기" }).click()
    await expect(page.getByText("보일 칸을 바꿨어요")).toBeVisible()
  }
  await choose("분야 · 자료")
  await expect(page.getByText(/자료 \d+개/)).toHaveCount(0)
  await page.getByRole("link", { name: /보험 증권 \d/ }).click()
  await page.waitForURL(/queue=insurance/)
  await expect(page.getByText("증권을 보고 프로필의 보험 배지를 줘요.")).toBeVisible()
  await choose("보험")
  await expect(page).toHaveURL(/queue=insurance/)
  await open(page, "/admin/experts")
  await expect(page.getByText(/자료 \d+개/)).toHaveCount(0)
})

test("money is given back, and a return begun, for a buyer who called", async ({ page, browser, signIn }) => {
  const buyer = await createPerson()
  const [paid, delivered] = [await createPurchase(buyer, false), await createPurchase(buyer, true)]
  await signIn(page, { role: "admin", officeRole: "support", name: "오상담" })
  await open(page, `/admin/purchases/${paid}`)
  await page.getByLabel(/전화로 돌려보낼 시계/).check()
  await page.getByLabel("이유").fill("판매자와 연락이 되지 않아요")
  await page.getByRole("button", { name: "환불 금액 보기" }).click()
  await expect(page.getByText("돌려줄 금액")).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole("button", { name: "취소하고 환불하기" }).click()
  await expect(page.getByText("취소했어요. 돈을 돌려줬어요").first()).toBeVisible()

  await open(page, `/admin/purchases/${delivered}`)
  const form = page.locator("form", { has: page.getByRole("button", { name: "반품 신청하기" }) })
  await form.getByRole("button", { name: "반품 신청하기" }).click()
  await expect(form.getByText("반품할 상품을 골라 주세요.")).toBeVisible()
  await form.getByLabel(/전화로 돌려보낼 시계/).check()
  await form.getByLabel("이유").selectOption({ label: "마음이 바뀌었어요" })
  await form.getByText("구매자", { exact: true }).click()
  await form.getByLabel("구매자에게 들은 내용").fill("크기가 생각과 달라 돌려보내고 싶다고 하셨어요.")
  await expectNoViolations(page)
  await form.getByRole("button", { name: "반품 신청하기" }).click()
  await expect(page.getByText("반품을 신청하고 두 사람에게 알렸어요").first()).toBeVisible()
  const theirs = await (
    await browser.newContext({ baseURL: new URL(page.url()).origin, viewport: page.viewportSize() })
  ).newPage()
  await signIn(theirs, buyer)
  await open(theirs, `/shopping/orders/${delivered}`)
  await expect(theirs.getByText("반품 신청", { exact: true }).first()).toBeVisible()
  await theirs.context().close()
})

test(
  "a campaign is counted, begun and stopped; a service of a category is described anew",
  { tag: "@any-window" },
  async ({ page, signIn }) => {
    const person = await createPerson({ name: "제주손님", regionCode: "50110" })
    await signIn(page, { role: "admin", name: "서지훈" })
    await open(page, "/admin/campaigns/new")
    await page.getByLabel("이름").fill("제주 소식")
    await page.getByLabel("지역").selectOption({ label: "제주" })
    await page.getByLabel("알림 제목").fill("제주에도 전문가가 늘었어요")
    await page.getByLabel("알림 내용").fill("가까운 전문가를 만나 보세요.")
    await page.getByRole("button", { name: "저장하고 몇 명인지 보기" }).click()
    await expect(page.getByRole("button", { name: /명에게 보내기/ })).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole("button", { name: /명에게 보내기/ }).click()
    await page.getByRole("dialog").getByRole("button", { name: "보내기", exact: true }).click()
    // The work of every minute may be faster than a hand.
    const [stop, done] = [page.getByRole("button", { name: "멈추기" }), page.getByText("다 보냄").first()]
    await expect(stop.or(done)).toBeVisible()
    if (await stop.isVisible()) await stop.click()
    await expect(page.getByRole("button", { name: "이어 보내기" }).or(done)).toBeVisible()
    await expectNoViolations(page)

    await open(page, "/admin/settings/questions/moving")
    const service = page.getByRole("region", { name: /이사$/ }).first()
    await service.getByRole("button", { name: "고치기" }).click()
    const sheet = page.getByRole("dialog")
    await sheet.getByLabel("설명").fill("짐의 크기에 맞는 차로 옮겨요")
    await expectNoViolations(page)
    await sheet.getByRole("button", { name: "저장하기" }).click()
    await expect(page.getByText("서비스를 저장했어요").first()).toBeVisible()
    await service.getByRole("button", { name: "고치기" }).click()
    await expect(sheet.getByLabel("설명")).toHaveValue("짐의 크기에 맞는 차로 옮겨요")

    await open(page, `/admin/users/${person.actor.userId}`)
    await page.getByRole("button", { name: "이 회원이 보는 화면" }).click()
    await page.getByRole("dialog").getByLabel("이유").fill("주문이 보이지 않는다고 하셨어요.")
    await page.getByRole("dialog").getByRole("button", { name: "보기", exact: true }).click()
    await expect(page.getByText("님이 보는 화면이에요")).toBeVisible()
    await page.getByRole("button", { name: "그만 보기" }).click()
    await expect(page.getByText("님이 보는 화면이에요")).toHaveCount(0)
  },
)
