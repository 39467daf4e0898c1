/** The purchase as a charge: what money asks and tells of it, and what a payment does to it. */
import { href } from "react-router"
import { eq, inArray, sql, type SQLWrapper } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db, pipelined, preparedQuery, type Transaction } from "#app/platform/db.server.ts"
import { emit, emitMany } from "#app/platform/events.server.ts"
import { updateCart } from "../../accounts/service/cart.server.ts"
import type {
  CashReceiptPart,
  Charge,
  ChargeSubject,
  LockedCharge,
  RefundAccount,
} from "../../money/service/charges.server.ts"
import type { PurchaseState } from "../rules.ts"
import { calculateArrivalDay } from "./arrival.server.ts"
import { orderGroups, orderLines, sellers, shopOrders } from "../schema.server.ts"
import "./events.server.ts"
import { expirePurchases } from "./expiry.server.ts"
import { transitionLines } from "./transitions.server.ts"
import { truncateText } from "../../../basics/truncate-text.ts"

const purchaseColumns = {
  id: orderGroups.id,
  number: orderGroups.number,
  buyerId: orderGroups.buyerId,
  state: orderGroups.state,
  source: orderGroups.source,
  totalWon: orderGroups.totalWon,
  expiresAt: orderGroups.expiresAt,
  refundBank: orderGroups.refundBank,
  refundAccount: orderGroups.refundAccount,
  refundHolder: orderGroups.refundHolder,
}
type PurchaseRow = Pick<typeof orderGroups.$inferSelect, keyof typeof purchaseColumns>

const CHARGE_STATES: Record<PurchaseState, LockedCharge["state"]> = {
  pending: "asked",
  waiting_deposit: "waiting_deposit",
  paid: "paid",
  expired: "expired",
}

const KIND = "purchase"

function toCharge(tx: Transaction, purchase: PurchaseRow): Charge {
  const references = { groupId: purchase.id, buyerId: purchase.buyerId }
  return {
    id: purchase.id,
    kind: KIND,
    title: `주문 ${purchase.number}`,
    payerId: purchase.buyerId,
    amountWon: purchase.totalWon,
    refundAccount: {
      bank: purchase.refundBank,
      accountNumber: purchase.refundAccount,
      holder: purchase.refundHolder,
    },
    saveRefundAccount: (account) => saveRefundAccount(tx, purchase, account),
    onRefundAccountTold: () => emitRefundAccountTold(tx, purchase, true),
    onRefundAccountNeeded: (refundId) => emit(tx, "shop.account_needed", { refundId, ...references }),
    onRefunded: (refundId) => emit(tx, "shop.refunded", { refundId, ...references }),
    findCashReceiptParts: () => findCashReceiptParts(tx, purchase),
  }
}

const toLockedCharge = (tx: Transaction, purchase: PurchaseRow): LockedCharge => ({
  ...toCharge(tx, purchase),
  state: CHARGE_STATES[purchase.state],
  expiresAt: purchase.expiresAt,
  extend: async (moment) =>
    void (await tx.update(orderGroups).set({ expiresAt: moment }).where(eq(orderGroups.id, purchase.id))),
  awaitDeposit: (dueAt) => startDepositWait(tx, purchase, dueAt),
  markPaid: () => markPurchasePaid(tx, purchase),
  onFailed: () => emit(tx, "shop.payment_failed", { groupId: purchase.id, buyerId: purchase.buyerId }),
  expire: (byPayer) => expirePurchases(tx, [purchase], byPayer),
  // The goods are on their way, and their seller has no part in it: the market bears it (decision 036).
  onChargedBack: async () => {},
})

/** What each seller is paid: their goods and the parcel without what a coupon took off. */
const findCashReceiptParts = (tx: Transaction, { id, number }: PurchaseRow): Promise<CashReceiptPart[]> =>
  tx
    .select({
      id: shopOrders.id,
      title: sql<string>`${`주문 ${number}`}`,
      businessNumber: sellers.businessNumber,
      amountWon:
        sql<number>`${shopOrders.itemsWon} + ${shopOrders.shippingWon} - ${shopOrders.discountWon}`.mapWith(
          Number,
        ),
    })
    .from(shopOrders)
    .innerJoin(sellers, eq(sellers.userId, shopOrders.sellerId))
    .where(eq(shopOrders.groupId, id))
    .orderBy(shopOrders.id)

const emitRefundAccountTold = (tx: Transaction, purchase: PurchaseRow, byOffice: boolean) =>
  emit(tx, "shop.refund_account_told", {
    groupId: purchase.id,
    buyerId: purchase.buyerId,
    tellingId: newId(),
    byOffice,
  })

async function saveRefundAccount(
  tx: Transaction,
  purchase: PurchaseRow,
  account: RefundAccount,
): Promise<void> {
  await tx
    .update(orderGroups)
    .set({ refundBank: account.bank, refundAccount: account.accountNumber, refundHolder: account.holder })
    .where(eq(orderGroups.id, purchase.id))
  await emitRefundAccountTold(tx, purchase, false)
}

async function startDepositWait(tx: Transaction, purchase: PurchaseRow, dueAt: Date): Promise<void> {
  await tx
    .update(orderGroups)
    .set({ state: "waiting_deposit", expiresAt: dueAt })
    .where(eq(orderGroups.id, purchase.id))
  await removePurchasedFromCart(tx, purchase)
  await emit(tx, "shop.deposit_waiting", { groupId: purchase.id, buyerId: purchase.buyerId })
}

async function markPurchasePaid(tx: Transaction, purchase: PurchaseRow): Promise<void> {
  const at = now()
  const [, sellerOrders, lines] = await pipelined([
    tx.update(orderGroups).set({ state: "paid", paidAt: at }).where(eq(orderGroups.id, purchase.id)),
    tx.update(shopOrders).set({ paidAt: at }).where(eq(shopOrders.groupId, purchase.id)).returning({
      id: shopOrders.id,
      groupId: shopOrders.groupId,
      buyerId: shopOrders.buyerId,
      sellerId: shopOrders.sellerId,
    }),
    tx
      .select()
      .from(orderLines)
      .where(
        inArray(
          orderLines.orderId,
          tx.select({ id: shopOrders.id }).from(shopOrders).where(eq(shopOrders.groupId, purchase.id)),
        ),
      )
      .for("update"),
  ])
  for (const sellerOrder of sellerOrders)
    await transitionLines(
      tx,
      sellerOrder,
      lines.filter((line) => line.orderId === sellerOrder.id),
      { move: "pay", role: "system", actorId: null },
      { paidAt: at },
    )
  if (purchase.state === "pending") await removePurchasedFromCart(tx, purchase, lines)
  else await promiseArrivalAnew(tx, purchase.id, at)
  await emitMany(
    tx,
    "shop.paid",
    sellerOrders.map((sellerOrder) => ({
      groupId: purchase.id,
      orderId: sellerOrder.id,
      buyerId: sellerOrder.buyerId,
      sellerId: sellerOrder.sellerId,
    })),
  )
}

/** What waited for a deposit arrives as what is ordered when the money is there. */
async function promiseArrivalAnew(tx: Transaction, groupId: string, at: Date): Promise<void> {
  const sellerOrders = await tx
    .select({ id: shopOrders.id, dispatchDays: sellers.dispatchDays })
    .from(shopOrders)
    .innerJoin(sellers, eq(sellers.userId, shopOrders.sellerId))
    .where(eq(shopOrders.groupId, groupId))
  await tx.execute(sql`update shop_orders set arrives_on = promised.day
    from (values ${sql.join(
      sellerOrders.map(
        ({ id, dispatchDays }) => sql`(${id}::uuid, ${calculateArrivalDay(dispatchDays, at)}::date)`,
      ),
      sql`, `,
    )}) as promised (id, day) where shop_orders.id = promised.id`)
}

/** What was bought leaves the cart. */
async function removePurchasedFromCart(
  tx: Transaction,
  purchase: PurchaseRow,
  lines?: readonly { variantId: string }[],
): Promise<void> {
  if (purchase.source !== "cart") return
  const purchasedLines =
    lines ??
    (await tx
      .select({ variantId: orderLines.variantId })
      .from(orderLines)
      .innerJoin(shopOrders, eq(shopOrders.id, orderLines.orderId))
      .where(eq(shopOrders.groupId, purchase.id)))
  const ids = new Set<unknown>(purchasedLines.map((line) => line.variantId))
  await updateCart(tx, purchase.buyerId, (cart) =>
    cart.some((line) => ids.has(line.variantId)) ? cart.filter((line) => !ids.has(line.variantId)) : null,
  )
}

const summaryQuery = preparedQuery(["id"], ({ id }) =>
  db()
    .select({
      recipient: orderGroups.recipient,
      phone: orderGroups.phone,
      title: sql<string>`(select l.title from order_lines l join shop_orders o on o.id = l.order_id
        where o.group_id = order_groups.id order by l.id limit 1)`,
      lines: sql<number>`(select count(*)::int from order_lines l join shop_orders o on o.id = l.order_id
        where o.group_id = order_groups.id)`,
    })
    .from(orderGroups)
    .where(eq(orderGroups.id, id)),
)

async function summarize(id: string) {
  const [row] = await summaryQuery({ id })
  if (!row) return null
  const { title, lines } = row
  return {
    title: lines > 1 ? `${truncateText(title, 80)} 외 ${lines - 1}건` : truncateText(title, 90),
    payerName: row.recipient,
    payerPhone: row.phone,
    resultHref: `${href("/shopping/order-complete")}?order=${id}`,
    hasCashReceiptParts: true,
    retryHref: (problem: string) => `${href("/shopping/checkout")}?order=${id}&problem=${problem}`,
  }
}

async function lock(tx: Transaction, id: string | SQLWrapper): Promise<LockedCharge | null> {
  const [purchase] = await tx
    .select(purchaseColumns)
    .from(orderGroups)
    .where(eq(orderGroups.id, id))
    .for("update")
  return purchase ? toLockedCharge(tx, purchase) : null
}

async function find(tx: Transaction, id: string): Promise<Charge | null> {
  const [purchase] = await tx.select(purchaseColumns).from(orderGroups).where(eq(orderGroups.id, id))
  return purchase ? toCharge(tx, purchase) : null
}

export const purchaseCharge: ChargeSubject = {
  kind: KIND,
  find,
  lock,
  summarize,
  heldByCharge: sql`select g.id, coalesce(o.held, 0) as held
    from order_groups g left join (
      select group_id, sum(items_won + shipping_won - discount_won - refunded_won - released_won) as held
        from shop_orders where paid_at is not null group by group_id
    ) o on o.group_id = g.id`,
  // The total of a purchase is the sum of its orders.
  mismatches: sql`
    select 'group' as what, g.id::text as id,
      (g.total_won - sum(o.items_won + o.shipping_won - o.discount_won))::text as difference
    from order_groups g join shop_orders o on o.group_id = g.id group by g.id
      having g.total_won <> sum(o.items_won + o.shipping_won - o.discount_won)`,
}
