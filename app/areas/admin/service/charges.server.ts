/** Held charges as the back office lists them: with names, numbers, and the screen of what is paid for. */
import { sql } from "drizzle-orm"
import { href } from "react-router"
import type { z } from "zod"
import { isId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import type { Page } from "#app/platform/page.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { selectDealLinks } from "../../market/service/deal-sql.server.ts"
import { formatChargeNumber } from "../../money/office-rules.ts"
import {
  findChargeForAdmin,
  findChargesForAdmin,
  type AdminChargeRow,
  type ChargeFilter,
} from "../../money/service/admin-charges.server.ts"
import { findPartIds, selectOrderLinks } from "../../orders/service/order-sql.server.ts"
import type { AdminChargesQuery } from "../list-queries.ts"

type Times = "askedAt" | "heldAt" | "settledAt"

type ChargeListRow = Omit<AdminChargeRow, "payer" | "payee" | Times> & {
  number: string
  payer: string
  payee: string
  askedAt: string
  heldAt: string | null
  settledAt: string | null
}

/** The filter of an address. An order is paid in parts: its id finds the charges of all of them. */
export async function toChargeFilter({
  q: typed,
  ...filter
}: Omit<z.output<typeof AdminChargesQuery>, "after">): Promise<ChargeFilter> {
  const term = typed.trim()
  return { ...filter, term, subjectIds: isId(term) ? await findPartIds(term) : [] }
}

/** As `findChargesForAdmin`, as the list and its export show it. Null for anybody but an admin. */
export async function findCharges(
  actor: Actor,
  options: { filter: ChargeFilter; cursor: string | null; limit?: number },
): Promise<Page<ChargeListRow> | null> {
  const found = await findChargesForAdmin(actor, options)
  return found && { cursor: found.cursor, rows: found.rows.map(toListRow) }
}

const toListRow = (row: AdminChargeRow): ChargeListRow => ({
  ...row,
  number: formatChargeNumber(row.id),
  payer: row.payer ?? "탈퇴한 회원",
  payee: row.payee ?? "탈퇴한 회원",
  askedAt: row.askedAt.toISOString(),
  heldAt: row.heldAt && row.heldAt.toISOString(),
  settledAt: row.settledAt && row.settledAt.toISOString(),
})

/**
 * One charge as its own screen shows it, with the address of what it pays for: null where that is no more.
 * Null for anybody but an admin.
 */
export async function findChargeDetail(actor: Actor, chargeId: string) {
  const found = await findChargeForAdmin(actor, chargeId)
  if (!found) return null
  const { subjectId, payerId, payeeId, payments, refunds, ledger, ...row } = found
  const hrefs = await findSubjectHrefs([subjectId])
  return {
    ...toListRow(row),
    payerId,
    payeeId,
    payments,
    refunds,
    ledger,
    subjectHref: hrefs.get(subjectId) ?? null,
  }
}

const HREFS = {
  order: (id: string) => href("/admin/orders/:orderId", { orderId: id }),
  deal: (id: string) => href("/admin/deals/:dealId", { dealId: id }),
  item: (id: string) => href("/marketplace/:itemId", { itemId: id }),
}

/** Where an administrator looks at what is paid for, by its id. */
export async function findSubjectHrefs(subjectIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (subjectIds.length === 0) return new Map()
  const ids = sql`${sql.param([...subjectIds])}::uuid[]`
  const rows = await db().execute<{ subject_id: string; kind: keyof typeof HREFS; id: string }>(sql`
    ${selectOrderLinks(ids)} union all ${selectDealLinks(ids)}`)
  return new Map(rows.map((row) => [row.subject_id, HREFS[row.kind](row.id)]))
}
