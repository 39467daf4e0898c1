/** Every move of a line of a purchase, by every role. */
import fc from "fast-check"
import { eq, sql } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { resetClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import type { Actor } from "../../accounts/rules.ts"
import { createPaidPurchase, createShop, createVariant, findPurchaseLines } from "../fixtures.ts"
import { claims, coupons, shopOrders } from "../schema.server.ts"
import {
  cancelLine,
  confirmLine,
  deliverLine,
  prepareLine,
  cancelSoldOutLine,
  shipLine,
} from "./after-sale.server.ts"
import { startCheckout } from "./checkout.server.ts"
import { transitionClaim } from "./claims.server.ts"
import { requestClaim } from "./request-claim.server.ts"
import { checkLedger, sumLedgerAccounts } from "../../money/service/ledger.server.ts"
import { confirmPayment } from "../../money/service/payments.server.ts"
import { findPurchase } from "./purchases.server.ts"
import { ledger } from "../../money/schema.server.ts"

withDatabase()
afterEach(resetClock)

const parcel = { carrier: "cj" as const, trackingNumber: "612345678901" }

test("only yours: another buyer and another seller find nothing and move nothing", async () => {
  const [shop, other] = [await createShop(), await createShop()]
  const variantId = await createVariant(shop.sellerId, 40_000, 9)
  const [buyer, stranger] = [await createPerson(), await createPerson()]
  const made = await createPaidPurchase(buyer, [{ variantId, quantity: 1 }])
  const id = made.lines[0]?.id ?? ""
  const gone = { ok: false, reason: "not_found" }
  expect(await findPurchase(stranger.actor, made.groupId)).toBeNull()
  expect(await cancelLine(stranger.actor, id, { reason: "남의 것", account: null })).toEqual(gone)
  expect(await cancelLine(shop.actor, id, { reason: "판매자", account: null })).toEqual(gone)
  expect(await shipLine(other.actor, id, parcel)).toEqual(gone)
  expect(await shipLine(buyer.actor, id, parcel)).toEqual(gone)
  expect(await confirmLine(stranger.actor, id)).toEqual(gone)
  expect(await confirmPayment(stranger.actor, made.paymentId, { paymentKey: "x", amountWon: 1 })).toEqual(
    gone,
  )
  expect(
    await startCheckout(shop.actor, {
      source: "direct",
      lines: [{ variantId, quantity: 1 }],
      submissionKey: newId(),
    }),
  ).toMatchObject({ ok: false, reason: "own_product" })
})

type Purchase = Awaited<ReturnType<typeof createPaidPurchase>>
type Step = { line: number; action: Action; fault: "broken" | "changed_mind" }
/** What a step is done to: a line, its open claim, and the two who may act on them. */
type StepTarget = {
  purchase: Purchase
  lineId: string
  claimId: string | undefined
  buyer: Actor
  seller: Actor
  fault: Step["fault"]
}

const onClaim =
  (move: Parameters<typeof transitionClaim>[2], by: "buyer" | "seller" = "seller") =>
  async (target: StepTarget) =>
    target.claimId === undefined ? null : transitionClaim(target[by], target.claimId, move, {})

const DO_STEP = {
  cancel: ({ buyer, lineId }: StepTarget) => cancelLine(buyer, lineId, { reason: "변심", account: null }),
  sell_out: ({ seller, lineId }) => cancelSoldOutLine(seller, lineId, "품절"),
  prepare: ({ seller, lineId }) => prepareLine(seller, lineId),
  ship: ({ seller, lineId }) => shipLine(seller, lineId, parcel),
  deliver: ({ seller, lineId }) => deliverLine(seller, lineId, "seller"),
  confirm: ({ buyer, lineId }) => confirmLine(buyer, lineId),
  claim: async ({ buyer, lineId, purchase, fault }) => {
    const line = (await findPurchaseLines(purchase.groupId)).find((each) => each.id === lineId)
    return requestClaim(buyer, lineId, {
      kind: line?.state === "preparing" ? "cancel" : "return",
      reason: fault,
      detail: "",
      pictureIds: [],
      account: null,
    })
  },
  approve: onClaim("approve"),
  collect: onClaim("collect"),
  receive: onClaim("receive"),
  complete: onClaim("complete"),
  withdraw: onClaim("withdraw", "buyer"),
} satisfies Record<string, (target: StepTarget) => Promise<unknown>>
type Action = keyof typeof DO_STEP
const ACTIONS = Object.keys(DO_STEP) as Action[]

async function createFixedCoupon(value: number): Promise<string> {
  const id = newId()
  await db()
    .insert(coupons)
    .values({
      id,
      code: id,
      name: "쿠폰",
      kind: "amount",
      value,
      startsAt: new Date(0),
      endsAt: new Date(Date.now() + 86_400_000),
    })
  return id
}

async function findOpenClaimId(lineId: string): Promise<string | undefined> {
  const [claim] = await db()
    .select()
    .from(claims)
    .where(
      sql`${claims.lineId} = ${lineId}::uuid and ${claims.state} in ('requested', 'approved', 'collecting',
        'collected')`,
    )
  return claim?.id
}

const findSellerOrders = (purchase: Purchase) =>
  db().select().from(shopOrders).where(eq(shopOrders.groupId, purchase.groupId))

async function expectEveryWonAccountedFor(purchase: Purchase): Promise<void> {
  const orders = await findSellerOrders(purchase)
  const [held] = await db()
    .select({ won: sql<number>`coalesce(sum(${ledger.amountWon}), 0)::int` })
    .from(ledger)
    .where(sql`${ledger.groupId} = ${purchase.groupId}::uuid and ${ledger.account} = 'held'`)
  const [refunded, released] = [
    orders.reduce((sum, order) => sum + order.refundedWon, 0),
    orders.reduce((sum, order) => sum + order.releasedWon, 0),
  ]
  expect(refunded + released + (held?.won ?? 0)).toBe(purchase.totalWon)
  expect(held?.won).toBeGreaterThanOrEqual(0)
}

async function expectOrdersSettled(purchase: Purchase): Promise<void> {
  const lines = await findPurchaseLines(purchase.groupId)
  for (const order of await findSellerOrders(purchase)) {
    const own = lines.filter((line) => line.orderId === order.id)
    const paid = order.itemsWon + order.shippingWon - order.discountWon
    if (own.every((line) => ["confirmed", "cancelled", "returned"].includes(line.state)))
      expect(order.refundedWon + order.releasedWon).toBe(paid)
    // What of the parcels that went back was taken off is at most one way back each, and never more than the
    // seller has.
    const back = await db().select().from(claims).where(eq(claims.orderId, order.id))
    for (const parcelId of new Set(back.flatMap((claim) => claim.parcelId ?? []))) {
      expect(
        back.reduce((sum, claim) => sum + (claim.parcelId === parcelId ? claim.withheldWon : 0), 0),
      ).toBeLessThanOrEqual(order.returnWon)
    }
    // Whoever cancels everything before it leaves gets everything back.
    if (own.every((line) => line.state === "cancelled")) expect(order.refundedWon).toBe(paid)
  }
}

test(
  "over random carts, cancellations and refunds: paid = delivered + refunded + held, always",
  { timeout: 120_000 },
  async () => {
    const shops = [
      await createShop(),
      await createShop({ freeFromWon: null, shippingWon: 2_500, commissionBps: 1_234 }),
      await createShop({ shippingWon: 0, returnWon: 0 }),
    ]
    const goods = await Promise.all(
      shops.flatMap((shop, index) =>
        [3_333, 14_900, 41_000].map((won) => createVariant(shop.sellerId, won + index, 100_000)),
      ),
    )
    const buyer = await createPerson()
    const cartLine = fc.record({ good: fc.nat(goods.length - 1), quantity: fc.integer({ min: 1, max: 3 }) })
    const step = fc.record({
      line: fc.nat(4),
      action: fc.constantFrom(...ACTIONS),
      fault: fc.constantFrom("broken" as const, "changed_mind" as const),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(cartLine, { minLength: 1, maxLength: 5, selector: (line) => line.good }),
        // A purchase may not come to less than 100원; the cheapest cart is 3,333원.
        fc.option(fc.integer({ min: 500, max: 3_200 })),
        fc.array(step, { minLength: 3, maxLength: 40 }),
        async (cart, off, steps) => {
          const purchase = await createPaidPurchase(
            buyer,
            cart.map((line) => ({ variantId: goods[line.good] ?? "", quantity: line.quantity })),
            { couponId: off === null ? null : await createFixedCoupon(off) },
          )
          for (const { line: index, action, fault } of steps) {
            const line = purchase.lines[index % purchase.lines.length]
            const shop = shops.find((each) => each.sellerId === line?.sellerId)
            if (!line || !shop) continue
            await DO_STEP[action]({
              purchase,
              lineId: line.id,
              claimId: await findOpenClaimId(line.id),
              buyer: buyer.actor,
              seller: shop.actor,
              fault,
            })
            await expectEveryWonAccountedFor(purchase)
          }
          await expectOrdersSettled(purchase)
        },
      ),
      { numRuns: 20 },
    )
    expect(await checkLedger()).toEqual([])
    expect(Object.values(await sumLedgerAccounts()).reduce((sum, won) => sum + won, 0)).toBe(0)
  },
)
