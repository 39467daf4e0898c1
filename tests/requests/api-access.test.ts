/** Every operation for programs × who shows a key, and each with what nobody would send. */
import fc from "fast-check"
import { eq } from "drizzle-orm"
import sharp from "sharp"
import { beforeAll, describe, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { profiles } from "#app/areas/accounts/schema.server.ts"
import { OPERATIONS } from "#app/areas/api/http/operations.server.ts"
import { getOpenApiDocument } from "#app/areas/api/http/openapi.server.ts"
import { toJsonSchema, type JsonSchema } from "#app/areas/api/http/schemas.server.ts"
import { getScopeRole, ROLE_SCOPES, type ApiRole } from "#app/areas/api/rules.ts"
import { createExpert, createPictureRow, type Expert } from "#app/areas/experts/fixtures.ts"
import { buildProposalInput, createOpenOrder, createProposal } from "#app/areas/orders/fixtures.ts"
import { DISCLOSURES } from "#app/areas/shop/disclosure.ts"
import { createPaidPurchase, createProduct, createShop, type Shop } from "#app/areas/shop/fixtures.ts"
import { productQuestions, sellers } from "#app/areas/shop/schema.server.ts"
import { prepareLine, shipLine } from "#app/areas/shop/service/after-sale.server.ts"
import { askQuestion } from "#app/areas/shop/service/product.server.ts"
import { requestClaim } from "#app/areas/shop/service/request-claim.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { rateLimits } from "#app/platform/schema.server.ts"
import { withApp } from "../setup/app.ts"
import { createTestKey, sendToApi } from "../setup/api-requests.ts"
import { checksumTables } from "../setup/table-checksums.ts"

const app = withApp()

let shop: Shop
let buyer: Person
let expert: Expert
type KeyNames = "owner" | "rival" | "suspended" | "banned" | "roleless"
const keys: Record<ApiRole, Record<KeyNames, string>> = {
  seller: { owner: "", rival: "", suspended: "", banned: "", roleless: "" },
  expert: { owner: "", rival: "", suspended: "", banned: "", roleless: "" },
}

beforeAll(async () => {
  ;[shop, buyer] = [await createShop(), await createPerson()]
  const [rival, suspended, banned, former] = [
    await createShop(),
    await createShop(),
    await createShop(),
    await createShop(),
  ]
  keys.seller = {
    owner: await createTestKey(shop),
    rival: await createTestKey(rival),
    suspended: await createTestKey(suspended),
    banned: await createTestKey(banned),
    roleless: await createTestKey(former),
  }
  await db().update(sellers).set({ state: "suspended" }).where(eq(sellers.userId, suspended.sellerId))
  await db().update(profiles).set({ sellerState: "suspended" }).where(eq(profiles.userId, suspended.sellerId))
  await db()
    .update(profiles)
    .set({ bannedUntil: new Date(Date.now() + 86_400_000) })
    .where(eq(profiles.userId, banned.sellerId))
  await db().update(profiles).set({ sellerState: "rejected" }).where(eq(profiles.userId, former.sellerId))
  expert = await createExpert()
  const [other, stopped, shut, left] = [
    await createExpert(),
    await createExpert(),
    await createExpert(),
    await createExpert(),
  ]
  keys.expert = {
    owner: await createTestKey(expert),
    rival: await createTestKey(other),
    suspended: await createTestKey(stopped),
    banned: await createTestKey(shut),
    roleless: await createTestKey(left),
  }
  await db().update(profiles).set({ expertState: "suspended" }).where(eq(profiles.userId, stopped.expertId))
  await db().update(profiles).set({ expertState: "rejected" }).where(eq(profiles.userId, left.expertId))
  await db()
    .update(profiles)
    .set({ bannedUntil: new Date(Date.now() + 86_400_000) })
    .where(eq(profiles.userId, shut.expertId))
})

/** `isEverybodys`: any expert may do the same with it. */
type Sample = {
  params?: Record<string, string>
  body?: object
  form?: FormData
  isEverybodys?: true
}

async function sellLine() {
  const made = await createProduct(shop.sellerId, [{ priceWon: 10_000, stock: 9 }])
  const bought = await createPaidPurchase(buyer, [{ variantId: made.variantIds[0] ?? "", quantity: 1 }])
  const [line] = bought.lines
  if (!line) throw new Error("nothing was sold")
  return { ...made, lineId: line.id, orderId: line.orderId }
}
const createBody = async () => ({
  title: "튼튼한 접이식 사다리",
  department: "tools",
  description: "혼자서도 들 수 있는 가벼운 알루미늄 사다리예요. 미끄럼 방지 발이 있어요.",
  variants: [{ priceWon: 45_000, stock: 7 }],
  noticeKind: "household",
  notice: DISCLOSURES.household.rows.map(() => "국내 제작"),
  pictureIds: [await createPictureRow(shop.sellerId, "product")],
})

function createPictureForm(bytes: Uint8Array<ArrayBuffer>, name = "사다리.png"): FormData {
  const form = new FormData()
  form.set("file", new File([bytes], name, { type: "image/png" }))
  return form
}
const createPicture = async () =>
  new Uint8Array(
    await sharp({ create: { width: 40, height: 40, channels: 3, background: "red" } })
      .png()
      .toBuffer(),
  )

/** What its owner may do with each operation; one that is missing here fails. */
const SAMPLES: Record<string, () => Promise<Sample>> = {
  listProducts: async () => ({}),
  getProduct: async () => ({ params: { productId: (await sellLine()).productId } }),
  createProduct: async () => ({ body: await createBody() }),
  replaceProduct: async () => ({
    params: { productId: (await sellLine()).productId },
    body: await createBody(),
  }),
  moveProduct: async () => ({ params: { productId: (await sellLine()).productId }, body: { move: "hide" } }),
  uploadPicture: async () => ({ form: createPictureForm(await createPicture()) }),
  listStock: async () => ({}),
  updateStock: async () => {
    const { variantIds } = await createProduct(shop.sellerId, [{ priceWon: 10_000, stock: 9 }])
    return { params: { variantId: variantIds[0] ?? "" }, body: { priceWon: 9_000, stock: 5, was: 9 } }
  },
  listOrders: async () => ({}),
  getOrder: async () => ({ params: { orderId: (await sellLine()).orderId } }),
  prepareLines: async () => ({ body: { lineIds: [(await sellLine()).lineId] } }),
  shipLine: async () => ({
    params: { lineId: (await sellLine()).lineId },
    body: { carrier: "cj", trackingNumber: "640123456789" },
  }),
  deliverLine: async () => {
    const { lineId } = await sellLine()
    await shipLine(shop.actor, lineId, { carrier: "cj", trackingNumber: "640123456789" })
    return { params: { lineId } }
  },
  sellOutLine: async () => ({
    params: { lineId: (await sellLine()).lineId },
    body: { reason: "재고가 없어요" },
  }),
  listClaims: async () => ({}),
  moveClaim: async () => {
    const { lineId } = await sellLine()
    await prepareLine(shop.actor, lineId)
    const asked = await requestClaim(buyer.actor, lineId, {
      kind: "cancel",
      reason: "changed_mind",
      detail: "",
      pictureIds: [],
      account: null,
    })
    if (!asked.ok) throw new Error(asked.reason)
    return { params: { claimId: asked.claimId }, body: { move: "approve" } }
  },
  listQuestions: async () => ({}),
  answerQuestion: async () => {
    const { productId } = await sellLine()
    await askQuestion(buyer.actor, productId, { body: "언제 다시 들어오나요?", secret: false })
    const [question] = await db()
      .select()
      .from(productQuestions)
      .where(eq(productQuestions.productId, productId))
    return { params: { questionId: question?.id ?? "" }, body: { answer: "다음 주에 들어와요." } }
  },
  listRequests: async () => ({ isEverybodys: true }),
  getRequest: async () => ({
    params: { orderId: await createOpenOrder(buyer.actor) },
    isEverybodys: true,
  }),
  sendProposal: async () => ({
    params: { orderId: await createOpenOrder(buyer.actor) },
    body: buildProposalInput(),
    isEverybodys: true,
  }),
  listProposals: async () => ({}),
  reviseProposal: async () => ({
    params: { proposalId: await createProposal(expert.actor, await createOpenOrder(buyer.actor)) },
    body: { ...buildProposalInput({ days: 3 }), version: 1 },
  }),
  withdrawProposal: async () => ({
    params: { proposalId: await createProposal(expert.actor, await createOpenOrder(buyer.actor)) },
  }),
  listWork: async () => ({}),
}

const fill = (path: string, params: Record<string, string> = {}) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? newId())

const call = (operation: (typeof OPERATIONS)[number], sample: Sample, key: string | undefined) =>
  sendToApi(app, operation.method, fill(operation.path, sample.params), {
    key,
    form: sample.form,
    ...(operation.body && !operation.takesPicture && { body: sample.body ?? {} }),
  })

describe.each(OPERATIONS)("$id", (operation) => {
  test("is for its owner with the scope, and for nobody else", async () => {
    const sample = await SAMPLES[operation.id]?.()
    if (!sample) throw new Error(`${operation.id} has no sample here: say what its owner may do`)
    const role = getScopeRole(operation.scope)
    const shown = keys[role]
    const narrowed = await createTestKey(
      role === "seller" ? await createShop() : await createExpert(),
      ROLE_SCOPES[role].filter((scope) => scope !== operation.scope),
    )
    const isOwn = !sample.isEverybodys && (operation.path.includes("{") || operation.id === "prepareLines")
    const before = await checksumTables()
    const statuses = {
      none: (await call(operation, sample, undefined)).status,
      narrowed: (await call(operation, sample, narrowed)).status,
      banned: (await call(operation, sample, shown.banned)).status,
      roleless: (await call(operation, sample, shown.roleless)).status,
      ...(isOwn && {
        rival: (await call(operation, sample, shown.rival)).status,
        // A shop that is stopped finds what is its own, and nothing of others.
        suspended: [403, 404].includes((await call(operation, sample, shown.suspended)).status),
      }),
    }
    expect(statuses).toEqual({
      none: 401,
      narrowed: 403,
      banned: 403,
      roleless: 403,
      ...(isOwn && { rival: 404, suspended: true }),
    })
    if (!isOwn && !sample.isEverybodys && operation.method === "GET") {
      const foreign = (await (await call(operation, sample, shown.rival)).json()) as { items: unknown[] }
      expect(foreign.items).toEqual([])
    }
    expect(await changedSince(before)).toEqual([])
    const done = await call(operation, sample, shown.owner)
    expect([done.status, done.status < 300 ? "" : await done.text()]).toEqual([operation.status, ""])
    // What is answered is what the document says, and no more.
    if (operation.answer) expect(operation.answer.safeParse(await done.json()).error).toBeUndefined()
  })
})

/** Tables other than those that note who asked, and how often. */
async function changedSince(before: Awaited<ReturnType<typeof checksumTables>>) {
  const after = await checksumTables()
  return Object.keys(after).filter(
    (table) => !["api_keys", "rate_limits"].includes(table) && after[table] !== before[table],
  )
}

/** What a schema takes, or nearly: each part is now and then something else. */
function toArbitrary(schema: JsonSchema): fc.Arbitrary<unknown> {
  const odd = fc.oneof(
    fc.constantFrom(null, true, -1, 1e308, "", "\u0000", "\ud800", "한글 글자", "9".repeat(40), [], {}),
    fc.jsonValue({ maxDepth: 2 }),
  )
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? [])]
  const fitting = (): fc.Arbitrary<unknown> => {
    if (schema.allOf)
      return fc.tuple(...parts.map(toArbitrary)).map((values) => Object.assign({}, ...(values as object[])))
    if (parts.length > 0) return fc.oneof(...parts.map(toArbitrary))
    if (schema.enum) return fc.constantFrom(...schema.enum)
    const type = [schema.type ?? "string"].flat().find((name) => name !== "null")
    if (type === "object")
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, child]) => [name, toArbitrary(child)]),
        ),
        { requiredKeys: [] },
      )
    if (type === "array")
      return fc.array(toArbitrary(schema.items ?? {}), { maxLength: Math.min(5, schema.maxItems ?? 5) })
    if (type === "integer")
      return fc.integer({ min: schema.minimum ?? -10, max: Math.min(schema.maximum ?? 1e9, 1e9) })
    if (type === "boolean") return fc.boolean()
    if (schema.format === "uuid") return fc.uuid()
    return fc.string({ unit: "grapheme", minLength: Math.min(5, schema.minLength ?? 0), maxLength: 60 })
  }
  return fc.oneof({ arbitrary: fitting(), weight: 6 }, { arbitrary: odd, weight: 1 })
}

/** More of them with API_FUZZ_RUNS, others with API_FUZZ_SEED. */
const RUNS = Number(process.env.API_FUZZ_RUNS ?? 25)
const SEED = Number(process.env.API_FUZZ_SEED ?? 20261126)

describe.each(OPERATIONS.filter(({ takesPicture }) => !takesPicture))(
  "whatever is sent to $id",
  (operation) => {
    test("is done or refused, and breaks nothing", async () => {
      await db().delete(rateLimits)
      const sample = (await SAMPLES[operation.id]?.()) ?? {}
      const body = operation.body
        ? toArbitrary(toJsonSchema(operation.body, "input"))
        : fc.constant(undefined)
      const query = operation.query ? toArbitrary(toJsonSchema(operation.query, "input")) : fc.constant({})
      const id = fc.constantFrom("own", "other", "nothing", "%00", "..%2f")
      await fc.assert(
        fc.asyncProperty(body, query, id, async (sent, asked, which) => {
          const path = fill(
            operation.path,
            which === "own"
              ? sample.params
              : Object.fromEntries(
                  Object.keys(sample.params ?? {}).map((name) => [name, which === "other" ? newId() : which]),
                ),
          )
          const search = new URLSearchParams(
            Object.entries(typeof asked === "object" && asked !== null ? asked : {}).map(([name, value]) => [
              name,
              String(value).toWellFormed(),
            ]),
          )
          const response = await sendToApi(app, operation.method, `${path}?${search}`, {
            key: keys[getScopeRole(operation.scope)].owner,
            ...(operation.body && { body: JSON.stringify(sent ?? null) }),
          })
          const text = await response.text()
          expect([response.status, text]).toSatisfy(([status]) => status < 500)
          if (response.status >= 400)
            expect(response.headers.get("Content-Type")).toMatch(/^application\/problem\+json/)
        }),
        { seed: SEED, numRuns: RUNS },
      )
    })
  },
)

test("whatever is sent as a picture is taken or refused, and breaks nothing", async () => {
  await db().delete(rateLimits)
  const picture = await createPicture()
  const cut = fc.nat({ max: picture.length }).map((length) => picture.slice(0, length))
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.uint8Array({ maxLength: 2_000 }), cut),
      fc.string({ unit: "grapheme", maxLength: 300 }),
      async (bytes, name) => {
        const response = await sendToApi(app, "POST", "/pictures", {
          key: keys.seller.owner,
          form: createPictureForm(new Uint8Array(bytes), name.toWellFormed()),
        })
        await response.text()
        expect(response.status).toSatisfy((status) => status < 500)
      },
    ),
    { seed: SEED, numRuns: RUNS },
  )
})

test("the document names every operation, and answers that have not changed are not sent again", async () => {
  const response = await app.get("/api/v1/openapi.json")
  const text = await response.text()
  expect(text).toBe(getOpenApiDocument())
  const document = JSON.parse(text) as { openapi: string; paths: Record<string, object> }
  expect(document.openapi).toBe("3.1.0")
  expect(Object.values(document.paths).flatMap((path) => Object.keys(path))).toHaveLength(OPERATIONS.length)
  const etag = response.headers.get("ETag") ?? ""
  expect((await app.get("/api/v1/openapi.json", { headers: { "If-None-Match": etag } })).status).toBe(304)
})
