/** The fee of safe payment: by category, set by the back office, frozen in an order at the choice. */
import { getSettingOr } from "#app/basics/settings.ts"
import { audit } from "#app/platform/audit.server.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { readSetting, saveSetting } from "#app/platform/settings.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import type { OrderFee, OrderFees } from "../payment-rules.ts"
import type { Category } from "../rules.ts"

declare module "#app/basics/settings.ts" {
  interface Settings {
    orderFees: OrderFees
  }
}

/** As shipped: 3 % of every category, out of what the expert gets. */
const DEFAULT_ORDER_FEES: OrderFees = {
  payer: "expert",
  bps: { repair: 300, interior: 300, moving: 300, demolition: 300, installation: 300 },
}

/** The fee in force for work of `category`. */
export function getOrderFee(category: Category): OrderFee {
  const { payer, bps } = getSettingOr("orderFees", DEFAULT_ORDER_FEES)
  return { payer, bps: bps[category] }
}

/** The fees in force with their version. Null for anybody but an admin. */
export async function findOrderFees(actor: Actor): Promise<{ value: OrderFees; version: number } | null> {
  if (!hasRight(actor, "settings")) return null
  const { value, version } = await readSetting("orderFees")
  return { value: value ?? DEFAULT_ORDER_FEES, version }
}

/**
 * Sets the fees of orders to come; what was chosen keeps its own. Refusals: `not_found` (no admin), `changed`
 * (somebody saved meanwhile).
 */
export async function updateOrderFees(
  actor: Actor,
  { version, ...fees }: OrderFees & { version: number },
): Promise<Outcome<"not_found" | "changed">> {
  if (!hasRight(actor, "settings")) return refuse("not_found")
  const before = (await readSetting("orderFees")).value ?? DEFAULT_ORDER_FEES
  return inTransaction(async (tx) => {
    const saved = await saveSetting(tx, actor, "orderFees", version, fees)
    if (!saved.ok) return saved
    await audit(tx, actor, {
      action: "setting.order_fees",
      subject: { kind: "setting", id: "orderFees", title: "안심결제 수수료" },
      before: toAuditValues(before),
      after: toAuditValues(fees),
    })
    return ok()
  })
}

const toAuditValues = ({ payer, bps }: OrderFees) => ({
  payer,
  ...Object.fromEntries(Object.entries(bps).map(([category, value]) => [category, value / 100])),
})
