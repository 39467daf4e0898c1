/** Figures, banners and campaigns over HTTP: forms without scripts, their refusals, and what visitors see. */
import { beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createRunningBanner } from "#app/areas/campaigns/fixtures.ts"
import { createPictureRow } from "#app/areas/experts/fixtures.ts"
import { createOrderInState } from "#app/areas/orders/fixtures.ts"
import { createProduct, createShop } from "#app/areas/shop/fixtures.ts"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()
const today = toKstDateString(new Date())
const location = (answer: Response) => answer.headers.get("Location")

let editor: Person
let support: Person
beforeAll(async () => {
  editor = await createPerson({ role: "admin", officeRole: "content" })
  support = await createPerson({ role: "admin", officeRole: "support" })
})
const asEditor = () => ({ cookie: editor.cookie })
const read = async (path: string, cookie?: string) =>
  (await app.get(path, cookie === undefined ? {} : { cookie })).text()

const buildBanner = async (changes: Record<string, string> = {}) => ({
  intent: "save",
  version: "0",
  kind: "banner",
  place: "home",
  title: "겨울맞이 집수리",
  text: "견적은 무료예요",
  href: "/category/repair",
  "pictureIds[]": await createPictureRow(editor.actor.userId, "content"),
  audience: "everyone",
  startsOn: addDays(today, -1),
  startsTime: "00:00",
  endsOn: addDays(today, 7),
  endsTime: "23:59",
  ...changes,
})

describe("figures", () => {
  test("are there with their table and their file once they were counted, without a script", async () => {
    await createOrderInState("completed")
    expect(await read("/admin/figures", editor.cookie)).toContain("이 기간에 센 것이 없어요")
    await app.runJob("count-today")
    const page = await read("/admin/figures?from=2026-01-01&step=month", editor.cookie)
    for (const text of ["견적서 없음", "분야별", "지역별", "성사 금액"]) expect(page).toContain(text)
    const file = await app.post("/admin/export/figures?view=orders", { reason: "주간 회의" }, asEditor())
    expect(await file.text()).toContain(`${today},견적 요청,집수리,서울,1`)
    expect((await app.post("/admin/export/figures", { reason: "" }, asEditor())).status).toBe(400)
  })

  test("lead to the requests that they are of, for who may see them", async () => {
    const owner = await createPerson({ role: "admin" })
    expect(await read("/admin/figures", owner.cookie)).toContain(
      `/admin/orders?from=${today}&amp;to=${today}`,
    )
    expect(await read("/admin/figures", editor.cookie)).not.toContain("/admin/orders?from=")
    const list = await read(`/admin/orders?from=${today}&to=${today}&region=11`, owner.cookie)
    expect(list).toContain("찾은 요청 1건")
  })

  test("come by mail to who asks for them on the page", async () => {
    expect(location(await app.post("/admin/figures", { intent: "mail", wanted: "on" }, asEditor()))).toBe(
      "/admin/figures",
    )
    expect(await read("/admin/figures", editor.cookie)).toContain("그만 받기")
    await app.runJob("send-figures")
    expect((await app.post("/admin/figures", { intent: "mail", wanted: "x" }, asEditor())).status).toBe(400)
    const { status } = await app.post(
      "/admin/figures",
      { intent: "mail", wanted: "on" },
      { cookie: support.cookie },
    )
    expect(status).toBe(404)
  })
})

describe("banners", () => {
  test("are looked at, saved, shown on home without a query more, and taken down", async () => {
    const queriesOf = async (path: string) => Number((await app.get(path)).headers.get("X-Queries"))
    const before = [await queriesOf("/"), await queriesOf("/shopping")]
    const preview = await app.post(
      "/admin/banners/new",
      await buildBanner({ intent: "preview", title: "미리 보는 배너" }),
      asEditor(),
    )
    expect([preview.status, (await preview.text()).includes("미리 보는 배너")]).toEqual([200, true])
    expect(await read("/")).not.toContain("미리 보는 배너")
    expect(location(await app.post("/admin/banners/new", await buildBanner(), asEditor()))).toBe(
      "/admin/banners",
    )
    expect(await read("/")).toContain("겨울맞이 집수리")
    const shop = await createShop()
    const { productId } = await createProduct(shop.sellerId, [{ priceWon: 9_900, stock: 3 }])
    const collection = await buildBanner({
      kind: "collection",
      place: "shop",
      title: "겨울 집 단장",
      products: `https://example.kr/shopping/product/${productId}`,
    })
    expect(location(await app.post("/admin/banners/new", collection, asEditor()))).toBe("/admin/banners")
    expect(await read("/shopping")).toContain("겨울 집 단장")
    expect([await queriesOf("/"), await queriesOf("/shopping")]).toEqual(before)
    const id = await createRunningBanner(editor.actor.userId)
    expect((await app.get(`/admin/banners/${id}`, asEditor())).status).toBe(200)
    const end = { intent: "end", bannerId: id }
    expect(location(await app.post("/admin/banners", end, asEditor()))).toBe("/admin/banners")
    expect((await app.post("/admin/banners", end, asEditor())).status).toBe(409)
  })

  test("say beside the field what is wrong", async () => {
    for (const [changes, sentence] of [
      [{ title: "" }, "제목"],
      [{ href: "https://evil.example" }, "바로일당 안의 주소를 /로 시작해"],
      [{ href: "//evil.example" }, "바로일당 안의 주소를 /로 시작해"],
      [{ endsOn: addDays(today, -3) }, "끝나는 때가 시작하는 때보다 빨라요"],
      [{ startsTime: "25:00" }, "시각은 09:00처럼"],
      [{ kind: "collection" }, "기획전에 넣을 상품의 주소를"],
      [{ kind: "collection", products: newId() }, "지금 살 수 없는 상품이 있어요"],
      [{ "pictureIds[]": newId() }, "배너에 보일 사진을 한 장"],
      [{ audience: "nobody" }, "보일 사람"],
    ] as const) {
      const answer = await app.post("/admin/banners/new", await buildBanner(changes), asEditor())
      expect([answer.status, (await answer.text()).includes(sentence)], JSON.stringify(changes)).toEqual([
        400,
        true,
      ])
    }
    expect((await app.get(`/admin/banners/${newId()}`, asEditor())).status).toBe(404)
    expect((await app.get("/admin/banners/nonsense", asEditor())).status).toBe(404)
  })
})

describe("campaigns", () => {
  const CAMPAIGN = {
    intent: "save",
    version: "0",
    name: "겨울 소식",
    audience: "customers",
    title: "겨울맞이 소식이에요",
    text: "가까운 전문가를 만나 보세요.",
    href: "/experts",
  }
  const write = async (changes: Record<string, string> = {}) =>
    app.post("/admin/campaigns/new", { ...CAMPAIGN, ...changes }, asEditor())

  test("are written, counted and shown as they come; nobody agreed, so none goes out", async () => {
    const path = location(await write()) ?? ""
    const page = await read(path, editor.cookie)
    for (const text of ["(광고) 겨울맞이 소식이에요", "광고 수신 동의", "0명에게 보내기"])
      expect(page).toContain(text)
    const start = await app.post(path, { intent: "start", seen: "0" }, asEditor())
    expect(start.status).toBe(409)
    expect((await app.post(path, { intent: "stop" }, asEditor())).status).toBe(409)
    expect((await app.post(path, { ...CAMPAIGN, version: "7" }, asEditor())).status).toBe(409)
    expect(await read("/admin/campaigns", editor.cookie)).toContain("겨울 소식")
    expect(location(await app.post(path, { intent: "remove" }, asEditor()))).toBe("/admin/campaigns")
    expect((await app.get(path, asEditor())).status).toBe(404)
  })

  test("say at night that nothing goes out before the morning", async () => {
    const path = location(await write()) ?? ""
    onTestFinished(resetClock)
    const pageAt = async (time: string) => {
      setClock(() => new Date(`${today}T${time}:00+09:00`))
      // Signed in at that time: whoever did so now may be signed out by then.
      return read(path, (await createPerson({ role: "admin", officeRole: "content" })).cookie)
    }
    const sentence = "밤 9시부터 아침 8시까지는 보내지 않아요"
    expect(await pageAt("07:59")).toContain(sentence)
    expect(await pageAt("08:00")).not.toContain(sentence)
  })

  test("say beside the field what is wrong", async () => {
    for (const [changes, sentence] of [
      [{ title: "", text: "" }, "보낼 알림을 적거나 줄 쿠폰을 골라 주세요"],
      [{ text: "" }, "알림의 내용을 적어 주세요"],
      [{ title: "(광고) 할인" }, "(광고) 표시는 보낼 때 자동으로 붙어요"],
      [{ couponId: newId() }, "줄 수 없는 쿠폰이에요"],
      [{ href: "javascript:alert(1)" }, "바로일당 안의 주소를 /로 시작해"],
      [{ audience: "everybody" }, "받을 사람"],
      [{ region: "99" }, "지역"],
    ] as const) {
      const answer = await write(changes)
      expect([answer.status, (await answer.text()).includes(sentence)], JSON.stringify(changes)).toEqual([
        400,
        true,
      ])
    }
  })
})
