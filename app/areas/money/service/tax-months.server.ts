/** What each of twelve months came to in tax papers: the invoices of the fee, and buyers' cash receipts. */
import { sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { cashReceipts, charges, ledger } from "../schema.server.ts"
import { getMonthBounds } from "./statements.server.ts"

export type TaxMonth = {
  /** YYYY-MM, in Korea. */ month: string
  /** Payees that are given an invoice, or a receipt where they run no business. */ invoices: number
  supplyWon: number
  vatWon: number
  feeWon: number
  receipts: number
  issuedWon: number
  cancelledWon: number
}

/**
 * The sums of `months` (YYYY-MM, the oldest first, without a gap), as the lists of each month have them; a
 * month without any is there with zeros. Null for whom it does not concern.
 */
export async function findTaxMonths(actor: Actor, months: readonly string[]): Promise<TaxMonth[] | null> {
  if (!hasRight(actor, "money")) return null
  const [first, last] = [months.at(0) ?? "", months.at(-1) ?? ""]
  const { from } = getMonthBounds(first)
  const { until } = getMonthBounds(last)
  const monthOf = (at: unknown) => sql`to_char(${at} at time zone 'Asia/Seoul', 'YYYY-MM')`
  const rows = await db().execute<Record<keyof TaxMonth, string>>(sql`
    with fees as (
      select ${monthOf(ledger.at)} as month, ${ledger.sellerId} as payee, sum(${ledger.amountWon}) as fee
        from ${ledger} join ${charges} on ${charges.id} = ${ledger.groupId} and ${charges.payerFeeWon} = 0
        where ${ledger.kind} = 'release' and ${ledger.account} = 'platform'
          and ${ledger.at} >= ${from}::timestamptz and ${ledger.at} < ${until}::timestamptz
        group by 1, 2 having sum(${ledger.amountWon}) > 0),
    invoiced as (select month, count(*) as invoices, sum(fee)::bigint as fee,
        sum(fee::bigint / 11)::bigint as vat from fees group by month),
    receipted as (
      select ${monthOf(cashReceipts.issuedAt)} as month, count(*) as receipts,
        sum(${cashReceipts.issuedWon})::bigint as issued,
        sum(${cashReceipts.cancelledWon})::bigint as cancelled
        from ${cashReceipts} where ${cashReceipts.issuedAt} >= ${from}::timestamptz
          and ${cashReceipts.issuedAt} < ${until}::timestamptz
        group by 1)
    select asked.month, coalesce(invoices, 0) as invoices, coalesce(fee - vat, 0) as "supplyWon",
      coalesce(vat, 0) as "vatWon", coalesce(fee, 0) as "feeWon", coalesce(receipts, 0) as receipts,
      coalesce(issued, 0) as "issuedWon", coalesce(cancelled, 0) as "cancelledWon"
    from unnest(${sql.param([...months])}::text[]) as asked (month)
      left join invoiced on invoiced.month = asked.month left join receipted on receipted.month = asked.month
    order by asked.month`)
  return rows.map((row) => ({
    month: row.month,
    invoices: Number(row.invoices),
    supplyWon: Number(row.supplyWon),
    vatWon: Number(row.vatWon),
    feeWon: Number(row.feeWon),
    receipts: Number(row.receipts),
    issuedWon: Number(row.issuedWon),
    cancelledWon: Number(row.cancelledWon),
  }))
}
