import { expect, expectNoViolations, test, waitForHydration } from "../setup/journey.ts"

/** Degrees north and east: near the centre of 송파구, and in 해운대구. */
const SONGPA = { latitude: 37.513, longitude: 127.1 }
const HAEUNDAE = { latitude: 35.163, longitude: 129.158 }

test(
  "a neighbourhood is checked by the browser's place, on its own screen alone",
  { tag: "@phone" },
  async ({ page, context, signIn }) => {
    await signIn(page, { name: "이동네", regionCode: "11710" })
    await page.goto("/neighbourhood")
    await waitForHydration(page)
    await page.getByRole("link", { name: "동네 인증하기" }).click()
    const check = page.getByRole("button", { name: "지금 위치로 송파구 인증하기" })
    await expect(check).toBeVisible()
    await expectNoViolations(page)
    await check.click()
    await expect(page.getByText("위치 사용이 꺼져 있어요.", { exact: false })).toBeVisible()
    await context.grantPermissions(["geolocation"])
    await page.getByRole("checkbox", { name: /위치 확인에 동의해요/ }).check()
    await context.setGeolocation(HAEUNDAE)
    await check.click()
    await expect(
      page.getByText("지금은 부산 해운대구에 계신 것 같아요.", { exact: false }).first(),
    ).toBeVisible()
    await context.setGeolocation({ latitude: 35.68, longitude: 139.76 })
    await check.click()
    await expect(page.getByText("대한민국 밖의 위치예요.", { exact: false }).first()).toBeVisible()
    await context.setGeolocation(SONGPA)
    await check.click()
    await expect(page.getByText("서울 송파구 인증을 마쳤어요").first()).toBeVisible()
    await expect(page.getByText(/송파구 · \d{1,2}월 인증/).first()).toBeVisible()
  },
)

test(
  "the bar of a phone says the whole name of the neighbourhood, with large letters as well",
  { tag: "@phone" },
  async ({ page, context, signIn, baseURL }) => {
    const readName = () =>
      page.evaluate(() => {
        const link = document.querySelector("header a[href^='/neighbourhood']")
        const bar = link?.closest(".top-bar")
        if (!link || !bar) return null
        const [name] = [...link.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
        const range = document.createRange()
        if (name) range.selectNodeContents(name)
        const { left, right } = link.getBoundingClientRect()
        const isWhole = [...range.getClientRects()].every((rect) => rect.left >= left && rect.right <= right)
        const isInWindow = left >= 0 && right <= innerWidth && document.body.scrollWidth <= innerWidth
        return { isWhole: isWhole && isInWindow, rows: Math.round(bar.clientHeight / link.clientHeight) }
      })
    const setLetters = (percent: number) =>
      page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`
      }, percent)
    const expectWhole = async (regionName: string) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto("/")
      await waitForHydration(page)
      await expect(
        page.getByRole("banner").getByRole("link", { name: `내 동네 ${regionName}` }),
      ).toBeVisible()
      expect(await readName(), regionName).toEqual({ isWhole: true, rows: 1 })
      await setLetters(130)
      expect(await readName(), `${regionName}, 130 %`).toMatchObject({ isWhole: true })
      if (regionName.length === 3) expect(await readName(), `${regionName}, 130 %`).toMatchObject({ rows: 1 })
    }
    const regions = [
      ["11710", "송파구"],
      ["26350", "해운대구"],
      ["11500", "서울 강서구"],
    ] as const
    for (const [regionCode, name] of regions) {
      const form = { intent: "choose", regionCode }
      await context.request.post("/neighbourhood", { form, headers: { Origin: baseURL ?? "" } })
      await expectWhole(name)
    }
    for (const [regionCode, name] of regions) {
      await signIn(page, { regionCode })
      await expectWhole(name)
    }
  },
)
