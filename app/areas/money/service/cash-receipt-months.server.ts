/** The cash receipts of a month, by when they were issued, for the bookkeeper. */
import { and, gte, lt, sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import { ascending, page, type Page } from "#app/platform/page.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { maskIdentityNumber, type CashReceiptKind } from "../cash-receipt-rules.ts"
import { cashReceipts } from "../schema.server.ts"
import { getMonthBounds } from "./statements.server.ts"

export type IssuedCashReceipt = {
  id: string
  issuedAt: Date
  kind: CashReceiptKind
  issueNumber: string
  maskedNumber: string
  businessNumber: string
  title: string
  issuedWon: number
  cancelledWon: number
}

const issuedIn = (month: string) => {
  const { from, until } = getMonthBounds(month)
  return and(gte(cashReceipts.issuedAt, new Date(from)), lt(cashReceipts.issuedAt, new Date(until)))
}

/** How many receipts were issued in `month` (YYYY-MM) and their sums in won; zero without the right. */
export async function sumCashReceipts(
  actor: Actor,
  month: string,
): Promise<{ count: number; issuedWon: number; cancelledWon: number }> {
  if (!hasRight(actor, "money")) return { count: 0, issuedWon: 0, cancelledWon: 0 }
  const [sums] = await db()
    .select({
      count: sql<number>`count(*)::int`,
      issued: sql<string>`coalesce(sum(${cashReceipts.issuedWon}), 0)::text`,
      cancelled: sql<string>`coalesce(sum(${cashReceipts.cancelledWon}), 0)::text`,
    })
    .from(cashReceipts)
    .where(issuedIn(month))
  return {
    count: sums?.count ?? 0,
    issuedWon: Number(sums?.issued ?? 0),
    cancelledWon: Number(sums?.cancelled ?? 0),
  }
}

/** A page of the receipts of `month`, in the order in which they were issued; null without the right. */
export async function findIssuedCashReceipts(
  actor: Actor,
  { month, cursor, limit }: { month: string; cursor: string | null; limit: number },
): Promise<Page<IssuedCashReceipt> | null> {
  if (!hasRight(actor, "money")) return null
  const found = await page({
    from: (sortKeys) => db().select({ receipt: cashReceipts, sortKeys }).from(cashReceipts),
    order: ascending("issued", [cashReceipts.issuedAt, "time"], [cashReceipts.id, "id"]),
    filter: issuedIn(month),
    cursor,
    size: limit,
  })
  return {
    cursor: found.cursor,
    rows: found.rows.map(({ receipt }) => ({
      id: receipt.id,
      issuedAt: receipt.issuedAt ?? receipt.createdAt,
      kind: receipt.kind,
      issueNumber: receipt.issueNumber ?? "",
      maskedNumber: maskIdentityNumber(receipt.kind, receipt.identityNumber),
      businessNumber: receipt.businessNumber,
      title: receipt.orderName,
      issuedWon: receipt.issuedWon,
      cancelledWon: receipt.cancelledWon,
    })),
  }
}
