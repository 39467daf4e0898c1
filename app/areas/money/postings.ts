/** Defines what is posted when money moves: the one bookkeeping, of services and of the demo town. Pure. */
import type { LedgerAccount, LedgerKind } from "./rules.ts"

type LedgerReferences = {
  groupId?: string | null
  orderId?: string | null
  lineId?: string | null
  sellerId?: string | null
  payoutId?: string | null
}

/** `name` tells it from all others; `amounts` are won by account and sum to 0. */
export type Posting = {
  name: string
  kind: LedgerKind
  amounts: Partial<Record<LedgerAccount, number>>
  references: LedgerReferences
}

/** The entries of a posting, without zeros. Throws where they do not sum to 0. */
export function listEntries({ name, amounts }: Posting): { account: LedgerAccount; amountWon: number }[] {
  const entries = Object.entries(amounts)
    .filter((entry): entry is [LedgerAccount, number] => entry[1] !== 0)
    .map(([account, amountWon]) => ({ account, amountWon }))
  if (entries.reduce((sum, { amountWon }) => sum + amountWon, 0) !== 0)
    throw new Error(`The posting ${name} does not sum to 0`)
  return entries
}

/** A payment came in. */
export const createPaymentPosting = (payment: {
  id: string
  groupId: string
  amountWon: number
}): Posting => ({
  name: `payment:${payment.id}`,
  kind: "payment",
  amounts: { outside: -payment.amountWon, held: payment.amountWon },
  references: { groupId: payment.groupId },
})

/** A part of a held charge goes to its payee. `number` tells the releases of a charge apart. */
export const createReleasePosting = (release: {
  chargeId: string
  number: number
  payeeId: string
  heldWon: number
  payeeWon: number
  feeWon: number
}): Posting => ({
  name: `release:${release.chargeId}:${release.number}`,
  kind: "release",
  amounts: { held: -release.heldWon, seller: release.payeeWon, platform: release.feeWon },
  references: { groupId: release.chargeId, sellerId: release.payeeId },
})

type RefundToPost = { id: string; groupId: string; orderId?: string | null | undefined; amountWon: number }
const getRefundReferences = ({ groupId, orderId = null }: RefundToPost) => ({ groupId, orderId })

/** A refund was decided. */
export const createRefundDuePosting = (refund: RefundToPost): Posting => ({
  name: `refund_due:${refund.id}`,
  kind: "refund_due",
  amounts: { held: -refund.amountWon, refunding: refund.amountWon },
  references: getRefundReferences(refund),
})

/** A refund was paid; `setOffWon` of it its payer had got back by a chargeback. */
export const createRefundPaidPosting = (refund: RefundToPost & { setOffWon?: number }): Posting => {
  const { amountWon, setOffWon = 0 } = refund
  return {
    name: `refund:${refund.id}`,
    kind: "refund",
    amounts: { refunding: -amountWon, outside: amountWon - setOffWon, guarantee: setOffWon },
    references: getRefundReferences(refund),
  }
}

/** A payer's bank took money back: the market bears it first. */
export const createChargebackPosting = (chargeback: {
  id: string
  groupId: string
  amountWon: number
}): Posting => ({
  name: `chargeback:${chargeback.id}`,
  kind: "chargeback",
  amounts: { outside: chargeback.amountWon, guarantee: -chargeback.amountWon },
  references: { groupId: chargeback.groupId },
})

type PayoutToPost = { id: string; sellerId: string; amountWon: number }

/** A balance goes out. */
export const createPayoutPosting = ({ id, sellerId, amountWon }: PayoutToPost): Posting => ({
  name: `payout:${id}`,
  kind: "payout",
  amounts: { seller: -amountWon, outside: amountWon },
  references: { sellerId, payoutId: id },
})

/** The bank sent a payout back. */
export const createReturnedPayoutPosting = ({ id, sellerId, amountWon }: PayoutToPost): Posting => ({
  name: `payout_returned:${id}`,
  kind: "payout_returned",
  amounts: { seller: amountWon, outside: -amountWon },
  references: { sellerId, payoutId: id },
})
