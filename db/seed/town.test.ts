/**
 * What the demo town promises: enough of everything, nothing that the rules of the product would not allow,
 * the same every time.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { isCorrectPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { registerCharges } from "#app/charges.server.ts"
import { checkLedger } from "#app/areas/money/service/ledger.server.ts"
import { EXPERT_STATES } from "#app/areas/experts/rules.ts"
import { listServiceQuestions, listServices } from "#app/areas/orders/questions.ts"
import {
  CATEGORIES,
  ORDER_STATES,
  ORDER_TRANSITIONS,
  PROPOSAL_STATES,
  type Category,
} from "#app/areas/orders/rules.ts"
import { isBusinessNumber } from "#app/basics/business-number.ts"
import { now } from "#app/basics/clock.ts"
import { parsePhone } from "#app/basics/phone.ts"
import { isRegionCode, isSigunguCode, isRegionWithin, listSidos } from "#app/basics/regions.ts"
import { driver } from "#app/platform/db.server.ts"
import { env, setEnvironment } from "#app/platform/env.server.ts"
import { readFileBytes } from "#app/platform/storage.server.ts"
import { withDatabase } from "../../tests/setup/database.ts"
import { buildTown } from "./build-town.ts"
import { PICTURE_KINDS } from "./create.ts"
import { createDemoTown } from "./index.ts"
import { listDemoPictures } from "./demo-pictures.ts"
import type { DemoPicture } from "./town.ts"

const own = withDatabase()
const folder = mkdtempSync(join(tmpdir(), "baroildang-town-"))
const lines: string[] = []
let cpuMs = 0

const step = async (name: string, work: () => Promise<unknown>) => {
  const result = await work()
  lines.push(`${name} ${typeof result === "string" ? result : ""}`)
  return result
}

beforeAll(async () => {
  setEnvironment({ ...env(), DATA_DIR: folder })
  const before = process.cpuUsage()
  await createDemoTown({ databaseUrl: own.url, step })
  const used = process.cpuUsage(before)
  cpuMs = (used.user + used.system) / 1_000
}, 240_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The rows that break a rule; none is right. */
const broken = (query: string) => driver().unsafe(query)
const count = async (query: string): Promise<number> =>
  Number((await driver().unsafe(`select count(*)::int as n from ${query}`))[0]?.n)
const groups = async (query: string): Promise<Record<string, number>> =>
  Object.fromEntries((await driver().unsafe(query)).map((row) => [String(row.k), Number(row.n)]))

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
const states = async (rows: string): Promise<string[]> =>
  Object.keys(await groups(`select state as k, count(*) as n from ${rows} group by 1`)).sort()

describe("the town", () => {
  test("is large enough to look around in", async () => {
    expect(await count("experts where state = 'approved'")).toBeGreaterThanOrEqual(64)
    expect(await count("profiles where user_type = 'customer'")).toBeGreaterThanOrEqual(320)
    expect(await count("orders")).toBeGreaterThanOrEqual(440)
    expect(await count("orders where state = 'completed'")).toBeGreaterThanOrEqual(220)
    expect(await count("reviews where published_at is not null")).toBeGreaterThanOrEqual(150)
    expect(await count("experts where state in ('applied', 'reviewing')")).toBeGreaterThanOrEqual(6)
  })

  test("has orders, proposals and experts in every state", async () => {
    expect(await states("orders")).toEqual([...ORDER_STATES].sort())
    expect(await states("proposals")).toEqual([...PROPOSAL_STATES].sort())
    expect(await states("experts")).toEqual([...EXPERT_STATES].sort())
  })

  test("has a price of every service that the product offers", async () => {
    const priced = await groups(`
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
    expect([...new Set(lines.map((line) => line.replace(/ [\d,/]+[명건장]$/, "")))]).toEqual(
      expect.arrayContaining(parts),
    )
    // Two cores for 30 s.
    expect(cpuMs).toBeLessThan(60_000)
  })

  test("is created once: a second start finds it and writes nothing", async () => {
    const orders = await count("orders")
    const again: string[] = []
    await createDemoTown({ databaseUrl: own.url, step: async (name, work) => (again.push(name), work()) })
    expect(again).toEqual([])
    expect(await count("orders")).toBe(orders)
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
      await states("orders where customer_id = (select id from users where email = 'customer@demo.kr')"),
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

  test("show the expert work in every state, invitations, 30 reviews and an open question", async () => {
    const his = "(select id from users where email = 'expert@demo.kr')"
    expect(await states(`orders where expert_id = ${his}`)).toEqual([
      "cancelled",
      "changes_requested",
      "completed",
      "delivered",
      "disputed",
      "in_progress",
      "matched",
    ])
    expect(await states(`proposals where expert_id = ${his}`)).toEqual([...PROPOSAL_STATES].sort())
    expect(await count(`orders where state = 'open' and invited_expert_id = ${his}`)).toBeGreaterThanOrEqual(
      2,
    )
    expect(
      await count(`
      orders o where state = 'open' and category = 'interior' and region_code like '11%'
        and not exists (select from proposals p
      where p.order_id = o.id and p.expert_id = ${his})`),
    ).toBeGreaterThanOrEqual(6)
    expect(
      await count(`reviews where expert_id = ${his} and published_at is not null`),
    ).toBeGreaterThanOrEqual(30)
    expect(
      await count(`expert_questions where expert_id = ${his} and answer is null`),
    ).toBeGreaterThanOrEqual(1)
  })
})

describe("what the rules of the product demand holds in the town:", () => {
  test("its ledger agrees to the won", async () => {
    registerCharges()
    expect(await checkLedger()).toEqual([])
  })
  test("a matched order has one accepted proposal, of its expert, at its total", async () => {
    expect(
      await broken(`select o.id from orders o left join proposals p on p.id = o.accepted_proposal_id
      where (o.state in ('matched', 'in_progress', 'delivered', 'changes_requested', 'completed', 'disputed')
        or o.matched_at is not null)
        and (p.id is null or p.state <> 'accepted' or p.order_id <> o.id or p.expert_id <> o.expert_id
          or p.total_won <> o.agreed_won
        or o.third_party_consent_at is null or o.address = '' or o.contact_phone = '')`),
    ).toEqual([])
    expect(
      await broken(`
      select p.id from proposals p join orders o on o.id = p.order_id
        where p.state = 'accepted' and o.accepted_proposal_id is distinct from p.id`),
    ).toEqual([])
  })

  test("no proposal waits once its request takes none, or outlives its validity", async () => {
    expect(
      await broken(`
      select p.id from proposals p join orders o on o.id = p.order_id
        where o.state <> 'open' and p.state in ('sent', 'viewed')`),
    ).toEqual([])
    expect(
      await broken(
        `select id from proposals where state in ('sent', 'viewed')
          and valid_until <= '${now().toISOString()}'`,
      ),
    ).toEqual([])
    expect(
      await broken(`
      select p.id from proposals p join orders o on o.id = p.order_id where p.state = 'not_selected'
      and p.decided_at <> coalesce(o.matched_at, o.cancelled_at, o.expires_at) and o.state <> 'expired'`),
    ).toEqual([])
  })

  test("the lines of a proposal add up, and the order counts those not withdrawn", async () => {
    expect(
      await broken(`
      select id from proposals where total_won <> (select sum((l ->> 'quantity')::int * (l ->>
        'unitPriceWon')::int)
      from jsonb_array_elements(lines) l)`),
    ).toEqual([])
    expect(
      await broken(`
      select id from proposals p where version <> (select count(*) from proposal_versions v
        where v.proposal_id = p.id)
      or total_won <> (select (content ->> 'totalWon')::int from proposal_versions v
        where v.proposal_id = p.id and v.version = p.version)`),
    ).toEqual([])
    expect(
      await broken(`
      select id from orders o where proposal_count <> (select count(*) from proposals p
        where p.order_id = o.id and p.state <> 'withdrawn')`),
    ).toEqual([])
    expect(await broken("select id from proposals where included && excluded")).toEqual([])
  })

  test("an approved expert proposes for their kind and region, while the request is open", async () => {
    const rows = await driver()<
      { id: string; region: string; covers: string[]; fits: boolean; inTime: boolean }[]
    >`
      select p.id, o.region_code as region, array(select region_code from expert_regions r
        where r.expert_id = p.expert_id) as covers,
        exists (select from expert_categories c
          where c.expert_id = p.expert_id and c.category = o.category) as fits,
        p.created_at > o.opened_at and p.created_at > e.decided_at
          and p.sent_at < coalesce(o.matched_at, o.cancelled_at, o.expires_at)
          and o.customer_id <> p.expert_id as "inTime"
      from proposals p join orders o on o.id = p.order_id join experts e on e.user_id = p.expert_id`
    expect(rows.length).toBeGreaterThan(1_000)
    expect(
      rows.filter(
        (row) => !row.fits || !row.inTime || !row.covers.some((cover) => isRegionWithin(row.region, cover)),
      ),
    ).toEqual([])
  })

  test("history is a walk through the transition table that ends in the order's state", async () => {
    const rows = await driver()<
      {
        id: string
        state: string
        steps: { move: string; from: string | null; to: string; role: string }[]
        times: string[]
      }[]
    >`
      select o.id, o.state,
        coalesce(jsonb_agg(jsonb_build_object('move', e.move, 'from', e.from_state, 'to', e.to_state, 'role',
          e.actor_role) order by e.at, e.id)
          filter (where e.id is not null), '[]') as steps,
        array_agg(e.at order by e.at, e.id) as times
      from orders o left join order_events e on e.order_id = o.id group by o.id`
    for (const { id, state, steps } of rows) {
      if (state === "draft") expect(steps).toEqual([])
      else {
        expect(steps[0], id).toMatchObject({ move: "publish", from: null, to: "open" })
        expect(steps.at(-1)?.to, id).toBe(state)
      }
      steps.slice(1).forEach((one, place) => {
        expect(one.from, id).toBe(steps[place]?.to)
        const fits = (row: (typeof ORDER_TRANSITIONS)[number]) =>
          row.move === one.move &&
          row.to === one.to &&
          row.from.some((from) => from === one.from) &&
          row.by.some((role) => role === one.role)
        expect(
          /^(?:change|part|split)_/.test(one.move) || ORDER_TRANSITIONS.some(fits),
          `${id}: ${one.move} from ${one.from} by ${one.role}`,
        ).toBe(true)
      })
    }
  })

  test("moments follow each other, and match the state", async () => {
    expect(
      await broken(`select id, state from orders where not (
      coalesce(opened_at < matched_at, true) and coalesce(matched_at < started_at, true)
        and coalesce(started_at < delivered_at, true)
      and coalesce(delivered_at < completed_at, true) and coalesce(opened_at < cancelled_at, true)
      and (opened_at is null) = (state = 'draft') and (completed_at is not null) = (state = 'completed')
      and (cancelled_at is not null) = (state = 'cancelled')
      and updated_at >= coalesce(completed_at, cancelled_at, delivered_at, started_at, matched_at, opened_at,
        created_at))`),
    ).toEqual([])
    expect(await broken("select id from orders where state = 'open' and expires_at <= now()")).toEqual([])
    expect(
      await broken(
        "select id from orders where state = 'delivered' and delivered_at <= now() - interval '7 days'",
      ),
    ).toEqual([])
    expect(
      await broken(
        "select id from orders where opened_at is not null and expires_at <> opened_at + interval '14 days'",
      ),
    ).toEqual([])
    expect(
      await broken(`
      select p.id from proposals p where not (sent_at >= created_at and coalesce(viewed_at >= sent_at, true)
      and coalesce(decided_at >= coalesce(viewed_at, sent_at), true)
        and (decided_at is null) = (state in ('sent', 'viewed')) and (state <> 'viewed'
      or viewed_at is not null))`),
    ).toEqual([])
    expect(
      await broken(
        "select o.id from orders o join users u on u.id = o.customer_id where u.created_at > o.created_at",
      ),
    ).toEqual([])
  })

  test("finished work is shown, and nobody pays more than agreed", async () => {
    expect(
      await broken(`
      select id from orders o
      where delivered_at is not null and not exists (select from order_photos p
        where p.order_id = o.id and p.kind = 'after')`),
    ).toEqual([])
    expect(
      await broken(`select r.id from reviews r join orders o on o.id = r.order_id
      where r.paid_won <> o.agreed_won
        + (select coalesce(sum(amount_won), 0) from change_orders c
          where c.order_id = o.id and c.state = 'accepted')`),
    ).toEqual([])
    expect(
      await broken(`
      select c.id from change_orders c join orders o on o.id = c.order_id
        where c.expert_id <> o.expert_id or (c.state = 'proposed'
      and o.state not in ('matched', 'in_progress', 'delivered', 'changes_requested'))`),
    ).toEqual([])
  })

  test("completed orders are rated once by their customer, and published after 7 days", async () => {
    expect(
      await broken(`
      select r.id from reviews r join orders o on o.id = r.order_id
        where o.state <> 'completed' or r.customer_id <> o.customer_id
      or r.expert_id <> o.expert_id or r.category <> o.category or r.created_at < o.completed_at`),
    ).toEqual([])
    expect(
      await broken(`select r.id from reviews r left join customer_reviews c on c.order_id = r.order_id
      where r.published_at is distinct from (case when least(greatest(r.created_at, c.created_at),
        r.publish_at) <= now()
      and c.order_id is not null then least(greatest(r.created_at, c.created_at), r.publish_at)
        when r.publish_at <= now() then r.publish_at end)`),
    ).toEqual([])
    expect(await count("reviews where published_at is null")).toBeGreaterThanOrEqual(2)
    expect(
      await broken(`
      select id from reviews r where photo_count <> (select count(*) from review_photos p
        where p.review_id = r.id)
      or (reply is null) <> (replied_at is null) or char_length(body) < 10`),
    ).toEqual([])
  })

  test("the numbers beside an expert's name are what the tables say", async () => {
    expect(
      await broken(`select e.name from experts e where
      hires <> (select count(*) from orders where expert_id = e.user_id and state <> 'cancelled')
      or repeat_hires <> (select count(*) - count(distinct customer_id) from orders
        where expert_id = e.user_id and state <> 'cancelled')
      or (review_count, rating_sum) <> (select count(*)::int, coalesce(sum(rating), 0)::int from reviews
        where expert_id = e.user_id
      and published_at is not null and removed_at is null)
      or abs(rating_rank - (rating_sum + 4.5 * 5) / (review_count + 5)) > 0.001
      or favorite_count <> (select count(*) from expert_favorites where expert_id = e.user_id)`),
    ).toEqual([])
    expect(await count("experts where repeat_hires > 0")).toBeGreaterThanOrEqual(5)
  })

  test("what customers answered are questions of that service", async () => {
    type Row = { category: Category; service: string; answers: { question: string; answer: string }[] }
    const rows = await driver()<Row[]>`select category, service, answers from orders`
    for (const { category, service, answers } of rows) {
      expect(answers.map((one) => one.question)).toEqual(
        listServiceQuestions(category, service).map((question) => question.text),
      )
    }
    expect(
      rows.flatMap((row) => row.answers).filter((one) => one.answer === "잘 모르겠어요").length /
        rows.flatMap((row) => row.answers).length,
    ).toBeLessThan(0.12)
  })

  test("codes, numbers and texts are of the right form", async () => {
    const experts = await driver()<
      { business: string; line: string }[]
    >`select business_number as business, one_line as line from experts`
    expect(experts.filter((row) => !isBusinessNumber(row.business) || [...row.line].length > 40)).toEqual([])
    const regions = await driver()<
      { code: string }[]
    >`select distinct region_code as code from expert_regions`
    expect(regions.filter((row) => !isRegionCode(row.code))).toEqual([])
    const places = await driver()<
      { code: string }[]
    >`select distinct region_code as code from orders union select region_code from profiles`
    expect(places.filter((row) => !isSigunguCode(row.code))).toEqual([])
    const phones = await driver()<{ phone: string }[]>`select phone from profiles`
    expect(phones.filter((row) => parsePhone(row.phone) !== row.phone)).toEqual([])
    const texts = await driver()<{ text: string }[]>`
      select title || description as text from orders union all select message from proposals
      union all select body from reviews union all select introduction from experts`
    expect(texts.filter((row) => /[{}|]|undefined|NaN|\s{2}/.test(row.text))).toEqual([])
    expect(await broken("select title from orders where char_length(title) > 60")).toEqual([])
  })

  test("insurance certificates wait for an admin; an approved one is a badge to its last day", async () => {
    expect(await groups("select state as k, count(*) as n from insurance_papers group by 1")).toEqual({
      waiting: 3,
      approved: 1,
      refused: 1,
    })
    expect(
      await broken(
        "select id from insurance_papers p where not exists (select 1 from insurance_paper_pictures " +
          "where paper_id = p.id)",
      ),
    ).toEqual([])
    expect(
      await broken(`
      select p.id from insurance_papers p join experts e on e.user_id = p.expert_id
      where p.state = 'approved' and not e.badges @> jsonb_build_array(jsonb_build_object('kind', 'insurance',
        'expiresOn', p.expires_on::text))`),
    ).toEqual([])
  })

  test("every picture is attached, shown by its owner, and its file is there", async () => {
    expect(await broken("select id from pictures where attached_at is null")).toEqual([])
    expect(
      await broken(`
      select pic.id from order_photos p join orders o on o.id = p.order_id
        join pictures pic on pic.id = p.picture_id
      where pic.owner_id <> case p.kind when 'site' then o.customer_id else o.expert_id end`),
    ).toEqual([])
    const keys = await driver()<{ key: string }[]>`select distinct storage_key as key from pictures`
    expect(keys.length).toBeGreaterThan(100)
    for (const { key } of keys) expect(await readFileBytes(`${key}/640.webp`), key).not.toBeNull()
  })

  test("neighbours do not read alike: introductions, lines and names are all different", async () => {
    for (const column of ["introduction", "one_line", "name", "business_name", "business_number"])
      expect(
        await broken(`
      select ${column} from experts group by 1 having count(*) > 1`),
      ).toEqual([])
    expect(await broken("select order_id, message from proposals group by 1, 2 having count(*) > 1")).toEqual(
      [],
    )
  })
})
