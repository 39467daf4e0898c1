/** Owns what can be paid for: the one file that joins the areas that charge with money. */
import { registerChargeSubject } from "./areas/money/service/charges.server.ts"
import { purchaseCharge } from "./areas/shop/service/purchase-charge.server.ts"

/** Names every subject of charges; to be called before requests, events or jobs start. */
export function registerCharges(): void {
  registerChargeSubject(purchaseCharge)
}
