/**
 * Asks the provider to pay people out, and what became of it. A payout is written before it is asked for, and
 * asked for again by the same key: whatever is lost on the way, it is paid once.
 */
import { asRecord } from "#app/basics/record.ts"
import { and, asc, eq, inArray, isNotNull, lte } from "drizzle-orm"
import { isBusinessDay } from "#app/basics/business-days.ts"
import { now } from "#app/basics/clock.ts"
import { DAY_MS, getKstFields, MINUTE_MS, toKstDateString } from "#app/basics/time.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { log } from "#app/platform/log.server.ts"
import { getPayoutPort } from "#app/platform/payouts/port.server.ts"
import type { PayoutResult, ProviderPayout } from "#app/platform/payouts/payout.ts"
import { createReturnedPayoutPosting } from "../postings.ts"
import { PAYOUT_TRANSITIONS } from "../rules.ts"
import { payoutAccounts, payouts } from "../schema.server.ts"
import { postEntries } from "./ledger.server.ts"
import { findPayeeOfSeller, refreshPayee, registerDuePayees } from "./payee-registration.server.ts"
import { lockPersonAccount } from "./person-accounts.server.ts"

type Payout = typeof payouts.$inferSelect

const MAX_BATCH = 200
/** The provider pays on working days, within these hours in Korea. */
const PROVIDER_HOURS = { from: 8, until: 15 } as const
/** The provider remembers a key for fifteen days: later a payout asked for again could be another. */
const KEY_TTL_MS = 14 * DAY_MS
/** An answer takes a minute at the most; only then it is asked what became of it. */
const ANSWER_TIMEOUT_MS = 2 * MINUTE_MS

function isProviderOpen(): boolean {
  const { hour } = getKstFields(now())
  const isHour = hour >= PROVIDER_HOURS.from && hour < PROVIDER_HOURS.until
  return isHour && isBusinessDay(toKstDateString(now()))
}

const selectPayout = async (executor: Transaction, id: string): Promise<Payout | undefined> =>
  (await executor.select().from(payouts).where(eq(payouts.id, id)).for("update"))[0]

const findMove = (payout: Payout, move: "start" | "pay" | "fail") =>
  findTransition(PAYOUT_TRANSITIONS, { move, from: payout.state, role: "system" })

/**
 * Marks a payout as asked for, to the account of now; whoever comes second gets nothing, and neither does one
 * whose account the provider has still to be told.
 */
async function claimPayout(id: string): Promise<Payout | null> {
  return inTransaction(async (tx) => {
    const payout = await selectPayout(tx, id)
    const row = payout?.source === "person" && findMove(payout, "start")
    if (!payout || !row) return null
    const [account] = await tx.select().from(payoutAccounts).where(eq(payoutAccounts.userId, payout.sellerId))
    if (!account?.sellerId || account.isRegistrationDue) return null
    const columns = {
      state: row.to,
      provider: account.provider,
      providerSellerId: account.sellerId,
      sentAt: now(),
      updatedAt: now(),
    }
    await tx.update(payouts).set(columns).where(eq(payouts.id, id))
    return { ...payout, ...columns }
  })
}

/** The same request as often as it is asked: the key says that it is one. */
const requestFromProvider = (payout: Payout): Promise<PayoutResult<ProviderPayout>> =>
  getPayoutPort(payout.provider ?? "simulator").requestPayout(
    {
      refPayoutId: payout.providerRef ?? "",
      sellerId: payout.providerSellerId ?? "",
      amountWon: payout.amountWon,
    },
    `payout-${payout.id}`,
  )

/** Asks for a pending payout; outside of the provider's hours it stays pending. */
export async function sendPayout(id: string): Promise<void> {
  if (!isProviderOpen()) return
  const payout = await claimPayout(id)
  if (payout) await applyResult(id, await requestFromProvider(payout))
}

/** Sends what is pending, as far as the provider has the money; a job calls it. */
export async function sendPendingPayouts(): Promise<void> {
  if (!isProviderOpen()) return
  const pending = await db()
    .select({ id: payouts.id, amountWon: payouts.amountWon, provider: payouts.provider })
    .from(payouts)
    .where(and(eq(payouts.source, "person"), eq(payouts.state, "pending")))
    .orderBy(asc(payouts.createdAt), asc(payouts.id))
    .limit(MAX_BATCH)
  const provider = pending[0]?.provider
  if (!provider) return
  const balance = await getPayoutPort(provider).findBalance()
  if (balance.kind !== "done") return
  let availableWon = balance.value.availableWon
  await forEachIsolated(pending, { what: "payout", id: ({ id }) => id }, async ({ id, amountWon }) => {
    if (amountWon > availableWon) return log().error({ payout: id }, "the provider has too little to pay out")
    availableWon -= amountWon
    await sendPayout(id)
  })
}

/** What the provider says of a payout that it has, or of the request that it may have got. */
async function askProvider(payout: Payout): Promise<PayoutResult<ProviderPayout>> {
  if (payout.providerPayoutId)
    return getPayoutPort(payout.provider ?? "simulator").findPayout(payout.providerPayoutId)
  const isKeyValid = payout.sentAt !== null && now().getTime() - payout.sentAt.getTime() < KEY_TTL_MS
  if (isKeyValid) return isProviderOpen() ? requestFromProvider(payout) : { kind: "unknown", code: "CLOSED" }
  log().error({ payout: payout.id }, "nobody knows whether a payout was made: ask the provider by hand")
  return { kind: "unknown", code: "KEY_EXPIRED" }
}

/** Asks what became of payouts, registers payees and sends what is pending; a job calls it. */
export async function recheckPayouts(): Promise<void> {
  await registerDuePayees()
  const asked = await db()
    .select()
    .from(payouts)
    .where(
      and(
        eq(payouts.source, "person"),
        eq(payouts.state, "processing"),
        lte(payouts.sentAt, new Date(now().getTime() - ANSWER_TIMEOUT_MS)),
      ),
    )
    .orderBy(asc(payouts.sentAt))
    .limit(MAX_BATCH)
  await forEachIsolated(asked, { what: "payout", id: ({ id }) => id }, async (payout) => {
    await recheckPayout(payout)
  })
  await sendPendingPayouts()
}

/** Asks about a payout, and writes what was said. False where the provider did not answer. */
async function recheckPayout(payout: Payout): Promise<boolean> {
  const result = await askProvider(payout)
  // A payout that the provider has and says nothing of is no failed one.
  const isUnclear = result.kind === "refused" && payout.providerPayoutId !== null
  if (!isUnclear) await applyResult(payout.id, result)
  return result.kind !== "unknown"
}

const DEFAULT_REASON = "은행이 입금하지 못했어요."

/** Writes what the provider said; the same said twice changes nothing. */
async function applyResult(id: string, result: PayoutResult<ProviderPayout>): Promise<void> {
  if (result.kind === "unknown") return
  const refusedSeller = await inTransaction(async (tx) => {
    const payout = await selectPayout(tx, id)
    if (!payout) return null
    if (result.kind === "refused") {
      await failPayout(tx, payout, result.message || DEFAULT_REASON)
      return payout.sellerId
    }
    const { id: providerPayoutId, status, error } = result.value
    if (payout.providerPayoutId === null)
      await tx.update(payouts).set({ providerPayoutId }).where(eq(payouts.id, id))
    if (status === "COMPLETED") await completePayout(tx, payout)
    if (status === "FAILED" || status === "CANCELED")
      await failPayout(tx, payout, error?.message || DEFAULT_REASON)
    return null
  })
  // It may be that the provider wants to know more of them first.
  if (refusedSeller) await refreshPayee(refusedSeller)
}

async function completePayout(tx: Transaction, payout: Payout): Promise<void> {
  const row = findMove(payout, "pay")
  if (!row) return
  await tx
    .update(payouts)
    .set({ state: row.to, failureReason: "", updatedAt: now() })
    .where(eq(payouts.id, payout.id))
  await emit(tx, "payout.moved", { payoutId: payout.id, sellerId: payout.sellerId, toState: "paid" })
}

/** The money is owed again, and waits until the account is another or an administrator sends it again. */
async function failPayout(tx: Transaction, payout: Payout, reason: string): Promise<void> {
  const row = findMove(payout, "fail")
  if (!row) return
  await tx
    .update(payouts)
    .set({ state: row.to, failureReason: reason, updatedAt: now() })
    .where(eq(payouts.id, payout.id))
  await postEntries(tx, createReturnedPayoutPosting(payout))
  const account = await lockPersonAccount(tx, payout.sellerId)
  if (account?.accountNumber === payout.accountNumber)
    await tx
      .update(payoutAccounts)
      .set({ holdReason: reason })
      .where(eq(payoutAccounts.userId, payout.sellerId))
  await emit(tx, "payout.moved", { payoutId: payout.id, sellerId: payout.sellerId, toState: "failed" })
}

/**
 * The provider says that something happened to a payout or to somebody it pays. Nothing it says is believed:
 * it is asked. `unknown` where it did not answer, so that it comes again; `not_ours` for what is no webhook.
 */
export async function receivePayoutWebhook(body: unknown): Promise<"done" | "unknown" | "not_ours"> {
  const { eventType, entityBody } = asRecord(body)
  const { id } = asRecord(entityBody)
  if (typeof id !== "string" || id.length > 200) return "not_ours"
  if (eventType === "seller.changed") {
    const userId = await findPayeeOfSeller(id)
    if (userId) await refreshPayee(userId)
    return "done"
  }
  if (eventType !== "payout.changed") return "not_ours"
  const [payout] = await db()
    .select()
    .from(payouts)
    .where(
      and(
        eq(payouts.providerPayoutId, id),
        isNotNull(payouts.provider),
        inArray(payouts.state, ["processing", "paid"]),
      ),
    )
  return !payout || (await recheckPayout(payout)) ? "done" : "unknown"
}
