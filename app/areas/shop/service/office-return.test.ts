/** A return that the office begins for a buyer: as theirs, decided by the shop. */
import { eq } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { createPaidPurchase, createShop, createVariant, findPurchaseLines } from "../fixtures.ts"
import { claims } from "../schema.server.ts"
import { deliverLine, shipLine } from "./after-sale.server.ts"
import { transitionClaim } from "./claims.server.ts"
import { requestReturnByOffice, type OfficeReturn } from "./office-return.server.ts"

withDatabase()
afterEach(resetClock)

const refused = (reason: string) => ({ ok: false, reason })

async function createWorld() {
  const [shop, buyer] = [await createShop(), await createPerson()]
  const support = await createPerson({ role: "admin", officeRole: "support" })
  const variantIds = [
    await createVariant(shop.sellerId, 30_000, 9),
    await createVariant(shop.sellerId, 20_000, 9),
  ]
  const purchase = await createPaidPurchase(
    buyer,
    variantIds.map((variantId) => ({ variantId, quantity: 1 })),
  )
  const lineIds = purchase.lines.map(({ id }) => id)
  const deliver = async () => {
    for (const lineId of lineIds) {
      await shipLine(shop.actor, lineId, { carrier: "cj", trackingNumber: "612345678901" })
      await deliverLine(buyer.actor, lineId, "buyer")
    }
  }
  const ask = (more: Partial<OfficeReturn> = {}, by = support) =>
    requestReturnByOffice(by.actor, {
      purchaseId: purchase.groupId,
      lineIds,
      reason: "broken",
      fault: "seller",
      detail: "전화로 깨졌다고 하셨어요",
      pickupNote: "",
      ...more,
    })
  const claimsOf = () => db().select().from(claims).where(eq(claims.buyerId, buyer.actor.userId))
  return { shop, buyer, support, purchase, lineIds, deliver, ask, claimsOf }
}

test("both lines go back in the buyer's name, and the shop goes on as with any return", async () => {
  const world = await createWorld()
  await world.deliver()
  expect(await world.ask({ reason: "changed_mind", fault: "buyer" })).toEqual({ ok: true })
  const made = await world.claimsOf()
  expect(made).toHaveLength(2)
  // One parcel brings both back, and is paid once.
  expect(new Set(made.map(({ parcelId }) => parcelId)).size).toBe(1)
  expect(
    made.every(({ kind, state, feeWon }) => kind === "return" && state === "requested" && feeWon > 0),
  ).toBe(true)
  const [claim] = made
  for (const move of ["approve", "collect", "receive", "complete"] as const)
    expect(await transitionClaim(world.shop.actor, claim?.id ?? "", move, {})).toMatchObject({ ok: true })
  const lines = await findPurchaseLines(world.purchase.groupId)
  expect(lines.find(({ id }) => id === claim?.lineId)?.state).toBe("returned")
})

test("who pays the way back is the office's word, within the days of that side", async () => {
  const world = await createWorld()
  expect(await world.ask()).toEqual(refused("not_now"))
  await world.deliver()
  const later = addDays(now(), 8)
  setClock(() => later)
  expect(await world.ask({ reason: "changed_mind", fault: "buyer" })).toEqual(refused("not_now"))
  expect(await world.ask({ reason: "changed_mind", fault: "seller" })).toEqual({ ok: true })
  expect((await world.claimsOf()).map(({ fault, feeWon }) => [fault, feeWon])).toEqual([
    ["seller", 0],
    ["seller", 0],
  ])
  expect(await world.ask()).toEqual(refused("already"))
})

test("nobody without the right asks, nor for what they bought or sold, nor for lines of others", async () => {
  const world = await createWorld()
  await world.deliver()
  const other = await createWorld()
  for (const by of [world.buyer, await createPerson({ role: "admin", officeRole: "content" }), world.shop])
    expect(await world.ask({}, by)).toEqual(refused("not_found"))
  expect(await world.ask({ purchaseId: newId() })).toEqual(refused("not_found"))
  expect(await world.ask({ purchaseId: "no" })).toEqual(refused("not_found"))
  expect(await world.ask({ lineIds: other.lineIds })).toEqual(refused("not_found"))
})
