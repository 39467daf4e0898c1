/** The back office as its people use it: what an admin decides is there for everybody at once. */
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createTicket } from "#app/areas/content/fixtures.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { expect, expectNoViolations, waitForHydration, test } from "../setup/journey.ts"

test(
  "a banned person's browser is signed out within a second",
  { tag: "@any-window" },
  async ({ page, browser, signIn }) => {
    const person = await createPerson({ name: "시끄러운이" })
    const theirs = await (
      await browser.newContext({ baseURL: "", viewport: page.viewportSize(), locale: "ko-KR" })
    ).newPage()
    await signIn(page, { role: "admin", name: "서지훈" })
    await page.goto("/")
    const origin = new URL(page.url()).origin
    await signIn(theirs, person)
    await theirs.goto(`${origin}/my-info`)
    await waitForHydration(theirs)
    await expect(theirs.getByRole("heading", { level: 1 })).toBeVisible()

    await page.goto(`/admin/users/${person.actor.userId}`)
    await waitForHydration(page)
    await page.getByRole("button", { name: "이용 정지하기" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("이유").fill("욕설을 되풀이했어요.")
    await dialog.getByRole("button", { name: "정지하기" }).click()
    const pressed = Date.now()
    await theirs.waitForURL((url) => url.pathname !== "/my-info" || url.search !== "", { timeout: 5_000 })
    const took = Date.now() - pressed
    await expect(page.getByText("이용이 정지됐어요").first()).toBeVisible()
    // A second is the promise, held by the test of the stream; two browsers that draw pages on two busy cores
    // are given more.
    expect(took).toBeLessThan(4_000)
    await theirs.goto(`${origin}/my-info`)
    await expect(theirs).toHaveURL(/\/login/)
    await theirs.context().close()
  },
)

test(
  "an expert is approved, a notice scheduled, a ticket answered; the log has it all",
  { tag: "@any-window" },
  async ({ page, signIn }) => {
    const applicant = await createExpert({ state: "applied", name: "한소라" })
    const asker = await createPerson({ name: "궁금한이" })
    const ticketId = await createTicket(asker.actor.userId, "환불은 언제 되나요?")
    await signIn(page, { role: "admin", name: "서지훈" })
    await page.goto(`/admin/expert/${applicant.expertId}`)
    await waitForHydration(page)
    await page.getByRole("button", { name: "심사 시작하기" }).click()
    await page.getByRole("button", { name: "승인하기" }).first().click()
    await page.getByRole("dialog").getByRole("button", { name: "승인하기" }).click()
    await expect(
      page.getByText("승인 완료").or(page.getByText("승인됨")).or(page.getByText("활동 정지하기")).first(),
    ).toBeVisible()

    await page.goto("/admin/notice-manage")
    await waitForHydration(page)
    await page.getByRole("textbox", { name: "제목" }).fill("내일 새벽 점검 안내")
    await page.locator("[contenteditable=true]").fill("내일 새벽 2시부터 30분 동안 점검해요.")
    await page.getByText("예약", { exact: false }).first().click()
    await page.locator("input[name=publishOn]").fill(addDays(toKstDateString(new Date()), 1))
    const category = page.locator("select[name=category]")
    if (await category.count()) await category.selectOption({ index: 1 })
    await page.locator("main form button[type=submit]").last().click()
    await expect(page.getByText("게시 예약").first()).toBeVisible()

    await page.goto(`/admin/tickets/${ticketId}`)
    await waitForHydration(page)
    await page.getByRole("textbox", { name: "답변" }).fill("영업일 3일 안에 돌려드려요.")
    await page.getByRole("button", { name: "답변 보내기" }).click()
    await expect(page.getByText("답변 완료").first()).toBeVisible()

    await page.goto("/admin/audit")
    await waitForHydration(page)
    await expect(page.getByText("문의에 답했어요").first()).toBeVisible()
    await expect(page.getByText("글을 썼어요").first()).toBeVisible()
    await expect(page.getByText("승인했어요").first()).toBeVisible()
  },
)

test(
  "a question that an admin adds is asked of the next customer",
  { tag: "@any-window" },
  async ({ page, signIn }) => {
    const text = "주차할 수 있나요? 오전에 와도 되나요?"
    await signIn(page, { role: "admin", name: "서지훈" })
    await page.goto("/admin/settings/questions/repair")
    await waitForHydration(page)
    await page.getByRole("link", { name: "질문 추가하기" }).click()
    await expect(page.getByRole("heading", { name: "질문 추가하기" })).toBeVisible()
    await page.getByLabel("질문", { exact: true }).fill(text)
    await page.getByLabel("요약 이름").fill("주차")
    await page.getByLabel("고를 답").fill("할 수 있어요\n길가에 세워야 해요")
    await page.getByRole("checkbox", { name: "방충망" }).check()
    await expectNoViolations(page)
    await page.getByRole("button", { name: "질문 추가하기" }).click()
    await expect(page.getByText(text).first()).toBeVisible()

    await page.context().clearCookies()
    await signIn(page, { name: "다음손님" })
    await page.goto("/orders/new?category=repair&service=screen&step=screen-kind")
    const heading = page.getByRole("heading", { level: 1 })
    for (
      let asked = 0;
      asked < 8 && !(await heading.innerText()).startsWith("주차할 수 있나요");
      asked += 1
    ) {
      await waitForHydration(page)
      const question = await heading.innerText()
      const radio = page.locator("main input[type=radio]").first()
      if (await radio.count()) await radio.click()
      else await page.locator("button[form=skip]").first().click()
      await expect(heading).not.toHaveText(question)
    }
    await expect(heading).toContainText("주차할 수 있나요")
    await expect(page.getByText("길가에 세워야 해요").first()).toBeVisible()
  },
)
