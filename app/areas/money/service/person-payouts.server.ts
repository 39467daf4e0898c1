/**
 * Payouts of people: of what the ledger owes them for held charges, the day after it was released. A shop of
 * the same person is paid by itself.
 */
import { randomBytes } from "node:crypto"
import { and, eq, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { startOfKstDay, toKstDateString } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { getPayoutProvider } from "#app/platform/services.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { createPayoutPosting } from "../postings.ts"
import type { PayoutState } from "../rules.ts"
import { ledger, payoutAccounts, payouts } from "../schema.server.ts"
import { postEntries } from "./ledger.server.ts"
import { isOwedToPerson } from "./payment-sql.server.ts"
import { canBePaid } from "./payee-registration.server.ts"
import { sendPayout } from "./payout-requests.server.ts"
import { lockPersonAccount, type PersonAccount } from "./person-accounts.server.ts"

/** What is owed in won, and how much of it is old enough to be paid: what is released today waits. */
async function sumOwed(tx: Transaction, userId: string, coversUntil: Date) {
  const [sums] = await tx
    .select({
      owed: sql<string>`coalesce(sum(${ledger.amountWon}), 0)`,
      fresh: sql<string>`coalesce(sum(${ledger.amountWon}) filter (where ${ledger.kind} = 'release'
        and ${ledger.at} >= ${coversUntil.toISOString()}::timestamptz), 0)`,
    })
    .from(ledger)
    .where(and(eq(ledger.sellerId, userId), eq(ledger.account, "seller"), isOwedToPerson))
  const owedWon = Number(sums?.owed ?? 0)
  const payableWon = owedWon - Number(sums?.fresh ?? 0)
  if (!Number.isSafeInteger(payableWon)) throw new RangeError("The balance is too large to be exact")
  return payableWon
}

/**
 * Makes a payout of all that is owed to the owner of a locked account and was released before today. Null
 * where nothing is.
 */
async function createPersonPayout(tx: Transaction, account: PersonAccount): Promise<string | null> {
  if (!canBePaid(account) || !account.provider || !account.sellerId) return null
  const at = now()
  const coversUntil = startOfKstDay(toKstDateString(at))
  const amountWon = await sumOwed(tx, account.userId, coversUntil)
  if (amountWon <= 0) return null
  const payout = { id: newId(), sellerId: account.userId, amountWon }
  await tx.insert(payouts).values({
    ...payout,
    state: "pending",
    bank: account.bank,
    accountNumber: account.accountNumber,
    accountHolder: account.accountHolder,
    source: "person",
    coversUntil,
    provider: account.provider,
    providerRef: `o-${randomBytes(13).toString("base64url")}`,
    providerSellerId: account.sellerId,
    createdAt: at,
    updatedAt: at,
  })
  await postEntries(tx, createPayoutPosting(payout))
  return payout.id
}

/** Makes the payouts of today, one that fails holding up no other. Returns how many were made. */
export async function createPersonPayouts(): Promise<number> {
  if (!getPayoutProvider()) return 0
  const due = await db().execute<{ user_id: string }>(sql`
    select a.user_id from ${payoutAccounts} a
    where a.hold_reason = '' and a.seller_state in ('PARTIALLY_APPROVED', 'APPROVED')
      and (select coalesce(sum(amount_won), 0) from ledger
        where seller_id = a.user_id and account = 'seller' and ${isOwedToPerson}) > 0
    order by a.user_id`)
  let createdCount = 0
  await forEachIsolated(due, { what: "payout", id: (row) => row.user_id }, async ({ user_id: userId }) => {
    const created = await inTransaction(async (tx) => {
      const account = await lockPersonAccount(tx, userId)
      return account ? createPersonPayout(tx, account) : null
    })
    if (created) createdCount += 1
  })
  return createdCount
}

/**
 * An admin sends a failed payout again: what is owed today, to the account of today. Refusals: `not_found`,
 * `not_now` where it did not fail, `off` where nobody pays people out, `not_payable` where their account is
 * not approved, `nothing_owed` where it went out meanwhile.
 */
export async function retryPersonPayout(
  actor: Actor,
  payoutId: string,
): Promise<
  Outcome<"not_found" | "not_now" | "off" | "not_payable" | "nothing_owed", { state: PayoutState }>
> {
  if (!hasRight(actor, "money") || !isId(payoutId)) return refuse("not_found")
  if (!getPayoutProvider()) return refuse("off")
  const outcome = await inTransaction(async (tx) => {
    const [failed] = await tx.select().from(payouts).where(eq(payouts.id, payoutId))
    if (failed?.source !== "person") return refuse("not_found")
    if (failed.state !== "failed") return refuse("not_now")
    const account = await lockPersonAccount(tx, failed.sellerId)
    if (!account || !canBePaid({ ...account, holdReason: "" })) return refuse("not_payable")
    await tx.update(payoutAccounts).set({ holdReason: "" }).where(eq(payoutAccounts.userId, account.userId))
    const created = await createPersonPayout(tx, { ...account, holdReason: "" })
    if (!created) return refuse("nothing_owed")
    const title = `${account.accountHolder} ${formatWon(failed.amountWon)}`
    await audit(tx, actor, {
      action: "payout.retry",
      subject: { kind: "payout", id: payoutId, title },
      before: { state: "failed" },
      after: { state: "pending" },
    })
    return ok({ payoutId: created })
  })
  if (!outcome.ok) return outcome
  await sendPayout(outcome.payoutId)
  const [sent] = await db()
    .select({ state: payouts.state })
    .from(payouts)
    .where(eq(payouts.id, outcome.payoutId))
  return ok({ state: sent?.state ?? "pending" })
}

/**
 * What is owed to people who cannot be paid, because their account is missing, waits for the provider or
 * failed; null for anybody but an admin.
 */
export async function sumWaitingMoney(actor: Actor): Promise<{ people: number; won: number } | null> {
  if (!hasRight(actor, "money")) return null
  const [sum] = await db().execute<{ people: number; won: string }>(sql`
    select count(*)::int as people, coalesce(sum(owed.won), 0)::text as won
    from (select distinct payee_id from charges) payees
    cross join lateral (select sum(amount_won) as won from ledger
      where seller_id = payees.payee_id and account = 'seller' and ${isOwedToPerson}) owed
    where owed.won > 0 and not exists (select from payout_accounts a where a.user_id = payees.payee_id
      and not a.is_registration_due and a.seller_problem = '' and a.hold_reason = ''
      and a.seller_state in ('PARTIALLY_APPROVED', 'APPROVED'))`)
  return { people: sum?.people ?? 0, won: Number(sum?.won ?? 0) }
}
