/** A member takes along all that the product has of them, as a file that they alone can fetch. */
import { readFile } from "node:fs/promises"
import { setPassword, hashPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { makeDataExports } from "#app/areas/accounts/service/data-exports.server.ts"
import { createOpenOrder } from "#app/areas/orders/fixtures.ts"
import { db } from "#app/platform/db.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { expect, expectNoViolations, test, waitForHydration } from "../setup/journey.ts"

const PASSWORD = "my-own-1234!"

test("one's own data is asked for with the password, made as a file, and fetched with it", async ({
  page,
  signIn,
}) => {
  registerSubscriptions()
  const person = await createPerson({ name: "한이동" })
  await setPassword(db(), person.actor.userId, await hashPassword(PASSWORD))
  await createOpenOrder(person.actor)
  await signIn(page, person)
  await page.goto("/my-info")
  await waitForHydration(page)
  await page.getByRole("link", { name: "내 정보 내려받기" }).click()
  await waitForHydration(page)
  const ask = page.getByRole("region", { name: "파일 만들기" })
  await ask.getByRole("textbox", { name: "지금 비밀번호" }).fill("wrong-1234!")
  await ask.getByRole("button", { name: "파일 만들기" }).click()
  await expect(ask.getByText("지금 비밀번호를 다시 확인해 주세요.", { exact: false })).toBeVisible()
  await expectNoViolations(page)
  await ask.getByRole("textbox", { name: "지금 비밀번호" }).fill(PASSWORD)
  await ask.getByRole("button", { name: "파일 만들기" }).click()
  await expect(page.getByText("파일을 만들고 있어요. 다 되면 알려 드려요")).toBeVisible()
  await expect(page.getByText("만드는 중").or(page.getByText("준비됨")).first()).toBeVisible()
  await expectNoViolations(page)

  await makeDataExports()
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByText("준비됨")).toBeVisible()
  await expectNoViolations(page)
  const fetch = page.getByRole("button", { name: "내려받기", exact: true })
  const field = page.getByRole("region", { name: /요청$/ }).getByLabel("지금 비밀번호")
  await field.fill("wrong-1234!")
  await fetch.click()
  await expect(page.getByText("비밀번호가 맞지 않아 내려받지 못했어요")).toBeVisible()
  await field.fill(PASSWORD)
  const [download] = await Promise.all([page.waitForEvent("download"), fetch.click()])
  expect(download.suggestedFilename()).toMatch(/^바로일당 내 정보 20\d\d-\d\d-\d\d\.json$/)
  const file = await readFile(await download.path(), "utf8")
  const content = JSON.parse(file) as { 내용: Record<string, unknown[]> }
  expect(Object.keys(content)).toEqual(["서비스", "만든 때", "내용"])
  expect(file).toContain("한이동")
  expect(content.내용["견적 요청"]).toHaveLength(1)
})

test("who leaves is told so, though the word of the ended session comes before the answer", async ({
  page,
  signIn,
}) => {
  const person = await createPerson({ name: "한떠남" })
  await setPassword(db(), person.actor.userId, await hashPassword(PASSWORD))
  await signIn(page, person)
  await page.clock.install()
  const stream = page.waitForResponse("**/live?*")
  await page.goto("/my-info/leave")
  await waitForHydration(page)
  await stream
  const isAnswered = Promise.withResolvers<void>()
  const canGoOn = Promise.withResolvers<void>()
  await page.route("**/my-info/leave.data*", async (route) => {
    if (route.request().method() !== "POST") return route.continue()
    const response = await route.fetch({ maxRedirects: 0 })
    isAnswered.resolve()
    await canGoOn.promise
    await route.fulfill({ response })
  })
  await page.getByLabel("비밀번호", { exact: true }).fill(PASSWORD)
  await page.getByText("안내를 모두 확인했어요").click()
  await page.getByRole("button", { name: "탈퇴하기" }).click()
  await isAnswered.promise
  await page.clock.runFor(5_000)
  canGoOn.resolve()
  await expect(page.getByText("탈퇴했어요. 그동안 고마웠어요")).toBeVisible()
  await expect(page).toHaveURL("/")
})
