/** A refusal about the money of an order changes nothing of it. */
import { afterEach, expect, test } from "vitest"
import { resetClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { replaceCurrentSettings } from "#app/basics/settings.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { createExpert } from "../../experts/fixtures.ts"
import { agreeToPayCharge } from "../../money/fixtures.ts"
import { findOwnCharge, startChargePayment } from "../../money/service/charge-page.server.ts"
import { confirmPayment } from "../../money/service/payments.server.ts"
import {
  buildProposalInput,
  CONTACT,
  createBegunSafeOrder,
  createChosenSafeOrder,
  createOpenOrder,
  createOrderInState,
  findParts,
  payAskedPart,
} from "../fixtures.ts"
import { findOrderFees, updateOrderFees } from "./fees.server.ts"
import { reviseProposal, sendProposal } from "./proposals.server.ts"
import { acceptProposal } from "./received-proposals.server.ts"
import { undoChoice } from "./reopen.server.ts"
import { acceptSplit, proposeSplit } from "./splits.server.ts"
import { startNextPart } from "./work.server.ts"

withDatabase()
afterEach(resetClock)

const refused = (reason: string) => ({ ok: false, reason })
const PART = { name: "계약금", task: "자재 주문", materials: "", amountWon: 890_000, days: 1 }
const HALVES = [PART, { ...PART, name: "잔금" }]

test("a plan comes to the total, and begins with 30 % where nothing is to be bought", async () => {
  const customer = await createPerson()
  const expert = await createExpert()
  const orderId = await createOpenOrder(customer.actor)
  const send = (plan: (typeof PART)[]) => sendProposal(expert.actor, orderId, buildProposalInput({ plan }))
  expect(await send([PART])).toEqual(refused("plan_sum"))
  expect(await send(HALVES)).toEqual(refused("plan_first"))
  const sent = await send([
    { ...PART, materials: "실크 벽지 24평" },
    { ...PART, name: "잔금" },
  ])
  if (!sent.ok) throw new Error(sent.reason)
  const revise = (plan: (typeof PART)[]) =>
    reviseProposal(expert.actor, sent.proposalId, { ...buildProposalInput({ plan }), version: 1 })
  expect(await revise([PART])).toEqual(refused("plan_sum"))
  expect(await revise(HALVES)).toEqual(refused("plan_first"))
})

test("nothing is paid safely while payments are switched off", async () => {
  const { orderId, proposalId, customer } = await createOrderInState("open")
  const chosen = await createChosenSafeOrder()
  const [first] = await findParts(chosen.orderId)
  const before = process.env
  setEnvironment(readEnvironment({ ...before, APP_ENV: "test", PAYMENTS: "off" }))
  try {
    const choice = { proposalId, version: 1, ...CONTACT, payment: "safe" as const }
    expect(await acceptProposal(customer.actor, orderId, choice)).toEqual(refused("payments_off"))
    expect(await startChargePayment(chosen.customer.actor, first?.chargeId ?? "", "card")).toEqual(
      refused("payments_off"),
    )
  } finally {
    setEnvironment(readEnvironment({ ...before, APP_ENV: "test" }))
  }
})

test("a charge is paid by its payer, once, while it is asked for", async () => {
  const order = await createChosenSafeOrder()
  const { customer, expert, orderId } = order
  const [first] = await findParts(orderId)
  const chargeId = first?.chargeId ?? ""
  expect(await startChargePayment(expert.actor, chargeId, "card")).toEqual(refused("not_found"))
  expect(await startChargePayment(customer.actor, newId(), "card")).toEqual(refused("not_found"))
  await payAskedPart(order)
  expect(await startChargePayment(customer.actor, chargeId, "card")).toEqual(refused("not_now"))
})

test("a charge that waits for its deposit is not begun to be paid again", async () => {
  const { customer, orderId } = await createChosenSafeOrder()
  const [first] = await findParts(orderId)
  const chargeId = first?.chargeId ?? ""
  const { paymentId, ...returned } = await agreeToPayCharge(customer.actor, chargeId, { isDeposit: true })

  await confirmPayment(customer.actor, paymentId, returned)
  expect(await startChargePayment(customer.actor, chargeId, "card")).toEqual(refused("paying"))
})

test("the fees are set by administrators, one after another", async () => {
  const customer = await createPerson()
  const admin = await createPerson({ role: "admin" })
  const fees = {
    payer: "customer" as const,
    bps: { repair: 350, interior: 300, moving: 300, demolition: 300, installation: 0 },
  }
  expect(await updateOrderFees(customer.actor, { ...fees, version: 0 })).toEqual(refused("not_found"))
  const { version = 0 } = (await findOrderFees(admin.actor)) ?? {}
  try {
    expect(await updateOrderFees(admin.actor, { ...fees, version })).toEqual({ ok: true })
    expect(await updateOrderFees(admin.actor, { ...fees, version })).toEqual(refused("changed"))
    const chosen = await createChosenSafeOrder()
    const [first] = await findParts(chosen.orderId)
    expect(await findOwnCharge(chosen.customer.actor, first?.chargeId ?? "")).toMatchObject({
      amountWon: 178_000,
      payerFeeWon: 6_230,
      totalWon: 184_230,
    })
  } finally {
    replaceCurrentSettings({})
  }
})

test("the money of an order is nobody else's", async () => {
  const { orderId } = await createBegunSafeOrder()
  const { actor } = await createPerson()
  const split = { expertWon: 1_000, reason: "그만할게요." }
  expect(await proposeSplit(actor, orderId, split)).toEqual(refused("not_found"))
  expect(await acceptSplit(actor, orderId, { splitId: newId() })).toEqual(refused("not_found"))
  expect(await undoChoice(actor, orderId)).toEqual(refused("not_found"))
  expect(await startNextPart(actor, orderId)).toEqual(refused("not_found"))
})
