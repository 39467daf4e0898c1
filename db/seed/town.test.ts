/**
 * What the demo town promises: enough of everything, nothing that the rules of the product would not allow,
 * the same every time.
 */
import { describe, expect, test } from "vitest"
import { isCorrectPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { EXPERT_STATES } from "#app/areas/experts/rules.ts"
import { listServices } from "#app/areas/orders/questions.ts"
import { CATEGORIES, ORDER_STATES, PROPOSAL_STATES } from "#app/areas/orders/rules.ts"
import { isRegionWithin, listSidos } from "#app/basics/regions.ts"
import { driver } from "#app/platform/db.server.ts"
import { withTown } from "../../tests/setup/town.ts"
import { buildTown } from "./build-town.ts"
import { PICTURE_KINDS } from "./create.ts"
import { createDemoTown } from "./index.ts"
import { listDemoPictures } from "./demo-pictures.ts"
import type { DemoPicture } from "./town.ts"
import { describeTownRules } from "./town-rules.checks.ts"
import { describeTownTexts } from "./town-texts.checks.ts"
import { countBy, countRows, listStates } from "./town-queries.ts"

const town = withTown()

/** The masters as {@link buildTown} needs them, without storing anything. */
const unstored = async (): Promise<Map<string, DemoPicture>> => {
  const facts = { width: 1, height: 1, bytes: 1, placeholder: "" }
  return new Map(
    (await listDemoPictures(PICTURE_KINDS)).map((master) => [
      master.name,
      { ...master, ...facts, storageKey: master.name },
    ]),
  )
}

describe("the town", () => {
  test("is large enough to look around in", async () => {
    expect(await countRows("experts where state = 'approved'")).toBeGreaterThanOrEqual(64)
    expect(await countRows("profiles where user_type = 'customer'")).toBeGreaterThanOrEqual(320)
    expect(await countRows("orders")).toBeGreaterThanOrEqual(440)
    expect(await countRows("orders where state = 'completed'")).toBeGreaterThanOrEqual(220)
    expect(await countRows("reviews where published_at is not null")).toBeGreaterThanOrEqual(150)
    expect(await countRows("experts where state in ('applied', 'reviewing')")).toBeGreaterThanOrEqual(6)
  })

  test("has orders, proposals and experts in every state", async () => {
    expect(await listStates("orders")).toEqual([...ORDER_STATES].sort())
    expect(await listStates("proposals")).toEqual([...PROPOSAL_STATES].sort())
    expect(await listStates("experts")).toEqual([...EXPERT_STATES].sort())
  })

  test("has a price of every service that the product offers", async () => {
    const priced = await countBy(`
      select category || '/' || service as k, count(*) as n from orders where agreed_won is not null
      and state <> 'cancelled' group by 1 having count(*) >= 5`)
    expect(Object.keys(priced).sort()).toEqual(
      CATEGORIES.flatMap((category) =>
        listServices(category).map((service) => `${category}/${service.id}`),
      ).sort(),
    )
  })

  test("has somebody for every kind of work in every region", async () => {
    const rows = await driver()<{ category: string; code: string }[]>`
      select category, region_code as code from experts join expert_categories c on c.expert_id = user_id
      join expert_regions r on r.expert_id = user_id where state = 'approved'`
    for (const category of CATEGORIES) {
      for (const sido of listSidos()) {
        expect(
          rows.some((row) => row.category === category && isRegionWithin(sido.code, row.code)),
          `${category} in ${sido.name}`,
        ).toBe(true)
      }
    }
  })

  test("says line by line what it makes, within the time of a start on two cores", () => {
    const parts = ["그림", "사람", "전문가", "견적 요청", "견적서", "후기"].map((part) => `체험 마을 ${part}`)
    expect([...new Set(town.creation.lines.map((line) => line.replace(/ [\d,/]+[명건장]$/, "")))]).toEqual(
      expect.arrayContaining(parts),
    )
    // Two cores for 30 s.
    expect(town.creation.cpuMs).toBeLessThan(60_000)
  })

  test("is created once: a second start finds it and writes nothing", async () => {
    const orders = await countRows("orders")
    const again: string[] = []
    await createDemoTown({ databaseUrl: town.url, step: async (name, work) => (again.push(name), work()) })
    expect(again).toEqual([])
    expect(await countRows("orders")).toBe(orders)
  })

  test("is the same at every creation", async () => {
    const masters = await unstored()
    const moment = new Date("2026-11-21T05:40:00Z")
    expect(buildTown(moment, masters, "hash").rows).toEqual(buildTown(moment, masters, "hash").rows)
  })

  test("lies wholly before its creation, at any hour of the day", async () => {
    const masters = await unstored()
    const future = new Set(["expiresAt", "validUntil", "publishAt"])
    for (const hour of ["00:10", "07:30", "15:00", "23:50"]) {
      const moment = new Date(`2027-03-01T${hour}:00+09:00`)
      const isLate = ([column, value]: [string, unknown]) =>
        value instanceof Date && value > moment && !future.has(column)
      const late = Object.entries(buildTown(moment, masters, "hash").rows).flatMap(([table, rows]) =>
        rows.flatMap((row) =>
          Object.entries(row)
            .filter(isLate)
            .map(([column]) => `${table}.${column}`),
        ),
      )
      expect([...new Set(late)]).toEqual([])
    }
  })
})

describe("the demo accounts", () => {
  test("can sign in, have agreed to what is required, and no one else has a password", async () => {
    const rows = await driver()<
      { email: string; password: string; verified: boolean; consents: number; type: string; role: string }[]
    >`
      select u.email, c.password, u.email_verified as verified, p.user_type as type, p.role,
        (select count(*)::int from consents k where k.user_id = u.id
          and k.kind in ('terms', 'privacy', 'age14') and k.granted) as consents
      from users u join credentials c on c.user_id = u.id join profiles p on p.user_id = u.id
        order by u.email`
    expect(rows.map((row) => [row.email, row.type, row.role, row.verified, row.consents])).toEqual([
      ["admin@demo.kr", "customer", "admin", true, 3],
      ["customer@demo.kr", "customer", "user", true, 3],
      ["expert@demo.kr", "expert", "user", true, 3],
      ["manager@demo.kr", "customer", "admin", true, 3],
      ["shop@demo.kr", "customer", "user", true, 3],
    ])
    expect(await isCorrectPassword("demo-1234!", rows[0]?.password)).toBe(true)
  })

  test("show the customer an order in every state and three proposals to compare", async () => {
    expect(
      await listStates("orders where customer_id = (select id from users where email = 'customer@demo.kr')"),
    ).toEqual([...ORDER_STATES].sort())
    const rows = await driver()<{ total: number; excluded: string[]; state: string }[]>`
      select p.total_won as total, p.excluded, p.state from proposals p join orders o on o.id = p.order_id
        join users u on u.id = o.customer_id
      where u.email = 'customer@demo.kr' and o.title = '24평 아파트 거실·방3 실크 도배' order by total`
    expect(rows.map((row) => [row.total, row.excluded.length === 0, row.state])).toEqual([
      [1_650_000, true, "sent"],
      [1_780_000, false, "sent"],
      [1_920_000, false, "sent"],
    ])
  })

  test("show the customer what their alerts found, and that they asked for it by mail", async () => {
    const hers = "user_id = (select id from users where email = 'customer@demo.kr')"
    for (const [kind, alerts] of [
      ["keyword", "keyword_alerts"],
      ["job_alert", "job_alerts"],
    ] as const) {
      expect(await countRows(`${alerts} where ${hers}`)).toBeGreaterThanOrEqual(2)
      expect(
        await countRows(`notifications where kind = '${kind}' and ${hers}`),
        `notifications of ${alerts}`,
      ).toBeGreaterThanOrEqual(2)
      // Nobody is told of what came before they waited, or by what they do not wait for.
      expect(
        await countRows(`notifications n where kind = '${kind}' and not exists (select from ${alerts} a
          where a.user_id = n.user_id and a.created_at <= n.created_at
            and (a.keyword = '' or n.title like '%' || a.keyword || '%' or '${kind}' = 'job_alert'))`),
      ).toBe(0)
      expect(await countRows(`notification_settings where switches->'${kind}' is not null`)).toBeGreaterThan(
        5,
      )
      expect(
        await countRows(`notification_settings where ${hers} and switches->'${kind}'->>'mail' = 'true'`),
      ).toBe(1)
    }
  })

  test("show the expert new requests, and the customer how many experts were told", async () => {
    const told = "notifications where kind = 'request'"
    const his = "user_id = (select id from users where email = 'expert@demo.kr')"
    for (const readAt of ["is null", "is not null"])
      expect(await countRows(`${told} and ${his} and read_at ${readAt}`), readAt).toBeGreaterThan(0)
    expect(
      await countRows(`orders where state = 'open' and alerted_count = 0 and customer_id =
        (select id from users where email = 'customer@demo.kr')`),
    ).toBe(0)
    // Each of them was told, once, as somebody who works already, and has read what they answered.
    expect(
      await countRows(`orders o where alerted_count <> (select count(*) from notifications
        where once = 'request.opened:' || o.id)`),
    ).toBe(0)
    expect(
      await countRows(`notifications n join experts e on e.user_id = n.user_id
        where n.kind = 'request' and e.decided_at > n.created_at`),
    ).toBe(0)
    expect(
      await countRows(`${told} and read_at is null and exists (select from proposals p
        where p.expert_id = user_id and href like '%' || p.order_id || '%')`),
    ).toBe(0)
  })

  test("show the expert work in every state, invitations, 30 reviews and an open question", async () => {
    const his = "(select id from users where email = 'expert@demo.kr')"
    expect(await listStates(`orders where expert_id = ${his}`)).toEqual([
      "cancelled",
      "changes_requested",
      "completed",
      "delivered",
      "disputed",
      "in_progress",
      "matched",
    ])
    expect(await listStates(`proposals where expert_id = ${his}`)).toEqual([...PROPOSAL_STATES].sort())
    expect(
      await countRows(`orders where state = 'open' and invited_expert_id = ${his}`),
    ).toBeGreaterThanOrEqual(2)
    expect(
      await countRows(`
      orders o where state = 'open' and category = 'interior' and region_code like '11%'
        and not exists (select from proposals p
      where p.order_id = o.id and p.expert_id = ${his})`),
    ).toBeGreaterThanOrEqual(6)
    expect(
      await countRows(`reviews where expert_id = ${his} and published_at is not null`),
    ).toBeGreaterThanOrEqual(30)
    expect(
      await countRows(`expert_questions where expert_id = ${his} and answer is null`),
    ).toBeGreaterThanOrEqual(1)
  })
})

describeTownRules()
describeTownTexts()
