/** For whom cash receipts are, and what the provider is asked next. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { CashReceiptForm, checkCashReceipt, toCashReceiptWish } from "./forms.ts"
import { maskIdentityNumber, parseIdentityNumber, planCashReceiptCall } from "./cash-receipt-rules.ts"

test("numbers are read however they are typed, and shown masked", () => {
  expect(parseIdentityNumber("deduction", "010 2345-6789")).toBe("01023456789")
  expect(parseIdentityNumber("deduction", "02-345-6789")).toBeNull()
  expect(parseIdentityNumber("expense", "220-81-62517")).toBe("2208162517")
  expect(parseIdentityNumber("expense", "220-81-62518")).toBeNull()
  expect(maskIdentityNumber("deduction", "01023456789")).toBe("010-****-6789")
  expect(maskIdentityNumber("expense", "2208162517")).toBe("***-**-62517")
  expect(maskIdentityNumber("voluntary", "0100001234")).toBe("")
})

const problemsOf = (typed: Parameters<typeof checkCashReceipt>[0]) => {
  const fields: unknown[] = []
  const context = { addIssue: (issue: { path: string[] }) => fields.push(issue.path[0]) }
  checkCashReceipt(typed, context as unknown as Parameters<typeof checkCashReceipt>[1])
  return fields
}

test("only the number of what was chosen is judged, and only where it is paid in cash", () => {
  const typed = { cashReceipt: "deduction", receiptPhone: "12", receiptBusinessNumber: "x" } as const
  expect(problemsOf({ ...typed, method: "transfer" })).toEqual(["receiptPhone"])
  expect(problemsOf({ ...typed, cashReceipt: "expense", method: "virtual_account" })).toEqual([
    "receiptBusinessNumber",
  ])
  expect(problemsOf({ ...typed, method: "card" })).toEqual([])
  expect(problemsOf({ ...typed, cashReceipt: null, method: "transfer" })).toEqual([])
  expect(toCashReceiptWish({ ...typed, receiptPhone: "010-2345-6789", method: "card" })).toBeNull()
  expect(toCashReceiptWish({ ...typed, receiptPhone: "010-2345-6789", method: "transfer" })).toEqual({
    kind: "deduction",
    identityNumber: "01023456789",
  })
})

test("what is no kind of receipt is refused as such, and its number is not asked for", () => {
  for (const cashReceipt of ["eyJhIjoi", "constructor", ""]) {
    const { error } = CashReceiptForm.safeParse({
      cashReceipt,
      receiptPhone: "12",
      receiptBusinessNumber: "",
    })
    expect(error?.issues.map(({ path }) => path[0])).toEqual(["cashReceipt"])
  }
})

test("in any order of answers and refunds, a receipt ends as what is left of the payment", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.array(fc.oneof(fc.constant("ask" as const), fc.integer({ min: 1, max: 400_000 })), {
        maxLength: 12,
      }),
      (amountWon, steps) => {
        const receipt = {
          amountWon,
          refundedWon: 0,
          issuedWon: 0,
          cancelledWon: 0,
          state: "requested" as const,
        }
        let state: Parameters<typeof planCashReceiptCall>[0] = receipt
        const ask = () => {
          const plan = planCashReceiptCall(state)
          if (plan === "withdraw") state = { ...state, state: "cancelled" }
          else if (plan?.call === "issue") state = { ...state, state: "issued", issuedWon: plan.amountWon }
          else if (plan) {
            const cancelledWon = state.cancelledWon + plan.amountWon
            state = {
              ...state,
              cancelledWon,
              state: cancelledWon === state.issuedWon ? "cancelled" : "issued",
            }
          }
        }
        for (const step of steps)
          if (step === "ask") ask()
          else state = { ...state, refundedWon: Math.min(amountWon, state.refundedWon + step) }
        ask()
        ask()
        expect(state.issuedWon - state.cancelledWon).toBe(amountWon - state.refundedWon)
        expect(planCashReceiptCall(state)).toBeNull()
      },
    ),
  )
})
