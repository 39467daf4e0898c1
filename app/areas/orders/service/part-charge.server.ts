/** A part of an order as a charge: what money asks and tells of it, and what a payment does to it. */
import { href } from "react-router"
import { eq, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { db, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { findLegalNames } from "../../accounts/service/legal-names.server.ts"
import type { ChargeOwner, ChargeRow, SummarizedCharge } from "../../money/service/held-charges.server.ts"
import { chargesTable } from "../../money/service/charge-sql.server.ts"
import { PAYMENT_LIMITS } from "../payment-rules.ts"
import { orderParts, orders } from "../schema.server.ts"
import "./events.server.ts"
import { createDispute } from "./disputes.server.ts"
import { disputeParts, settleParts, toPartEvent, transitionPart, type PartRow } from "./parts.server.ts"
import { reopenOrder } from "./reopen.server.ts"
import { closeOpenSplit } from "./splits.server.ts"
import {
  canTransitionOrder,
  lockOrder,
  recordOrderHistory,
  rejectPendingChangeOrders,
  transitionOrder,
  type OrderRow,
} from "./transitions.server.ts"

/** The part of a charge with its order; null where the choice was undone since. */
async function loadPart(
  tx: Transaction,
  charge: ChargeRow,
): Promise<{ part: PartRow; order: OrderRow } | null> {
  const [row] = await tx
    .select({ part: orderParts, order: orders })
    .from(orderParts)
    .innerJoin(orders, eq(orders.id, orderParts.orderId))
    .where(eq(orderParts.id, charge.subjectId))
  return row?.part.chargeId === charge.id ? row : null
}

async function lockPartOrder(tx: Transaction, partId: string): Promise<void> {
  const [part] = await tx
    .select({ orderId: orderParts.orderId })
    .from(orderParts)
    .where(eq(orderParts.id, partId))
  if (part) await lockOrder(tx, part.orderId)
}

/** Nobody paid in time: the choice falls back with the first part, a later one is asked for anew. */
async function onExpired(tx: Transaction, charge: ChargeRow): Promise<void> {
  const found = await loadPart(tx, charge)
  if (found?.part.state !== "asked") return
  const { part, order } = found
  if (order.state === "matched") return reopenOrder(tx, order, { role: "system", actorId: null })
  await transitionPart(tx, part, "lapse", "system", { chargeId: null, askedAt: null })
  await emit(tx, "part.lapsed", toPartEvent(order, part))
}

async function onHeld(tx: Transaction, charge: ChargeRow): Promise<void> {
  const found = await loadPart(tx, charge)
  if (!found) throw new Error(`The charge ${charge.id} is of no part`)
  const { part, order } = found
  await transitionPart(tx, part, "hold", "system", { heldAt: now() })
  await recordOrderHistory(tx, order, {
    move: "part_held",
    role: "customer",
    actorId: order.customerId,
    note: part.name,
    details: { amountWon: part.amountWon, paidWon: charge.amountWon + charge.payerFeeWon },
  })
  await emit(tx, "part.held", toPartEvent(order, part))
}

const CHARGED_BACK_NOTE =
  "고객의 카드사나 은행이 결제를 되돌렸어요. 확인이 끝날 때까지 맡아 둔 돈은 움직이지 않아요."

/**
 * The customer's bank took the money of a part back. Before the start the order is cancelled, as its customer
 * could have; after it, it is disputed: what is held waits for an administrator.
 */
async function onChargedBack(tx: Transaction, charge: ChargeRow, refundIds: string[]): Promise<void> {
  const found = await loadPart(tx, charge)
  if (!found) return
  const { order } = found
  const performer = { role: "customer", actorId: order.customerId, note: CHARGED_BACK_NOTE } as const
  if (order.state === "matched") {
    const settlement = { expertWon: 0, reason: "카드사가 되돌린 결제", role: performer.role }
    await settleParts(tx, order, settlement, refundIds)
    await rejectPendingChangeOrders(tx, [order])
    await transitionOrder(
      tx,
      order,
      { ...performer, move: "cancel" },
      { cancelReason: CHARGED_BACK_NOTE, cancelledBy: order.customerId },
    )
  } else if (canTransitionOrder(order, "dispute", performer.role)) {
    await transitionOrder(tx, order, { ...performer, move: "dispute" })
    await createDispute(tx, order.id, performer.role)
    await disputeParts(tx, order.id, performer.role)
    await closeOpenSplit(tx, order.id)
  }
}

async function summarize(charge: SummarizedCharge) {
  const [row] = await db()
    .select({ orderId: orders.id, phone: orders.contactPhone })
    .from(orderParts)
    .innerJoin(orders, eq(orders.id, orderParts.orderId))
    .where(eq(orderParts.id, charge.subjectId))
  const payerNames = await findLegalNames("payment", [charge.payerId])
  const payHref = href("/pay/:chargeId", { chargeId: charge.id })
  const orderHref = row ? href("/orders/:orderId", { orderId: row.orderId }) : href("/orders")
  return {
    title: charge.title,
    payerName: payerNames.get(charge.payerId) ?? "",
    payerPhone: row?.phone ?? "",
    // Where the deposit is to go stands on the page where it is paid.
    resultHref: charge.state === "paying" ? payHref : orderHref,
    retryHref: (problem: string) => `${payHref}?${new URLSearchParams({ problem })}`,
    notes: [
      "결제한 돈은 결제대행사가 맡아 두고, 내가 확인하면 전문가에게 지급돼요.",
      `결과를 받고 ${PAYMENT_LIMITS.confirmDays}일 동안 답이 없으면 확인한 것으로 처리돼요. 그 전에 세 번 알려 드려요.`,
      "시작하기 전에 취소하면 전액 환불돼요. 시작한 뒤에는 두 사람의 합의나 분쟁 조정으로 정해요.",
    ],
  }
}

export const orderPartCharge: ChargeOwner = {
  kind: "order_part",
  lock: lockPartOrder,
  summarize,
  onHeld,
  onExpired,
  onChargedBack,
  async onChanged(tx, charge, what) {
    const found = await loadPart(tx, charge)
    if (found) await emit(tx, "part.changed", { ...toPartEvent(found.order, found.part), what })
  },
  // A part is held as long as its charge is, and is never charged twice.
  mismatches: sql`select 'part' as what, p.id::text as id, '0' as difference
    from order_parts p left join ${chargesTable} c on c.id = p.charge_id
    where (p.state in ('held', 'delivered', 'changes_requested', 'disputed')
        and c.state is distinct from 'held')
      or (p.state = 'asked' and (c.state is null or c.state not in ('asked', 'paying')))
      or (p.state in ('planned', 'cancelled') and c.state in ('asked', 'paying', 'held'))
      or (p.state in ('released', 'settled') and c.state in ('asked', 'paying', 'held'))`,
}
