/**
 * What the market's fee of a month came to for each payee, as its tax invoices need it (decision 086): the
 * fee of held charges that the payee bore, dated the last day of the month in Korea.
 */
import { and, eq, gt, gte, lt, sql } from "drizzle-orm"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { descending, page, type Page } from "#app/platform/page.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { findOfficeNames } from "../../accounts/service/people.server.ts"
import { splitVat } from "../rules.ts"
import { charges, ledger } from "../schema.server.ts"
import { getPayees } from "./payees.server.ts"
import { getMonthBounds } from "./statements.server.ts"

const PAGE_SIZE = 30

export type FeeInvoice = {
  payeeId: string
  /** The number by which the market keeps it; the tax office gives its own. */
  number: string
  /** YYYY-MM-DD, the last day of the month. */
  date: string
  /** Of their business; empty texts where they run none, so that a cash receipt takes its place. */
  businessNumber: string
  representative: string
  /** Of the business, else of the person. */
  name: string
  /** How many releases it is for. */
  releases: number
  supplyWon: number
  vatWon: number
  feeWon: number
}

/** The fees of the month `month` (YYYY-MM) by payee, those that are nothing left out. */
const feesOf = (month: string) => {
  const { from, until } = getMonthBounds(month)
  const feeWon = sql<number>`sum(${ledger.amountWon})`
  return db()
    .select({
      payeeId: sql<string>`${ledger.sellerId}`.as("payee_id"),
      feeWon: sql<number>`${feeWon}::bigint`.as("fee_won"),
      releases: sql<number>`count(*)::int`.as("releases"),
    })
    .from(ledger)
    .innerJoin(charges, and(eq(charges.id, ledger.groupId), eq(charges.payerFeeWon, 0)))
    .where(
      and(
        eq(ledger.kind, "release"),
        eq(ledger.account, "platform"),
        gte(ledger.at, new Date(from)),
        lt(ledger.at, new Date(until)),
      ),
    )
    .groupBy(ledger.sellerId)
    .having(gt(feeWon, 0))
    .as("fees")
}

const formatNumber = (month: string, payeeId: string) =>
  `${month.replace("-", "")}-${payeeId.slice(-12).toUpperCase()}`

/**
 * A page of the invoices of the month `month` (YYYY-MM), the highest fee first; `limit` is for exports. Null
 * for anybody but an admin.
 */
export async function findFeeInvoices(
  actor: Actor,
  { month, cursor, limit = PAGE_SIZE }: { month: string; cursor: string | null; limit?: number },
): Promise<Page<FeeInvoice> | null> {
  if (!hasRight(actor, "money")) return null
  const fees = feesOf(month)
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({ payeeId: fees.payeeId, feeWon: fees.feeWon, releases: fees.releases, sortKeys })
        .from(fees),
    order: descending("fee", [fees.feeWon, "integer"], [fees.payeeId, "id"]),
    filter: undefined,
    cursor,
    size: limit,
  })
  const ids = found.rows.map(({ payeeId }) => payeeId)
  const [businesses, people] = await Promise.all([
    getPayees().findApprovedBusinesses(ids),
    findOfficeNames(actor, ids),
  ])
  const date = addDays(toKstDateString(getMonthBounds(month).until), -1)
  return {
    cursor: found.cursor,
    rows: found.rows.map(({ payeeId, feeWon, releases }) => {
      const business = businesses.get(payeeId)
      return {
        payeeId,
        number: formatNumber(month, payeeId),
        date,
        businessNumber: business?.businessNumber ?? "",
        representative: business?.representative ?? "",
        name: business?.name ?? people.get(payeeId)?.name ?? "탈퇴한 회원",
        releases,
        ...splitVat(Number(feeWon)),
        feeWon: Number(feeWon),
      }
    }),
  }
}

/**
 * How many invoices the month `month` (YYYY-MM) has and what they come to in won. The tax is that of each
 * invoice, cut down each by itself. Zero for anybody but an admin.
 */
export async function sumFeeInvoices(
  actor: Actor,
  month: string,
): Promise<{ count: number; feeWon: number; vatWon: number; supplyWon: number }> {
  if (!hasRight(actor, "money")) return { count: 0, feeWon: 0, vatWon: 0, supplyWon: 0 }
  const fees = feesOf(month)
  const [sum] = await db()
    .select({
      count: sql<number>`count(*)::int`,
      fee: sql<string>`coalesce(sum(${fees.feeWon}), 0)::text`,
      vat: sql<string>`coalesce(sum(${fees.feeWon} / 11), 0)::bigint::text`,
    })
    .from(fees)
  const [feeWon, vatWon] = [Number(sum?.fee ?? 0), Number(sum?.vat ?? 0)]
  return { count: sum?.count ?? 0, feeWon, vatWon, supplyWon: feeWon - vatWon }
}
