/** What stands around every screen, as each role gets it without scripts. */
import { createHash } from "node:crypto"
import { describe, expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createArticle } from "#app/areas/content/fixtures.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { FLASH_COOKIE } from "#app/basics/flash.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import { emitSubjectChanged } from "#app/platform/subjects.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()
const page = async (path: string, cookie?: string) =>
  (await app.get(path, cookie === undefined ? {} : { cookie })).text()
const between = (html: string, from: string, to: string) =>
  html.slice(html.indexOf(from), html.indexOf(to, html.indexOf(from)))
const header = (html: string) => between(html, "<header", "</header>")
const footer = (html: string) => between(html, "<footer", "</footer>")

describe("the top navigation", () => {
  test("offers a visitor sign-in and sign-up, and no way out", async () => {
    const top = header(await page("/sitemap"))
    expect(top).toContain('href="/login"')
    expect(top).toContain('href="/signup"')
    expect(top).toContain('href="/expert-signup"')
    expect(top).not.toContain("로그아웃")
  })
  test("leads a customer to /my-info and has the logout button", async () => {
    const top = header(await page("/sitemap", (await createPerson()).cookie))
    expect(top).toMatch(/href="\/my-info"[^>]*>마이</)
    expect(top).toContain('action="/logout"')
    expect(top).not.toContain('href="/login"')
  })
  test("leads an expert to /expert-dashboard and hides /expert-signup", async () => {
    const top = header(await page("/sitemap", (await createPerson({ userType: "expert" })).cookie))
    expect(top).toMatch(/href="\/expert-dashboard"[^>]*>마이</)
    expect(top).not.toContain('href="/expert-signup"')
  })
  test("lights the item whose path matches", async () => {
    const current = /<a [^>]*aria-current="page"[^>]*>/.exec(header(await page("/experts")))?.[0] ?? ""
    expect(current).toContain('href="/experts"')
  })
  test("shows the cart only to those signed in, on shop paths", async () => {
    const person = await createPerson()
    expect(header(await page("/shopping", person.cookie))).toContain("장바구니")
    expect(header(await page("/", person.cookie))).not.toContain("장바구니")
    expect(header(await page("/shopping"))).not.toContain("장바구니")
  })
})

describe("the footer", () => {
  test("shows the way to /admin to admins only", async () => {
    const [admin, customer] = [await createPerson({ role: "admin" }), await createPerson()]
    expect(footer(await page("/", admin.cookie))).toContain('href="/admin"')
    expect(footer(await page("/", customer.cookie))).not.toContain('href="/admin"')
    expect(footer(await page("/"))).not.toContain('href="/admin"')
  })
  test("says what the law asks for", async () => {
    const text = footer(await page("/"))
    for (const word of [
      "대표",
      "사업자등록번호",
      "통신판매업 신고",
      "직업정보제공사업 신고",
      "사업자정보확인",
      "개인정보 보호책임자",
      "통신판매중개자",
    ])
      expect(text).toContain(word)
  })
  test("has no link to a screen that does not exist", async () => {
    const links = [...footer(await page("/")).matchAll(/href="(\/[^"]*)"/g)].map((match) => match[1] ?? "/")
    expect(links.length).toBeGreaterThan(0)
    for (const link of new Set(links)) expect([link, (await app.get(link)).status]).toEqual([link, 200])
  })
})

describe("an address without a screen", () => {
  test.each(["/no-such-screen", "/category/cooking", "/a/b/c"])(
    "%s answers 404 inside the shell",
    async (path) => {
      const answer = await app.get(path, { cookie: (await createPerson({ name: "한가람" })).cookie })
      expect(answer.status).toBe(404)
      const html = await answer.text()
      expect(html).toContain("찾는 화면이 없어요")
      expect(header(html)).toContain("로그아웃")
    },
  )
  test("answers a form with 404 as well", async () =>
    expect((await app.post("/no-such-screen", { a: "1" })).status).toBe(404))
})

describe("the page", () => {
  test("runs the scripts we wrote and no others", async () => {
    for (const cookie of [undefined, (await createPerson()).cookie]) {
      const answer = await app.get("/", cookie === undefined ? {} : { cookie })
      const policy = /script-src ([^;]+)/
        .exec(answer.headers.get("Content-Security-Policy") ?? "")?.[1]
        ?.split(" ")
      const html = await answer.text()
      const scripts = [...html.matchAll(/<script(?![^>]*application\/ld\+json)[^>]*>([^]*?)<\/script>/g)].map(
        ([, text]) => text ?? "",
      )
      expect(scripts.some((script) => /localStorage\.getItem\(.colorMode.\)/.test(script))).toBe(true)
      expect(policy).toEqual([
        "'self'",
        ...scripts.map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`),
      ])
      expect(html).not.toContain("nonce=")
    }
  })
  test("says a notice once and takes its cookie away", async () => {
    const answer = await app.get("/", { cookie: `${FLASH_COOKIE}=${encodeURIComponent("저장했어요")}` })
    expect(answer.headers.get("Set-Cookie")).toContain(`${FLASH_COOKIE}=;`)
    expect(await answer.text()).toContain("저장했어요")
    expect(await page("/")).not.toContain("저장했어요")
  })
  test("marks the main area of admin screens", async () => {
    expect(await page("/admin/nothing-here", (await createPerson({ role: "admin" })).cookie)).toMatch(
      /<main[^>]*class="[^"]*admin-bar/,
    )
    expect(await page("/")).not.toMatch(/<main[^>]*class="[^"]*admin-bar/)
  })
})

describe("/search", () => {
  test("finds services and experts by name, initial consonants and the wrong keyboard", async () => {
    const { expertId } = await createExpert({ name: "남궁달", businessName: "달빛도배" })
    await inTransaction((tx) => emitSubjectChanged(tx, { kind: "expert", id: expertId }))
    await app.drainEvents()
    for (const term of ["남궁달", "ㄴㄱㄷ", "ekfqlc"])
      expect(await page(`/search?q=${encodeURIComponent(term)}`)).toContain(`/expert/${expertId}`)
    expect(await page(`/search?q=${encodeURIComponent("보일러")}`)).toContain("/orders/new?category=")
  })
  test("keeps within six queries and to the index of nobody", async () => {
    const answer = await app.get(`/search?q=${encodeURIComponent("도배")}`)
    expect(Number(answer.headers.get("X-Queries"))).toBeLessThanOrEqual(6)
    expect(await answer.text()).toContain('content="noindex, follow"')
  })
  test.each([
    "/search",
    "/search?q=",
    "/search?q=%00%F0",
    "/search?q=%25_&type=nonsense&region=99999",
    `/search?q=${"가".repeat(3000)}`,
  ])("%s is answered", async (path) => {
    expect((await app.get(path)).status).toBe(200)
  })
  test("helps where nothing is found", async () =>
    expect(await page("/search?q=zzzzzz")).toContain("결과가 없어요"))
})

test("home shows no section without content, and takes six queries at most", async () => {
  const { cookie } = await createPerson()
  const answer = await app.get("/", { cookie })
  expect(Number(answer.headers.get("X-Queries"))).toBeLessThanOrEqual(6)
  const html = await answer.text()
  for (const title of ["고객 후기", "쇼핑 특가", "공지사항</h2>"]) expect(html).not.toContain(title)
  await createArticle("notice", "첫 공지예요")
  expect(await (await app.get("/", { cookie })).text()).toContain("첫 공지예요")
})
