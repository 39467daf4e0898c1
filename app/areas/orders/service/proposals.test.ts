import { eq } from "drizzle-orm"
import { afterEach, beforeAll, expect, test, vi } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import {
  CONTACT,
  createOpenOrder,
  createOrderInState,
  createProposal,
  buildProposalInput,
} from "../fixtures.ts"
import { orders, proposals, proposalVersions } from "../schema.server.ts"
import { acceptProposal, declineProposal, viewProposals } from "./received-proposals.server.ts"
import { reviseProposal, sendProposal, withdrawProposal } from "./proposals.server.ts"
import { closeProposalsOfStoppedExpert } from "./scheduled.server.ts"

// Races and random walks make many orders; a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000 })
withDatabase()

let stranger: Person
let admin: Person
beforeAll(async () => {
  stranger = await createPerson()
  admin = await createPerson({ role: "admin" })
})
afterEach(() => resetClock())

const proposalOf = async (id: string) => {
  const [row] = await db().select().from(proposals).where(eq(proposals.id, id))
  if (!row) throw new Error("no such proposal")
  return row
}
const orderOf = async (id: string) => {
  const [row] = await db().select().from(orders).where(eq(orders.id, id))
  if (!row) throw new Error("no such order")
  return row
}
const choose = (made: { proposalId: string }, version = 1) => ({
  proposalId: made.proposalId,
  version,
  ...CONTACT,
})

test("only approved experts propose, and only for a request that is there and open", async () => {
  const orderId = await createOpenOrder(stranger.actor)
  const refusedTo = async (actor: Parameters<typeof sendProposal>[0], id = orderId) =>
    sendProposal(actor, id, buildProposalInput())
  for (const actor of [
    { kind: "visitor", draftId: null } as const,
    stranger.actor,
    admin.actor,
    (await createExpert({ state: "reviewing" })).actor,
    (await createExpert({ state: "suspended" })).actor,
  ]) {
    expect(await refusedTo(actor)).toEqual({ ok: false, reason: "not_expert" })
  }
  const expert = await createExpert()
  expect(await refusedTo(expert.actor, newId())).toEqual({ ok: false, reason: "not_found" })
  for (const state of ["matched", "cancelled", "expired"] as const)
    expect(await refusedTo(expert.actor, (await createOrderInState(state)).orderId)).toEqual({
      ok: false,
      reason: "not_open",
    })
  await db().update(orders).set({ hiddenAt: new Date() }).where(eq(orders.id, orderId))
  expect(await refusedTo(expert.actor)).toEqual({ ok: false, reason: "not_found" })
})

test("nobody proposes on their own request", async () => {
  const expert = await createExpert()
  const orderId = await createOpenOrder(stranger.actor)
  await db().update(orders).set({ customerId: expert.expertId }).where(eq(orders.id, orderId))
  expect(await sendProposal(expert.actor, orderId, buildProposalInput())).toEqual({
    ok: false,
    reason: "own_order",
  })
})

test("a request past its time takes no proposal, even before the job has closed it", async () => {
  const expert = await createExpert()
  const orderId = await createOpenOrder(stranger.actor)
  setClock(() => addDays(new Date(), 15))
  expect(await sendProposal(expert.actor, orderId, buildProposalInput())).toEqual({
    ok: false,
    reason: "not_open",
  })
})

test("the total is computed from the lines, and stays within its limit", async () => {
  const expert = await createExpert()
  const orderId = await createOpenOrder(stranger.actor)
  const line = (quantity: number, unitPriceWon: number) => ({
    name: "도배",
    quantity,
    unit: "평",
    unitPriceWon,
  })
  const send = (overrides: Parameters<typeof buildProposalInput>[0]) =>
    sendProposal(expert.actor, orderId, buildProposalInput(overrides))
  const today = toKstDateString(new Date())
  expect(await send({ lines: [line(1, 0)] })).toEqual({ ok: false, reason: "nothing_to_pay" })
  expect(await send({ lines: [line(2, 1_000_000_000)] })).toEqual({ ok: false, reason: "too_much" })
  expect(await send({ validUntil: addDays(today, -1) })).toEqual({ ok: false, reason: "valid_until" })
  expect(await send({ validUntil: addDays(today, 61) })).toEqual({ ok: false, reason: "valid_until" })
  expect(await send({ earliestStart: addDays(today, -1) })).toEqual({ ok: false, reason: "earliest_start" })
  const sent = await send({
    lines: [line(24, 62_000), line(1, 292_000)],
    siteVisitNeeded: false,
    siteVisitFeeWon: 30_000,
  })
  if (!sent.ok) throw new Error("refused")
  expect(await proposalOf(sent.proposalId)).toMatchObject({
    totalWon: 1_780_000,
    siteVisitFeeWon: 0,
    state: "sent",
    version: 1,
  })
  expect(await send({})).toEqual({ ok: false, reason: "already_sent" })
  expect((await orderOf(orderId)).proposalCount).toBe(1)
})

test("a revision is a new version sent anew, and every version is kept", async () => {
  const made = await createOrderInState("open")
  await viewProposals(made.customer.actor, made.orderId)
  const revised = {
    ...buildProposalInput({ lines: [{ name: "도배", quantity: 1, unit: "식", unitPriceWon: 1_600_000 }] }),
    version: 1,
  }
  expect(await reviseProposal((await createExpert()).actor, made.proposalId, revised)).toEqual({
    ok: false,
    reason: "not_found",
  })
  expect(await reviseProposal(made.customer.actor, made.proposalId, revised)).toEqual({
    ok: false,
    reason: "not_expert",
  })
  expect(await reviseProposal(made.expert.actor, made.proposalId, revised)).toEqual({ ok: true, version: 2 })
  expect(await reviseProposal(made.expert.actor, made.proposalId, revised)).toEqual({
    ok: false,
    reason: "changed",
  })
  expect(await proposalOf(made.proposalId)).toMatchObject({
    state: "sent",
    version: 2,
    totalWon: 1_600_000,
    viewedAt: null,
  })
  const versions = await db()
    .select()
    .from(proposalVersions)
    .where(eq(proposalVersions.proposalId, made.proposalId))
    .orderBy(proposalVersions.version)
  expect(versions.map((row) => [row.version, (row.content as { totalWon: number }).totalWon])).toEqual([
    [1, 1_780_000],
    [2, 1_600_000],
  ])
})

test("a withdrawn proposal frees its place, cannot be chosen or revised, and is not sent again", async () => {
  const made = await createOrderInState("open")
  expect(await withdrawProposal(made.customer.actor, made.proposalId)).toEqual({
    ok: false,
    reason: "not_found",
  })
  expect(await withdrawProposal(made.expert.actor, made.proposalId)).toEqual({ ok: true })
  expect(await withdrawProposal(made.expert.actor, made.proposalId)).toEqual({ ok: false, reason: "not_now" })
  expect((await orderOf(made.orderId)).proposalCount).toBe(0)
  expect(await acceptProposal(made.customer.actor, made.orderId, choose(made))).toEqual({
    ok: false,
    reason: "withdrawn",
  })
  expect(
    await reviseProposal(made.expert.actor, made.proposalId, { ...buildProposalInput(), version: 1 }),
  ).toEqual({ ok: false, reason: "not_now" })
  expect(await sendProposal(made.expert.actor, made.orderId, buildProposalInput())).toEqual({
    ok: false,
    reason: "already_sent",
  })
})

test("the customer's look turns what was sent into viewed; nobody else's does", async () => {
  const made = await createOrderInState("open")
  expect(await viewProposals(stranger.actor, made.orderId)).toBeNull()
  expect(await viewProposals(made.expert.actor, made.orderId)).toBeNull()
  expect((await viewProposals(admin.actor, made.orderId))?.contact).toEqual({ address: "", phone: "" })
  expect((await proposalOf(made.proposalId)).state).toBe("sent")
  const first = await viewProposals(made.customer.actor, made.orderId)
  expect(first?.proposals.map((proposal) => proposal.state)).toEqual(["sent"])
  expect((await proposalOf(made.proposalId)).state).toBe("viewed")
  expect(
    (await viewProposals(made.customer.actor, made.orderId))?.proposals.map((proposal) => proposal.state),
  ).toEqual(["viewed"])
})

test("one proposal is declined with its reason, once, by its customer", async () => {
  const made = await createOrderInState("open")
  const decline = (actor: Person["actor"]) =>
    declineProposal(actor, made.orderId, { proposalId: made.proposalId, reason: "금액이 예산과 달라요" })
  expect(await decline(stranger.actor)).toEqual({ ok: false, reason: "not_found" })
  expect(await decline(admin.actor)).toEqual({ ok: false, reason: "not_found" })
  expect(await decline(made.customer.actor)).toEqual({ ok: true })
  expect(await decline(made.customer.actor)).toEqual({ ok: false, reason: "not_now" })
  expect(await proposalOf(made.proposalId)).toMatchObject({
    state: "declined",
    declineReason: "금액이 예산과 달라요",
  })
  expect(await acceptProposal(made.customer.actor, made.orderId, choose(made))).toEqual({
    ok: false,
    reason: "not_now",
  })
})

test("choosing one fixes the stored total, hands over the contact and passes over the others", async () => {
  const made = await createOrderInState("open")
  const other = await createProposal((await createExpert()).actor, made.orderId)
  const declined = await createProposal((await createExpert()).actor, made.orderId)
  await declineProposal(made.customer.actor, made.orderId, {
    proposalId: declined,
    reason: "작업 범위가 달라요",
  })
  expect(await acceptProposal(made.customer.actor, made.orderId, choose(made))).toEqual({
    ok: true,
    expertId: made.expert.expertId,
    agreedWon: 1_780_000,
    chargeId: null,
  })
  expect(await orderOf(made.orderId)).toMatchObject({
    state: "matched",
    acceptedProposalId: made.proposalId,
    expertId: made.expert.expertId,
    agreedWon: 1_780_000,
    address: CONTACT.address,
    contactPhone: CONTACT.contactPhone,
  })
  expect((await orderOf(made.orderId)).thirdPartyConsentAt).not.toBeNull()
  expect([
    (await proposalOf(made.proposalId)).state,
    (await proposalOf(other)).state,
    (await proposalOf(declined)).state,
  ]).toEqual(["accepted", "not_selected", "declined"])
  expect(
    await acceptProposal(made.customer.actor, made.orderId, { ...choose(made), proposalId: other }),
  ).toEqual({ ok: false, reason: "already_chosen" })
})

test("choosing is refused to others, past the validity, for another version or without consent", async () => {
  const made = await createOrderInState("open")
  const elsewhere = await createOrderInState("open")
  const accept = (actor: Person["actor"], input = choose(made)) => acceptProposal(actor, made.orderId, input)
  for (const actor of [stranger.actor, admin.actor, made.expert.actor])
    expect(await accept(actor)).toEqual({ ok: false, reason: "not_found" })
  expect(await accept(made.customer.actor, choose(elsewhere))).toEqual({ ok: false, reason: "not_found" })
  expect(await accept(made.customer.actor, choose(made, 2))).toEqual({ ok: false, reason: "changed" })
  expect(await accept(made.customer.actor, { ...choose(made), address: " " })).toEqual({
    ok: false,
    reason: "consent_needed",
  })
  expect(await accept(made.customer.actor, { ...choose(made), contactPhone: "1234" })).toEqual({
    ok: false,
    reason: "consent_needed",
  })
  await db().update(proposals).set({ validUntil: new Date() }).where(eq(proposals.id, made.proposalId))
  expect(await accept(made.customer.actor)).toEqual({ ok: false, reason: "expired" })
  expect((await orderOf(made.orderId)).state).toBe("open")
})

test("a suspended expert's proposals cannot be chosen any more", async () => {
  const made = await createOrderInState("open")
  const other = await createOrderInState("matched", { expert: made.expert })
  for (let twice = 0; twice < 2; twice += 1)
    await inTransaction((tx) =>
      closeProposalsOfStoppedExpert({ expertId: made.expert.expertId, toState: "suspended" }, tx),
    )
  expect(await acceptProposal(made.customer.actor, made.orderId, choose(made))).toEqual({
    ok: false,
    reason: "expired",
  })
  expect((await proposalOf(other.proposalId)).state).toBe("accepted")
})
