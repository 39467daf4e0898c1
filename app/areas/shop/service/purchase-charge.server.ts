/** The purchase as a charge: what money asks and tells of it, and what a payment does to it. */
import { href } from "react-router"
import { eq, sql, type SQL, type SQLWrapper } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { emit, insertEvents, newEvent } from "#app/platform/events.server.ts"
import { writeTogether, type Write } from "#app/platform/write-together.server.ts"
import { removeFromCart } from "../../accounts/service/cart.server.ts"
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
import { prepareLineTransition, type LineRow, type SellerOrderRow } from "./transitions.server.ts"
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
const SYSTEM = { role: "system", actorId: null } as const

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
  markPaid: (paymentWrites) => markPurchasePaid(tx, purchase, paymentWrites),
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
  const isFromCart = purchase.source === "cart"
  const sellerOrders = isFromCart ? await lockLinesBySellerOrder(tx, purchase.id) : []
  const { id: groupId, buyerId } = purchase
  await writeTogether(tx, [
    tx
      .update(orderGroups)
      .set({ state: "waiting_deposit", expiresAt: dueAt })
      .where(eq(orderGroups.id, groupId)),
    isFromCart ? removeFromCart(tx, buyerId, listVariantIds(sellerOrders)) : null,
    insertEvents(tx, [
      ...(isFromCart ? [newEvent("profile.changed", { userId: buyerId })] : []),
      newEvent("shop.deposit_waiting", { groupId, buyerId }),
    ]),
  ])
}

async function markPurchasePaid(
  tx: Transaction,
  purchase: PurchaseRow,
  paymentWrites: readonly Write[],
): Promise<void> {
  const at = now()
  const sellerOrders = await lockLinesBySellerOrder(tx, purchase.id)
  const isFromCart = purchase.source === "cart" && purchase.state === "pending"
  const { buyerId } = purchase
  const moved = sellerOrders.map(({ sellerOrder, lines }) =>
    prepareLineTransition(tx, sellerOrder, lines, { move: "pay", ...SYSTEM }, { paidAt: at }),
  )
  const events = [
    ...moved.flatMap((each) => each?.events ?? []),
    ...(isFromCart ? [newEvent("profile.changed", { userId: buyerId })] : []),
    ...sellerOrders.map(({ sellerOrder: { id: orderId, sellerId } }) =>
      newEvent("shop.paid", { groupId: purchase.id, orderId, buyerId, sellerId }),
    ),
  ]
  await writeTogether(tx, [
    ...paymentWrites,
    tx.update(orderGroups).set({ state: "paid", paidAt: at }).where(eq(orderGroups.id, purchase.id)),
    tx.update(shopOrders).set({ paidAt: at }).where(eq(shopOrders.groupId, purchase.id)),
    ...moved.flatMap((each) => each?.writes ?? []),
    isFromCart ? removeFromCart(tx, buyerId, listVariantIds(sellerOrders)) : null,
    insertEvents(tx, events),
  ])
  if (purchase.state !== "pending") await promiseArrivalAnew(tx, purchase.id, at)
}

type SellerOrderLines = { sellerOrder: SellerOrderRow; lines: LineRow[] }

/** The orders of a purchase with their lines, each order locked before its lines, as everybody does. */
async function lockLinesBySellerOrder(tx: Transaction, groupId: string): Promise<SellerOrderLines[]> {
  const rows = await tx
    .select({ sellerOrder: shopOrders, line: orderLines })
    .from(shopOrders)
    .innerJoin(orderLines, eq(orderLines.orderId, shopOrders.id))
    .where(eq(shopOrders.groupId, groupId))
    .orderBy(shopOrders.id, orderLines.id)
    .for("update", { of: [shopOrders, orderLines] })
  return [...Map.groupBy(rows, ({ sellerOrder }) => sellerOrder.id).values()].flatMap((ofOrder) =>
    ofOrder[0] ? [{ sellerOrder: ofOrder[0].sellerOrder, lines: ofOrder.map(({ line }) => line) }] : [],
  )
}

const listVariantIds = (sellerOrders: readonly SellerOrderLines[]) =>
  sellerOrders.flatMap(({ lines }) => lines.map((line) => line.variantId))

/** What waited for a deposit arrives as what is ordered when the money is there. */
async function promiseArrivalAnew(tx: Transaction, groupId: string, at: Date): Promise<void> {
  const sellerOrders = await tx
    .select({ id: shopOrders.id, dispatchDays: sellers.dispatchDays, vacation: sellers.vacation })
    .from(shopOrders)
    .innerJoin(sellers, eq(sellers.userId, shopOrders.sellerId))
    .where(eq(shopOrders.groupId, groupId))
  await tx.execute(sql`update shop_orders set arrives_on = promised.day
    from (values ${sql.join(
      sellerOrders.map(({ id, ...terms }) => sql`(${id}::uuid, ${calculateArrivalDay(terms, at)}::date)`),
      sql`, `,
    )}) as promised (id, day) where shop_orders.id = promised.id`)
}

/** What is shown where a purchase is paid. */
type SelectedSummary = { id: string; recipient: string; phone: string; title: string; lines: number }

const selectSummary = (id: SQL) => sql<SelectedSummary | null>`(
  select json_build_object('id', g.id, 'recipient', g.recipient, 'phone', g.phone,
    'title', (select l.title from order_lines l join shop_orders o on o.id = l.order_id
      where o.group_id = g.id order by l.id limit 1),
    'lines', (select count(*) from order_lines l join shop_orders o on o.id = l.order_id
      where o.group_id = g.id))
  from order_groups g where g.id = ${id})`

async function summarize({ id, recipient, phone, title, lines }: SelectedSummary) {
  return {
    title: lines > 1 ? `${truncateText(title, 80)} 외 ${lines - 1}건` : truncateText(title, 90),
    payerName: recipient,
    payerPhone: phone,
    resultHref: `${href("/shopping/order-complete")}?order=${id}`,
    hasCashReceiptParts: true,
    retryHref: (problem: string) => `${href("/shopping/checkout")}?order=${id}&problem=${problem}`,
  }
}

const lockAsked = (id: SQL) => sql`select g.id, g.total_won, g.expires_at from order_groups g
  where g.id = ${id} and g.state = 'pending' for update`

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
  lockAsked,
  selectSummary,
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
