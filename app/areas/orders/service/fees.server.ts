/** The fee of safe payment: by category, set by the back office, frozen in an order at the choice. */
import { getSettingOr } from "#app/basics/settings.ts"
import type { Category } from "../rules.ts"
import type { OrderFee, OrderFeePayer } from "../payment-rules.ts"

declare module "#app/basics/settings.ts" {
  interface Settings {
    /** Who bears the fee of safe payment, and how much it is, in hundredths of a percent. */
    orderFees: { payer: OrderFeePayer; bps: Record<Category, number> }
  }
}

/** As shipped: 3 % of every category, out of what the expert gets. */
const DEFAULT_ORDER_FEES: { payer: OrderFeePayer; bps: Record<Category, number> } = {
  payer: "expert",
  bps: { repair: 300, interior: 300, moving: 300, demolition: 300, installation: 300 },
}

/** The fee in force for work of `category`. */
export function getOrderFee(category: Category): OrderFee {
  const { payer, bps } = getSettingOr("orderFees", DEFAULT_ORDER_FEES)
  return { payer, bps: bps[category] }
}
