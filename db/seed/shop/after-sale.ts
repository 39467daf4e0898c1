/** What follows a sale of the demo town: claims, refunds, reviews. */
import { createSeedId } from "../random.ts"
import { createRefundDuePosting, createRefundPaidPosting } from "#app/areas/money/postings.ts"
import { reviewTexts } from "./texts/sales-texts.ts"
import {
  type ClaimKind,
  type ClaimState,
  type ClaimMove,
  CLAIM_REASONS,
} from "#app/areas/shop/claim-rules.ts"
import { addLedgerEntries, type Claim, type PurchaseContext } from "./sales-rows.ts"

export function addClaim(
  { sales }: PurchaseContext,
  of: {
    groupId: string
    orderId: string
    sellerId: string
    lineId: string
    buyerId: string
    claim: Claim
    returnWon: number
    at: Date
  },
): void {
  const { kind, state, reason } = of.claim
  const { fault } = CLAIM_REASONS[reason]
  const id = createSeedId(`claim/${of.lineId}`, of.at)
  const feeWon = kind === "return" && fault === "buyer" ? of.returnWon : 0
  sales.claims.push({
    id,
    parcelId: feeWon > 0 ? id : null,
    keptWon: state === "completed" ? feeWon : 0,
    lineId: of.lineId,
    orderId: of.orderId,
    sellerId: of.sellerId,
    buyerId: of.buyerId,
    kind,
    state,
    reason,
    fault,
    detail: fault === "seller" ? "상자를 열어 보니 사진과 달라요. 사진도 함께 보내요." : "",
    feeWon,
    decisionReason: state === "rejected" ? REFUSED : "",
    createdAt: of.at,
    decidedAt: state === "requested" ? null : of.at,
    updatedAt: of.at,
  })
  sales.claimEvents.push({
    id: createSeedId(`claim-event/${id}/request`, of.at),
    claimId: id,
    move: "request",
    toState: "requested",
    actorRole: "buyer",
    actorId: of.buyerId,
    at: of.at,
  })
  claimSteps(kind, state).forEach(([move, toState], index) => {
    const moment = new Date(of.at.getTime() + (index + 1) * 600_000)
    sales.claimEvents.push({
      id: createSeedId(`claim-event/${id}/${move}`, moment),
      claimId: id,
      move,
      toState,
      actorRole: "seller",
      actorId: of.sellerId,
      reason: state === "rejected" ? REFUSED : "",
      at: moment,
    })
  })
}

const REFUSED = "포장을 뜯고 사용한 흔적이 있어 반품이 어려워요."
/** How a claim came to its state. */
function claimSteps(kind: ClaimKind, state: ClaimState): [ClaimMove, ClaimState][] {
  if (state === "requested" || state === "withdrawn") return []
  if (state === "rejected") return [["reject", "rejected"]]
  if (kind === "cancel") return [["approve", "completed"]]
  const way: [ClaimMove, ClaimState][] = [
    ["approve", "approved"],
    ["collect", "collecting"],
    ["receive", "collected"],
    ["complete", "completed"],
  ]
  return way.slice(0, way.findIndex(([, to]) => to === state) + 1)
}

export function addProductReview(
  purchaseContext: PurchaseContext,
  of: { id: string; productId: string; sellerId: string; authorId: string; optionName: string; at: Date },
): void {
  const { sales, random } = purchaseContext
  const rating = random.pickWeighted(
    [5, 4, 3, 2, 1] as const,
    (stars) => ({ 5: 62, 4: 26, 3: 8, 2: 3, 1: 1 })[stars],
  )
  const replied = random.chance(0.25)
  sales.reviews.push({
    id: createSeedId(`review/${of.id}`, of.at),
    productId: of.productId,
    lineId: of.id,
    authorId: of.authorId,
    sellerId: of.sellerId,
    rating,
    body: random.pick(reviewTexts[rating]),
    optionName: of.optionName,
    reply: replied ? "소중한 후기 고맙습니다. 다음에도 좋은 물건으로 찾아뵐게요." : null,
    repliedAt: replied ? new Date(of.at.getTime() + 60_000) : null,
    createdAt: of.at,
  })
}

export function addRefund(
  { sales }: PurchaseContext,
  of: {
    groupId: string
    orderId: string
    label: string
    paymentId: string
    amountWon: number
    at: Date
    reason: string
  },
): void {
  const id = createSeedId(`refund/${of.label}`, of.at)
  const refund = { id, groupId: of.groupId, orderId: of.orderId, amountWon: of.amountWon }
  sales.refunds.push({
    ...refund,
    paymentId: of.paymentId,
    reason: of.reason,
    state: "done",
    createdAt: of.at,
    doneAt: of.at,
    tries: 1,
  })
  addLedgerEntries(sales, createRefundDuePosting(refund), of.at)
  addLedgerEntries(sales, createRefundPaidPosting(refund), of.at)
  const simulated = sales.simulated.find((row) => row.orderId === of.paymentId)
  if (simulated)
    simulated.payment = {
      ...simulated.payment,
      status: "PARTIAL_CANCELED",
      balanceAmount: simulated.payment.balanceAmount - of.amountWon,
    }
  const payment = sales.payments.find((row) => row.id === of.paymentId)
  if (payment)
    payment.state =
      sales.refunds
        .filter((row) => row.paymentId === of.paymentId)
        .reduce((sum, row) => sum + row.amountWon, 0) === payment.amountWon
        ? "CANCELED"
        : "PARTIAL_CANCELED"
}
