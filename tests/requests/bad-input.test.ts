/**
 * Hostile input for every route that exists: forms, queries and addresses. Nothing of it may break the
 * product or change what it should not.
 */
import fc from "fast-check"
import { beforeAll, describe, expect, test, vi } from "vitest"
import { sql } from "drizzle-orm"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"
import { change, deep, nasty, type Change } from "../setup/bad-input.ts"
import { listRoutes, type ListedRoute } from "../setup/routes.ts"
import { buildPath, createTestWorld, type Role, type TestWorld } from "../setup/test-world.ts"
import { checksumTables } from "../setup/table-checksums.ts"
import { ACCESS } from "./access.ts"

const app = withApp()
const routes = listRoutes().filter((route) => ACCESS[route.pattern])

/**
 * BAD_INPUT_RUNS raises how many inputs each form, query and address gets, and sends every wrong address and
 * body to every route instead of a few to each; BAD_INPUT_SEED changes them.
 */
const runs = process.env.BAD_INPUT_RUNS
const settings = {
  numRuns: Number(runs ?? 3),
  seed: Number(process.env.BAD_INPUT_SEED ?? 20_261_121),
  endOnFailure: true,
}

let town: TestWorld
let before: unknown
beforeAll(async () => {
  // The router warns about every address that cannot be decoded.
  vi.spyOn(console, "warn").mockImplementation(() => {})
  town = await createTestWorld()
  await learn()
  before = await readOwnersAndPrices()
})

/** Whose things are whose, and what they cost where only the server says so. */
const WHOSE = {
  orders: ["customer_id"],
  proposals: ["expert_id"],
  items: ["seller_id"],
  hire_posts: ["employer_id"],
  seek_posts: ["worker_id"],
  products: ["seller_id"],
  tickets: ["user_id"],
  reviews: ["customer_id", "expert_id"],
  shop_orders: ["buyer_id", "seller_id", "items_won", "shipping_won", "discount_won"],
  order_lines: ["seller_id", "unit_won", "commission_won"],
  payments: ["amount_won"],
  payouts: ["seller_id", "amount_won"],
  chat_rooms: ["low_user_id", "high_user_id"],
  notifications: ["user_id"],
} as const

/**
 * What no form of anybody's may give away: who is an admin or an expert, whose things are whose, and what was
 * paid.
 */
async function readOwnersAndPrices() {
  const people = await db().execute(
    sql`select user_id, role, user_type from profiles where user_id in (select id from users
      where created_at <= ${town.createdAt.toISOString()}::timestamptz) order by user_id`,
  )
  const sums = Object.entries(WHOSE).map(
    ([table, columns]) => sql`
    select ${table} as name, (select md5(string_agg(line, '|' order by line)) from (select (id, ${sql.join(
      columns.map((column) => sql.identifier(column)),
      sql`, `,
    )})::text as line from ${sql.identifier(table)}
      where id = any(${sql.param(known[table] ?? [])}::uuid[])) lines) as sum`,
  )
  const owners = await db().execute(sql.join(sums, sql` union all `))
  return { people: [...people], owners: [...owners] }
}
const known: Record<string, string[]> = {}
async function learn() {
  for (const table of Object.keys(WHOSE))
    known[table] = (await db().execute<{ id: string }>(sql`select id from ${sql.identifier(table)}`)).map(
      (row) => row.id,
    )
}

type Fields = [name: string, value: string][]

const unescape = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")

/**
 * The fields of each form on a page that posts to the page itself, as a browser would send them unchanged.
 */
function formsOf(html: string): Fields[] {
  return [...html.matchAll(/<form[^>]*method="post"[^>]*>([\s\S]*?)<\/form>/gi)].map(([, inside = ""]) => {
    const fields: Fields = []
    for (const [tag] of inside.matchAll(/<(?:input|select|textarea|button)\b[^>]*>/gi)) {
      const name = /\sname="([^"]*)"/.exec(tag)?.[1]
      if (name) fields.push([unescape(name), unescape(/\svalue="([^"]*)"/.exec(tag)?.[1] ?? "")])
    }
    return fields
  })
}

/** What is sent where no page shows the form. */
const UNSEEN: Fields = [
  ["intent", "save"],
  ["content", "{}"],
  ["purpose", "order"],
  ["file", ""],
  ["id", newId()],
  ["q", "x"],
]

function bodyOf(
  fields: Fields,
  { changed, extra: more, twice, asFile }: Change,
): FormData | Record<string, string[]> {
  const sent: Fields = fields.map(([name, value]) => [name, value])
  for (const [place, value] of changed) {
    const field = sent[place % Math.max(sent.length, 1)]
    if (field) field[1] = value
  }
  const all = [...sent, ...(twice ? sent : []), ...more]
  if (!asFile) {
    const grouped: Record<string, string[]> = Object.create(null)
    for (const [name, value] of all) grouped[name] = [...(grouped[name] ?? []), value]
    return grouped
  }
  const form = new FormData()
  for (const [at, [name, value]] of all.entries()) {
    if (at === 0) form.append(name, new File([value], "사진.jpg", { type: "image/jpeg" }))
    else form.append(name, value)
  }
  return form
}

const writerOf = (route: ListedRoute): Role | undefined =>
  (["owner", "expert", "admin", "rival", "seller", "visitor"] as const).find(
    (role) => ACCESS[route.pattern]?.write[role] === "in",
  )
const readerOf = (route: ListedRoute): Role =>
  (["owner", "expert", "admin", "rival", "seller"] as const).find(
    (role) => ACCESS[route.pattern]?.read[role] === "in",
  ) ?? "visitor"

/** Of `values` those that route number `index` gets: `count`, other ones for the next, or all. */
const pickFor = <Value>(values: readonly Value[], index: number, count: number): readonly Value[] =>
  runs
    ? values
    : Array.from({ length: count }, (_, at) => values[(index * count + at) % values.length] as Value)

let sent = 0
/**
 * A sign-in and an address of one's own for each request: what one did must not stand in the way of the next.
 */
async function asOne(role: Role) {
  const cookie = await town.signIn(role)
  sent += 1
  return {
    ...(cookie ? { cookie } : {}),
    headers: { "X-Forwarded-For": `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}` },
  }
}

async function finish(answer: Response): Promise<number> {
  await answer.body?.cancel()
  return answer.status
}

describe.each(routes.filter(writerOf).map((route) => ({ route, name: route.pattern })))(
  "forms of $name",
  ({ route }) => {
    test("never break, and change nothing where they are refused", async () => {
      const role = writerOf(route) ?? "visitor"
      const line = ACCESS[route.pattern]
      const address = buildPath(town, line?.at ?? route.pattern)
      const page = await app.get(address, await asOne(role))
      const html = page.headers.get("Content-Type")?.startsWith("text/html") ? await page.text() : ""
      const forms = formsOf(/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "")
      let held = await checksumTables()
      for (const fields of forms.length > 0
        ? forms
        : [[...UNSEEN, ...Object.entries(line?.fields ?? {})] satisfies Fields]) {
        let taken = false
        await fc.assert(
          fc.asyncProperty(change, async (changes) => {
            const status = await finish(await app.post(address, bodyOf(fields, changes), await asOne(role)))
            taken ||= status < 400
            expect(status).toBeLessThan(500)
          }),
          settings,
        )
        if (taken) held = await checksumTables()
        else expect(await checksumTables()).toEqual(held)
      }
    })
  },
)

test("whatever was sent, no role and no owner of anything has changed", async () => {
  expect(await readOwnersAndPrices()).toEqual(before)
})

const WRONG_PARAMS = [
  "%00",
  "..%2f..%2f",
  "%F0%28%8C%28",
  "%E0%A4%A",
  "a".repeat(3_000),
  "null",
  "-1",
  "%ED%95%9C%EA%B8%80",
  "01890000-0000-7000-8000-000000000000",
]

describe.each(routes.map((route, index) => ({ route, name: route.pattern, index })))(
  "the address of $name",
  ({ route, index }) => {
    test("answers what is typed into it, however wrong", async () => {
      const address = buildPath(town, ACCESS[route.pattern]?.at ?? route.pattern)
      const role = readerOf(route)
      const names = fc.oneof(
        fc.constantFrom(
          "q",
          "page",
          "cursor",
          "after",
          "sort",
          "category",
          "region",
          "step",
          "order",
          "id",
          "ids",
          "expert",
          "returnTo",
          "token",
          "to",
          "tab",
          "min",
          "max",
          "_routes",
          "index",
          "filters[a]",
          "q[]",
        ),
        nasty,
      )
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(names, nasty), { minLength: 1, maxLength: 5 }),
          fc.boolean(),
          async (query, asData) => {
            // Long addresses are refused by the server before any of ours runs.
            const search = new URLSearchParams(
              query.map(([name, value]) => [name.slice(0, 200), value.slice(0, 2_000)]),
            )
            const path = asData && address !== "/" ? `${address}.data` : address
            expect(await finish(await app.get(`${path}?${search}`, await asOne(role)))).toBeLessThan(500)
          },
        ),
        settings,
      )
      if (!route.pattern.includes(":")) return
      for (const wrong of pickFor(WRONG_PARAMS, index, 3)) {
        const wrongAddress = route.pattern.replaceAll(/:\w+/g, wrong)
        expect([
          wrongAddress.slice(0, 60),
          (await finish(await app.get(wrongAddress, await asOne(role)))) < 500,
        ]).toEqual([wrongAddress.slice(0, 60), true])
        expect([
          wrongAddress.slice(0, 60),
          (await finish(await app.post(wrongAddress, { intent: "x" }, await asOne(role)))) < 500,
        ]).toEqual([wrongAddress.slice(0, 60), true])
      }
    })
  },
)

test("bodies that are no forms are refused", { timeout: 180_000 }, async () => {
  const wrongBodies: [type: string, body: string][] = [
    ["application/json", "{}"],
    ["application/json", deep("[", "]")],
    ["text/plain", "x"],
    ["multipart/form-data", "x"],
    ["multipart/form-data; boundary=a", "--b\r\nx"],
    ["multipart/form-data; boundary=a", '--a\r\nContent-Disposition: form-data; name="x"\r\n\r\nhalf of it'],
    ["application/x-www-form-urlencoded", "%E0%A4%A=%&&&==;"],
    ["", "x"],
  ]
  const broken: string[] = []
  for (const [index, route] of routes.entries()) {
    const role = writerOf(route)
    if (!role) continue
    for (const [type, body] of pickFor(wrongBodies, index, 3)) {
      const options = await asOne(role)
      const status = await finish(
        await app.send(buildPath(town, ACCESS[route.pattern]?.at ?? route.pattern), {
          body,
          ...options,
          headers: { ...options.headers, "Content-Type": type },
        }),
      )
      if (status >= 500) broken.push(`${route.pattern} ${type} ${status}`)
    }
  }
  expect(broken).toEqual([])
})

test("over a real socket forms are read, and bodies that are none refused", async () => {
  const origin = await app.listen()
  const send = async (body: BodyInit, type?: string) => {
    const answer = await fetch(`${origin}/login`, {
      method: "POST",
      redirect: "manual",
      body,
      headers: { Origin: origin, ...(type ? { "Content-Type": type } : {}) },
    })
    return [answer.status, (await answer.text()).includes("보낸 내용을 읽지 못했어요")]
  }
  const form = new FormData()
  form.set("email", "no address")
  expect(await send(new URLSearchParams({ email: "no address" }))).toEqual([400, false])
  expect(await send(form)).toEqual([400, false])
  expect(await send("{}", "application/json")).toEqual([400, true])
  expect(await send("half", "multipart/form-data; boundary=x")).toEqual([400, true])
})
