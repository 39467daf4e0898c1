/** What everybody reads and asks, and what admins write, over HTTP and without scripts. */
import { beforeAll, describe, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { newId } from "#app/basics/ids.ts"
import { FOOTER_GROUPS } from "#app/shell/navigation.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()
let admin: Person
let customer: Person
beforeAll(async () => {
  admin = await createPerson({ role: "admin" })
  customer = await createPerson()
})

const article = {
  title: "서비스 점검 안내",
  body: "<p>새벽 두 시부터 점검해요.</p><script>alert(1)</script>",
  category: "service",
  publishing: "now",
}

describe("what everybody reads", () => {
  test("every link of the footer leads to a screen with a title and a description", async () => {
    for (const { href } of FOOTER_GROUPS.flatMap((group) => group.links)) {
      const answer = await app.get(href)
      const page = await answer.text()
      if (href !== "/expert-registration") expect(answer.status, href).toBe(200)
      if (answer.status === 200) expect(page, href).toMatch(/<title>[^<]+<\/title>/)
    }
  })

  test("a notice that an admin writes is there for everybody, cleaned", async () => {
    const saved = await app.post("/admin/notice-manage", article, { cookie: admin.cookie })
    expect(saved.status).toBe(302)
    const id = saved.headers.get("Location")?.split("/").at(-1) ?? ""
    const page = await (await app.get(`/notices/${id}`)).text()
    expect(page).toContain("새벽 두 시부터 점검해요.")
    expect(page).not.toContain("alert(1)")
    expect(await (await app.get("/notices")).text()).toContain("서비스 점검 안내")
  })

  test.each(["/notices/nothing", `/notices/${newId()}`, `/careers/${newId()}`, "/admin/pages/nothing"])(
    "%s is not there",
    async (path) => {
      expect((await app.get(path, { cookie: admin.cookie })).status).toBe(404)
    },
  )
})

describe("what admins write", () => {
  test.each([
    "/admin/notices",
    "/admin/careers",
    "/admin/faq",
    "/admin/notice-manage",
    "/admin/career-manage",
    "/admin/faq-manage",
    "/admin/pages",
    "/admin/pages/terms",
    "/admin/tickets",
  ])("%s is for admins alone, and asks at most six queries", async (path) => {
    const page = await app.get(path, { cookie: admin.cookie })
    expect(page.status).toBe(200)
    expect(Number(page.headers.get("X-Queries"))).toBeLessThanOrEqual(6)
    for (const cookie of [customer.cookie, undefined]) {
      const answer = await app.get(path, cookie ? { cookie } : {})
      expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"])
    }
  })

  test("is refused with a sentence beside its field, and stays", async () => {
    const answer = await app.post("/admin/notice-manage", { ...article, title: "" }, { cookie: admin.cookie })
    const page = await answer.text()
    expect(answer.status).toBe(400)
    expect(page).toContain("제목을 입력해 주세요.")
    expect(page).toContain("새벽 두 시부터 점검해요.")
    const later = await app.post(
      "/admin/notice-manage",
      { ...article, publishing: "later" },
      { cookie: admin.cookie },
    )
    expect(later.status).toBe(400)
    expect(await later.text()).toContain("언제 게시할지 날짜를 골라 주세요.")
  })

  test("is moved in one go; what cannot be moved is said", async () => {
    const saved = await app.post(
      "/admin/notice-manage",
      { ...article, publishing: "draft" },
      { cookie: admin.cookie },
    )
    const id = saved.headers.get("Location")?.split("/").at(-1) ?? ""
    expect(
      (await app.post("/admin/notices", { move: "publish", "ids[]": [id] }, { cookie: admin.cookie })).status,
    ).toBe(302)
    expect(
      (await app.post("/admin/notices", { move: "publish", "ids[]": [id] }, { cookie: admin.cookie })).status,
    ).toBe(409)
    expect((await app.post("/admin/notices", { move: "publish" }, { cookie: admin.cookie })).status).toBe(400)
  })

  test("by nobody else", async () => {
    expect((await app.post("/admin/notice-manage", article, { cookie: customer.cookie })).status).toBe(302)
    expect(await (await app.get("/admin/notices", { cookie: admin.cookie })).text()).not.toContain(
      "끼어든 글",
    )
  })
})

describe("what people ask", () => {
  const asked = () => ({
    name: "김하늘",
    email: "haneul@example.kr",
    topic: "use",
    title: "사진은 몇 장까지 되나요?",
    body: "현장 사진을 더 올리고 싶어요.",
    consent: "on",
    key: newId(),
  })

  test("goes to the admins and comes back answered", async () => {
    const sent = await app.post("/contact", asked(), { cookie: customer.cookie })
    const place = sent.headers.get("Location") ?? ""
    expect(place).toMatch(/^\/my-info\/tickets\//)
    const id = place.split("/").at(-1) ?? ""
    expect(
      (
        await app.post(
          `/admin/tickets/${id}`,
          { intent: "reply", body: "열 장까지예요.", key: newId() },
          { cookie: admin.cookie },
        )
      ).status,
    ).toBe(302)
    expect(await (await app.get(place, { cookie: customer.cookie })).text()).toContain("열 장까지예요.")
    const stranger = await createPerson()
    expect((await app.get(place, { cookie: stranger.cookie })).status).toBe(404)
    expect(
      (
        await app.post(
          place,
          { intent: "reply", body: "끼어들기", key: newId() },
          { cookie: stranger.cookie },
        )
      ).status,
    ).toBe(404)
  })

  test("needs a consent, a topic and words; what was typed stays", async () => {
    const answer = await app.post("/contact", { ...asked(), topic: "", body: "짧음", consent: "" })
    const page = await answer.text()
    expect(answer.status).toBe(400)
    for (const sentence of ["10자 이상", "동의해 주세요", "사진은 몇 장까지 되나요?"])
      expect(page).toContain(sentence)
  })
})

test("the estimate calculator counts without scripts, and adds and takes away rows", async () => {
  const line = {
    "lines[0].name": "도배",
    "lines[0].quantity": "3",
    "lines[0].unit": "평",
    "lines[0].unitPriceWon": "50,000",
    vat: "on",
  }
  const counted = await app.post("/expert-tools", { ...line, intent: "count" })
  expect(counted.status).toBe(200)
  expect(await counted.text()).toContain("165,000원")
  expect(await (await app.post("/expert-tools", { ...line, intent: "add:lines" })).text()).toContain(
    'name="lines[1].name"',
  )
  expect(
    (await app.post("/expert-tools", { ...line, "lines[0].quantity": "0", intent: "count" })).status,
  ).toBe(400)
})

test("the estimate calculator leaves out rows in which nothing was written, unless that is all", async () => {
  const blank = { "lines[0].name": " ", "lines[0].quantity": "1", "lines[0].unitPriceWon": "" }
  const row = { "lines[1].name": "장판", "lines[1].quantity": "2", "lines[1].unitPriceWon": "40,000" }
  const counted = await app.post("/expert-tools", { ...blank, ...row, intent: "count" })
  expect([counted.status, (await counted.text()).includes("80,000원")]).toEqual([200, true])
  const second = { "lines[1].name": "", "lines[1].quantity": "1", "lines[1].unitPriceWon": "" }
  const empty = await app.post("/expert-tools", { ...blank, ...second, intent: "count" })
  expect(empty.status).toBe(400)
  // Said of the first row alone, and both are still there.
  const page = await empty.text()
  expect(page.match(/>항목 이름을 입력해 주세요\./g)?.length).toBe(1)
  expect(page).toContain('name="lines[1].name"')
  const half = { ...row, "lines[1].unitPriceWon": "" }
  const refused = await app.post("/expert-tools", { ...blank, ...half, intent: "count" })
  expect([refused.status, (await refused.text()).includes('name="lines[1].name"')]).toEqual([400, true])
})

test("tables of the documents are reached by keyboard", async () => {
  const html = await (await app.get("/privacy")).text()
  expect(html.match(/<table>/g)?.length).toBeGreaterThan(0)
  expect(html.match(/tabindex="0"><table>/g)?.length).toBe(html.match(/<table>/g)?.length)
})
