/** Parcels as their carriers tell of them, what is missing, and two who act at the same time. */
import { eq } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { now, resetClock } from "#app/basics/clock.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { refunds } from "../../money/schema.server.ts"
import { checkLedger } from "../../money/service/ledger.server.ts"
import {
  createPaidPurchase,
  createShop,
  createVariant,
  findPurchaseLines,
  findVariantStock,
  setClockMinutesAhead,
} from "../fixtures.ts"
import { notifications } from "../../notifications/schema.server.ts"
import { parcels } from "../parcel-schema.server.ts"
import { orderLines } from "../schema.server.ts"
import { confirmLine, deliverLine, shipLine } from "./after-sale.server.ts"
import { transitionClaim } from "./claims.server.ts"
import { refundMissingLine, reportMissing, reshipLine } from "./missing-parcels.server.ts"
import { notifyLineTransitions } from "./notifications.server.ts"
import { trackParcels } from "./parcels.server.ts"
import { findPurchaseDetail } from "./purchases.server.ts"
import { requestClaim } from "./request-claim.server.ts"
import { autoConfirmLines } from "./scheduled.server.ts"

withDatabase()
afterEach(() => {
  resetClock()
  setEnvironment(readEnvironment(ENVIRONMENT))
})

const ENVIRONMENT = { APP_ENV: "test", SECRET: "a secret that only tests know, 32+" }
const HOURS = 60
const DAYS = 24 * HOURS
const notNow = { ok: false, reason: "not_now" }

/** A purchase that was sent now with `trackingNumber`, which says to the simulator what becomes of it. */
async function createSentLine(trackingNumber = "612345670001") {
  const [shop, buyer] = [await createShop(), await createPerson()]
  const variantId = await createVariant(shop.sellerId, 40_000, 9)
  const { groupId, lines } = await createPaidPurchase(buyer, [{ variantId, quantity: 1 }])
  const lineId = lines[0]?.id ?? ""
  expect(await shipLine(shop.actor, lineId, { carrier: "cj", trackingNumber })).toEqual({ ok: true })
  const findLine = async () => (await findPurchaseLines(groupId))[0]
  const findParcel = async () =>
    (
      await db()
        .select()
        .from(parcels)
        .where(eq(parcels.orderId, lines[0]?.orderId ?? ""))
    )[0]
  return { shop, buyer, variantId, groupId, lineId, findLine, findParcel }
}

const askedReturn = { kind: "return", reason: "broken", detail: "", pictureIds: [], account: null } as const

test("a parcel moves on as its carrier says, whose day starts the days of confirming", async () => {
  const { buyer, groupId, findLine, findParcel } = await createSentLine()
  const states: unknown[] = []
  for (const hours of [0.1, 3, 8, 21, 30]) {
    setClockMinutesAhead(hours * HOURS)
    await trackParcels()
    states.push([(await findParcel())?.state, (await findLine())?.state])
  }
  expect(states).toEqual([
    ["accepted", "shipped"],
    ["picked_up", "shipped"],
    ["in_transit", "shipped"],
    ["out_for_delivery", "shipped"],
    ["delivered", "delivered"],
  ])
  const [line, parcel] = [await findLine(), await findParcel()]
  expect(parcel?.nextCheckAt).toBeNull()
  expect(line?.deliverySource).toBe("carrier")
  // Not when it was asked about, but when it came.
  const sentAt = parcel?.sentAt.getTime() ?? 0
  expect(line?.deliveredAt?.getTime()).toBe(sentAt + 26 * HOURS * 60_000)
  const shown = (await findPurchaseDetail(buyer.actor, groupId))?.sellerOrders[0]?.lines[0]
  expect(shown?.parcel?.stations.map((station) => station.state)).toContain("out_for_delivery")
  setClockMinutesAhead(8 * DAYS + 25 * HOURS)
  await autoConfirmLines()
  expect((await findLine())?.state).toBe("delivered")
  setClockMinutesAhead(8 * DAYS + 27 * HOURS)
  await autoConfirmLines()
  expect((await findLine())?.state).toBe("confirmed")
})

test("that a parcel came is told as the word of who said so", async () => {
  const { buyer, shop, groupId, lineId, findLine } = await createSentLine()
  const readTitle = async (deliverySource: "carrier" | "seller") => {
    await db().delete(notifications).where(eq(notifications.userId, buyer.actor.userId))
    await db()
      .update(orderLines)
      .set({ state: "delivered", deliveredAt: now(), deliverySource })
      .where(eq(orderLines.id, lineId))
    const { orderId = "" } = (await findLine()) ?? {}
    const event = { orderId, groupId, buyerId: buyer.actor.userId, sellerId: shop.sellerId }
    await inTransaction((tx) => notifyLineTransitions([{ ...event, lineId, move: "deliver" }], tx))
    const rows = await db().select().from(notifications).where(eq(notifications.userId, buyer.actor.userId))
    return rows.map((row) => row.title)
  }
  expect(await readTitle("carrier")).toEqual(["상품이 도착했어요. 확인하고 구매를 확정해 주세요"])
  expect(await readTitle("seller")).toEqual(["판매자가 도착했다고 알렸어요. 받으셨는지 확인해 주세요"])
})

test("a parcel of which there is no answer, or that is refused, holds none of the others up", async () => {
  const [silent, refused, lost, good] = [
    await createSentLine("612345670500"),
    await createSentLine("612345670400"),
    await createSentLine("612345670404"),
    await createSentLine("612345670002"),
  ]
  setClockMinutesAhead(30 * HOURS)
  await trackParcels()
  expect([
    (await silent.findLine())?.state,
    (await refused.findLine())?.state,
    (await lost.findLine())?.state,
    (await good.findLine())?.state,
  ]).toEqual(["shipped", "shipped", "shipped", "delivered"])
  expect(await silent.findParcel()).toMatchObject({
    failures: 1,
    failure: expect.stringContaining("NO_ANSWER") as string,
  })
  expect((await refused.findParcel())?.nextCheckAt).toBeNull()
  // It is asked about again, each time twice as late.
  const waits: number[] = []
  for (const minutes of [30 * HOURS + 11, 30 * HOURS + 40]) {
    setClockMinutesAhead(minutes)
    await trackParcels()
    const parcel = await silent.findParcel()
    waits.push(
      Math.round(((parcel?.nextCheckAt?.getTime() ?? 0) - (parcel?.checkedAt?.getTime() ?? 0)) / 60_000),
    )
  }
  expect(waits).toEqual([20, 40])
  // After 30 days nobody is asked any more.
  setClockMinutesAhead(31 * DAYS)
  await trackParcels()
  expect((await silent.findParcel())?.nextCheckAt).toBeNull()
})

test("where nobody follows parcels none is asked about; two at once ask about each once", async () => {
  const { findParcel } = await createSentLine()
  setEnvironment(readEnvironment({ ...ENVIRONMENT, TRACKING: "off" }))
  expect(await trackParcels()).toBe(0)
  expect((await findParcel())?.state).toBe("waiting")
  setEnvironment(readEnvironment(ENVIRONMENT))
  setClockMinutesAhead(HOURS)
  const counts = await Promise.all([trackParcels(), trackParcels()])
  expect(counts[0] + counts[1]).toBe(1)
})

test("a number that went to somebody before the order was paid says nothing of it", async () => {
  const { findLine, findParcel } = await createSentLine()
  await db()
    .update(parcels)
    .set({ sentAt: new Date(Date.now() - 20 * 86_400_000) })
    .where(eq(parcels.id, (await findParcel())?.id ?? ""))
  await trackParcels()
  expect([(await findParcel())?.state, (await findLine())?.state]).toEqual(["waiting", "shipped"])
})

test("what is said to be delivered and is not there waits, is sent again or paid back", async () => {
  const { shop, buyer, variantId, lineId, groupId, findLine } = await createSentLine()
  expect(await reportMissing(buyer.actor, lineId)).toEqual(notNow)
  setClockMinutesAhead(30 * HOURS)
  await trackParcels()
  expect(await reportMissing(shop.actor, lineId)).toEqual({ ok: false, reason: "not_found" })
  expect(await reshipLine(shop.actor, lineId, { carrier: "cj", trackingNumber: "612345670009" })).toEqual(
    notNow,
  )
  expect(await refundMissingLine(shop.actor, lineId)).toEqual(notNow)
  expect(await reportMissing(buyer.actor, lineId)).toEqual({ ok: true })
  expect(await findLine()).toMatchObject({ state: "shipped", deliveredAt: null, deliverySource: null })
  // Neither its seller's word nor time makes it arrive, and what is not there cannot go back.
  expect(await deliverLine(shop.actor, lineId, "seller")).toEqual(notNow)
  expect(await requestClaim(buyer.actor, lineId, askedReturn)).toEqual(notNow)
  setClockMinutesAhead(60 * DAYS)
  await trackParcels()
  await autoConfirmLines()
  expect((await findLine())?.state).toBe("shipped")

  const again = { carrier: "cj", trackingNumber: "612345670009" } as const
  expect(await reshipLine(buyer.actor, lineId, again)).toEqual({ ok: false, reason: "not_found" })
  expect(await reshipLine(shop.actor, lineId, again)).toEqual({ ok: true })
  expect(await findLine()).toMatchObject({
    state: "shipped",
    missingAt: null,
    trackingNumber: "612345670009",
  })
  setClockMinutesAhead(60 * DAYS + 30 * HOURS)
  await trackParcels()
  expect((await findLine())?.state).toBe("delivered")
  expect(await reportMissing(buyer.actor, lineId)).toEqual({ ok: true })
  const [stranger, admin] = [await createPerson(), await createPerson({ role: "admin" })]
  expect(await refundMissingLine(stranger.actor, lineId)).toEqual({ ok: false, reason: "not_found" })
  expect(await refundMissingLine(admin.actor, lineId)).toEqual({ ok: true })
  expect((await findLine())?.state).toBe("cancelled")
  // What is lost does not come back to the shelf.
  expect(await findVariantStock(variantId)).toBe(8)
  const [refund] = await db().select().from(refunds).where(eq(refunds.groupId, groupId))
  expect(refund).toMatchObject({ amountWon: 40_000, state: "done" })
  expect(await checkLedger()).toEqual([])
})

test("who has said to have got it has got it, and who asked for a return as well", async () => {
  const said = await createSentLine()
  await deliverLine(said.buyer.actor, said.lineId, "buyer")
  expect(await reportMissing(said.buyer.actor, said.lineId)).toEqual(notNow)
  const claimed = await createSentLine("612345670003")
  setClockMinutesAhead(30 * HOURS)
  await trackParcels()
  expect((await requestClaim(claimed.buyer.actor, claimed.lineId, askedReturn)).ok).toBe(true)
  expect(await reportMissing(claimed.buyer.actor, claimed.lineId)).toEqual({
    ok: false,
    reason: "claim_open",
  })
})

test("the carrier's delivery and a return that is asked for at the same time both stand", async () => {
  const { shop, buyer, groupId, lineId, findLine } = await createSentLine()
  setClockMinutesAhead(30 * HOURS)
  const [, asked] = await Promise.all([trackParcels(), requestClaim(buyer.actor, lineId, askedReturn)])
  if (!asked.ok) throw new Error(asked.reason)
  expect((await findLine())?.state).toBe("delivered")
  for (const move of ["approve", "collect", "receive", "complete"] as const)
    expect(await transitionClaim(shop.actor, asked.claimId, move, {})).toEqual({ ok: true })
  expect((await findLine())?.state).toBe("returned")
  expect(await db().select().from(refunds).where(eq(refunds.groupId, groupId))).toHaveLength(1)
  expect(await checkLedger()).toEqual([])
})

test("two confirmations and a report that it is missing at the same time: one outcome", async () => {
  const { buyer, lineId, findLine } = await createSentLine()
  setClockMinutesAhead(30 * HOURS)
  await trackParcels()
  const results = await Promise.all([
    confirmLine(buyer.actor, lineId),
    confirmLine(buyer.actor, lineId),
    reportMissing(buyer.actor, lineId),
  ])
  expect(results.filter((result) => result.ok)).toHaveLength(1)
  expect(["confirmed", "shipped"]).toContain((await findLine())?.state)
  expect(await checkLedger()).toEqual([])
})
