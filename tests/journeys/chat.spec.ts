/**
 * Two people in two browsers talk: what one does the other sees, in time, once, and whatever the connection
 * does.
 */
import type { Browser, Page } from "@playwright/test"
import sharp from "sharp"
import { createConversation, sendText, type TestConversation } from "#app/areas/chat/fixtures.ts"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { createOrderInState } from "#app/areas/orders/fixtures.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { expect, expectNoViolations, waitForHydration, test } from "../setup/journey.ts"

/**
 * promises.md, live: what one does the other sees within a second. That second is held by the tests of the
 * stream; two browsers that draw on busy cores are given more.
 */
const SOON = { timeout: 5_000 }

async function windowOf(browser: Browser, page: Page, cookie: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: page.viewportSize(),
    baseURL: new URL(page.url()).origin,
    locale: "ko-KR",
    timezoneId: "Asia/Seoul",
    colorScheme: "dark",
  })
  const [name, value] = cookie.split("=") as [string, string]
  await context.addCookies([{ name, value, url: new URL(page.url()).origin }])
  return context.newPage()
}

const field = (page: Page) => page.getByLabel("메시지", { exact: true })
const log = (page: Page) => page.getByRole("log", { name: "대화" })
const write = async (page: Page, text: string) => {
  await field(page).fill(text)
  await field(page).press("Enter")
}
/** The stream is held one second after the page is there; from then on it is live. */
const listening = (page: Page) =>
  page.waitForResponse((answer) => new URL(answer.url()).pathname === "/live" && answer.ok())

async function open(page: Page, path: string) {
  const live = listening(page)
  await page.goto(path)
  await waitForHydration(page)
  await live
}

async function photo(name: string) {
  return {
    name,
    mimeType: "image/jpeg",
    buffer: await sharp({
      create: { width: 900, height: 700, channels: 3, background: { r: 90, g: 150, b: 190 } },
    })
      .jpeg()
      .toBuffer(),
  }
}

async function begin(
  browser: Browser,
  page: Page,
  signIn: (page: Page, person: TestConversation["customer"]) => Promise<unknown>,
) {
  registerSubjects()
  await page.goto("/sitemap")
  const talk = await createConversation({ customer: await createPerson() })
  await signIn(page, talk.customer)
  const expert = await windowOf(browser, page, talk.expert.cookie)
  return { talk, expert, path: `/chat?room=${talk.roomId}` }
}

test("from a proposal two people come into one room, write, meet and show pictures", async ({
  browser,
  page,
  signIn,
}) => {
  registerSubjects()
  await page.goto("/sitemap")
  const made = await createOrderInState("open", { customer: await createPerson() })
  await signIn(page, made.customer)
  await page.goto(`/orders/${made.orderId}/proposals`)
  await waitForHydration(page)
  await page
    .getByRole("button", { name: /^채팅(하기|으로 묻기)/ })
    .and(page.locator(":visible"))
    .first()
    .click()
  await page.waitForURL("**/chat?room=*")
  await expect(log(page)).toBeVisible()
  const path = new URL(page.url()).pathname + new URL(page.url()).search
  await expect(page.getByText("1,780,000원")).toBeVisible()
  await open(page, path)
  const expert = await windowOf(browser, page, made.expert.cookie)
  await open(expert, "/my-info")
  await expect(expert.getByRole("link", { name: "채팅" }).first()).toBeVisible()

  // A quick reply is put into the field, and sent by hand; the other hears of it wherever they are.
  await page.getByRole("button", { name: "방문 견적 가능하신가요?" }).click()
  await expect(field(page)).toHaveValue("방문 견적 가능하신가요?")
  await field(page).press("Enter")
  await expect(log(page).getByText("안 읽음")).toBeVisible()
  await expect(expert.getByText("안 읽은 메시지 1개")).toBeAttached(SOON)
  await expectNoViolations(page)

  await open(expert, "/chat")
  await expert
    .getByRole("list", { name: "대화 목록" })
    .getByRole("link", { name: new RegExp(made.customer.actor.profile?.name ?? "") })
    .click()
  await expect(log(expert).getByText("방문 견적 가능하신가요?")).toBeVisible()
  await expect(log(page).getByText("읽음", { exact: true })).toBeVisible(SOON)

  await field(expert).pressSequentially("네", { delay: 20 })
  await expect(page.getByText("김도현님이 입력하고 있어요")).toBeAttached(SOON)
  await write(expert, "네, 가능해요")
  await expect(log(page).getByText("네, 가능해요")).toBeVisible(SOON)
  await expect(page.getByText("김도현님이 입력하고 있어요")).toHaveCount(0)

  await expert.getByLabel("사진과 약속").click()
  await expert.getByRole("button", { name: "약속 잡기" }).click()
  await expert.getByLabel("시간").fill("19:00")
  await expert.getByLabel("장소").fill("댁으로 방문")
  await expert.getByRole("button", { name: "약속 제안하기" }).click()
  await expect(log(page).getByRole("article", { name: "방문 약속" }).getByText("오후 7:00")).toBeVisible()
  await page.getByRole("button", { name: "수락하기" }).click()
  await expect(log(expert).getByText("약속이 확정됐어요")).toBeVisible()
  await expect(log(expert).getByText("약속 확정")).toBeVisible()

  await page.getByLabel("사진과 약속").click()
  await page.getByLabel("사진 보내기").setInputFiles([await photo("거실.jpg"), await photo("방.jpg")])
  await expect(page.getByRole("list", { name: "보낼 사진" }).getByRole("listitem")).toHaveCount(2)
  await expect(page.getByRole("progressbar")).toHaveCount(0)
  await write(page, "거실과 방이에요")
  await expect(log(expert).getByRole("region", { name: "보낸 사진" }).getByRole("link")).toHaveCount(2)
  await log(expert).getByRole("region", { name: "보낸 사진" }).getByRole("link").first().click()
  await expect(expert.getByRole("dialog", { name: "보낸 사진" })).toBeVisible()
  await expert.keyboard.press("Escape")
  await expectNoViolations(expert)

  await field(expert).fill("예약금은 계좌로 보내 주세요")
  await expect(expert.getByText("외부 결제 유도는 사기일 수 있어요.")).toBeVisible()
  await write(expert, "예약금은 계좌로 보내 주세요")
  await expect(page.getByText("외부 결제 유도는 사기일 수 있어요.")).toBeVisible()
  await expert.context().close()
})

test(
  "Enter sends, but never while a syllable is being put together; Shift and Enter make a new line",
  { tag: "@any-window" },
  async ({ browser, page, signIn }) => {
    const { expert, path } = await begin(browser, page, signIn)
    await open(page, path)
    await field(page).click()
    const enter = (init: { isComposing?: boolean; keyCode?: number }) =>
      field(page).evaluate((element, keys) => {
        const event = new KeyboardEvent("keydown", {
          key: "Enter",
          bubbles: true,
          cancelable: true,
          isComposing: keys.isComposing ?? false,
          keyCode: keys.keyCode ?? 13,
        })
        element.dispatchEvent(event)
        return event.defaultPrevented
      }, init)
    await field(page).evaluate((element) =>
      element.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true })),
    )
    await field(page).fill("안녕하세ㅇ")
    expect([await enter({ isComposing: true }), await enter({ keyCode: 229 })]).toEqual([false, false])
    await expect(field(page)).toHaveValue("안녕하세ㅇ")
    await field(page).evaluate((element) =>
      element.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true })),
    )
    await field(page).fill("안녕하세요")
    await field(page).press("Shift+Enter")
    await field(page).pressSequentially("둘째 줄")
    await expect(field(page)).toHaveValue("안녕하세요\n둘째 줄")
    await expect(log(page).locator("[data-seq]")).toHaveCount(0)
    await field(page).press("Enter")
    await expect(log(page).locator("[data-seq]")).toHaveCount(1)
    await expect(field(page)).toHaveValue("")
    await expert.context().close()
  },
)

test(
  "what is said while one is offline is all there afterwards, once; what could not be sent is offered again",
  { tag: "@any-window" },
  async ({ browser, page, signIn }) => {
    const { talk, expert, path } = await begin(browser, page, signIn)
    for (let count = 1; count <= 3; count += 1)
      await sendText(talk.expert.actor, talk.roomId, `처음 ${count}`)
    await open(page, path)
    await open(expert, path)
    await expect(log(page).locator("[data-seq]")).toHaveCount(3)

    await page.context().setOffline(true)
    await write(page, "연결이 끊긴 사이에 쓴 말")
    await expect(page.getByRole("button", { name: "다시 보내기" })).toBeVisible()
    await write(page, "지울 말")
    await expect(page.getByRole("button", { name: "삭제" })).toHaveCount(2)
    await page.getByRole("button", { name: "삭제" }).last().click()
    for (let count = 1; count <= 4; count += 1) await write(expert, `그사이 ${count}`)
    await expect(log(expert).locator("[data-seq]")).toHaveCount(7)

    await page.context().setOffline(false)
    await expect(log(page).locator("[data-seq]")).toHaveCount(7)
    await page.getByRole("button", { name: "다시 보내기" }).click()
    for (const each of [page, expert]) {
      await expect(log(each).locator("[data-seq]")).toHaveCount(8)
      await expect(log(each).getByText("연결이 끊긴 사이에 쓴 말")).toHaveCount(1)
      expect(
        await log(each)
          .locator("[data-seq]")
          .evaluateAll((lines) => lines.map((line) => line.getAttribute("data-seq"))),
      ).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"])
    }
    await expect(page.getByRole("button", { name: "다시 보내기" })).toHaveCount(0)
    await expert.context().close()
  },
)

test(
  "older messages load by scrolling up, new ones are announced, drafts are kept",
  { tag: "@phone" },
  async ({ browser, page, signIn }) => {
    const { talk, expert, path } = await begin(browser, page, signIn)
    const people = [talk.expert.actor, talk.customer.actor] as const
    for (let count = 1; count <= 38; count += 1)
      await sendText(people[count % 2] ?? people[0], talk.roomId, `${count}번째 이야기`)
    await open(page, path)
    await open(expert, path)
    await expect(log(page).getByText("38번째 이야기")).toBeInViewport()
    await expect(log(page).getByText("9번째 이야기", { exact: true })).toBeAttached()
    await log(page).evaluate((box) => box.scrollTo({ top: -box.scrollHeight }))
    await expect(log(page).locator("[data-seq]")).toHaveCount(38)
    await log(page).getByText("12번째 이야기").scrollIntoViewIfNeeded()
    const height = () =>
      log(page)
        .getByText("12번째 이야기")
        .evaluate((line) => Math.round(line.getBoundingClientRect().top))
    const before = await height()
    await write(expert, "아래에 온 이야기")
    await expect(page.getByRole("button", { name: "새 메시지" })).toBeVisible()
    expect(Math.abs((await height()) - before)).toBeLessThanOrEqual(1)
    await page.getByRole("button", { name: "새 메시지" }).click()
    await expect(log(page).getByText("아래에 온 이야기")).toBeInViewport()
    await field(page).fill("쓰다 만 말")
    await page.reload()
    await waitForHydration(page)
    await expect(field(page)).toHaveValue("쓰다 만 말")

    await page.getByRole("button", { name: "채팅방 메뉴" }).click()
    await expectNoViolations(page)
    await page.getByRole("button", { name: "채팅방 나가기" }).click()
    await page.getByRole("button", { name: "나가기", exact: true }).click()
    await expect(page.getByText("채팅방을 나갔어요")).toBeVisible()
    await expect(page.getByText("아직 나눈 대화가 없어요")).toBeVisible()
    await expert.context().close()
  },
)

test("a message that was found is marked and in sight", { tag: "@phone" }, async ({ page, signIn }) => {
  registerSubjects()
  await page.goto("/sitemap")
  const talk = await createConversation({ customer: await createPerson() })
  await signIn(page, talk.customer)
  await sendText(talk.expert.actor, talk.roomId, "벽지는 실크로 할게요")
  // As long as one writes them: together they are higher than a phone.
  for (let count = 1; count <= 12; count += 1)
    await sendText(talk.expert.actor, talk.roomId, `${count}번째 이야기 `.repeat(20))
  await page.goto(`/chat/search?q=${encodeURIComponent("실크로")}`)
  await waitForHydration(page)
  await page.getByRole("link", { name: /벽지는/ }).click()
  const marked = log(page).locator("[aria-current]")
  await expect(marked).toHaveCount(1)
  await expect(marked).toContainText("벽지는 실크로 할게요")
  await expect(marked).toBeInViewport()
  await expectNoViolations(page)
  await page.getByRole("link", { name: "최근 메시지 보기" }).click()
  await expect(log(page).getByText(/12번째 이야기/)).toBeInViewport()
  await expect(marked).toHaveCount(0)
})

test(
  "a partner's long name leaves the time of the last message on its line",
  { tag: "@phone" },
  async ({ page, signIn }) => {
    registerSubjects()
    await page.goto("/sitemap")
    const expert = await createExpert({ name: "우리동네바로설비인테리어종합공사" })
    const talk = await createConversation({ customer: await createPerson(), expert })
    await signIn(page, talk.customer)
    await sendText(talk.expert.actor, talk.roomId, "벽지는 실크로 할게요")
    await page.goto("/chat")
    const row = page.getByRole("link", { name: /벽지는 실크로/ })
    const [name, time] = [row.locator("b"), row.getByText(/^오[전후] /)]
    const [nameBox, timeBox, rowBox] = [
      await name.boundingBox(),
      await time.boundingBox(),
      await row.boundingBox(),
    ]
    if (!nameBox || !timeBox || !rowBox) throw new Error("the row is not drawn")
    const middle = (box: { y: number; height: number }) => box.y + box.height / 2
    expect(Math.abs(middle(nameBox) - middle(timeBox))).toBeLessThan(nameBox.height / 2)
    expect(nameBox.x + nameBox.width).toBeLessThanOrEqual(timeBox.x)
    expect(timeBox.x + timeBox.width).toBeLessThanOrEqual(rowBox.x + rowBox.width)
  },
)
