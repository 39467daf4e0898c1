/**
 * A day of work with proof, in two browsers: the employer shows the code of the workplace, the worker
 * comes, rests, goes and is paid, and what one does is seen by the other.
 */
import { createJobAtStage } from "#app/areas/jobs/fixtures.ts"
import { formatClock } from "#app/areas/jobs/parts/work-format.ts"
import { expect, expectNoViolations, test, waitForHydration } from "../setup/journey.ts"

test("a worker checks in with the code on the employer's screen, and is paid", async ({
  page,
  browser,
  signIn,
}) => {
  test.slow()
  await page.goto("/jobs/hire")
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    baseURL: new URL(page.url()).origin,
    locale: "ko-KR",
    timezoneId: "Asia/Seoul",
    colorScheme: "dark",
  })
  const office = await context.newPage()
  const worker = await signIn(page, { name: "정일손" })
  const employer = await signIn(office, { name: "한사장" })
  const { hireId, applicationId } = await createJobAtStage("begun", { worker, employer })

  await office.goto(`/jobs/hire/${hireId}/site`)
  await waitForHydration(office)
  await expect(office.getByText("정일손님")).toBeVisible()
  await expectNoViolations(office)
  const readCode = async () => (await office.locator("[data-code]").getAttribute("data-code")) ?? ""

  await page.goto(`/jobs/applications/${applicationId}`)
  await waitForHydration(page)
  await page.getByRole("link", { name: "출근 기록하기" }).click()
  await expect(page.getByRole("heading", { name: "도착했나요?" })).toBeVisible()
  await waitForHydration(page)
  await expectNoViolations(page)
  const first = await readCode()
  await page.getByLabel("현장 코드").fill(first === "111111" ? "222222" : "111111")
  await page.getByRole("button", { name: "출근하기" }).click()
  await expect(page.getByText("지금 화면에 보이는 코드가 아니에요.", { exact: false })).toBeVisible()
  await page.getByLabel("현장 코드").fill(await readCode())
  await page.getByRole("button", { name: "출근하기" }).click()
  await expect(page.getByRole("heading", { name: "일하고 있어요" })).toBeVisible()
  // The employer sees it come, without doing anything.
  await expect(office.getByText("근무 중", { exact: true })).toBeVisible()

  await page.getByRole("button", { name: "쉬는 시간 시작" }).click()
  await expect(page.getByRole("heading", { name: "쉬는 중이에요" })).toBeVisible()
  await page.getByRole("button", { name: "다시 일하기" }).click()
  await page.getByLabel("현장 코드").fill(await readCode())
  await page.getByRole("button", { name: "퇴근하기" }).click()
  await expect(page.getByRole("heading", { name: "근무가 끝났어요" })).toBeVisible()
  await expectNoViolations(page)

  await page.getByRole("button", { name: "시간 정정 요청하기" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("이유").fill("휴게 시간이 10분이었어요.")
  const clockAgo = (minutes: number) => formatClock(new Date(Date.now() - minutes * 60_000))
  await dialog.getByLabel("시작 시간").fill(clockAgo(50))
  await dialog.getByLabel("끝난 시간").fill(clockAgo(1))
  await dialog.getByLabel("쉰 시간").fill("10")
  await dialog.getByRole("button", { name: "요청하기" }).click()
  await expect(page.getByText("답변 대기")).toBeVisible()
  await office.goto(`/jobs/applications/${applicationId}/work`)
  await waitForHydration(office)
  await office.getByRole("button", { name: "받아들이기" }).click()
  await expect(page.getByText("반영함")).toBeVisible()

  await office.getByRole("link", { name: /임금명세서/ }).click()
  await expect(office.getByText("실제 받는 금액")).toBeVisible()
  await waitForHydration(office)
  await expectNoViolations(office)
  await office.getByRole("button", { name: "지급했어요" }).click()
  await expect(office.getByText("근로자의 확인을 기다려요")).toBeVisible()
  await page.getByRole("link", { name: /임금명세서/ }).click()
  await page.getByRole("button", { name: "받았어요", exact: true }).click()
  await expect(page.getByRole("heading", { name: "임금을 받았어요" })).toBeVisible()
  await expect(office.getByRole("heading", { name: "임금을 받았어요" })).toBeVisible()
  await expectNoViolations(page)
  await context.close()
})

test(
  "a worker checks in by place after agreeing to it, and only near the workplace",
  { tag: "@phone" },
  async ({ page, context, browser, signIn }) => {
    const station = { latitude: 37.4979, longitude: 127.0276 }
    await page.goto("/jobs/hire")
    const office = await browser.newContext({
      baseURL: new URL(page.url()).origin,
      permissions: ["geolocation"],
      geolocation: station,
    })
    const site = await office.newPage()
    const worker = await signIn(page, { name: "정위치" })
    const employer = await signIn(site, { name: "박현장" })
    const { hireId, applicationId } = await createJobAtStage("begun", { worker, employer })
    await site.goto(`/jobs/hire/${hireId}/site`)
    await waitForHydration(site)
    await site.getByRole("button", { name: "지금 있는 곳을 근무지로 정하기" }).click()
    await expect(site.getByText("근무지 위치를 정했어요").first()).toBeVisible()

    await page.goto(`/jobs/applications/${applicationId}/work`)
    await waitForHydration(page)
    const arrive = page.getByRole("button", { name: "위치로 출근하기" })
    // Who does not let the browser tell where they are is told what to do instead.
    await arrive.click()
    await expect(page.getByText("위치 사용이 꺼져 있어요.", { exact: false })).toBeVisible()
    await context.grantPermissions(["geolocation"])
    await context.setGeolocation(station)
    await arrive.click()
    await expect(page.getByText("위치 확인에 동의해 주세요.").first()).toBeVisible()
    await page.getByRole("checkbox", { name: /위치 확인에 동의해요/ }).check()
    await context.setGeolocation({ latitude: 37.5008, longitude: 127.0276 })
    await arrive.click()
    await expect(
      page.getByText("근무지에서 200m 넘게 떨어져 있어요.", { exact: false }).first(),
    ).toBeVisible()
    await context.setGeolocation(station)
    await arrive.click()
    await expect(page.getByRole("heading", { name: "일하고 있어요" })).toBeVisible()
    await expectNoViolations(page)
    await office.close()
  },
)
