/**
 * Values that no page makes and the database would refuse, one by one: each is refused by the product, in
 * words or as if it were not there.
 */
import { beforeAll, describe, expect, test } from "vitest"
import { eq } from "drizzle-orm"
import {
  createPaidPurchase,
  createProduct,
  createShop,
  createVariant,
  createPlacedPurchase,
} from "#app/areas/shop/fixtures.ts"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { db } from "#app/platform/db.server.ts"
import { findDraft } from "#app/platform/drafts.server.ts"
import { withApp } from "../setup/app.ts"
import { createTestWorld, fillParams, type Role, type TestWorld } from "../setup/test-world.ts"
import { payments } from "#app/areas/money/schema.server.ts"
import { HIRE_STEPS } from "#app/areas/jobs/hire-forms.ts"

const app = withApp()
let town: TestWorld
beforeAll(async () => {
  town = await createTestWorld()
})

const asRole = async (role: Role) => {
  const cookie = await town.signIn(role)
  return cookie ? { cookie } : {}
}
const wordOf = (values: readonly string[]) => Buffer.from(`[${values.join(",")}]`).toString("base64url")

const MOMENTS = [
  '"2026-02-30T00:00:00.000Z"',
  '"2026-02-30T00:00:00.000000Z"',
  '"0000-01-01T00:00:00.000Z"',
  '"+275760-09-13T00:00:00.000Z"',
  '"1"',
]
const NUMBERS = ["1.5", "2147483648", "1e-50", '"1e-99"', "1e309"]
const ID = JSON.stringify("01890000-0000-7000-8000-000000000000")

type Shape = (bad: string) => string[]
const place: Shape = (bad) => [bad, ID]
const ofSort =
  (sort: string): Shape =>
  (bad) => [JSON.stringify(sort), bad, ID]
/** Each list that goes on by a cursor: who reads it, where, and where in its cursor the bad value stands. */
const LISTS: [role: Role, address: string, values: string[], shape: Shape][] = [
  ["visitor", "/notices?after=", MOMENTS, (bad) => ["true", bad, ID]],
  ["visitor", "/jobs/hire?sort=newest&after=", MOMENTS, ofSort("newest")],
  ["visitor", "/jobs/hire?sort=deadline&after=", MOMENTS, ofSort("deadline")],
  ["visitor", "/jobs/hire?sort=wage&after=", NUMBERS, ofSort("wage")],
  ["owner", "/jobs/hire?sort=region&after=", MOMENTS, (bad) => ['"region"', "1", '"11650"', bad, ID]],
  ["visitor", "/jobs/seek?sort=newest&after=", MOMENTS, ofSort("newest")],
  ["visitor", "/jobs/seek?sort=wage&after=", NUMBERS, ofSort("wage")],
  ["visitor", "/marketplace?sort=recent&after=", MOMENTS, ofSort("recent")],
  ["visitor", "/marketplace?sort=cheap&after=", NUMBERS, ofSort("cheap")],
  ["visitor", "/marketplace/seller/:userId?show=reviews&after=", MOMENTS, place],
  ["visitor", "/expert/:expertId?sort=newest&after=", MOMENTS, (bad) => ['"newest"', "0", bad, ID]],
  ["visitor", "/experts?sort=recommended&after=", NUMBERS, ofSort("recommended")],
  ["visitor", "/experts?sort=reviews&after=", NUMBERS, ofSort("reviews")],
  ["visitor", "/shopping?sort=newest&after=", MOMENTS, place],
  ["visitor", "/shopping?sort=popular&after=", NUMBERS, place],
  ["visitor", "/shopping?sort=cheapest&after=", NUMBERS, place],
  ["visitor", "/shopping/product/:productId?reviews=", MOMENTS, place],
  [
    "visitor",
    "/search?q=책장&type=market&sort=newest&after=",
    MOMENTS,
    (bad) => ['"newest"', '"all"', "0", bad, ID],
  ],
  [
    "visitor",
    "/search?q=책장&type=market&sort=recommended&after=",
    NUMBERS,
    (bad) => ['"recommended"', '"all"', "0", bad, ID],
  ],
  ["stranger", "/my-info/applications?after=", MOMENTS, place],
  ["owner", "/my-info/hiring?after=", MOMENTS, place],
  ["seller", "/my-info/sales?after=", MOMENTS, place],
  ["expert", "/my-info/purchases?after=", MOMENTS, place],
  ["owner", "/my-info/wishes?after=", MOMENTS, place],
  ["owner", "/my-info/tickets?after=", MOMENTS, place],
  ["owner", "/my-info/reports?after=", MOMENTS, (bad) => [bad]],
  ["owner", "/notifications?after=", MOMENTS, (bad) => [bad]],
  ["owner", "/chat?after=", MOMENTS, place],
  ["owner", "/shopping/orders?after=", MOMENTS, place],
  ["expert", "/expert-dashboard/requests?sort=newest&after=", MOMENTS, (bad) => [bad, ID, "null"]],
  [
    "expert",
    "/expert-dashboard/requests?sort=soonest&after=",
    MOMENTS,
    (bad) => ['"2026-01-02T03:04:05.678Z"', ID, bad],
  ],
  [
    "expert",
    "/expert-dashboard/requests?sort=fewest&after=",
    NUMBERS,
    (bad) => ['"2026-01-02T03:04:05.678Z"', ID, bad],
  ],
  ["expert", "/expert-dashboard/proposals?after=", MOMENTS, place],
  ["seller", "/shopping/admin/orders?after=", MOMENTS, place],
  ["seller", "/shopping/admin/claims?after=", MOMENTS, place],
  ["seller", "/shopping/admin/products?after=", MOMENTS, place],
  ["seller", "/shopping/admin/stock?after=", NUMBERS, place],
  ["seller", "/shopping/admin/questions?after=", MOMENTS, place],
  ["seller", "/shopping/admin/reviews?after=", MOMENTS, place],
  ["seller", "/shopping/admin/settlement?after=", MOMENTS, place],
  ["admin", "/admin/users?sort=newest&after=", MOMENTS, place],
  ["admin", "/admin/users?sort=used&after=", MOMENTS, place],
  ["admin", "/admin/users?sort=name&after=", ['"\\u0000"', '"\\ud800"', "1"], place],
  ["admin", "/admin/orders?after=", MOMENTS, place],
  ["admin", "/admin/payouts?after=", MOMENTS, place],
  ["admin", "/admin/claims?after=", MOMENTS, place],
  ["admin", "/admin/notices?after=", MOMENTS, place],
  ["admin", "/admin/experts?after=", MOMENTS, place],
  ["admin", "/admin/users/shop-owners?after=", MOMENTS, place],
  ["admin", "/admin/products?after=", MOMENTS, place],
  ["admin", "/admin/purchases?after=", MOMENTS, place],
  ["admin", "/admin/reviews?after=", MOMENTS, place],
  ["admin", "/admin/chat-list?after=", MOMENTS, place],
  ["admin", "/admin/appeals?after=", MOMENTS, place],
  ["admin", "/admin/reports?after=", MOMENTS, (bad) => ['""', bad]],
  ["admin", "/admin/tickets?after=", MOMENTS, (bad) => ['""', bad]],
  ["admin", "/admin/audit?after=", MOMENTS, (bad) => ['""', bad]],
]

test.each(LISTS)(
  "as %s, the list %s shows its first page for a cursor that cannot be",
  async (role, address, values, shape) => {
    const options = await asRole(role)
    const broken: string[] = []
    for (const value of values) {
      const answer = await app.get(`${fillParams(town, address)}${wordOf(shape(value))}`, options)
      if (answer.status !== 200) broken.push(`${answer.status} ${value}`)
      await answer.body?.cancel()
    }
    expect(broken).toEqual([])
  },
)

describe("an address", () => {
  test.each([
    ["/search?q=%00", 200],
    ["/search?%00=a&q=b", 200],
    ["/search.data?q=a%00b", 200],
    ["/category/%00", 404],
    ["/shopping/pay/:paymentId/done?paymentKey=%00&orderId=:paymentId&amount=1", 404],
  ])("with a NUL is read without what holds it: %s", async (address, status) => {
    expect((await app.get(fillParams(town, address), await asRole("owner"))).status).toBe(status)
  })

  test("with a NUL takes a form as any other, also over a socket", async () => {
    const fields = { email: "no address", password: "x" }
    expect((await app.post("/login?returnTo=%00", fields)).status).toBe(400)
    const origin = await app.listen()
    const body = new URLSearchParams(fields)
    const answer = await fetch(`${origin}/login?returnTo=%00&a=b`, {
      method: "POST",
      body,
      headers: { Origin: origin },
    })
    expect([answer.status, (await answer.text()).includes("no address")]).toEqual([400, true])
  })

  test("of a payment that was stopped keeps no NUL", async () => {
    const [buyer, shop] = [await createPerson({ name: "사는이" }), await createShop({ name: "파는가게" })]
    const variantId = await createVariant(shop.sellerId, 10_000, 5)
    const { paymentId } = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }])
    const address = `/shopping/pay/${paymentId}/stopped?code=%00&message=a%00b`
    expect((await app.get(address, { cookie: buyer.cookie })).status).toBe(302)
    const [payment] = await db().select().from(payments).where(eq(payments.id, paymentId))
    expect([payment?.state, payment?.failureCode]).toEqual(["ABORTED", "PAY_PROCESS_ABORTED"])
  })

  test.each([
    ["/pictures/foo", 404],
    ["/pictures/foo/bar", 404],
    ["/pictures/foo/160.webp", 404],
    ["/pictures/foo.data", 404],
  ])("under /pictures that names no picture is not there: %s", async (address, status) => {
    expect((await app.get(address, await asRole("owner"))).status).toBe(status)
  })

  test("of a picture takes no forms", async () => {
    const form = new FormData()
    form.append("file", new File(["x"], "x.png"))
    expect(
      (await app.post(fillParams(town, "/pictures/:certificateId/160.webp"), form, await asRole("owner")))
        .status,
    ).toBe(405)
  })

  test.each([
    ["visitor", "/jobs/hire?date=0000-01-01"],
    ["owner", "/shopping/checkout?order=:pendingGroupId&problem=constructor"],
    ["owner", "/shopping/checkout?order=:pendingGroupId&problem=toString"],
    ["admin", "/admin/notice-manage?id=:articleId&version=9007199254740991"],
    ["admin", "/admin/notice-manage?id=:articleId&version=1e21"],
  ] satisfies [Role, string][])(
    "as %s shows its screen whatever is asked of it: %s",
    async (role, address) => {
      expect((await app.get(fillParams(town, address), await asRole(role))).status).toBeLessThan(400)
    },
  )
})

describe("a cookie", () => {
  test.each([
    "baroildang.session_token=%00",
    "baroildang.session_token=a%00b.c",
    "__Host-baroildang.session_token=%00.%00",
    "baroildang.session_token=%E0%A4%A",
    "baroildang.draft=%00",
    "baroildang.device=%00~%00",
    "baroildang.notice=%00",
    "baroildang.last_method=%00",
  ])("that holds no text is as if it were not there: %s", async (cookie) => {
    for (const path of ["/", "/login", "/expert-registration"])
      expect([path, (await app.get(path, { cookie })).status]).toEqual([path, 200])
    expect((await app.post("/drafts/order-repair", { content: "{}" }, { cookie })).status).toBe(204)
  })
})

describe("a draft", () => {
  test.each([
    ["half of a surrogate pair", '{"values":{"title":"\\ud800"}}'],
    ["half of a pair in a name", '{"values":{"\\udfff":"a"}}'],
    ["a NUL", '["\\u0000"]'],
    ["nothing", "null"],
    ["lists in lists without end", `${"[".repeat(32_000)}${"]".repeat(32_000)}`],
  ])("with %s is not kept", async (_, content) => {
    expect((await app.post("/drafts/order-repair", { content }, await asRole("owner"))).status).toBe(400)
  })

  test.each(["hire", "seek"])(
    "that was never typed by a form does not break the post it waits for: %s",
    async (form) => {
      const person = await createPerson({ name: "쓰던이" })
      for (const content of [
        '{"step":"kind","values":null}',
        '{"step":"kind","values":{"title":{"a":1}}}',
        '{"step":"kind","values":{"title":5}}',
        '{"step":"kind","values":"text"}',
      ]) {
        expect((await app.post(`/drafts/${form}-late`, { content }, { cookie: person.cookie })).status).toBe(
          204,
        )
        expect(await findDraft(person.actor.userId, `${form}-late`)).not.toBeNull()
        expect(
          (
            await app.get(`/jobs/post/${form}?step=${form === "hire" ? "kind" : "kinds"}`, {
              cookie: person.cookie,
            })
          ).status,
        ).toBe(200)
      }
    },
  )
})

describe("a form", () => {
  test.each(["1e21", "1e-200", "0.5", "99999999999"])(
    "of a proposal with %s of something is shown again",
    async (quantity) => {
      const fields = {
        intent: "send",
        version: "1",
        "lines[0].name": "벽지",
        "lines[0].unit": "평",
        "lines[0].unitPriceWon": "999999999999999",
        "lines[0].quantity": quantity,
      }
      const answer = await app.post(
        fillParams(town, "/orders/:openOrderId/propose"),
        fields,
        await asRole("expert"),
      )
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain(`value="${quantity}"`)
    },
  )

  test("with fields of names that objects have by themselves is only a form", async () => {
    for (const address of ["/expert-tools", "/expert-tools.data"]) {
      const answer = await app.post(address, {
        toString: "x",
        constructor: "y",
        hasOwnProperty: "z",
        "lines[0].toString": "x",
      })
      expect([address, answer.status]).toEqual([address, 400])
    }
  })

  test("of a job with a pay beyond counting is shown again", async () => {
    const person = await createPerson({ name: "많이주는이" })
    const steps = HIRE_STEPS.map((step) => step.id)
    const typed = {
      payType: "piece",
      payWon: "999999999999999",
      "slots[0].date": "2027-12-01",
      "slots[0].start": "09:00",
      "slots[0].end": "18:00",
    }
    for (const minutes of ["1", "0.00001", "1e309", "-1"]) {
      const values = { ...typed, minutesPerPiece: minutes, "slots[0].breakMinutes": minutes }
      const content = JSON.stringify({ key: town.params.nothing, values, done: steps, from: null })
      expect((await app.post("/drafts/hire", { content }, { cookie: person.cookie })).status).toBe(204)
      for (const step of [...steps, "summary"])
        expect([
          minutes,
          step,
          (await app.get(`/jobs/post/hire?step=${step}`, { cookie: person.cookie })).status,
        ]).toEqual([minutes, step, 200])
    }
  })
})

describe("a text that is cut where a sign has two halves", () => {
  test("is told of an export without the half", async () => {
    const answer = await app.post(
      `/admin/export/tickets?q=${encodeURIComponent(`ab${"😀".repeat(200)}`)}`,
      { reason: "문의를 살펴봐요" },
      await asRole("admin"),
    )
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
  })

  test("is the name of an order at the payment's provider", async () => {
    const [buyer, shop] = [await createPerson({ name: "사는이" }), await createShop({ name: "파는가게" })]
    const { variantIds } = await createProduct(shop.sellerId, [{ priceWon: 10_000, stock: 5 }], {
      title: `가${"😀".repeat(60)}`,
    })
    const { paymentId } = await createPlacedPurchase(buyer, [{ variantId: variantIds[0] ?? "", quantity: 1 }])
    expect(
      (await app.post(`/shopping/pay/${paymentId}`, { act: "pay" }, { cookie: buyer.cookie })).status,
    ).toBeLessThan(400)
  })
})

describe("a payment", () => {
  test("comes back with a key that is none: it is not there, and nothing of it changes", async () => {
    const [buyer, shop] = [await createPerson({ name: "사는이" }), await createShop({ name: "파는가게" })]
    const { paymentId } = await createPlacedPurchase(buyer, [
      { variantId: await createVariant(shop.sellerId, 10_000, 5), quantity: 1 },
    ])
    for (const paymentKey of ["", "한글", "a b", "\u007f", "a".repeat(201), "\ud83d"]) {
      const query = new URLSearchParams({ paymentKey, orderId: paymentId, amount: "10000" })
      expect(
        (await app.get(`/shopping/pay/${paymentId}/done?${query}`, { cookie: buyer.cookie })).status,
      ).toBe(404)
    }
    const [payment] = await db().select().from(payments).where(eq(payments.id, paymentId))
    expect([payment?.state, payment?.paymentKey]).toEqual(["READY", null])
  })

  test("comes back with the key of another: it is refused in words, neither purchase changes", async () => {
    const [buyer, other, shop] = [
      await createPerson({ name: "사는이" }),
      await createPerson({ name: "먼저산이" }),
      await createShop({ name: "파는가게" }),
    ]
    const variantId = await createVariant(shop.sellerId, 10_000, 5)
    const paid = await createPaidPurchase(other, [{ variantId, quantity: 1 }])
    const { groupId, paymentId } = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }])
    const [before] = await db().select().from(payments).where(eq(payments.id, paid.paymentId))
    const [own] = await db().select().from(payments).where(eq(payments.id, paymentId))
    const query = new URLSearchParams({
      paymentKey: before?.paymentKey ?? "",
      orderId: paymentId,
      amount: String(own?.amountWon),
    })
    const answer = await app.get(`/shopping/pay/${paymentId}/done?${query}`, { cookie: buyer.cookie })
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      302,
      `/shopping/checkout?order=${groupId}&problem=foreign`,
    ])
    expect(
      await (await app.get(answer.headers.get("Location") ?? "", { cookie: buyer.cookie })).text(),
    ).toContain("다른 주문의 결제라서 받지 않았어요.")
    expect((await db().select().from(payments).where(eq(payments.id, paymentId)))[0]).toEqual(own)
    expect((await db().select().from(payments).where(eq(payments.id, paid.paymentId)))[0]).toEqual(before)
  })
})
