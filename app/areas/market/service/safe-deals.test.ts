/** Second-hand goods that are paid safely: reserved, paid, sent, confirmed, claimed, to the won. */
import { eq, sql } from "drizzle-orm"
import { afterEach, beforeAll, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { addDays, MINUTE_MS } from "#app/basics/time.ts"
import { findUnreachableStates } from "#app/basics/transitions.ts"
import { db } from "#app/platform/db.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { findLeavingObligations, registerLeavingCheck } from "../../accounts/service/leaving.server.ts"
import { agreeToPayCharge, chargeBack, payCharge } from "../../money/fixtures.ts"
import { expireDueCharges } from "../../money/service/held-charges.server.ts"
import { checkLedger } from "../../money/service/ledger.server.ts"
import { confirmPayment } from "../../money/service/payments.server.ts"
import { DEAL_STATES, DEAL_TRANSITIONS, DUE_MOVES, getDealDueAt } from "../deal-rules.ts"
import {
  createMeetingDeal,
  createSafeDeal,
  createSafeItem,
  createTestOffer,
  findDealCharge,
  findDealRow,
  MEETING_INPUT,
  startTestDeal,
} from "../fixtures.ts"
import { items } from "../schema.server.ts"
import {
  acceptReturn,
  answerClaim,
  decideClaim,
  openClaim,
  sendReturn,
  withdrawClaim,
} from "./deal-claims.server.ts"
import { cancelDealsOfHiddenItems, forgetPastDeals, moveDueDeals } from "./deal-due.server.ts"
import {
  cancelDeal,
  confirmDeal,
  getMeetingCode,
  handOver,
  renewMeetingCode,
  sendParcel,
} from "./deal-steps.server.ts"
import { findDeal, findDisputedDeals, findOwnDeals } from "./deal-views.server.ts"
import { findDealObligations } from "./leaving.server.ts"
import { decideOffer } from "./offers.server.ts"
import { itemSubject } from "./subject.server.ts"

withDatabase()
beforeAll(registerSubjects)
afterEach(async () => {
  resetClock()
  expect(await checkLedger()).toEqual([])
})

const OK = { ok: true }
const findItemRow = async (itemId: string) => (await db().select().from(items).where(eq(items.id, itemId)))[0]
/** What the ledger has for the two of a deal: what is held, what the seller has, and what went back. */
async function sumOf(dealId: string) {
  const { id } = await findDealCharge(dealId)
  const [sums] = await db().execute<{ held: number; earned: number; back: number }>(sql`
    select coalesce(sum(amount_won) filter (where account = 'held'), 0)::int as held,
      coalesce(sum(amount_won) filter (where account = 'seller'), 0)::int as earned,
      coalesce(sum(amount_won) filter (where kind = 'refund' and account = 'outside'), 0)::int as back
    from ledger where group_id = ${id}::uuid`)
  return sums
}
const HELD = { held: 84_000, earned: 0, back: 0 }
const EARNED = { held: 0, earned: 84_000, back: 0 }
const BACK = { held: 0, earned: 0, back: 84_000 }
const MONTH_LATER = () => addDays(new Date(), 40)

test("every state is reached, and time moves on what waits for somebody", () => {
  expect(findUnreachableStates(DEAL_TRANSITIONS, DEAL_STATES, ["asked"])).toEqual([])
  for (const state of DEAL_STATES) {
    expect(getDealDueAt(state, "parcel", new Date()) !== null).toBe(DUE_MOVES[state] !== undefined)
    const move = DUE_MOVES[state]
    if (move)
      expect(
        DEAL_TRANSITIONS.some(
          (row) => row.move === move && row.from.includes(state) && row.by.includes("system"),
        ),
      ).toBe(true)
  }
})

test("a parcel is paid with its fee, sent and confirmed: the seller gets it all", async () => {
  const deal = await createSafeDeal("sent")
  expect(await sumOf(deal.dealId)).toEqual(HELD)
  expect(await findItemRow(deal.itemId)).toMatchObject({
    state: "reserved",
    buyerId: deal.buyer.actor.userId,
  })
  expect(await confirmDeal(deal.buyer.actor, deal.dealId)).toEqual(OK)
  expect(await sumOf(deal.dealId)).toEqual(EARNED)
  expect(await findItemRow(deal.itemId)).toMatchObject({
    state: "sold",
    buyerId: deal.buyer.actor.userId,
    dealWon: 80_000,
  })
})

test("the accepted offer is what is paid", async () => {
  const [seller, buyer] = [await createPerson(), await createPerson()]
  const itemId = await createSafeItem(seller)
  const offerId = await createTestOffer(buyer.actor, itemId, 70_000)
  await decideOffer(seller.actor, itemId, { offerId, decision: "accept" })
  const { dealId } = await startTestDeal({ itemId, seller, buyer }, MEETING_INPUT)
  expect(await findDealCharge(dealId)).toMatchObject({ amountWon: 70_000, payerFeeWon: 0, payeeFeeWon: 0 })
})

test("who begins twice begins once; who does not pay in half an hour gives the item free", async () => {
  const deal = await createSafeDeal("asked")
  const { dealId, chargeId } = await startTestDeal(deal)
  expect({ dealId, chargeId }).toEqual({ dealId: deal.dealId, chargeId: deal.chargeId })
  setClock(() => new Date(Date.now() + 31 * MINUTE_MS))
  await expireDueCharges()
  expect(await findDealRow(dealId)).toMatchObject({ state: "cancelled" })
  expect(await findItemRow(deal.itemId)).toMatchObject({ state: "selling", buyerId: null })
})

test("both may call it off before it is sent, and all goes back", async () => {
  for (const side of ["buyer", "seller"] as const) {
    const deal = await createSafeDeal("paid")
    expect(await cancelDeal(deal[side].actor, deal.dealId, { reason: "마음이 바뀌었어요" })).toEqual(OK)
    expect(await sumOf(deal.dealId)).toEqual(BACK)
    expect(await findItemRow(deal.itemId)).toMatchObject({ state: "selling", buyerId: null })
  }
})

test("what nobody sends, and whom nobody meets, goes back by itself", async () => {
  const [parcel, meeting] = [await createSafeDeal("paid"), await createMeetingDeal()]
  setClock(() => addDays(new Date(), 1))
  await moveDueDeals()
  expect(await sumOf(parcel.dealId)).toEqual(HELD)
  setClock(MONTH_LATER)
  await moveDueDeals()
  expect(await sumOf(parcel.dealId)).toEqual(BACK)
  expect(await sumOf(meeting.dealId)).toEqual({ held: 0, earned: 0, back: 80_000 })
})

test("a silent parcel has arrived after three days, and is confirmed after three more", async () => {
  const { dealId } = await createSafeDeal("sent")
  setClock(() => addDays(new Date(), 3))
  await moveDueDeals()
  expect(await findDealRow(dealId)).toMatchObject({ state: "received" })
  await moveDueDeals()
  expect(await findDealRow(dealId)).toMatchObject({ state: "received" })
  setClock(() => addDays(new Date(), 6))
  await moveDueDeals()
  expect(await sumOf(dealId)).toEqual(EARNED)
})

test("the code of the buyer releases the money; five wrong ones stop it until it is new", async () => {
  const { dealId, seller, buyer, itemId } = await createMeetingDeal()
  const code = getMeetingCode(await findDealRow(dealId))
  expect((await findDeal(buyer.actor, dealId))?.code).toBe(code)
  expect((await findDeal(seller.actor, dealId))?.code).toBeNull()
  const wrong = code === "000000" ? "111111" : "000000"
  for (const triesLeft of [4, 3, 2, 1, 0])
    expect(await handOver(seller.actor, dealId, wrong)).toEqual({
      ok: false,
      reason: "wrong_code",
      triesLeft,
    })
  expect(await handOver(seller.actor, dealId, code)).toEqual({ ok: false, reason: "code_locked" })
  expect(await renewMeetingCode(buyer.actor, dealId)).toEqual(OK)
  const renewed = getMeetingCode(await findDealRow(dealId))
  expect(renewed).not.toBe(code)
  expect(await handOver(seller.actor, dealId, renewed)).toEqual(OK)
  expect(await sumOf(dealId)).toEqual({ held: 0, earned: 80_000, back: 0 })
  expect(await findItemRow(itemId)).toMatchObject({ state: "sold" })
})

test("while something is claimed nothing moves; returned, all goes back and the item is hidden", async () => {
  const { dealId, seller, buyer, itemId } = await createSafeDeal("claimed")
  expect(await confirmDeal(buyer.actor, dealId)).toEqual({ ok: false, reason: "not_now" })
  expect(await cancelDeal(seller.actor, dealId, { reason: "취소할게요" })).toEqual({
    ok: false,
    reason: "not_now",
  })
  expect(await answerClaim(seller.actor, dealId, { answer: "return", note: "보내 주세요" })).toEqual(OK)
  expect(await sendReturn(buyer.actor, dealId, { carrier: "post", trackingNumber: "999999999" })).toEqual(OK)
  expect(await sumOf(dealId)).toEqual(HELD)
  expect(await acceptReturn(seller.actor, dealId)).toEqual(OK)
  expect(await sumOf(dealId)).toEqual(BACK)
  const item = await findItemRow(itemId)
  expect(item?.state).toBe("selling")
  expect(item?.putAwayAt).not.toBeNull()
})

test("a claim ends without a return where the seller says so, and paid where it is taken back", async () => {
  const [refunded, withdrawn] = [await createSafeDeal("claimed"), await createSafeDeal("claimed")]
  const answer = { answer: "refund", note: null } as const
  expect(await answerClaim(refunded.seller.actor, refunded.dealId, answer)).toEqual(OK)
  expect(await sumOf(refunded.dealId)).toEqual(BACK)
  expect(await withdrawClaim(withdrawn.buyer.actor, withdrawn.dealId)).toEqual(OK)
  expect(await sumOf(withdrawn.dealId)).toEqual(EARNED)
})

test("a claim that nobody answers comes before an administrator, who decides with a reason", async () => {
  const admin = await createPerson({ role: "admin" })
  const { dealId } = await createSafeDeal("claimed")
  setClock(() => addDays(new Date(), 4))
  await moveDueDeals()
  resetClock()
  const queue = await findDisputedDeals(admin.actor, { queue: "waiting", cursor: null })
  expect(queue?.rows.map(({ id }) => id)).toContain(dealId)
  const decision = { outcome: "refund", reason: "사진과 다른 물건이 맞아요." } as const
  expect(await decideClaim(admin.actor, dealId, decision)).toEqual(OK)
  expect(await sumOf(dealId)).toEqual(BACK)
  const decided = await findDisputedDeals(admin.actor, { queue: "decided", cursor: null })
  expect(decided?.rows.map(({ id }) => id)).toContain(dealId)
  const other = await createSafeDeal("disputed")
  expect(await decideClaim(admin.actor, other.dealId, { ...decision, outcome: "return" })).toEqual(OK)
  expect(await findDealRow(other.dealId)).toMatchObject({ state: "returning" })
  setClock(MONTH_LATER)
  await moveDueDeals()
  expect(await sumOf(other.dealId)).toEqual(EARNED)
})

test("what comes back and is not looked at counts as returned", async () => {
  const { dealId } = await createSafeDeal("sent_back")
  setClock(() => addDays(new Date(), 7))
  await moveDueDeals()
  expect(await sumOf(dealId)).toEqual(BACK)
})

test("a deal about what the operator hides is called off before it is sent", async () => {
  const [paid, sent] = [await createSafeDeal("paid"), await createSafeDeal("sent")]
  for (const { itemId } of [paid, sent])
    await db().transaction(
      (tx) => itemSubject.setHidden?.(tx, itemId, "판매 금지 물건") ?? Promise.resolve(false),
    )
  await cancelDealsOfHiddenItems()
  expect(await sumOf(paid.dealId)).toEqual(BACK)
  expect(await sumOf(sent.dealId)).toEqual(HELD)
})

test("money that arrives after the deal was called off goes back whole", async () => {
  const { dealId, chargeId, seller, buyer } = await createSafeDeal("asked")
  const { paymentId, ...returned } = await agreeToPayCharge(buyer.actor, chargeId)
  expect(await cancelDeal(seller.actor, dealId, { reason: "팔지 않을게요" })).toEqual(OK)
  expect(await confirmPayment(buyer.actor, paymentId, returned)).toMatchObject({ ok: false })
  expect((await sumOf(dealId))?.held).toBe(0)
})

test("what the buyer's bank takes back calls a deal off, or is a claim once it was sent", async () => {
  const paid = await createSafeDeal("paid")
  await chargeBack((await findDealCharge(paid.dealId)).id)
  expect(await findDealRow(paid.dealId)).toMatchObject({ state: "cancelled" })
  // The buyer has it already: nothing goes out again.
  expect(await sumOf(paid.dealId)).toEqual({ held: 0, earned: 0, back: 0 })
  const sent = await createSafeDeal("sent")
  await chargeBack((await findDealCharge(sent.dealId)).id)
  expect(await findDealRow(sent.dealId)).toMatchObject({ state: "claimed" })
  expect(await confirmDeal(sent.buyer.actor, sent.dealId)).toEqual({ ok: false, reason: "not_now" })
  expect(await answerClaim(sent.seller.actor, sent.dealId, { answer: "refuse", note: "보냈어요." })).toEqual(
    OK,
  )
  const admin = await createPerson({ role: "admin" })
  const decision = { outcome: "release" as const, reason: "배송이 확인됐어요." }
  expect(await decideClaim(admin.actor, sent.dealId, decision)).toEqual(OK)
  expect(await sumOf(sent.dealId)).toEqual(EARNED)
})

test("of two things at once one happens: confirming or claiming, paying or cancelling", async () => {
  const claim = { kind: "broken", details: "다리가 부러져 있어요.", pictureIds: [] } as const
  const raced = await createSafeDeal("received")
  const outcomes = await Promise.all([
    confirmDeal(raced.buyer.actor, raced.dealId),
    openClaim(raced.buyer.actor, raced.dealId, { ...claim, pictureIds: [] }),
    confirmDeal(raced.buyer.actor, raced.dealId),
  ])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  const paying = await createSafeDeal("asked")
  const { paymentId, ...returned } = await agreeToPayCharge(paying.buyer.actor, paying.chargeId)
  await Promise.all([
    confirmPayment(paying.buyer.actor, paymentId, returned),
    cancelDeal(paying.seller.actor, paying.dealId, { reason: "팔지 않을게요" }),
  ])
  const { state } = await findDealRow(paying.dealId)
  const sums = await sumOf(paying.dealId)
  expect(sums?.held).toBe(state === "paid" ? 84_000 : 0)
  expect(sums?.earned).toBe(0)
  const [seller, a, b] = [await createPerson(), await createPerson(), await createPerson()]
  const itemId = await createSafeItem(seller)
  const started = await Promise.allSettled([
    startTestDeal({ itemId, seller, buyer: a }),
    startTestDeal({ itemId, seller, buyer: b }),
  ])
  expect(started.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
})

test("who has a deal under way does not leave; who had one is kept; addresses go after a month", async () => {
  const { dealId, buyer, chargeId, ...deal } = await createSafeDeal("asked")
  await payCharge(buyer.actor, chargeId)
  registerLeavingCheck(findDealObligations)
  expect(await findLeavingObligations(buyer.actor)).toEqual({
    open: [{ label: "예약 중인 구매", href: "/my-info/purchases", count: 1 }],
    mustRetain: true,
  })
  expect(await findLeavingObligations(deal.seller.actor)).toEqual({
    open: [{ label: "예약 중인 판매", href: "/my-info/sales", count: 1 }],
    mustRetain: true,
  })
  await cancelDeal(buyer.actor, dealId, { reason: "다른 걸 샀어요" })
  expect((await findLeavingObligations(buyer.actor)).open).toEqual([])
  expect((await findOwnDeals(buyer.actor, "bought", null)).rows.map(({ id }) => id)).toEqual([dealId])
  await forgetPastDeals()
  expect((await findDealRow(dealId)).address).not.toBe("")
  setClock(MONTH_LATER)
  await forgetPastDeals()
  expect(await findDealRow(dealId)).toMatchObject({ recipient: "", phone: "", address: "" })
})

test("only its seller sends a parcel, and the address is theirs to see once it is paid", async () => {
  const { dealId, seller, chargeId, buyer } = await createSafeDeal("asked")
  expect((await findDeal(seller.actor, dealId))?.address).toBeNull()
  await payCharge(buyer.actor, chargeId)
  expect((await findDeal(seller.actor, dealId))?.address?.recipient).toBe("최구매")
  const parcel = { carrier: "cj", trackingNumber: "1234567890" } as const
  expect(await sendParcel(buyer.actor, dealId, parcel)).toEqual({ ok: false, reason: "not_now" })
  expect(await sendParcel(seller.actor, dealId, parcel)).toEqual(OK)
})
