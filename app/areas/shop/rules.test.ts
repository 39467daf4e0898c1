import { describeVacation, isSalePaused, type ShopVacation } from "./vacation-rules.ts"
import {
  calculateArrivalDay,
  describeLineArrival,
  calculateSendBy,
  formatArrival,
  getLastDispatchDay,
} from "./service/arrival.server.ts"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { findTransition, findUnreachableStates } from "#app/basics/transitions.ts"
import {
  calculateCouponWon,
  findBestCoupon,
  calculateWonUntilFreeShipping,
  calculateShippingWon,
  calculateCancelRefundWon,
  calculateReturnRefundWon,
  calculateTotals,
} from "./pricing.ts"
import {
  calculateDiscountPercent,
  LINE_STATES,
  LINE_TRANSITIONS,
  getPaymentLabel,
  PRODUCT_STATES,
  SELLER_STATES,
} from "./rules.ts"
import { PAYMENT_STATES, PAYMENT_TRANSITIONS, PAYOUT_STATES, PAYOUT_TRANSITIONS } from "../money/rules.ts"
import { SELLER_TRANSITIONS, PRODUCT_TRANSITIONS } from "../selling/rules.ts"
import { distributeWon, calculateCommissionWon } from "../money/amounts.ts"
import {
  CLAIM_STATES,
  CLAIM_TRANSITIONS,
  getClaimOutcomeText,
  getClaimCostText,
  listAvailableClaims,
} from "./claim-rules.ts"

describe("the transition tables", () => {
  test("reach every state from where things begin", () => {
    expect(findUnreachableStates(SELLER_TRANSITIONS, SELLER_STATES, ["applied"])).toEqual([])
    expect(findUnreachableStates(PRODUCT_TRANSITIONS, PRODUCT_STATES, ["draft"])).toEqual([])
    expect(findUnreachableStates(LINE_TRANSITIONS, LINE_STATES, ["payment_waiting"])).toEqual([])
    expect(findUnreachableStates(CLAIM_TRANSITIONS, CLAIM_STATES, ["requested"])).toEqual([])
    expect(findUnreachableStates(PAYMENT_TRANSITIONS, PAYMENT_STATES, ["READY"])).toEqual([])
    expect(findUnreachableStates(PAYOUT_TRANSITIONS, PAYOUT_STATES, ["pending"])).toEqual([])
  })
  test("cancelling is instant at paid, asks at preparing, and is over once sent", () => {
    const findCancelMove = (from: (typeof LINE_STATES)[number]) =>
      findTransition(LINE_TRANSITIONS, { move: "cancel", from, role: "buyer" })?.to
    expect(LINE_STATES.filter((from) => findCancelMove(from) === "cancelled")).toEqual(["paid"])
    expect(
      listAvailableClaims(
        { state: "preparing", deliveredAt: null, confirmedAt: null, missingAt: null, madeToOrder: false },
        new Date(),
      ).map((offer) => offer.kind),
    ).toEqual(["cancel"])
    expect(
      listAvailableClaims(
        { state: "paid", deliveredAt: null, confirmedAt: null, missingAt: null, madeToOrder: false },
        new Date(),
      ),
    ).toEqual([])
  })
  test("what ended does not move again, but what was confirmed may be returned", () => {
    for (const state of ["cancelled", "returned"] as const)
      expect(LINE_TRANSITIONS.filter((row) => row.from.includes(state))).toEqual([])
    expect(
      LINE_TRANSITIONS.filter((row) => row.from.includes("confirmed")).map((row) => [row.move, row.by]),
    ).toEqual([
      ["office_return", ["admin"]],
      ["return", ["system"]],
    ])
  })
  test("a payout that was paid can still come back", () =>
    expect(findTransition(PAYOUT_TRANSITIONS, { move: "fail", from: "paid", role: "admin" })?.to).toBe(
      "failed",
    ))
  test("a seller cannot publish what an admin has not seen", () => {
    for (const from of PRODUCT_STATES)
      expect(findTransition(PRODUCT_TRANSITIONS, { move: "publish", from, role: "seller" })).toBeUndefined()
  })
})

describe("withdrawal", () => {
  const line = (days: number, madeToOrder = false) =>
    listAvailableClaims(
      {
        state: "delivered",
        deliveredAt: new Date(Date.UTC(2026, 10, 1)),
        confirmedAt: null,
        missingAt: null,
        madeToOrder,
      },
      new Date(Date.UTC(2026, 10, 1) + days * 86_400_000),
    ).find((offer) => offer.kind === "return")?.faults ?? []
  test("7 days on a change of mind, 90 where the goods differ", () => {
    expect([line(7), line(7.01), line(90), line(90.01)]).toEqual([
      ["buyer", "seller"],
      ["seller"],
      ["seller"],
      [],
    ])
  })
  test("confirming takes no right away: a return is open as long from receipt", () => {
    const received = new Date(Date.UTC(2026, 10, 1))
    const after = (days: number, deliveredAt: Date | null) =>
      listAvailableClaims(
        { state: "confirmed", deliveredAt, confirmedAt: received, missingAt: null, madeToOrder: false },
        new Date(received.getTime() + days * 86_400_000),
      )
    expect([after(7, received), after(8, received), after(90, null), after(91, null)]).toEqual([
      [{ kind: "return", faults: ["buyer", "seller"] }],
      [{ kind: "return", faults: ["seller"] }],
      [{ kind: "return", faults: ["seller"] }],
      [],
    ])
  })
  test("what is made to order goes back only where it differs", () =>
    expect(line(1, true)).toEqual(["seller"]))
})

test("a payment of which everything went back reads as refunded, never as paid", () => {
  expect(
    [0, 1, 9_999, 10_000].map((refundedWon) =>
      getPaymentLabel({ state: "paid", totalWon: 10_000, refundedWon }),
    ),
  ).toEqual(["결제완료", "부분 취소", "부분 취소", "환불 완료"])
  expect(
    [0, 1, 10_000].map((refundedWon) =>
      getPaymentLabel({ state: "paid", totalWon: 10_000, refundedWon, refunding: true }),
    ),
  ).toEqual(["결제완료", "환불 중", "환불 중"])
  expect(
    [false, true].map((asking) =>
      getPaymentLabel({ state: "pending", totalWon: 10_000, refundedWon: 0, isConfirming: asking }),
    ),
  ).toEqual(["결제 대기", "결제 확인 중"])
})

test("a discount never promises more than is true", () => {
  expect([
    calculateDiscountPercent(39_900, 58_900),
    calculateDiscountPercent(999, 1_000),
    calculateDiscountPercent(1_000, 1_000),
    calculateDiscountPercent(1_000, null),
    calculateDiscountPercent(100, 1_000_000),
  ]).toEqual([32, 0, 0, 0, 99])
})

const within = (dispatchDays: number, vacation: ShopVacation | null = null) => ({ dispatchDays, vacation })

test("no parcel leaves while its shop is away, and what is ordered before is counted on from there", () => {
  const away = { from: "2026-11-25", until: "2026-12-01", note: "", takesOrders: true }
  const at = (text: string) => new Date(`${text}+09:00`)
  expect(calculateArrivalDay(within(0, away), at("2026-11-24T10:00"))).toBe("2026-11-25")
  expect(calculateArrivalDay(within(1, away), at("2026-11-24T10:00"))).toBe("2026-12-03")
  expect(calculateArrivalDay(within(0, away), at("2026-11-27T10:00"))).toBe("2026-12-03")
  expect(calculateArrivalDay(within(0, away), at("2026-12-02T10:00"))).toBe("2026-12-03")
  expect(getLastDispatchDay(at("2026-11-27T10:00"), "2026-12-10")).toBe("2026-12-09")
  expect(getLastDispatchDay(at("2026-11-27T10:00"), "2026-11-30")).toBe("2026-12-02")
})

test("a vacation is said on its days alone, and only one that takes no orders stops the sale", () => {
  const away = { from: "2026-11-25", until: "2026-12-01", note: "", takesOrders: false }
  const at = (day: string) => new Date(`${day}T23:59:00+09:00`)
  expect(
    [at("2026-11-24"), at("2026-11-25"), at("2026-12-01"), at("2026-12-02")].map((day) =>
      isSalePaused(away, day),
    ),
  ).toEqual([false, true, true, false])
  expect(isSalePaused({ ...away, takesOrders: true }, at("2026-11-25"))).toBe(false)
  expect(describeVacation(away, at("2026-12-02"))).toBeNull()
})

test("a parcel leaves on working days, a day later after three o'clock", () => {
  const at = (text: string) => new Date(`${text}+09:00`)
  expect(formatArrival(within(0), at("2026-11-23T10:00"))).toBe("내일 도착")
  expect(formatArrival(within(0), at("2026-11-23T15:00"))).toBe("모레 도착")
  // Ordered on a Saturday: it leaves on Monday.
  expect(formatArrival(within(0), at("2026-11-21T10:00"))).toBe("11월 24일 (화) 도착")
  // A Friday's parcel comes on Saturday, one that leaves on Saturday does not exist.
  expect(formatArrival(within(0), at("2026-11-27T10:00"))).toBe("내일 도착")
  expect(formatArrival(within(1), at("2026-11-27T10:00"))).toBe("12월 1일 (화) 도착")
  expect(formatArrival(within(2), at("2026-11-23T10:00"))).toBe("11월 26일 (목) 도착")
})

test("what leaves after the promised day, as in exchange, comes a day later", () => {
  const at = new Date("2026-11-27T10:00+09:00")
  const describeSent = (shippedOn: string | null) =>
    describeLineArrival(shippedOn ? new Date(`${shippedOn}T09:00+09:00`) : null, "2026-11-26", at)
  expect(describeSent(null)).toBe("11월 26일 (목) 도착 예정이었어요")
  expect(describeSent("2026-11-25")).toBe("11월 26일 (목) 도착 예정이었어요")
  expect(describeSent("2026-11-27")).toBe("내일 도착 예정")
  expect(describeLineArrival(at, null, at)).toBeNull()
})

test("nothing is sent or delivered on a public holiday", () => {
  // 2026-12-24 is a Thursday, Christmas a Friday: on Saturday there are parcels.
  expect(calculateArrivalDay(within(0), new Date("2026-12-24T10:00+09:00"))).toBe("2026-12-26")
  // 설날 2027: the 6th to the 9th of February are free.
  expect(calculateArrivalDay(within(1), new Date("2027-02-05T10:00+09:00"))).toBe("2027-02-11")
})

test("an order is never said to be sent on the day on which it arrives, or later", () => {
  const paidAt = new Date("2026-11-26T12:00+09:00")
  const day = (text: string) => new Date(`${text}T12:00+09:00`)
  expect(calculateSendBy(paidAt, "2026-12-01", day("2026-11-27"))).toBeNull()
  expect(calculateSendBy(paidAt, "2026-12-02", day("2026-11-27"))).toBe("2026-12-01")
  expect(calculateSendBy(paidAt, null, day("2026-11-27"))).toBe("2026-12-01")
  // What did not arrive as promised has the limit of the law still.
  expect(calculateSendBy(paidAt, "2026-11-27", day("2026-11-28"))).toBe("2026-12-01")
})

describe("money", () => {
  const won = fc.integer({ min: 100, max: 3_000_000 })
  test("is divided to the won: the parts sum to the whole, and none exceeds its weight", () => {
    fc.assert(
      fc.property(
        fc.array(won, { minLength: 1, maxLength: 30 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (weights, part) => {
          const total = Math.floor(weights.reduce((sum, weight) => sum + weight, 0) * part)
          const parts = distributeWon(total, weights)
          expect(parts.reduce((sum, each) => sum + each, 0)).toBe(total)
          expect(parts.every((each, index) => each >= 0 && each <= (weights[index] ?? 0))).toBe(true)
        },
      ),
    )
  })
  test("the best coupon for a price is the one that takes the most off now", () => {
    const amount = { kind: "amount", value: 3_000, maxWon: null, minWon: 20_000 } as const
    const percent = { kind: "percent", value: 10, maxWon: 5_000, minWon: 0 } as const
    expect(findBestCoupon([amount, percent], 19_000)).toEqual({ coupon: percent, offWon: 1_900 })
    expect(findBestCoupon([amount, percent], 20_000)).toEqual({ coupon: amount, offWon: 3_000 })
    expect(findBestCoupon([amount, percent], 90_000)).toEqual({ coupon: percent, offWon: 5_000 })
    expect(findBestCoupon([amount, { ...amount }], 30_000)?.coupon).toBe(amount)
    expect(findBestCoupon([amount], 19_999)).toBeNull()
  })
  test("a coupon gives nothing under its minimum and never more than its most or the sum", () => {
    const percent = { kind: "percent" as const, value: 10, maxWon: 8_000, minWon: 30_000 }
    expect([29_999, 30_000, 30_009, 200_000].map((sum) => calculateCouponWon(percent, sum))).toEqual([
      0, 3_000, 3_000, 8_000,
    ])
    expect(calculateCouponWon({ kind: "amount", value: 3_000, maxWon: null, minWon: 0 }, 2_000)).toBe(2_000)
  })
  test("a parcel costs once, and nothing from its free-from amount or where all travels free", () => {
    const terms = { feeWon: 3_000, freeFromWon: 30_000 }
    const line = (priceWon: number, freeShipping = false) => ({ priceWon, freeShipping })
    expect(
      [[line(29_999)], [line(15_000), line(15_000)], [line(100, true)], [line(100, true), line(100)], []].map(
        (lines) => calculateShippingWon(lines, terms),
      ),
    ).toEqual([3_000, 0, 0, 3_000, 0])
    expect(calculateWonUntilFreeShipping([line(12_000)], terms)).toBe(18_000)
  })
  test("commission is cut down to whole won, of what the seller asks", () =>
    expect(calculateCommissionWon(19_999, 999, 880)).toBe(1_672))
  test("of everything in any cart the sums agree", () => {
    const cart = fc.array(
      fc.record({ priceWon: won, freeShipping: fc.boolean(), sellerId: fc.constantFrom("a", "b", "c") }),
      { minLength: 1, maxLength: 12 },
    )
    fc.assert(
      fc.property(
        cart,
        fc.option(
          fc.record({
            kind: fc.constantFrom("amount" as const, "percent" as const),
            value: fc.integer({ min: 1, max: 90 }),
            maxWon: fc.option(won),
            minWon: fc.constant(0),
            sellerId: fc.constantFrom(null, "a"),
          }),
        ),
        (lines, coupon) => {
          const totals = calculateTotals(
            lines,
            new Map([
              ["a", { feeWon: 3_000, freeFromWon: 30_000 }],
              ["b", { feeWon: 2_500, freeFromWon: null }],
            ]),
            coupon,
          )
          expect(totals.totalWon).toBe(totals.itemsWon + totals.shippingWon - totals.discountWon)
          expect(totals.itemsWon).toBe(lines.reduce((sum, line) => sum + line.priceWon, 0))
          for (const seller of totals.sellers)
            expect(seller.discountWon).toBe(seller.lines.reduce((sum, line) => sum + line.discountWon, 0))
        },
      ),
    )
  })
  test("cancelling line by line gives back everything, in whatever order, and never asks for money", () => {
    const lines = fc.array(fc.record({ priceWon: won, freeShipping: fc.boolean() }), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(lines, (all) => {
        const terms = { feeWon: 3_000, freeFromWon: 30_000 }
        const kept = all.map((line) => ({ ...line, discountWon: Math.floor(line.priceWon / 7) }))
        const paidWon =
          kept.reduce((sum, line) => sum + line.priceWon - line.discountWon, 0) +
          calculateShippingWon(kept, terms)
        const money = { paidWon, refundedWon: 0, releasedWon: 0, retainedWon: 0 }
        for (let gone = 1; gone <= kept.length; gone += 1) {
          const back = calculateCancelRefundWon(money, kept.slice(gone), terms, null)
          expect(back).toBeGreaterThanOrEqual(0)
          money.refundedWon += back
          expect(money.refundedWon).toBeLessThanOrEqual(paidWon)
        }
        expect(money.refundedWon).toBe(paidWon)
      }),
    )
  })
  test("a return costs its fee on a change of mind, and nothing where the seller is at fault", () => {
    const money = { paidWon: 21_000, refundedWon: 0, releasedWon: 0, retainedWon: 0 }
    const line = { priceWon: 20_000, freeShipping: false, discountWon: 2_000 }
    expect(calculateReturnRefundWon(money, line, { feeWon: 6_000, fault: "buyer", isLast: true })).toBe(
      12_000,
    )
    expect(calculateReturnRefundWon(money, line, { feeWon: 6_000, fault: "seller", isLast: true })).toBe(
      21_000,
    )
    expect(
      calculateReturnRefundWon(
        money,
        { ...line, priceWon: 5_000 },
        { feeWon: 6_000, fault: "buyer", isLast: false },
      ),
    ).toBe(0)
    // Of what is left after an earlier return everything but its fee; of what the seller has been given,
    // nothing.
    expect(
      calculateReturnRefundWon({ ...money, paidWon: 33_000, refundedWon: 6_000, retainedWon: 6_000 }, line, {
        feeWon: 0,
        fault: "seller",
        isLast: true,
      }),
    ).toBe(21_000)
    expect(
      calculateReturnRefundWon({ ...money, refundedWon: 4_000, releasedWon: 7_000 }, line, {
        feeWon: 0,
        fault: "seller",
        isLast: false,
      }),
    ).toBe(10_000)
  })
})

test("an ended claim says what went back, and an exchange is never the buyer's cost", () => {
  const claim = {
    kind: "return",
    state: "completed",
    fault: "buyer",
    paidWon: 24_900,
    feeWon: 6_000,
    decisionReason: "",
  } as const
  expect(getClaimOutcomeText(claim)).toBe("18,900원을 환불했어요.")
  expect(getClaimOutcomeText({ ...claim, fault: "seller", feeWon: 0 })).toBe("반품비 없이 환불했어요.")
  expect(getClaimOutcomeText({ ...claim, state: "rejected", decisionReason: "사용한 흔적이 있어요." })).toBe(
    "거절한 이유: 사용한 흔적이 있어요.",
  )
  expect(CLAIM_STATES.filter((state) => getClaimOutcomeText({ ...claim, state }) === null)).toEqual([
    "requested",
    "approved",
    "collecting",
    "collected",
  ])
  expect([
    getClaimCostText(claim),
    getClaimCostText({ ...claim, kind: "exchange", feeWon: 0 }),
    getClaimCostText({ ...claim, kind: "cancel", feeWon: 0 }),
  ]).toEqual(["구매자 부담 · 반품비 6,000원", "판매자 부담", "구매자 사유"])
  expect(
    (["requested", "rejected", "withdrawn"] as const).map((state) => getClaimCostText({ ...claim, state })),
  ).toEqual(["구매자 부담 · 반품비 6,000원", "구매자 사유", "구매자 사유"])
})
