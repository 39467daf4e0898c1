/** What a buyer may choose from at the checkout, looked at in one go. */
import { sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { db, preparedQuery } from "#app/platform/db.server.ts"
import type { Member } from "../../accounts/rules.ts"
import type { DeliveryAddress } from "../views.ts"
import { selectAddresses } from "./addresses.server.ts"
import { selectUsableCoupons, type CouponOffer } from "./coupons.server.ts"

type LastAddress = Omit<DeliveryAddress, "id" | "isDefault">

/** Selects where the buyer's last order went to; null where there is none. */
const selectLastAddress = (buyerId: SQL) => sql<LastAddress | null>`(
  select json_build_object('recipient', g.recipient, 'phone', g.phone, 'zonecode', g.zonecode,
    'address', g.address, 'addressDetail', g.address_detail, 'request', g.request)
  from order_groups g where g.buyer_id = ${buyerId} and g.recipient <> ''
  order by g.created_at desc, g.id desc limit 1)`

const choicesQuery = preparedQuery(["groupId", "buyerId", "at"], (own) =>
  db()
    .select({
      coupons: selectUsableCoupons(own),
      addresses: selectAddresses(sql`buyer.id`),
      lastAddress: selectLastAddress(sql`buyer.id`),
    })
    .from(sql`(select ${own.buyerId}::uuid as id) as buyer`),
)

export type CheckoutChoices = {
  coupons: CouponOffer[]
  addresses: DeliveryAddress[]
  /** To begin with. */
  lastAddress: LastAddress | null
}

/** The coupons that the buyer may use for the purchase `groupId`, and where it can be sent. */
export async function findCheckoutChoices({ userId }: Member, groupId: string): Promise<CheckoutChoices> {
  const [choices] = isId(groupId)
    ? await choicesQuery({ groupId, buyerId: userId, at: now().toISOString() })
    : []
  return choices ?? { coupons: [], addresses: [], lastAddress: null }
}
