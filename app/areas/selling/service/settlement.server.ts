/** The settlement that a seller reads: what was sold, what it cost, what was and will be paid out. */
import { and, eq, not, sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import { descending, page } from "#app/platform/page.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { ledger } from "../../money/schema.server.ts"
import { isOwedToPerson } from "../../money/service/payment-sql.server.ts"
import { findPayeeMoney } from "../../money/service/payouts.server.ts"
import { orderGroups, orderLines, shopOrders } from "../../shop/schema.server.ts"
import { hasSellerDashboard } from "../rules.ts"

const PAGE_SIZE = 30

type Sums = { held: string; sold: string; commission: string; parcels: string }

const LEDGER_ORDER = descending("newest", [ledger.at, "time"], [ledger.id, "id"])

/**
 * The settlement of the actor's own shop: sums in won, the lines of its account (the newest first, 30 a
 * page), the newest payouts. A sale's line tells goods, the platform's coupon and the commission frozen at
 * the sale; together they are what was credited.
 */
export async function findSettlement(actor: Actor, after: string | null) {
  if (actor.kind !== "member" || !hasSellerDashboard(actor.sellerState)) return null
  const id = actor.userId
  const [money, sums, found] = await Promise.all([findPayeeMoney(id), sumSales(id), findEntries(id, after)])
  return {
    ...money,
    ...sums,
    rows: found.rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    next: found.cursor,
  }
}

async function sumSales(sellerId: string) {
  const [sums] = await db().execute<Sums>(sql`
    select coalesce((select sum(${shopOrders.itemsWon} + ${shopOrders.shippingWon} - ${shopOrders.discountWon}
          - ${shopOrders.refundedWon} - ${shopOrders.releasedWon})
        from ${shopOrders}
        where ${shopOrders.sellerId} = ${sellerId}::uuid and ${shopOrders.paidAt} is not null
          and ${shopOrders.itemsWon} + ${shopOrders.shippingWon} - ${shopOrders.discountWon}
            - ${shopOrders.refundedWon} - ${shopOrders.releasedWon} <> 0), 0)::text as held,
      sales.sold, sales.commission,
      -- Of what was returned after its confirmation, the way back stayed.
      (coalesce((select sum(${ledger.amountWon}) from ${ledger}
          where ${ledger.sellerId} = ${sellerId}::uuid and ${ledger.account} = 'seller'
            and ${ledger.kind} = 'order_rest'), 0)
        + coalesce((select sum(${ledger.amountWon})
          from ${orderLines} join ${ledger} on ${ledger.lineId} = ${orderLines.id}
          where ${orderLines.sellerId} = ${sellerId}::uuid and ${orderLines.state} = 'returned'
            and ${ledger.sellerId} = ${sellerId}::uuid and ${ledger.account} = 'seller'
            and ${ledger.kind} in ('sale', 'sale_back')), 0))::text as parcels
    from (
      select coalesce(sum(${orderLines.unitWon} * ${orderLines.quantity} - ${orderLines.discountWon}
          + ${orderLines.platformDiscountWon}), 0)::text as sold,
        coalesce(sum(${orderLines.commissionWon}), 0)::text as commission
      from ${orderLines}
      where ${orderLines.sellerId} = ${sellerId}::uuid and ${orderLines.state} = 'confirmed'
    ) as sales`)
  return {
    heldWon: Number(sums?.held ?? 0),
    soldWon: Number(sums?.sold ?? 0),
    commissionWon: Number(sums?.commission ?? 0),
    shippingFeesWon: Number(sums?.parcels ?? 0),
  }
}

const findEntries = (sellerId: string, after: string | null) =>
  page({
    from: (sortKeys) =>
      db()
        .select({
          id: ledger.id,
          kind: ledger.kind,
          amountWon: ledger.amountWon,
          at: ledger.at,
          title: orderLines.title,
          optionName: orderLines.optionName,
          quantity: orderLines.quantity,
          goodsWon: sql<
            number | null
          >`${orderLines.unitWon} * ${orderLines.quantity} - ${orderLines.discountWon} +
            ${orderLines.platformDiscountWon}`,
          commissionWon: orderLines.commissionWon,
          number: orderGroups.number,
          sortKeys,
        })
        .from(ledger)
        .leftJoin(orderLines, eq(orderLines.id, ledger.lineId))
        .leftJoin(orderGroups, eq(orderGroups.id, ledger.groupId)),
    order: LEDGER_ORDER,
    filter: and(eq(ledger.sellerId, sellerId), eq(ledger.account, "seller"), not(isOwedToPerson)),
    cursor: after,
    size: PAGE_SIZE,
  })
