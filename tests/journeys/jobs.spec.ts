/**
 * A day of work, as two people live it: posted, refused under the minimum wage, applied for, worked, paid,
 * rated.
 */
import type { Browser, Page } from "@playwright/test"
import { setFirstShiftStartedAgo } from "#app/areas/jobs/fixtures.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { expect, expectNoViolations, waitForHydration, test } from "../setup/journey.ts"

const day = addDays(toKstDateString(new Date()), 3)
const TITLE = `입주청소 보조 한 분 ${Math.trunc(Math.random() * 1e6)}`

/** The employer sits at a desk. */
async function desk(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    baseURL: new URL(page.url()).origin,
    locale: "ko-KR",
    timezoneId: "Asia/Seoul",
    colorScheme: "dark",
  })
  return context.newPage()
}

const question = (page: Page, words: RegExp | string) =>
  expect(page.getByRole("heading", { level: 1, name: words })).toBeVisible()
const next = (page: Page) => page.getByRole("button", { name: "다음", exact: true }).click()

async function post(page: Page): Promise<string> {
  await page.goto("/jobs/post/hire")
  await waitForHydration(page)
  await question(page, "어떤 일을 구하세요?")
  await page.getByText("청소", { exact: true }).last().click()
  await question(page, "급여는 어떻게 주나요?")
  await page.getByText("일급", { exact: true }).click()
  await question(page, "언제 일하나요?")
  await page.getByLabel("일하는 날").fill(day)
  await expect(page.getByText("쉬는 시간을 빼고 8시간 일해요")).toBeVisible()
  await next(page)

  // 80,000원 for eight hours is 10,000원 by the hour: less than any year's minimum wage.
  await question(page, /얼마인가요/)
  const pay = page.getByRole("textbox", { name: "일급" })
  await pay.fill("80000")
  await expect(page.getByText(/최저임금은 시간당 10,\d{3}원이에요\./).first()).toBeVisible()
  await page.getByText("당일 지급", { exact: true }).click()
  await next(page)
  await expect(page.getByText(/이 일은 8\d,\d{3}원부터 올릴 수 있어요/)).toBeVisible()
  await expect(pay).toHaveValue("80,000")
  await pay.fill("150000")
  await expect(page.getByText("18,750원")).toBeVisible()
  await expectNoViolations(page)
  await next(page)

  await question(page, "어디에서 일하나요?")
  await page.getByLabel("정확한 주소").fill("서초대로 77, 101동 1001호")
  await next(page)
  await question(page, "어떤 일인지 알려 주세요")
  await page.getByLabel("제목").fill("여성 우대 입주청소")
  await expect(page.getByText("'여성 우대' 표현은 쓸 수 없어요.", { exact: false })).toBeVisible()
  await page.getByLabel("제목").fill(TITLE)
  await page.getByLabel("자세한 설명").fill("32평 빈집을 함께 청소해요. 도구는 모두 준비돼 있어요.")
  await expect(page.getByText("표현은 쓸 수 없어요")).toBeHidden()
  await next(page)
  await question(page, "조건을 알려 주세요")
  await page.getByRole("checkbox", { name: "식사를 줘요" }).check()
  await next(page)
  await question(page, "누가 구하나요?")
  await page.getByText("개인", { exact: true }).click()
  await page.getByLabel("사업장 이름").fill("서초동 가정집")
  await page.getByLabel("연락처").fill("010-9876-0001")
  await next(page)
  await question(page, "언제까지 모집하나요?")
  await next(page)
  await question(page, "이대로 올릴까요?")
  await expect(page.getByText("일급 150,000원 (시간당 18,750원)")).toBeVisible()
  await page.getByRole("button", { name: "공고 올리기" }).click()
  await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible()
  await expectNoViolations(page)
  return new URL(page.url()).pathname
}

async function rate(page: Page, words: string) {
  await page.getByRole("radio", { name: /^5점/ }).check()
  await page.getByLabel("후기", { exact: false }).last().fill(words)
  await page.getByRole("button", { name: "후기 쓰기" }).click()
}

test(
  "a job is posted, applied for, worked, paid and rated by both",
  { tag: "@phone" },
  async ({ page, browser, signIn }) => {
    test.slow()
    await page.goto("/jobs/hire")
    const office = await desk(browser, page)
    await signIn(page, { name: "정일손" })
    await signIn(office, { name: "한사장" })
    const address = await post(office)
    const hireId = address.split("/").at(-1) ?? ""

    await page.goto(address)
    await waitForHydration(page)
    await page.getByRole("link", { name: "지원하기" }).locator("visible=true").click()
    await page.getByLabel("하고 싶은 말").fill("입주청소를 두 번 해 봤어요.")
    await page.getByLabel("연락처").fill("010-9876-0002")
    await page.getByRole("checkbox", { name: /만 18세 이상/ }).check()
    await page.getByRole("checkbox", { name: /제3자 제공/ }).check()
    await expectNoViolations(page)
    await page.getByRole("button", { name: "지원하기" }).click()
    await expect(page.getByText("지원서를 보냈어요")).toBeVisible()
    const application = new URL(page.url()).pathname

    await office.goto(`${address}/applicants`)
    await waitForHydration(office)
    await office.getByRole("button", { name: "채용하기" }).click()
    const dialog = office.getByRole("dialog")
    await dialog.getByRole("checkbox").check()
    await dialog.getByRole("button", { name: "채용하기" }).click()
    await expect(office.getByText("채용 확정").first()).toBeVisible()

    await page.goto(application)
    await waitForHydration(page)
    await expectNoViolations(page)
    await page.getByRole("button", { name: "근로계약 확인하기" }).click()
    await expect(page.getByText(/에 시작해요/)).toBeVisible()
    await setFirstShiftStartedAgo(hireId, 1)
    await page.reload()
    await waitForHydration(page)
    await page.getByRole("button", { name: "출근했어요" }).click()
    await expect(page.getByText("상대방의 출근 확인을 기다려요")).toBeVisible()
    await office.goto(application)
    await waitForHydration(office)
    await office.getByRole("button", { name: "출근을 확인했어요" }).click()
    await office.getByRole("button", { name: "근무 완료 확인하기" }).click()
    await expect(office.getByText("상대방의 근무 완료 확인을 기다려요")).toBeVisible()

    // What the other side did comes by itself.
    await page.getByRole("button", { name: "근무 완료 확인하기" }).click()
    for (const each of [office, page]) {
      await each.getByRole("link", { name: "근무 기록과 임금명세서" }).click()
      await each.getByRole("link", { name: /지급.*임금명세서/ }).click()
    }
    await office.getByRole("button", { name: "지급했어요" }).click()
    await page.getByRole("button", { name: "받았어요", exact: true }).click()
    await expect(page.getByRole("heading", { name: "임금을 받았어요" })).toBeVisible()
    for (const each of [office, page]) {
      await each.goto(application)
      await waitForHydration(each)
    }
    await expect(page.getByText("모두 끝났어요")).toBeVisible()
    await rate(page, "임금이 바로 들어왔어요.")
    await expect(page.getByText("상대방도 쓰거나 7일이 지나면 공개돼요.")).toBeVisible()
    await rate(office, "손이 빠르고 꼼꼼해요.")
    await expect(office.getByText("서로 후기를 썼어요")).toBeVisible()
    await expectNoViolations(office)
    await page.goto(address)
    await expect(page.getByText("임금이 바로 들어왔어요.")).toBeVisible()
    await office.context().close()
  },
)
