/** How many second-hand deals wait for a person. */
import { sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { countsSubquery } from "#app/platform/json-subqueries.server.ts"

/**
 * Counts what waits for the user `userId`: as a seller prices offered and parcels to send, as a buyer deals
 * to pay and goods to confirm.
 */
export const countWaitingDeals = (userId: string) =>
  countsSubquery({
    priceOffers: sql`(select count(*)::int from items i join price_offers o on o.item_id = i.id
      where i.seller_id = ${userId} and i.deleted_at is null and o.state = 'offered'
        and o.expires_at > ${now().toISOString()})`,
    parcels: sql`(select count(*)::int from deals d
      where d.seller_id = ${userId} and d.state = 'paid' and d.method = 'parcel')`,
    payments: sql`(select count(*)::int from deals d where d.buyer_id = ${userId} and d.state = 'asked')`,
    receivedGoods: sql`(select count(*)::int from deals d
      where d.buyer_id = ${userId} and d.state = 'received')`,
  })
