import fc from "fast-check"
import { expect, test } from "vitest"
import { findTransition, findUnreachableStates } from "#app/basics/transitions.ts"
import {
  CHANGE_ORDER_STATES,
  CHANGE_ORDER_TRANSITIONS,
  ORDER_STATES,
  ORDER_TRANSITIONS,
  getPayableWon,
  PROPOSAL_STATES,
  PROPOSAL_TRANSITIONS,
  getProposalTotalWon,
  type ChangeOrderTransition,
  type OrderTransition,
  type OrderRole,
  type ProposalTransition,
  type ProposalRole,
} from "./rules.ts"

const ORDER_MOVES: OrderTransition[] = [
  "publish",
  "accept",
  "cancel",
  "expire",
  "start",
  "deliver",
  "request_changes",
  "redeliver",
  "complete",
  "dispute",
  "resolve_complete",
  "resolve_cancel",
]
const ORDER_ROLES: OrderRole[] = ["customer", "expert", "admin", "system"]

// marketplace.md, Service orders, once more and written another way: "state move role" → new state.
const ORDERS_ALLOWED: Record<string, string> = {
  "draft publish customer": "open",
  "open accept customer": "matched",
  "open cancel customer": "cancelled",
  "open cancel admin": "cancelled",
  "open expire system": "expired",
  "matched start expert": "in_progress",
  "matched cancel customer": "cancelled",
  "matched cancel expert": "cancelled",
  "matched cancel admin": "cancelled",
  "in_progress cancel customer": "cancelled",
  "in_progress cancel expert": "cancelled",
  "in_progress cancel admin": "cancelled",
  "in_progress deliver expert": "delivered",
  "delivered request_changes customer": "changes_requested",
  "changes_requested redeliver expert": "delivered",
  "delivered complete customer": "completed",
  "delivered complete system": "completed",
  "in_progress dispute customer": "disputed",
  "in_progress dispute expert": "disputed",
  "delivered dispute customer": "disputed",
  "delivered dispute expert": "disputed",
  "changes_requested dispute customer": "disputed",
  "changes_requested dispute expert": "disputed",
  "disputed resolve_complete admin": "completed",
  "disputed resolve_cancel admin": "cancelled",
}

test("every state, move and role of an order answers as the table says, and all else is refused", () => {
  for (const from of ORDER_STATES)
    for (const move of ORDER_MOVES)
      for (const role of ORDER_ROLES) {
        const name = `${from} ${move} ${role}`
        expect([name, findTransition(ORDER_TRANSITIONS, { move, from, role })?.to]).toEqual([
          name,
          ORDERS_ALLOWED[name],
        ])
      }
})

const PROPOSAL_MOVES: ProposalTransition[] = [
  "view",
  "revise",
  "accept",
  "decline",
  "withdraw",
  "expire",
  "pass_over",
]
const PROPOSAL_ROLES: ProposalRole[] = ["customer", "expert", "system"]
const PROPOSALS_ALLOWED: Record<string, string> = {
  "sent view customer": "viewed",
  "sent revise expert": "sent",
  "viewed revise expert": "sent",
  "sent accept customer": "accepted",
  "viewed accept customer": "accepted",
  "sent decline customer": "declined",
  "viewed decline customer": "declined",
  "sent withdraw expert": "withdrawn",
  "viewed withdraw expert": "withdrawn",
  "sent expire system": "expired",
  "viewed expire system": "expired",
  "sent pass_over system": "not_selected",
  "viewed pass_over system": "not_selected",
}

test("every state, move and role of a proposal answers as the table says, and all else is refused", () => {
  for (const from of PROPOSAL_STATES)
    for (const move of PROPOSAL_MOVES)
      for (const role of PROPOSAL_ROLES) {
        const name = `${from} ${move} ${role}`
        expect([name, findTransition(PROPOSAL_TRANSITIONS, { move, from, role })?.to]).toEqual([
          name,
          PROPOSALS_ALLOWED[name],
        ])
      }
})

test("a change order is answered once: by its customer, or rejected by the system", () => {
  const allowed: Record<string, string> = {
    "proposed accept customer": "accepted",
    "proposed reject customer": "rejected",
    "proposed reject system": "rejected",
  }
  const moves: ChangeOrderTransition[] = ["accept", "reject"]
  for (const from of CHANGE_ORDER_STATES)
    for (const move of moves)
      for (const role of ["customer", "system"] as const) {
        const name = `${from} ${move} ${role}`
        expect([name, findTransition(CHANGE_ORDER_TRANSITIONS, { move, from, role })?.to]).toEqual([
          name,
          allowed[name],
        ])
      }
})

test("every state can be reached from the first one", () => {
  expect(findUnreachableStates(ORDER_TRANSITIONS, ORDER_STATES, ["draft"])).toEqual([])
  expect(findUnreachableStates(PROPOSAL_TRANSITIONS, PROPOSAL_STATES, ["sent"])).toEqual([])
  expect(findUnreachableStates(CHANGE_ORDER_TRANSITIONS, CHANGE_ORDER_STATES, ["proposed"])).toEqual([])
})

const changes = fc.array(
  fc.record({
    state: fc.constantFrom(...CHANGE_ORDER_STATES),
    amountWon: fc.integer({ min: 1, max: 1_000_000_000 }),
  }),
  { maxLength: 20 },
)

test("payable is the agreed total plus accepted change orders, and never more", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), changes, (agreedWon, list) => {
      const payable = getPayableWon(agreedWon, list)
      const accepted = list.filter((change) => change.state === "accepted")
      expect(payable).toBe(accepted.reduce((sum, change) => sum + change.amountWon, agreedWon))
      expect(getPayableWon(agreedWon, accepted)).toBe(payable)
      expect(
        getPayableWon(
          agreedWon,
          list.filter((change) => change.state !== "accepted"),
        ),
      ).toBe(agreedWon)
    }),
  )
})

test("a total is the sum of its lines", () => {
  expect(
    getProposalTotalWon([
      { name: "도배", quantity: 24, unit: "평", unitPriceWon: 62_000 },
      { name: "제거", quantity: 1, unit: "식", unitPriceWon: 292_000 },
    ]),
  ).toBe(1_780_000)
})
