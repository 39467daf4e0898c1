/**
 * The purchases of the demo town: in every state, with claims, refunds, reviews and payouts. Made by the
 * services, as people make them, one after the other at the moments at which they happened.
 */
import { sql } from "drizzle-orm"
import type postgres from "postgres"
import { runPayouts, transitionPayout } from "#app/areas/money/service/payouts.server.ts"
import { refreshProductStats } from "#app/areas/shop/service/product-stats.server.ts"
import { findAddresses, saveAddress } from "#app/areas/shop/service/addresses.server.ts"
import { trackParcels } from "#app/areas/shop/service/parcels.server.ts"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { addDays, HOUR_MS, MINUTE_MS, toKstDateString } from "#app/basics/time.ts"
import { registerCharges } from "#app/charges.server.ts"
import { recheckPendingCashReceipts } from "#app/areas/money/service/cash-receipts-office.server.ts"
import { executeOpenCashReceipts } from "#app/areas/money/service/cash-receipts.server.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { getPaymentProvider } from "#app/platform/services.server.ts"
import { runThroughServices, toActor } from "../acting.ts"
import { findDemoPeople, writePart, type DemoPeople, type DemoPerson, type RunStep } from "../parts.ts"
import { describeDemoPictures } from "../demo-pictures.ts"
import { planPurchases, type Offer } from "./plan.ts"
import { ReviewWriter } from "./review-writer.ts"
import { DEMO_HOME } from "./homes.ts"
import { listSteps, type Expect, type Step } from "./steps.ts"

/** Weeks ago on which the shops were paid; the bank sent one payout of the demo owner back. */
const PAYOUT_WEEKS = [5, 4, 3, 2] as const
const RETURNED_WEEK = 4
const LAST_WEEK = 2
/** How many steps are said in a line of progress. */
const STEPS_PER_LINE = 1_000

/** What was done in a creation that was cut short is refused now, and left as it is. */
const createExpect =
  (isResumed: boolean): Expect =>
  async (pending) => {
    const result = await pending
    if (result.ok) return result as Extract<typeof result, { ok: true }>
    if (isResumed) return null
    throw new Error(`The town could not be made: ${JSON.stringify(result)}`)
  }

/** What is for sale, with the stock from before the purchases of an attempt that was cut short. */
async function findOffers(client: postgres.Sql): Promise<Offer[]> {
  const rows = await client<(Omit<Offer, "publishedAt"> & { publishedAt: string })[]>`
    select p.id as "productId", v.id as "variantId", p.seller_id as "sellerId",
      p.title, v.name as "variantName", v.price_won as "priceWon",
      v.stock + coalesce((select sum(l.quantity) from order_lines l
        where l.variant_id = v.id and not l.restocked), 0)::int as stock,
      to_json(p.published_at) #>> '{}' as "publishedAt"
    from products p join variants v on v.product_id = p.id
    where p.state = 'published' and v.retired_at is null order by p.id, v.position`
  return rows.map((row) => ({ ...row, publishedAt: new Date(row.publishedAt) }))
}

/** The moment from which the town counts back: that of the first attempt. */
async function findPresent(
  client: postgres.Sql,
  part: string,
): Promise<{ present: Date; isResumed: boolean }> {
  const begun = `${part}/begun`
  const inserted = await client`
    insert into demo_town (part, created_at) values (${begun}, ${now().toISOString()}::timestamptz)
    on conflict do nothing returning part`
  const [row] = await client<{ at: string }[]>`
    select to_json(created_at) #>> '{}' as at from demo_town where part = ${begun}`
  return { present: row ? new Date(row.at) : now(), isResumed: inserted.length === 0 }
}

/** The shops are paid on the morning of these days, and the office notes what the bank says. */
function listPayoutSteps(people: DemoPeople, present: Date, isResumed: boolean): Step[] {
  const admin = toActor(people.demo.admin, "admin")
  const expect = createExpect(isResumed)
  return PAYOUT_WEEKS.flatMap((weeks): Step[] => {
    const morning = new Date(`${toKstDateString(addDays(present, -7 * weeks))}T10:00:00+09:00`)
    const move = async (
      from: "pending" | "processing",
      decide: (sellerId: string) => "start" | "pay" | "fail" | null,
    ) => {
      for (const payout of await listPayouts(from, morning)) {
        const chosen = decide(payout.sellerId)
        const reason = chosen === "fail" ? "예금주가 일치하지 않아요." : ""
        if (chosen) await expect(transitionPayout(admin, payout.id, chosen, reason))
      }
    }
    return [
      {
        at: morning,
        take: async () => void ((await wereStarted(morning)) || (await runPayouts())),
      },
      { at: new Date(morning.getTime() + 10 * MINUTE_MS), take: () => move("pending", () => "start") },
      {
        at: new Date(morning.getTime() + 24 * HOUR_MS),
        take: () =>
          move("processing", (sellerId) => {
            if (sellerId !== people.demo.shop.id) return "pay"
            return weeks === LAST_WEEK ? null : weeks === RETURNED_WEEK ? "fail" : "pay"
          }),
      },
    ]
  })
}

/** The payouts that were made at `morning` and are in one state. */
const listPayouts = (state: "pending" | "processing", morning: Date) =>
  db().execute<{ id: string; sellerId: string }>(sql`
    select id, seller_id as "sellerId" from payouts
    where created_at = ${morning.toISOString()}::timestamptz and state = ${state} order by id`)

/**
 * Whether all payouts of `morning` were made: an attempt that was cut short while making them started none.
 */
const wereStarted = async (morning: Date): Promise<boolean> =>
  (
    await db().execute(sql`
      select id from payouts
      where created_at = ${morning.toISOString()}::timestamptz and state <> 'pending' limit 1`)
  ).length > 0

/** Takes the steps in the order in which they happened. */
async function takeSteps(steps: readonly Step[], step: RunStep): Promise<void> {
  const ordered = [...steps].sort((a, b) => a.at.getTime() - b.at.getTime())
  for (let from = 0; from < ordered.length; from += STEPS_PER_LINE) {
    const to = Math.min(ordered.length, from + STEPS_PER_LINE)
    await step("체험 마을 쇼핑 주문", async () => {
      for (const { at, take } of ordered.slice(from, to)) {
        setClock(() => at)
        await take()
      }
      return `${to.toLocaleString("en-US")}/${ordered.length.toLocaleString("en-US")}건`
    })
  }
}

/** Where the demo customer has things sent. */
async function createAddresses(customer: DemoPerson): Promise<void> {
  const buyer = toActor(customer, "customer")
  const own = { recipient: customer.name, phone: DEMO_HOME.phone }
  for (const place of [
    { ...own, ...DEMO_HOME, request: "문 앞에 놓아 주세요" },
    {
      ...own,
      zonecode: "06236",
      address: "서울 강남구 테헤란로 152",
      addressDetail: "8층 총무팀",
      request: "경비실에 맡겨 주세요",
    },
    {
      recipient: "박순자",
      phone: "+821001230002",
      zonecode: "16490",
      address: "경기 수원시 팔달구 효원로 241",
      addressDetail: "302호",
      request: "배송 전에 연락해 주세요",
    },
  ])
    if ((await findAddresses(buyer)).every((each) => each.address !== place.address))
      await saveAddress(buyer, null, {
        ...place,
        isDefault: false,
      })
}

/**
 * The cash receipts of what was paid in cash, without what went back; the tax service has decided those of
 * the days before.
 */
async function issueReceipts(present: Date): Promise<void> {
  for (const at of [addDays(present, -2), present]) {
    setClock(() => at)
    while ((await executeOpenCashReceipts()) > 0);
  }
  await recheckPendingCashReceipts()
}

/** What the carriers say of all parcels of the town at `present`. */
async function followParcels(present: Date): Promise<void> {
  setClock(() => present)
  while ((await trackParcels()) > 0);
}

/** Creates `part` of the town. The services write it, each step for itself. */
export async function create(
  client: postgres.Sql,
  part: string,
  step: RunStep,
  databaseUrl: string,
): Promise<void> {
  const people = await findDemoPeople(client)
  const { present, isResumed } = await findPresent(client, part)
  const [existing] = await client<{ count: number }[]>`
    select count(*)::int as count from order_groups where created_at < ${present.toISOString()}::timestamptz`
  // A town of before has its purchases, and only practice payments can be made here.
  const isWanted = getPaymentProvider() === "simulator" && (isResumed || existing?.count === 0)
  await runThroughServices(databaseUrl, async () => {
    registerCharges()
    if (isWanted) {
      const plans = planPurchases(await findOffers(client), people, present)
      const town = {
        present,
        expect: createExpect(isResumed),
        reviews: new ReviewWriter(),
        demoPictures: await describeDemoPictures(["goods"]),
      }
      const steps = plans.flatMap((plan) => listSteps(plan, town))
      await takeSteps([...steps, ...listPayoutSteps(people, present, isResumed)], step)
      await createAddresses(people.demo.customer)
      await issueReceipts(present)
      await followParcels(present)
      await inTransaction(async (tx) => {
        const products = await tx.execute<{ id: string }>(sql`select id from products`)
        await refreshProductStats(
          tx,
          products.map(({ id }) => id),
        )
        // Nobody is told now what was then.
        await tx.execute(sql`delete from outbox where created_at < ${present.toISOString()}::timestamptz`)
      })
    }
    resetClock()
    await writePart(client, part, async (tx) => {
      await tx.execute(sql`delete from demo_town where part = ${`${part}/begun`}`)
    })
  })
}
