/**
 * The ledger: every won that comes in, waits, goes back or goes out is a line of a posting whose sum is
 * 0.
 */
import { and, eq, sql } from "drizzle-orm"
import { formatWon } from "#app/basics/won.ts"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db, type Transaction } from "#app/platform/db.server.ts"
import { log } from "#app/platform/log.server.ts"
import type { LedgerAccount, LedgerKind } from "#app/areas/money/rules.ts"
import { ledger } from "#app/areas/money/schema.server.ts"
import { listEntries, type Posting } from "../postings.ts"
import { listChargeSubjects, type ChargeSubject } from "./charges.server.ts"

/** The entries of a posting, to be written with what they tell of; the same posting twice changes nothing. */
export function insertEntries(tx: Transaction, posting: Posting) {
  const entries = listEntries(posting)
  if (entries.length === 0) return null
  const { name, kind, references } = posting
  const at = now()
  return tx
    .insert(ledger)
    .values(entries.map((entry) => ({ id: newId(), posting: name, kind, at, ...entry, ...references })))
    .onConflictDoNothing()
}

/** Posts what happened once: the same posting a second time changes nothing. */
export async function postEntries(tx: Transaction, posting: Posting): Promise<void> {
  await insertEntries(tx, posting)
}

/** The sum in won of what was posted for a part of a charge: one kind, in one account. */
export async function sumEntries(
  tx: Transaction,
  of: { orderId: string; kind: LedgerKind; account: LedgerAccount },
): Promise<number> {
  const [sum] = await tx
    .select({ won: sql<number>`coalesce(sum(${ledger.amountWon}), 0)::bigint` })
    .from(ledger)
    .where(and(eq(ledger.orderId, of.orderId), eq(ledger.kind, of.kind), eq(ledger.account, of.account)))
  return sum?.won ?? 0
}

/** Selects charges whose held money is not what their subject holds, and what the subject finds itself. */
const checkSubject = ({ heldByCharge, mismatches }: ChargeSubject) => sql`
  select 'held', c.id::text, (coalesce(l.held, 0) - c.held)::text
  from (${heldByCharge}) c
  left join (select group_id, sum(amount_won) as held from ledger where account = 'held'
    group by group_id) l on l.group_id = c.id
  where coalesce(l.held, 0) <> c.held
  union all ${mismatches}`

export type LedgerMismatch = { what: string; id: string; differenceWon: number }

/**
 * What does not agree, empty where all is well: a posting that does not sum to 0; a refund, a payment, a
 * chargeback or a payout without its lines; a charge whose held money is not what its subject still holds.
 */
export async function checkLedger(): Promise<LedgerMismatch[]> {
  const subjectChecks = listChargeSubjects().map(checkSubject)
  const rows = await db().execute<{ what: string; id: string; difference: string }>(sql`
    select 'posting' as what, posting as id, sum(amount_won)::text as difference from ledger group by posting
      having sum(amount_won) <> 0
    union all
    select 'refunding', g.group_id::text, (g.posted - coalesce(r.open, 0))::text
    from (select group_id, sum(amount_won) as posted from ledger where account = 'refunding'
      group by group_id) g
    left join (select group_id, sum(amount_won) as open from refunds where state <> 'done'
      group by group_id) r on r.group_id = g.group_id
    where g.posted <> coalesce(r.open, 0)
    union all
    select 'paid', p.id::text, (p.amount_won - coalesce(l.paid, 0))::text
    from payments p left join (select posting, sum(amount_won) as paid from ledger
      where kind = 'payment' and account = 'held' group by posting) l on l.posting = 'payment:' || p.id::text
    where p.approved_at is not null and p.state in ('DONE', 'PARTIAL_CANCELED', 'CANCELED')
      and p.amount_won <> coalesce(l.paid, 0)
    union all
    select 'guarantee', g.group_id::text, sum(g.won)::text from (
      select group_id, amount_won as won from ledger where account = 'guarantee'
      union all select group_id, amount_won from chargebacks
      union all select group_id, -set_off_won from refunds where state = 'done' and set_off_won > 0) g
    group by g.group_id having sum(g.won) <> 0
    union all
    select 'payout', y.id::text, (coalesce(-l.out, 0) - case when y.state = 'failed' then 0
      else y.amount_won end)::text
    from payouts y left join (select payout_id, sum(amount_won) as out from ledger where account = 'seller'
      group by payout_id) l on l.payout_id = y.id
    where coalesce(-l.out, 0) <> case when y.state = 'failed' then 0 else y.amount_won end
    ${sql.join(
      subjectChecks.map((check) => sql`union all ${check}`),
      sql` `,
    )}`)
  return [...rows].map((row) => ({ what: row.what, id: row.id, differenceWon: Number(row.difference) }))
}

/** Says loudly where the ledger does not agree; a job calls it. */
export async function logLedgerMismatches(): Promise<void> {
  const mismatches = await checkLedger()
  if (mismatches.length > 0) log().error({ breaks: mismatches }, "the ledger does not agree")
}

/** The sums of all accounts in won; together they are 0. */
export async function sumLedgerAccounts(): Promise<Record<LedgerAccount, number>> {
  const sums: Record<LedgerAccount, number> = {
    outside: 0,
    held: 0,
    refunding: 0,
    seller: 0,
    platform: 0,
    guarantee: 0,
  }
  const rows = await db()
    .select({ account: ledger.account, sum: sql<string>`sum(${ledger.amountWon})` })
    .from(ledger)
    .groupBy(ledger.account)
  for (const row of rows) sums[row.account] = Number(row.sum)
  return sums
}

/**
 * The ledger in Korean lines for the command: what came in is what went back, what was earned and what is
 * held; then each break.
 */
export async function formatLedgerReport(): Promise<{ lines: string[]; isBalanced: boolean }> {
  const [mismatches, sums, [flows]] = await Promise.all([
    checkLedger(),
    sumLedgerAccounts(),
    db().execute<{ paid: string; returned: string; out: string }>(sql`
      select coalesce(-sum(amount_won) filter (where kind = 'payment'), 0)::text as paid,
        coalesce(sum(amount_won) filter (where kind in ('refund', 'refund_back', 'chargeback')), 0)::text
          as returned,
        coalesce(sum(amount_won) filter (where kind in ('payout', 'payout_returned')), 0)::text as out
      from ledger where account = 'outside'`),
  ])
  const [paid, returned, out] = [
    Number(flows?.paid ?? 0),
    Number(flows?.returned ?? 0),
    Number(flows?.out ?? 0),
  ]
  const earned = sums.seller + out + sums.platform + sums.guarantee
  const held = sums.held + sums.refunding
  const isBalanced = mismatches.length === 0 && paid === earned + returned + held
  return {
    isBalanced,
    lines: [
      `결제받은 돈        ${formatWon(paid)}`,
      `= 확정된 판매      ${formatWon(earned)} (판매자에게 보낸 돈 ${formatWon(out)}, 보낼 돈 ` +
        `${formatWon(sums.seller)}, 수수료와 쿠폰 ${formatWon(sums.platform)})`,
      `+ 돌려준 돈        ${formatWon(returned)}`,
      `+ 보관 중인 돈     ${formatWon(held)} (환불 중 ${formatWon(sums.refunding)})`,
      isBalanced ? "장부가 1원까지 맞아요." : "장부가 맞지 않아요.",
      ...mismatches.map((each) => `- ${each.what} ${each.id}: ${formatWon(each.differenceWon)}`),
    ],
  }
}
