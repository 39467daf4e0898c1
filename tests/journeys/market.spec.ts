/**
 * A used thing changes hands between two people in two browsers, from its photo to the reviews of both, found
 * however it is typed.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser, Page } from "@playwright/test"
import { convertHangulToQwerty, getChoseong } from "es-hangul"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createItemForSale } from "#app/areas/market/fixtures.ts"
import { expect as expectSoon, expectNoViolations, waitForHydration, test } from "../setup/journey.ts"

// Two browsers, pictures and a whole deal: on a busy machine a page may take its time.
const expect = expectSoon.configure({ timeout: 30_000 })
test.setTimeout(300_000)
test.use({ actionTimeout: 30_000 })

async function windowOf(browser: Browser, page: Page, person: Person): Promise<Page> {
  const origin = new URL(page.url()).origin
  const context = await browser.newContext({
    viewport: page.viewportSize(),
    baseURL: origin,
    locale: "ko-KR",
    timezoneId: "Asia/Seoul",
    colorScheme: "dark",
  })
  const [name, value] = person.cookie.split("=") as [string, string]
  await context.addCookies([{ name, value, url: origin }])
  return context.newPage()
}

const photo = (name: string) => ({
  name: `${name}.webp`,
  mimeType: "image/webp",
  buffer: readFileSync(join(import.meta.dirname, "../../db/seed/pictures", `${name}.webp`)),
})

const SYLLABLES = [..."갈낭덜림먹벌샘온젤촌켈톨퐁헐"]
/** A word that no other thing of the town is called by. */
const rareWord = () =>
  Array.from({ length: 4 }, () => SYLLABLES[Math.floor(Math.random() * SYLLABLES.length)]).join("")

async function open(page: Page, path: string) {
  await page.goto(path)
  await waitForHydration(page)
}
/** Types `term` into the field of /search and sends it. */
async function search(page: Page, term: string) {
  await open(page, "/search")
  const field = page.getByRole("main").getByRole("combobox", { name: "검색어" })
  await field.fill(term)
  await field.press("Enter")
  await page.waitForURL((url) => url.searchParams.get("q") === term)
}
const choose = (page: Page, name: RegExp | string) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).and(page.locator(":visible")).first()

test(
  "an item is sold from photo to review, and found by initials and with typing errors",
  { tag: "@phone" },
  async ({ browser, page, signIn }) => {
    await page.goto("/sitemap")
    const seller = await signIn(page, { name: "박판매" })
    const customer = await createPerson({ name: "최구매" })
    const customerName = customer.actor.profile?.name ?? ""
    const buyer = await windowOf(browser, page, customer)
    const word = rareWord()
    const title = `${word} 백자 화병`

    // The seller: two photos, the second made the cover, a price, and it is up.
    await open(page, "/marketplace/post")
    await page.getByLabel("사진 고르기").setInputFiles([photo("thing-teapot"), photo("thing-plant")])
    const stored = page.locator("input[name='pictureIds[]']")
    await expect(stored).toHaveCount(2)
    const [first, second] = await stored.evaluateAll((inputs) =>
      inputs.map((input) => (input as HTMLInputElement).value),
    )
    await page.getByRole("button", { name: "사진 2번째 앞으로" }).click()
    expect(
      await stored.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value)),
    ).toEqual([second, first])
    await page.getByLabel("제목").fill("양주 미개봉")
    await page.getByLabel("자세한 설명").fill("선물로 받았는데 둘 곳이 없어요. 저녁에 만나요.")
    await expect(page.getByText("팔 수 없는 물건 같아요")).toBeVisible()
    await page.getByLabel("제목").fill(title)
    await page.getByLabel("카테고리").selectOption("생활·주방")
    await page.getByLabel("거의 새것").check()
    await expect(page.getByText("팔 수 없는 물건 같아요")).toHaveCount(0)
    await page.getByLabel("가격", { exact: true }).fill("40000")
    await expectNoViolations(page)
    await page.getByRole("button", { name: "올리기", exact: true }).click()
    await expect(
      page.getByRole("heading", { level: 1, name: title }).and(page.locator(":visible")),
    ).toBeVisible()
    const path = new URL(page.url()).pathname

    // The buyer finds it, however it is typed.
    const hit = buyer.getByRole("main").getByRole("link", { name: title, exact: true })
    for (const term of [
      title,
      `${word}백자`,
      getChoseong(word),
      convertHangulToQwerty(word),
      `${word.slice(0, -1)}${String.fromCharCode(word.charCodeAt(3) + 1)}`,
      word.normalize("NFD"),
    ]) {
      await search(buyer, term)
      await expect(hit, term).toBeVisible()
    }
    // It is offered while it is typed, too.
    for (const term of [
      getChoseong(word),
      convertHangulToQwerty(getChoseong(word)),
      convertHangulToQwerty(word).slice(0, -1),
    ]) {
      await open(buyer, "/search")
      await buyer.getByRole("main").getByRole("combobox", { name: "검색어" }).pressSequentially(term)
      await expect(buyer.getByRole("main").getByRole("option", { name: word }).first(), term).toBeVisible()
    }
    // While a syllable is being put together, Enter ends it and sends nothing.
    await open(buyer, "/search")
    await buyer.getByRole("main").getByRole("combobox", { name: "검색어" }).focus()
    const keyboard = await buyer.context().newCDPSession(buyer)
    await keyboard.send("Input.imeSetComposition", {
      text: word,
      selectionStart: word.length,
      selectionEnd: word.length,
    })
    await expect(buyer.getByRole("main").getByRole("option", { name: word }).first()).toBeVisible()
    await keyboard.send("Input.dispatchKeyEvent", {
      type: "rawKeyDown",
      key: "Process",
      code: "Enter",
      windowsVirtualKeyCode: 229,
    })
    await keyboard.send("Input.insertText", { text: word })
    await expect(buyer.getByRole("main").getByRole("combobox", { name: "검색어" })).toHaveValue(word)
    expect(new URL(buyer.url()).search).toBe("")
    await buyer.keyboard.press("Enter")
    await expect(hit).toBeVisible()
    await search(buyer, title)
    await expectNoViolations(buyer)
    await hit.click()
    await expect(
      buyer.getByRole("heading", { level: 1, name: title }).and(buyer.locator(":visible")),
    ).toBeVisible()
    await waitForHydration(buyer)
    await choose(buyer, `${title} 찜`).click()
    await expect(choose(buyer, `${title} 찜`)).toHaveAttribute("aria-pressed", "true")

    // An offer, its answer, a talk.
    await choose(buyer, "가격 제안하기").click()
    await buyer.getByRole("dialog").getByLabel("제안 금액").fill("50000")
    await buyer.getByRole("dialog").getByRole("button", { name: "제안 보내기" }).click()
    const refusal = buyer.getByRole("dialog").getByText("판매 가격보다 낮은 금액을 제안해 주세요.")
    await expect(refusal).toBeVisible()
    await buyer.getByRole("dialog").getByLabel("제안 금액").fill("35000")
    await expect(refusal).toBeHidden()
    await buyer.getByRole("dialog").getByRole("button", { name: "제안 보내기" }).click()
    await expect(buyer.getByRole("heading", { name: /내가 한 가격 제안/ })).toBeVisible()
    await open(page, path)
    await page.getByRole("button", { name: "수락" }).click()
    await expect(page.getByText("수락함", { exact: true }).first()).toBeVisible()
    await open(buyer, path)
    await choose(buyer, "채팅하기").click()
    await buyer.getByLabel("메시지", { exact: true }).fill("오늘 저녁 7시에 뵐 수 있을까요?")
    await buyer.getByLabel("메시지", { exact: true }).press("Enter")
    await expect(
      buyer.getByRole("log", { name: "대화" }).getByText("오늘 저녁 7시에 뵐 수 있을까요?"),
    ).toBeVisible()

    // Reserved for the buyer, then sold; both write a review.
    await open(page, path)
    await expectNoViolations(page)
    await choose(page, "예약하기").click()
    await page
      .getByRole("dialog")
      .getByRole("radio", { name: `${customerName}님` })
      .check()
    await page.getByRole("dialog").getByRole("button", { name: "예약하기" }).click()
    await expect(
      page.getByText(`${customerName}님과 예약했어요 · 35,000원`).and(page.locator(":visible")),
    ).toBeVisible()
    await open(buyer, path)
    await expect(buyer.getByText("나와 예약한 물건이에요").and(buyer.locator(":visible"))).toBeVisible()
    await choose(page, "거래완료").click()
    await page.getByRole("dialog").getByRole("button", { name: "거래완료" }).click()
    await expect(page.getByRole("heading", { name: `${customerName}님과의 거래는 어땠나요?` })).toBeVisible()
    await waitForHydration(page)
    await page.getByText("좋아요", { exact: true }).click()
    await page.getByText("응답이 빨라요").click()
    await page.getByLabel("후기").fill("시간을 잘 지켜 주셨어요.")
    await expectNoViolations(page)
    await page.getByRole("button", { name: "후기 올리기" }).click()
    await expect(page).toHaveURL(path)
    await open(buyer, "/my-info/purchases")
    await expectNoViolations(buyer)
    await buyer.getByRole("link", { name: "후기 쓰기" }).click()
    await waitForHydration(buyer)
    await buyer.getByText("좋아요", { exact: true }).click()
    await buyer.getByLabel("후기").fill("설명 그대로라 만족해요.")
    await buyer.getByRole("button", { name: "후기 올리기" }).click()
    await expect(buyer).toHaveURL(path)
    await open(page, `/marketplace/seller/${seller.actor.userId}?show=reviews`)
    await expect(page.getByText("설명 그대로라 만족해요.")).toBeVisible()
    await expectNoViolations(page)

    // What is sold is not found any more.
    await search(buyer, title)
    await expect(buyer.getByText("결과가 없어요").first()).toBeAttached()
    await expect(hit).toHaveCount(0)
    await expectNoViolations(buyer)
  },
)

test(
  "an offer that is declined says so to both, and another may be made",
  { tag: "@phone" },
  async ({ browser, page, signIn }) => {
    await page.goto("/sitemap")
    const seller = await signIn(page, { name: "박판매" })
    const path = `/marketplace/${await createItemForSale(seller, { title: "원목 흔들의자" })}`
    const buyer = await windowOf(browser, page, await createPerson({ name: "최구매" }))
    const offer = async (won: string) => {
      await open(buyer, path)
      await choose(buyer, "가격 제안하기").click()
      await buyer.getByRole("dialog").getByLabel("제안 금액").fill(won)
      await buyer.getByRole("dialog").getByRole("button", { name: "제안 보내기" }).click()
      await expect(buyer.getByRole("heading", { name: /내가 한 가격 제안/ })).toBeVisible()
    }
    await offer("40000")
    await open(page, path)
    await page.getByRole("button", { name: "거절" }).click()
    await expect(page.getByText("제안을 거절했어요").first()).toBeVisible()
    await expect(page.getByText("거절함", { exact: true }).first()).toBeVisible()
    await open(buyer, "/notifications")
    await expect(buyer.getByText("40,000원 제안을 판매자가 거절했어요")).toBeVisible()
    await buyer.getByText("40,000원 제안을 판매자가 거절했어요").click()
    await expect(buyer).toHaveURL(new RegExp(path))
    await offer("60000")
    await expect(buyer.getByText("60,000원", { exact: true }).first()).toBeVisible()
    await expectNoViolations(buyer)
  },
)

test("the list is narrowed, sorted and read on, and its address is the same list for another", async ({
  browser,
  page,
  signIn,
}) => {
  await page.goto("/sitemap")
  await signIn(page)
  await open(page, "/marketplace?sort=cheap&open=1")
  const cards = page.getByRole("main").getByRole("article")
  await expect(cards).toHaveCount(24)
  await page
    .getByRole("link", { name: /더 보기|이어서 보기/ })
    .last()
    .scrollIntoViewIfNeeded()
  await expect.poll(() => cards.count()).toBeGreaterThan(24)
  await page.getByRole("link", { name: "높은가격순" }).click()
  await expect(page).toHaveURL(/sort=expensive/)
  await page.reload()
  await waitForHydration(page)
  const first = await cards.first().getByRole("link").first().textContent()
  const other = await windowOf(browser, page, await createPerson())
  await open(other, new URL(page.url()).pathname + new URL(page.url()).search)
  await expect(other.getByRole("main").getByRole("article").first().getByRole("link").first()).toHaveText(
    first ?? "",
  )
})
