/** Looking at one order, through the eyes of whoever asks. */
import { selectRelay, toContactView, type RelayRecord } from "./contact-relay.server.ts"
import { asc, eq, sql } from "drizzle-orm"
import { addDays } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { isAdmin, isApprovedExpert, type Actor } from "../../accounts/rules.ts"
import { canSeeContact, LIMITS, getPayableWon } from "../rules.ts"
import { orderEvents, orders, proposals } from "../schema.server.ts"
import type {
  AfterPhoto,
  ChangeOrderView,
  OrderEventView,
  OrderPrivateDetails,
  OrderView,
  SplitView,
} from "../views.ts"
import { getRoleInOrder, type OrderRow, type ProposalRow } from "./transitions.server.ts"
import {
  selectLastDispute,
  selectOpenSplit,
  selectParts,
  toPartView,
  toSplitView,
  toDisputeView,
  type DisputeRecord,
  type PartRecord,
} from "./part-views.server.ts"
import { findPhotos } from "./photos.server.ts"
import { selectWarrantyClaims, toWarrantyView, type WarrantyClaimRecord } from "./warranty-views.server.ts"
import { hideOrderContacts, toOrderDetails, toIsoOrNull, toProposalView } from "./view-mappers.server.ts"

/**
 * One order as the actor may see it; null for whom it does not exist. The customer and an admin see all but
 * what is for the expert alone, the chosen expert sees the contact from the choice on (with 제3자 제공 consent,
 * until a cancellation), approved experts see an open request without anything private, and an expert who
 * proposed goes on seeing the request. What moderation has hidden exists for its two people and admins only.
 */
export async function findOrder(actor: Actor, orderId: string): Promise<OrderView | null> {
  if (actor.kind !== "member") return null
  const relevantExpertId = sql`case when ${orders.customerId} = ${actor.userId}::uuid
    or ${isAdmin(actor)} then ${orders.expertId} else ${actor.userId}::uuid end`
  const [row] = await db()
    .select({
      order: orders,
      proposal: proposals,
      changes: sql<ChangeOrderView[]>`(
        select coalesce(json_agg(json_build_object('id', c.id, 'state', c.state, 'title', c.title, 'reason',
          c.reason, 'amountWon', c.amount_won,
          'createdAt', c.created_at, 'decidedAt', c.decided_at) order by c.created_at, c.id), '[]')
        from change_orders c where c.order_id = orders.id)`,
      parts: selectParts,
      split: selectOpenSplit,
      dispute: selectLastDispute,
      warrantyClaims: selectWarrantyClaims,
      relay: selectRelay,
      hasEvidence: sql<boolean>`exists (select from order_evidence e where e.order_id = orders.id)`,
    })
    .from(orders)
    .leftJoin(
      proposals,
      sql`${proposals.orderId} = ${orders.id} and ${proposals.expertId} = ${relevantExpertId}`,
    )
    .where(eq(orders.id, orderId))
  if (!row) return null
  const role = getViewerRole(actor, row.order, row.proposal)
  if (!role) return null

  const photos = await findPhotos(orderId)
  const isOwner = role === "customer" || role === "admin"
  return {
    role,
    order: role === "viewer" ? hideOrderContacts(toOrderDetails(row.order)) : toOrderDetails(row.order),
    photos: photos.site,
    privateDetails: role === "viewer" ? null : await loadPrivateDetails(row, role, photos.after),
    proposal: row.proposal && toProposalView(row.proposal),
    invited: isOwner ? row.order.invitedExpertId !== null : row.order.invitedExpertId === actor.userId,
    alertedCount: isOwner ? row.order.alertedCount : 0,
    hiddenReason: row.order.hiddenAt && isOwner ? row.order.hiddenReason : null,
  }
}

function getViewerRole(
  actor: Actor,
  order: OrderRow,
  ownProposal: ProposalRow | null,
): OrderView["role"] | undefined {
  const role = getRoleInOrder(actor, order)
  if (role) return role
  if (order.hiddenAt) return undefined
  const isOnBoard = order.state === "open" && isApprovedExpert(actor)
  return isOnBoard || ownProposal ? "viewer" : undefined
}

async function loadPrivateDetails(
  row: {
    order: OrderRow
    changes: ChangeOrderView[]
    parts: PartRecord[]
    split: SplitView | null
    dispute: DisputeRecord | null
    proposal: ProposalRow | null
    warrantyClaims: WarrantyClaimRecord[]
    hasEvidence: boolean
    relay: RelayRecord | null
  },
  role: "customer" | "expert" | "admin",
  afterPhotos: AfterPhoto[],
): Promise<OrderPrivateDetails> {
  const { order } = row
  const changes = row.changes.map(withIsoTimes)
  const fee =
    order.feePayer === null || order.feeBps === null ? null : { payer: order.feePayer, bps: order.feeBps }
  const isContactVisible =
    role !== "expert" || (order.thirdPartyConsentAt !== null && canSeeContact(order.state))
  return {
    customerId: order.customerId,
    expertId: order.expertId,
    agreedWon: order.agreedWon,
    payableWon: order.agreedWon === null ? null : getPayableWon(order.agreedWon, changes),
    contact:
      isContactVisible && (order.address !== "" || order.contactPhone !== "")
        ? toContactView(order, row.relay, role)
        : null,
    cancelReason: order.cancelReason,
    changes,
    events: await findHistory(order.id),
    afterPhotos,
    payment: order.payment,
    fee,
    parts: row.parts.map((part) => toPartView(part, fee)),
    split: row.split && toSplitView(row.split),
    dispute: row.dispute && toDisputeView(row.dispute),
    hasEvidence: row.hasEvidence,
    warranty: toWarrantyView(order, row.proposal, row.warrantyClaims),
    matchedAt: toIsoOrNull(order.matchedAt),
    startedAt: toIsoOrNull(order.startedAt),
    deliveredAt: toIsoOrNull(order.deliveredAt),
    completedAt: toIsoOrNull(order.completedAt),
    cancelledAt: toIsoOrNull(order.cancelledAt),
    autoCompletesAt:
      order.state === "delivered" && order.deliveredAt
        ? addDays(order.deliveredAt, LIMITS.autoCompleteDays).toISOString()
        : null,
  }
}

// PostgreSQL writes the moments inside JSON in its own way.
const withIsoTimes = (change: ChangeOrderView): ChangeOrderView => ({
  ...change,
  createdAt: new Date(change.createdAt).toISOString(),
  decidedAt: change.decidedAt && new Date(change.decidedAt).toISOString(),
})

async function findHistory(orderId: string): Promise<OrderEventView[]> {
  const rows = await db()
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.at), asc(orderEvents.id))
  return rows.map((row) => ({
    move: row.move,
    toState: row.toState,
    role: row.actorRole,
    note: row.note,
    at: row.at.toISOString(),
  }))
}
