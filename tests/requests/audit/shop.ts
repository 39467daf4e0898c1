/** What admins do about the shop, and the lines of the log that it leaves. */
import { eq } from "drizzle-orm"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createPaidPurchase, createProduct, createShop, createVariant } from "#app/areas/shop/fixtures.ts"
import { sellers } from "#app/areas/shop/schema.server.ts"
import { prepareLine } from "#app/areas/shop/service/after-sale.server.ts"
import { requestClaim } from "#app/areas/shop/service/request-claim.server.ts"
import { askOfficeRefund } from "#app/areas/admin/service/office-refunds.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { REASON, type Deeds } from "./deed.ts"

async function createClaim(): Promise<{ groupId: string; claimId: string }> {
  const [shop, buyer] = [await createShop(), await createPerson()]
  const { groupId, lines } = await createPaidPurchase(buyer, [
    { variantId: await createVariant(shop.sellerId, 40_000, 9), quantity: 1 },
  ])
  const lineId = lines[0]?.id ?? ""
  await prepareLine(shop.actor, lineId)
  const done = await requestClaim(buyer.actor, lineId, {
    kind: "cancel",
    reason: "broken",
    detail: "",
    pictureIds: [],
    account: null,
  })
  if (!done.ok) throw new Error(done.reason)
  return { groupId, claimId: done.claimId }
}

/** A purchase whose first line the office gives the money of back. */
async function createRefund(priceWon: number) {
  const [shop, buyer] = [await createShop(), await createPerson()]
  const { groupId, totalWon, lines } = await createPaidPurchase(buyer, [
    { variantId: await createVariant(shop.sellerId, priceWon, 9), quantity: 1 },
  ])
  return { groupId, totalWon, lineIds: lines.map(({ id }) => id) }
}

export const SHOP_DEEDS: Deeds = {
  "/admin/refunds": [
    async () => {
      const { groupId, lineIds } = await createRefund(900_000)
      const key = newId()
      const asked = await askOfficeRefund((await createPerson({ role: "admin" })).actor, {
        key,
        subject: { kind: "purchase", subjectId: groupId, lineIds, fault: "seller" },
        reason: REASON,
        amountWon: null,
      })
      if (!asked.ok) throw new Error(asked.reason)
      return {
        at: "/admin/refunds",
        fields: { refundId: key, move: "confirm" },
        lines: [{ action: "purchase.office_refund", subject: groupId }],
      }
    },
  ],
  "/admin/purchases/:groupId": [
    async () => {
      const { groupId, totalWon, lineIds } = await createRefund(20_000)
      return {
        at: `/admin/purchases/${groupId}`,
        fields: {
          intent: "office_refund",
          "lineIds[]": lineIds,
          fault: "seller",
          reason: REASON,
          key: newId(),
          amount: String(totalWon),
        },
        lines: [{ action: "purchase.office_refund", subject: groupId }],
      }
    },
    async () => {
      const { groupId, claimId } = await createClaim()
      return {
        at: `/admin/purchases/${groupId}`,
        fields: { claimId, move: "approve" },
        lines: [
          {
            action: "purchase.claim_approve",
            subject: groupId,
            before: { claim: "requested" },
            after: { claim: "completed" },
          },
        ],
      }
    },
    async () => {
      const { groupId, claimId } = await createClaim()
      return {
        at: `/admin/purchases/${groupId}`,
        fields: { claimId, move: "reject", reason: REASON },
        lines: [
          {
            action: "purchase.claim_reject",
            subject: groupId,
            before: { claim: "requested" },
            after: { claim: "rejected" },
          },
        ],
      }
    },
  ],
  "/admin/users/shop-owners/:sellerId": [
    async () => {
      const { sellerId } = await createShop()
      return {
        at: `/admin/users/shop-owners/${sellerId}`,
        fields: { move: "suspend", reason: REASON },
        lines: [
          {
            action: "seller.suspend",
            subject: sellerId,
            before: { state: "approved" },
            after: { state: "suspended" },
          },
        ],
      }
    },
    async () => {
      const { sellerId } = await createShop()
      await db().update(sellers).set({ state: "applied" }).where(eq(sellers.userId, sellerId))
      return {
        at: `/admin/users/shop-owners/${sellerId}`,
        fields: { move: "approve" },
        lines: [
          {
            action: "seller.approve",
            subject: sellerId,
            before: { state: "applied" },
            after: { state: "approved" },
          },
        ],
      }
    },
  ],
  "/admin/products/:productId": [
    async ({ readField }) => {
      const { sellerId } = await createShop()
      const { productId } = await createProduct(sellerId, [{ priceWon: 10_000, stock: 3 }])
      const at = `/admin/products/${productId}`
      return {
        at,
        fields: { move: "hide", reason: REASON, seen: await readField(at, "seen") },
        lines: [
          { action: "product.hide", subject: productId, before: { hidden: false }, after: { hidden: true } },
        ],
      }
    },
  ],
}
