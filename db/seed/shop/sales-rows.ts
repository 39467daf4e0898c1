/** The rows of the purchases of the demo town while they are being made. */
import { type LineState } from "#app/areas/shop/rules.ts"
import type {
  claimEvents,
  claims,
  lineEvents,
  orderGroups,
  orderLines,
  productReviewPictures,
  productReviews,
  shopOrders,
} from "#app/areas/shop/schema.server.ts"
import type { simulatedPayments } from "#app/platform/payments/schema.server.ts"
import type { pictures } from "#app/platform/schema.server.ts"
import type { DemoPerson } from "../parts.ts"
import { createSeedId, type SeededRandom } from "../random.ts"
import type { Goods } from "./goods.ts"
import type { PaymentMethod } from "#app/areas/money/rules.ts"
import { listEntries, type Posting } from "#app/areas/money/postings.ts"
import type { payments, refunds, payouts, ledger } from "#app/areas/money/schema.server.ts"
import { type ClaimKind, type ClaimState, type ClaimReason } from "#app/areas/shop/claim-rules.ts"

export type Sales = {
  purchases: (typeof orderGroups.$inferInsert)[]
  sellerOrders: (typeof shopOrders.$inferInsert)[]
  lines: (typeof orderLines.$inferInsert)[]
  events: (typeof lineEvents.$inferInsert)[]
  payments: (typeof payments.$inferInsert)[]
  simulated: (typeof simulatedPayments.$inferInsert)[]
  claims: (typeof claims.$inferInsert)[]
  claimEvents: (typeof claimEvents.$inferInsert)[]
  refunds: (typeof refunds.$inferInsert)[]
  payouts: (typeof payouts.$inferInsert)[]
  ledger: (typeof ledger.$inferInsert)[]
  reviews: (typeof productReviews.$inferInsert)[]
  reviewPictures: (typeof productReviewPictures.$inferInsert)[]
  pictures: (typeof pictures.$inferInsert)[]
}

export const createEmptySales = (): Sales => ({
  purchases: [],
  sellerOrders: [],
  lines: [],
  events: [],
  payments: [],
  simulated: [],
  claims: [],
  claimEvents: [],
  refunds: [],
  payouts: [],
  ledger: [],
  reviews: [],
  reviewPictures: [],
  pictures: [],
})

export type Claim = { kind: ClaimKind; state: ClaimState; reason: ClaimReason }
export type Item = {
  pictureId: string | null
  product: Goods["products"][number]
  variant: Goods["variants"][number]
  quantity: number
  state: LineState
  claim?: Claim
}
export type Purchase = { label: string; buyer: DemoPerson; items: Item[]; at: Date; method: PaymentMethod }

export type PurchaseContext = { sales: Sales; present: Date; random: SeededRandom }

export function addLedgerEntries(sales: Sales, posting: Posting, moment: Date): void {
  const { name, kind, references } = posting
  for (const entry of listEntries(posting))
    sales.ledger.push({
      id: createSeedId(`ledger/${name}/${entry.account}`, moment),
      posting: name,
      kind,
      at: moment,
      ...entry,
      ...references,
    })
}
