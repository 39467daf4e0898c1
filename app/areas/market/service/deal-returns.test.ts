/**
 * What comes back wrong is shown in pictures; what a deal waits for is spoken of once, the evening
 * before.
 */
import { and, eq } from "drizzle-orm"
import { afterEach, beforeAll, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { addDays } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { notifications } from "../../notifications/schema.server.ts"
import { RefuseReturnForm } from "../deal-forms.ts"
import { getDealReminderHorizon } from "../deal-rules.ts"
import { createItemPicture, createMeetingDeal, createSafeDeal, findDealRow } from "../fixtures.ts"
import { canReadDealPicture, decideClaim, refuseReturn, sendReturn } from "./deal-claims.server.ts"
import { remindOfDueDeals } from "./deal-reminders.server.ts"
import { findDeal } from "./deal-views.server.ts"

withDatabase()
beforeAll(registerSubscriptions)
afterEach(resetClock)

const OK = { ok: true }

test("a thing that came back wrong is shown to the buyer and to administrators, each time anew", async () => {
  const [seller, buyer] = [await createPerson(), await createPerson()]
  const admin = await createPerson({ role: "admin" })
  const buyerPicture = await createItemPicture(buyer.actor.userId, "claim")
  const { dealId } = await createSafeDeal("sent_back", { seller, buyer, pictureIds: [buyerPicture] })
  const show = async () => createItemPicture(seller.actor.userId, "claim")
  const first = await show()
  const note = "화면에 금이 간 채로 돌아왔어요."
  expect(await refuseReturn(seller.actor, dealId, { problem: "broken", note, pictureIds: [first] })).toEqual(
    OK,
  )
  for (const { actor } of [buyer, seller, admin]) {
    const claim = (await findDeal(actor, dealId))?.claim
    expect(claim?.pictures.map(({ id }) => id)).toEqual([buyerPicture])
    expect(claim?.returned).toMatchObject({ problem: "broken", note, pictures: [{ id: first }] })
    expect(await canReadDealPicture({ userId: actor.userId, isAdmin: actor === admin.actor }, first)).toBe(
      true,
    )
  }
  const stranger = await createPerson()
  expect(await canReadDealPicture({ userId: stranger.actor.userId, isAdmin: false }, first)).toBe(false)

  // The administrator has it sent once more, and it comes back wrong again.
  const decision = { outcome: "return" as const, reason: "포장을 다시 하고 돌려보내 주세요." }
  expect(await decideClaim(admin.actor, dealId, decision)).toEqual(OK)
  const parcel = { carrier: "cj", trackingNumber: "650123987412" } as const
  expect(await sendReturn(buyer.actor, dealId, parcel)).toEqual(OK)
  const second = await show()
  const again = { problem: "different" as const, note: "다른 물건이 들어 있어요.", pictureIds: [second] }
  expect(await refuseReturn(seller.actor, dealId, again)).toEqual(OK)
  const returned = (await findDeal(buyer.actor, dealId))?.claim?.returned
  expect(returned).toMatchObject({ problem: "different", pictures: [{ id: first }, { id: second }] })
})

test("what came back is shown in at least one picture; what did not come cannot be", () => {
  const note = "돌려받은 물건이 이상해요."
  for (const [problem, isEnough] of [
    ["broken", false],
    ["different", false],
    ["missing", true],
  ] as const)
    expect([problem, RefuseReturnForm.safeParse({ problem, note }).success]).toEqual([problem, isEnough])
})

test("from six in the evening the moments of tomorrow are spoken of", () => {
  for (const [at, horizon] of [
    ["2026-11-17T17:59:00+09:00", "2026-11-18T00:00:00+09:00"],
    ["2026-11-17T18:00:00+09:00", "2026-11-19T00:00:00+09:00"],
    ["2026-11-17T23:59:00+09:00", "2026-11-19T00:00:00+09:00"],
    ["2026-11-18T00:00:00+09:00", "2026-11-19T00:00:00+09:00"],
  ] as const)
    expect([at, getDealReminderHorizon(new Date(at))]).toEqual([at, new Date(horizon)])
})

const findTold = async (userId: string) =>
  (
    await db()
      .select({ title: notifications.title })
      .from(notifications)
      .where(and(eq(notifications.userId, userId), eq(notifications.kind, "market")))
  ).map(({ title }) => title)

test("each of the two is reminded of their own moment, once", async () => {
  for (const [state, who, title] of [
    ["paid", "seller", "물건을 보낼 날이 얼마 남지 않았어요"],
    ["received", "buyer", "받은 물건을 확인해 주세요"],
    ["claimed", "seller", "구매자가 답을 기다리고 있어요"],
    ["returning", "buyer", "물건을 돌려보낼 날이 얼마 남지 않았어요"],
    ["sent_back", "seller", "돌려받은 물건을 확인해 주세요"],
  ] as const) {
    resetClock()
    const deal = await createSafeDeal(state)
    const { dueAt } = await findDealRow(deal.dealId)
    await remindOfDueDeals()
    await drainEvents()
    const person = deal[who].actor.userId
    expect(await findTold(person)).not.toContain(title)
    const hourBefore = new Date((dueAt ?? new Date()).getTime() - 3_600_000)
    setClock(() => hourBefore)
    expect([state, await remindOfDueDeals()]).toEqual([state, expect.any(Number)])
    await remindOfDueDeals()
    await drainEvents()
    expect((await findTold(person)).filter((told) => told === title)).toEqual([title])
    const other = deal[who === "seller" ? "buyer" : "seller"].actor.userId
    expect(await findTold(other)).not.toContain(title)
    expect((await findDealRow(deal.dealId)).state).toBe(state)
  }
})

test("of a meeting both are reminded; a parcel on its way is nobody's duty", async () => {
  const meeting = await createMeetingDeal()
  const sent = await createSafeDeal("sent")
  const { dueAt } = await findDealRow(meeting.dealId)
  const sentDueAt = (await findDealRow(sent.dealId)).dueAt
  setClock(() => addDays(sentDueAt ?? new Date(), -0.1))
  await remindOfDueDeals()
  expect((await findDealRow(sent.dealId)).remindedOf).toBeNull()
  setClock(() => addDays(dueAt ?? new Date(), -0.1))
  await remindOfDueDeals()
  await drainEvents()
  for (const { actor } of [meeting.buyer, meeting.seller])
    expect(await findTold(actor.userId)).toContain("만날 날이 얼마 남지 않았어요")
})
