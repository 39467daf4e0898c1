/** Compares the provider's list of a day with what we know: missing on either side, or other. Pure. */
import { parseProviderTime, type ProviderPayment } from "#app/platform/payments/payment.ts"
import type { ProviderTransaction } from "#app/platform/payments/transactions.ts"
import type { DifferenceKind, DifferenceSubject } from "./office-rules.ts"
import type { PaymentState, RefundState } from "./rules.ts"

export type Difference = {
  /** Tells it from the others of its day, in every run. */
  key: string
  kind: DifferenceKind
  subject: DifferenceSubject
  /** Ours; null where we know none. */
  paymentId: string | null
  paymentKey: string
  transactionKey: string
  ourWon: number | null
  theirWon: number | null
  /** Words of PAYMENT_STATES or REFUND_STATES; empty where one side has nothing. */
  ourState: string
  theirState: string
  happenedAt: Date
}

export type OurPayment = {
  id: string
  paymentKey: string | null
  amountWon: number
  state: PaymentState
  approvedAt: Date | null
}

/** A refund, `amountWon` as it was asked of the provider, or what a payer's bank took back. */
export type OurRefund = {
  id: string
  paymentId: string
  amountWon: number
  state: RefundState
  doneAt: Date | null
  /** The provider's cancellation is one of this key, or one whose reason holds the tag. */
  match: { transactionKey: string } | { tag: string }
}

/** A day as moments: `to` is not of it any more. */
export type DayRange = { from: Date; to: Date }

const isIn = ({ from, to }: DayRange, moment: Date | null): boolean =>
  moment !== null && moment >= from && moment < to

const isCancel = ({ status }: ProviderTransaction): boolean =>
  status === "CANCELED" || status === "PARTIAL_CANCELED"

/**
 * Compares the payments of the provider's list with ours. `missing` are those of ours of the day that the
 * list does not hold: the provider is asked about each, as it may have booked it on the day before or after.
 */
export function comparePayments(
  range: DayRange,
  listed: readonly ProviderTransaction[],
  ours: ReadonlyMap<string, OurPayment>,
): { differences: Difference[]; missing: OurPayment[] } {
  const paid = listed.filter(({ status }) => status === "DONE")
  const known = new Set(paid.map(({ orderId }) => orderId))
  return {
    differences: paid.flatMap((theirs) => comparePayment(theirs, ours.get(theirs.orderId))),
    missing: [...ours.values()].filter(({ id, approvedAt }) => isIn(range, approvedAt) && !known.has(id)),
  }
}

function comparePayment(theirs: ProviderTransaction, ours: OurPayment | undefined): Difference[] {
  const difference = {
    key: `payment:${theirs.orderId}`,
    subject: "payment" as const,
    paymentId: ours?.id ?? null,
    paymentKey: theirs.paymentKey,
    transactionKey: theirs.transactionKey,
    ourWon: ours?.amountWon ?? null,
    theirWon: theirs.amountWon,
    ourState: ours?.state ?? "",
    theirState: "DONE",
    happenedAt: theirs.transactionAt,
  }
  if (!ours) return [{ ...difference, kind: "missing_here" }]
  if (ours.amountWon !== theirs.amountWon) return [{ ...difference, kind: "amount" }]
  // What we say today may have gone back since; that it was paid is what counts.
  return ours.approvedAt === null ? [{ ...difference, kind: "state" }] : []
}

/**
 * What there is to say of a payment of ours that the list does not hold, by what the provider says of it
 * alone: null where it does not know it.
 */
export function compareMissingPayment(
  range: DayRange,
  ours: OurPayment,
  theirs: ProviderPayment | null,
): Difference[] {
  const approvedAt = theirs?.approvedAt ? parseProviderTime(theirs.approvedAt) : null
  // The provider booked it on another day: it is compared with that one.
  if (approvedAt !== null && !isIn(range, approvedAt)) return []
  return [
    {
      key: `payment:${ours.id}`,
      kind: theirs !== null && approvedAt === null ? "state" : "missing_there",
      subject: "payment",
      paymentId: ours.id,
      paymentKey: ours.paymentKey ?? "",
      transactionKey: "",
      ourWon: ours.amountWon,
      theirWon: theirs?.totalAmount ?? null,
      ourState: ours.state,
      theirState: theirs?.status ?? "",
      happenedAt: ours.approvedAt ?? range.from,
    },
  ]
}

const sortedText = (amounts: number[]) => amounts.toSorted((a, b) => a - b).join()

/**
 * Finds the payments of which the amounts that went back on the day are not the same on both sides; each is
 * then compared by all that the provider knows of it. A payment that we never saw paid brought nothing that
 * could go back.
 */
export function findUnequalReturns(
  range: DayRange,
  listed: readonly ProviderTransaction[],
  ours: { payments: ReadonlyMap<string, OurPayment>; refunds: readonly OurRefund[] },
): OurPayment[] {
  const theirs = Map.groupBy(listed.filter(isCancel), ({ orderId }) => orderId)
  const done = ours.refunds.filter(({ state, doneAt }) => state === "done" && isIn(range, doneAt))
  const own = Map.groupBy(done, ({ paymentId }) => paymentId)
  return [...new Set([...theirs.keys(), ...own.keys()])].flatMap((id) => {
    const payment = ours.payments.get(id)
    const amountsOf = (rows: readonly { amountWon: number }[] | undefined) =>
      sortedText((rows ?? []).map(({ amountWon }) => amountWon))
    return payment && payment.approvedAt !== null && amountsOf(theirs.get(id)) !== amountsOf(own.get(id))
      ? [payment]
      : []
  })
}

/** Cancellations of payments that are not ours at all. */
export const findForeignReturns = (
  listed: readonly ProviderTransaction[],
  payments: ReadonlyMap<string, OurPayment>,
): Difference[] =>
  listed
    .filter((theirs) => isCancel(theirs) && !payments.has(theirs.orderId))
    .map((theirs) => ({
      key: `cancel:${theirs.transactionKey}`,
      kind: "missing_here",
      subject: "refund",
      paymentId: null,
      paymentKey: theirs.paymentKey,
      transactionKey: theirs.transactionKey,
      ourWon: null,
      theirWon: theirs.amountWon,
      ourState: "",
      theirState: theirs.status,
      happenedAt: theirs.transactionAt,
    }))

/** Compares all that went back of a payment; `theirs` is null where the provider does not know it. */
export function compareReturns(
  range: DayRange,
  payment: OurPayment,
  theirs: ProviderPayment | null,
  refunds: readonly OurRefund[],
): Difference[] {
  const cancels = theirs?.cancels ?? []
  const matches = (refund: OurRefund, cancel: (typeof cancels)[number]) =>
    "tag" in refund.match
      ? cancel.cancelReason.includes(refund.match.tag)
      : cancel.transactionKey === refund.match.transactionKey
  const base = { subject: "refund" as const, paymentId: payment.id, paymentKey: payment.paymentKey ?? "" }
  const ofTheirs = cancels.flatMap((cancel): Difference[] => {
    const happenedAt = parseProviderTime(cancel.canceledAt)
    if (!isIn(range, happenedAt)) return []
    const refund = refunds.find((each) => matches(each, cancel))
    const difference = {
      ...base,
      key: `cancel:${cancel.transactionKey}`,
      transactionKey: cancel.transactionKey,
      ourWon: refund?.amountWon ?? null,
      theirWon: cancel.cancelAmount,
      ourState: refund?.state ?? "",
      theirState: theirs?.status ?? "",
      happenedAt,
    }
    if (!refund) return [{ ...difference, kind: "missing_here" }]
    if (refund.state !== "done") return [{ ...difference, kind: "state" }]
    return refund.amountWon === cancel.cancelAmount ? [] : [{ ...difference, kind: "amount" }]
  })
  const ofOurs = refunds.flatMap((refund): Difference[] =>
    refund.state === "done" && isIn(range, refund.doneAt) && !cancels.some((each) => matches(refund, each))
      ? [
          {
            ...base,
            key: `refund:${refund.id}`,
            kind: "missing_there",
            transactionKey: "",
            ourWon: refund.amountWon,
            theirWon: null,
            ourState: refund.state,
            theirState: theirs?.status ?? "",
            happenedAt: refund.doneAt ?? range.from,
          },
        ]
      : [],
  )
  return [...ofTheirs, ...ofOurs]
}
