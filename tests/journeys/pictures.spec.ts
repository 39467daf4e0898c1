/**
 * Pictures in the browser: progress, failure and another try, order by keyboard, paste, and the way without
 * scripts.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, expectNoViolations, waitForHydration, test } from "../setup/journey.ts"

const master = (name: string) => ({
  name: `${name}.webp`,
  mimeType: "image/webp",
  buffer: readFileSync(join(import.meta.dirname, "../../db/seed/pictures", `${name}.webp`)),
})
const bath = [master("bath-mint"), master("bath-sky-before"), master("bath-pink-before")]

test("pictures upload at once, are sorted and removed, and the form sends the rest in order", async ({
  page,
  signIn,
}) => {
  await signIn(page)
  await page.goto("/OrderUploadTest")
  await waitForHydration(page)
  const stored = page.locator("input[name='photos[]']")
  await page.getByLabel("현장 사진 고르기").setInputFiles(bath)
  await expect(stored).toHaveCount(3)
  await expect(page.getByText("대표 사진")).toBeVisible()
  await expectNoViolations(page)

  const [first, second, third] = await stored.evaluateAll((inputs) =>
    inputs.map((input) => (input as HTMLInputElement).value),
  )
  await page.getByRole("button", { name: "현장 사진 1번째 뒤로" }).focus()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("button", { name: "현장 사진 2번째 뒤로" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("button", { name: "현장 사진 3번째 앞으로" })).toBeFocused()
  expect(
    await stored.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value)),
  ).toEqual([second, third, first])

  await page.getByRole("button", { name: "현장 사진 2번째 빼기" }).click()
  await expect(stored).toHaveCount(2)
  await expect(page.getByLabel("현장 사진 고르기")).toBeFocused()
  await page.evaluate(
    (bytes) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(
        new File([Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))], "붙인 사진.webp", {
          type: "image/webp",
        }),
      )
      document.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }))
    },
    bath[2]?.buffer.toString("base64") ?? "",
  )
  await expect(stored).toHaveCount(3)

  await page.getByRole("button", { name: "보내기" }).click()
  await expect(page.getByRole("heading", { name: "서버가 받은 사진 3" })).toBeVisible()
  expect(
    (await stored.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))).slice(
      0,
      2,
    ),
  ).toEqual([second, first])
})

test(
  "a form waits for pictures on their way, and one that failed is tried again",
  { tag: "@any-window" },
  async ({ page, signIn }) => {
    await signIn(page)
    await page.goto("/OrderUploadTest")
    await waitForHydration(page)
    let letThrough = () => {}
    await page.route("**/uploads", async (route) => {
      await new Promise<void>((go) => (letThrough = go))
      await route.fulfill({
        status: 429,
        json: { problem: "사진을 너무 많이 올렸어요. 10분쯤 뒤에 다시 올려 주세요." },
      })
    })
    await page.getByLabel("현장 사진 고르기").setInputFiles(bath.slice(0, 1))
    await expect(page.getByRole("progressbar", { name: "현장 사진 올리는 중" })).toBeVisible()
    await page.getByRole("button", { name: "보내기" }).click()
    await expect(page.getByText("사진을 올리는 중이에요. 다 올라가면 다시 눌러 주세요.")).toBeVisible()
    letThrough()
    const again = page.getByRole("button", { name: "현장 사진 못 올렸어요 다시 올리기" })
    await expect(again).toBeVisible()
    await expect(page.getByText("사진을 너무 많이 올렸어요.")).toBeVisible()
    await expectNoViolations(page)
    await page.unroute("**/uploads")
    await again.click()
    await expect(page.locator("input[name='photos[]']")).toHaveCount(1)
  },
)

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false })
  test(
    "pictures come with the form, and a tick leaves one out",
    { tag: "@any-window" },
    async ({ page, signIn }) => {
      await signIn(page)
      await page.goto("/OrderUploadTest")
      await page.getByLabel("현장 사진 고르기").setInputFiles(bath.slice(0, 2))
      await page.getByRole("button", { name: "보내기" }).click()
      const kept = page.getByRole("checkbox", { name: "이 사진 쓰기" })
      await expect(kept).toHaveCount(2)
      await kept.first().uncheck()
      await page.getByRole("button", { name: "보내기" }).click()
      await expect(kept).toHaveCount(1)
    },
  )
})

test("the utility screens show a picture's sizes", { tag: "@any-window" }, async ({ page, signIn }) => {
  await signIn(page)
  await page.goto("/upload-test")
  await waitForHydration(page)
  await page.getByLabel("사진", { exact: true }).setInputFiles(bath[0] ?? [])
  await page.getByRole("button", { name: "올려 보기" }).click()
  await expect(page.getByRole("heading", { name: "결과" })).toBeVisible()
  await expectNoViolations(page)
  await page.goto("/image-display")
  await page.getByRole("link", { name: "올려 본 사진 1" }).click()
  await expect(page.getByRole("link", { name: /^1280px/ })).toBeVisible()
})
