/** What other areas show of a request and of a proposal, and who talks about them. */
import { href } from "react-router"
import { and, eq, inArray, isNull, ne, notInArray, or } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import type { SubjectCard } from "#app/basics/subject.ts"
import { formatWon, formatWonRange } from "#app/basics/won.ts"
import { db } from "#app/platform/db.server.ts"
import type { SubjectSource } from "#app/platform/subjects.server.ts"
import {
  CATEGORY_LABELS,
  ORDER_STATE_LABELS,
  PROPOSAL_STATE_LABELS,
  type OrderState,
  type ProposalState,
} from "../rules.ts"
import { orderPhotos, orders, proposals } from "../schema.server.ts"

type Tone = NonNullable<SubjectCard["state"]>["tone"]
const ORDER_TONES: Record<OrderState, Tone> = {
  draft: "done",
  open: "open",
  matched: "progress",
  in_progress: "progress",
  delivered: "progress",
  changes_requested: "warn",
  completed: "done",
  disputed: "refused",
  cancelled: "done",
  expired: "done",
}
const PROPOSAL_TONES: Record<ProposalState, Tone> = {
  sent: "open",
  viewed: "open",
  accepted: "ok",
  declined: "done",
  withdrawn: "done",
  expired: "done",
  not_selected: "done",
}

const isFirstPhoto = and(
  eq(orderPhotos.orderId, orders.id),
  eq(orderPhotos.kind, "site"),
  eq(orderPhotos.position, 0),
)
const orderColumns = {
  id: orders.id,
  title: orders.title,
  category: orders.category,
  regionCode: orders.regionCode,
  state: orders.state,
  customerId: orders.customerId,
  pictureId: orderPhotos.pictureId,
}
type OrderSubjectRow = {
  id: string
  title: string
  category: keyof typeof CATEGORY_LABELS
  regionCode: string
  state: OrderState
  customerId: string
  pictureId: string | null
}

/**
 * Title, category and region are what every expert sees of an open request; budget, address and whom it went
 * to are not said.
 */
const toOrderCard = (order: OrderSubjectRow): SubjectCard => ({
  kind: "order",
  id: order.id,
  title: order.title,
  line: `${CATEGORY_LABELS[order.category]} · ${formatRegionName(order.regionCode)}`,
  priceText: null,
  pictureId: order.pictureId,
  href: href("/orders/:orderId", { orderId: order.id }),
  state: { tone: ORDER_TONES[order.state], label: ORDER_STATE_LABELS[order.state] },
  ownerId: order.customerId,
})

export const orderSubject: SubjectSource = {
  kind: "order",
  async loadCards(ids) {
    const rows = await db()
      .select(orderColumns)
      .from(orders)
      .leftJoin(orderPhotos, isFirstPhoto)
      .where(and(inArray(orders.id, ids.filter(isId)), ne(orders.state, "draft")))
    return rows.map(toOrderCard)
  },
  async loadCardFor(userId, id) {
    const [order] = await db()
      .select({
        ...orderColumns,
        agreedWon: orders.agreedWon,
        budgetMinWon: orders.budgetMinWon,
        budgetMaxWon: orders.budgetMaxWon,
        expertId: orders.expertId,
      })
      .from(orders)
      .leftJoin(orderPhotos, isFirstPhoto)
      .where(and(eq(orders.id, id), or(eq(orders.customerId, userId), eq(orders.expertId, userId))))
    if (!order) return null
    const budget =
      order.budgetMinWon === null && order.budgetMaxWon === null
        ? null
        : `예산 ${formatWonRange(order.budgetMinWon, order.budgetMaxWon)}`
    return {
      ...toOrderCard(order),
      priceText: order.agreedWon === null ? budget : formatWon(order.agreedWon),
      next: null,
    }
  },
  /** The customer and the expert whom they have chosen. */
  async findPartnerId(userId, id) {
    if (!isId(id)) return null
    const [order] = await db()
      .select({ customerId: orders.customerId, expertId: orders.expertId })
      .from(orders)
      .where(eq(orders.id, id))
    if (!order?.expertId) return null
    return order.customerId === userId ? order.expertId : order.expertId === userId ? order.customerId : null
  },
}

const proposalColumns = {
  ...orderColumns,
  proposalId: proposals.id,
  expertId: proposals.expertId,
  proposalState: proposals.state,
}
type ProposalSubjectRow = OrderSubjectRow & {
  proposalId: string
  expertId: string
  proposalState: ProposalState
}

/** The price of a proposal is between its two people. */
const toProposalCard = (row: ProposalSubjectRow): SubjectCard => ({
  ...toOrderCard(row),
  kind: "proposal",
  id: row.proposalId,
  state: { tone: PROPOSAL_TONES[row.proposalState], label: PROPOSAL_STATE_LABELS[row.proposalState] },
  ownerId: row.expertId,
})

export const proposalSubject: SubjectSource = {
  kind: "proposal",
  async loadCards(ids) {
    const rows = await db()
      .select(proposalColumns)
      .from(proposals)
      .innerJoin(orders, eq(orders.id, proposals.orderId))
      .leftJoin(orderPhotos, isFirstPhoto)
      .where(inArray(proposals.id, ids.filter(isId)))
    return rows.map(toProposalCard)
  },
  async loadCardFor(userId, id) {
    const [row] = await db()
      .select({ ...proposalColumns, totalWon: proposals.totalWon })
      .from(proposals)
      .innerJoin(orders, eq(orders.id, proposals.orderId))
      .leftJoin(orderPhotos, isFirstPhoto)
      .where(and(eq(proposals.id, id), or(eq(orders.customerId, userId), eq(proposals.expertId, userId))))
    if (!row) return null
    const isCustomer = row.customerId === userId
    const canChoose =
      isCustomer && row.state === "open" && (row.proposalState === "sent" || row.proposalState === "viewed")
    const state =
      row.state === "open"
        ? { tone: ORDER_TONES.open, label: ORDER_STATE_LABELS.open }
        : toProposalCard(row).state
    return {
      ...toProposalCard(row),
      state,
      priceText: formatWon(row.totalWon),
      href: isCustomer
        ? row.state === "open"
          ? href("/orders/:orderId/proposals", { orderId: row.id })
          : href("/orders/:orderId", { orderId: row.id })
        : href("/orders/:orderId/propose", { orderId: row.id }),
      next: canChoose
        ? {
            label: "선택하기",
            href: `${href("/orders/:orderId/proposals", { orderId: row.id })}?choose=${id}`,
          }
        : null,
    }
  },
  /**
   * The expert who made it and the customer of the request, while it may still lead to work or has done so.
   */
  async findPartnerId(userId, id) {
    if (!isId(id)) return null
    const [row] = await db()
      .select({ customerId: orders.customerId, expertId: proposals.expertId })
      .from(proposals)
      .innerJoin(orders, eq(orders.id, proposals.orderId))
      .where(
        and(
          eq(proposals.id, id),
          notInArray(proposals.state, ["withdrawn", "declined", "expired"]),
          isNull(orders.hiddenAt),
        ),
      )
    if (!row) return null
    return row.customerId === userId ? row.expertId : row.expertId === userId ? row.customerId : null
  },
}
