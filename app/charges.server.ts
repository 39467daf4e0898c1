/** Who is paid for what: the one file that joins the areas that charge, or are paid, with money. */
import { registerChargeSubject } from "./areas/money/service/charges.server.ts"
import { findApprovedBusinesses, findBusiness } from "./areas/experts/service/profile.server.ts"
import { dealCharge } from "./areas/market/service/deal-charge.server.ts"
import { heldChargeSubject, registerChargeOwner } from "./areas/money/service/held-charges.server.ts"
import { registerPayees } from "./areas/money/service/payees.server.ts"
import { orderPartCharge } from "./areas/orders/service/part-charge.server.ts"
import { sellerPayees } from "./areas/selling/service/payees.server.ts"
import { purchaseCharge } from "./areas/shop/service/purchase-charge.server.ts"

/** Names what can be paid for and who is paid; to be called before requests, events or jobs start. */
export function registerCharges(): void {
  registerChargeSubject(purchaseCharge)
  registerChargeSubject(heldChargeSubject)
  registerChargeOwner({ ...orderPartCharge, findBusiness })
  registerChargeOwner(dealCharge)
  registerPayees({ ...sellerPayees, findApprovedBusinesses })
}
