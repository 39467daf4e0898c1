/** What time does to deals that are paid safely, and what a hidden item and old age do. */
import { and, inArray, lte, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { getRetentionCutoff } from "#app/basics/retention.ts"
import { addDays } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { detachPictures } from "#app/platform/pictures.server.ts"
import { executeRefunds } from "../../money/service/refunds.server.ts"
import { DEAL_LIMITS, DUE_MOVES } from "../deal-rules.ts"
import { deals } from "../schema.server.ts"
import { lockDeal, transitionDeal } from "./deal-transitions.server.ts"

const BATCH_SIZE = 100
const SYSTEM = { role: "system", actorId: null } as const

/**
 * Moves on the deals whose moment has come: money back for what nobody sent, arrival and confirmation of what
 * nobody spoke of, claims that nobody answered to an administrator; a job calls it. Returns how many.
 */
export async function moveDueDeals(): Promise<number> {
  const due = await db()
    .select({ id: deals.id })
    .from(deals)
    .where(lte(deals.dueAt, now()))
    .orderBy(deals.dueAt)
    .limit(BATCH_SIZE)
  await forEachIsolated(due, { what: "deal", id: ({ id }) => id }, async ({ id }) => {
    const refundIds: string[] = []
    await inTransaction(async (tx) => {
      refundIds.length = 0
      const locked = await lockDeal(tx, id)
      // Somebody was faster.
      if (!locked?.deal.dueAt || locked.deal.dueAt > now()) return
      const move = DUE_MOVES[locked.deal.state]
      if (!move) throw new Error(`The deal ${id} waits for nothing in the state ${locked.deal.state}`)
      await transitionDeal(tx, locked, { move, ...SYSTEM }, refundIds)
    })
    await executeRefunds(refundIds)
  })
  return due.length
}

/**
 * Calls off the deals about things that the operator has hidden, as long as nothing was sent: all goes back;
 * a job calls it. What is on its way can be claimed. Returns how many.
 */
export async function cancelDealsOfHiddenItems(): Promise<number> {
  const hidden = await db()
    .select({ id: deals.id })
    .from(deals)
    .where(
      and(
        inArray(deals.state, ["asked", "paid"]),
        sql`exists (select from items where items.id = ${deals.itemId} and items.hidden_at is not null)`,
      ),
    )
    .limit(BATCH_SIZE)
  await forEachIsolated(hidden, { what: "deal", id: ({ id }) => id }, async ({ id }) => {
    const refundIds: string[] = []
    await inTransaction(async (tx) => {
      refundIds.length = 0
      const locked = await lockDeal(tx, id)
      if (!locked || locked.item.hiddenAt === null) return
      const note = "운영 정책에 따라 보이지 않게 된 물건이에요"
      await transitionDeal(tx, locked, { move: "cancel", ...SYSTEM, note }, refundIds)
    })
    await executeRefunds(refundIds)
  })
  return hidden.length
}

/**
 * Empties the addresses of deals that ended a month ago, and the claims of those that ended five years ago;
 * a job calls it.
 */
export async function forgetPastDeals(): Promise<void> {
  await db()
    .update(deals)
    .set({ recipient: "", phone: "", zonecode: "", address: "", addressDetail: "", request: "" })
    .where(and(lte(deals.endedAt, addDays(now(), -DEAL_LIMITS.addressDays)), sql`${deals.address} <> ''`))
  await inTransaction(async (tx) => {
    const removed = await tx.execute<{ id: string }>(sql`
      with past as (select id from deals
          where ended_at < ${getRetentionCutoff("contract", now()).toISOString()}::timestamptz),
        notes as (update deal_events set note = '' where note <> '' and deal_id in (select id from past)),
        emptied as (update deal_claims set details = '', seller_note = '', return_note = '', reason = ''
          where details <> '' and deal_id in (select id from past) returning id)
      delete from deal_claim_pictures where claim_id in (select id from emptied) returning picture_id as id`)
    await detachPictures(
      tx,
      removed.map(({ id }) => id),
    )
  })
}
