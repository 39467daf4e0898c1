/** The warranty of an order and the claims about it, as its two people and administrators see them. */
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { daysBetween, toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { byAge, page } from "#app/platform/page.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { orders, warrantyClaims } from "../schema.server.ts"
import type { Page, PictureView, WarrantyClaimView, WarrantyView } from "../views.ts"
import { canEscalate, getWarrantyEnd, WARRANTY_LIMITS, type WarrantyState } from "../warranty-rules.ts"
import type { OrderRow, ProposalRow } from "./transitions.server.ts"
import { toIsoOrNull } from "./view-mappers.server.ts"

/** A claim as the database writes it into JSON. */
export type WarrantyClaimRecord = Omit<
  WarrantyClaimView,
  "canEscalate" | "isRepairFailing" | "defectPhotos" | "repairPhotos"
> & {
  namedDays: number
  failedRepairs: number
  photos: (PictureView & { kind: "defect" | "repair" })[]
}

/** Selects the claims about the order of the outer statement, newest first. */
export const selectWarrantyClaims = sql<WarrantyClaimRecord[]>`(
  select coalesce(json_agg(json_build_object('id', w.id, 'state', w.state, 'details', w.details,
    'answerDueOn', w.answer_due_on, 'isLate', w.is_late, 'answer', w.answer, 'visitOn', w.visit_on,
    'namedDays', w.named_days, 'failedRepairs', w.failed_repairs,
    'refusalReason', w.refusal_reason, 'repairNote', w.repair_note, 'escalationNote', w.escalation_note,
    'decision', w.decision, 'decisionReason', w.decision_reason, 'createdAt', w.created_at,
    'answeredAt', w.answered_at, 'repairedAt', w.repaired_at, 'closedAt', w.closed_at,
    'photos', (select coalesce(json_agg(json_build_object('kind', wp.kind, 'id', p.id, 'alt', p.alt,
        'width', p.width, 'height', p.height, 'placeholder', p.placeholder)
        order by wp.kind, wp.position), '[]')
      from warranty_photos wp join pictures p on p.id = wp.picture_id where wp.claim_id = w.id))
    order by w.id desc), '[]')
  from warranty_claims w where w.order_id = orders.id)`

// PostgreSQL writes the moments inside JSON in its own way.
const toIso = (moment: string | null): string | null => moment && new Date(moment).toISOString()

const withoutKind = ({ kind: _kind, ...picture }: PictureView & { kind: string }): PictureView => picture

function toClaimView({ photos, namedDays, failedRepairs, ...claim }: WarrantyClaimRecord): WarrantyClaimView {
  return {
    ...claim,
    createdAt: new Date(claim.createdAt).toISOString(),
    answeredAt: toIso(claim.answeredAt),
    repairedAt: toIso(claim.repairedAt),
    closedAt: toIso(claim.closedAt),
    canEscalate: canEscalate({ ...claim, namedDays, failedRepairs }, now()),
    isRepairFailing: failedRepairs >= WARRANTY_LIMITS.failedRepairs,
    defectPhotos: photos.filter(({ kind }) => kind === "defect").map(withoutKind),
    repairPhotos: photos.filter(({ kind }) => kind === "repair").map(withoutKind),
  }
}

/** The warranty of a completed order; null where there is none. */
export function toWarrantyView(
  order: OrderRow,
  proposal: ProposalRow | null,
  claims: readonly WarrantyClaimRecord[],
): WarrantyView | null {
  if (order.state !== "completed" || order.completedAt === null) return null
  if (proposal?.id !== order.acceptedProposalId || !proposal || proposal.warrantyMonths === 0) return null
  const lastDay = getWarrantyEnd(order.completedAt, proposal.warrantyMonths)
  return {
    months: proposal.warrantyMonths,
    covered: proposal.included,
    lastDay,
    daysLeft: daysBetween(toKstDateString(now()), lastDay),
    claims: claims.map(toClaimView),
  }
}

export type WarrantyQueue = "waiting" | "decided"
export type AdminWarrantyRow = {
  id: string
  orderId: string
  title: string
  state: WarrantyState
  isLate: boolean
  customerId: string
  expertId: string
  decision: "repair" | "close" | null
  /** When it came to the administrators. */
  at: string
}

const QUEUE_ORDER = byAge([warrantyClaims.escalatedAt, "time"], [warrantyClaims.id, "id"])
const QUEUE_STATES: Record<WarrantyQueue, readonly WarrantyState[]> = {
  waiting: ["escalated"],
  decided: ["opened", "answered", "visiting", "repaired", "closed", "refused"],
}

/**
 * Claims that customers brought before administrators: those that wait, the oldest first, or those that were
 * decided, the newest first; 30 a page. Null for anybody but an admin.
 */
export async function findEscalatedClaims(
  actor: Actor,
  { queue, cursor }: { queue: WarrantyQueue; cursor: string | null },
): Promise<Page<AdminWarrantyRow> | null> {
  if (!hasRight(actor, "people")) return null
  const result = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: warrantyClaims.id,
          orderId: warrantyClaims.orderId,
          title: orders.title,
          state: warrantyClaims.state,
          isLate: warrantyClaims.isLate,
          customerId: warrantyClaims.customerId,
          expertId: warrantyClaims.expertId,
          decision: warrantyClaims.decision,
          at: warrantyClaims.escalatedAt,
          sortKeys,
        })
        .from(warrantyClaims)
        .innerJoin(orders, eq(orders.id, warrantyClaims.orderId)),
    order: QUEUE_ORDER[queue === "waiting" ? "oldest" : "newest"],
    filter: and(
      isNotNull(warrantyClaims.escalatedAt),
      inArray(warrantyClaims.state, [...QUEUE_STATES[queue]]),
    ),
    cursor,
    size: 30,
  })
  return {
    cursor: result.cursor,
    rows: result.rows.map((row) => ({ ...row, at: toIsoOrNull(row.at) ?? "" })),
  }
}
