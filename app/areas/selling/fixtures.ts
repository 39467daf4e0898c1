/** Builders of purchases at one shop and of what comes after them, for tests. */
import { eq } from "drizzle-orm"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { createPerson, type Person } from "../accounts/fixtures.ts"
import { ledger } from "../money/schema.server.ts"
import { createPaidPurchase, createProduct, createVariant, shopTerms, type Shop } from "../shop/fixtures.ts"
import { shopOrders } from "../shop/schema.server.ts"
import { deliverLine, shipLine } from "../shop/service/after-sale.server.ts"
import { transitionClaim } from "../shop/service/claims.server.ts"
import { requestClaim } from "../shop/service/request-claim.server.ts"

export const parcel = { carrier: "cj" as const, trackingNumber: "612345678901" }
export const changeOfMind = { reason: "마음이 바뀌었어요", account: null }

/** An application to sell with a key of its own; its papers are `documentIds`. */
export const buildShopApplication = (changes: { documentIds: string[]; businessNumber?: string }) => ({
  ...shopTerms,
  intro: null,
  businessName: "하루살림",
  representative: "이가게",
  businessNumber: "2208162517",
  mailOrderNumber: null,
  mailOrderExempt: true,
  consent: true as const,
  submissionKey: newId(),
  ...changes,
})

type Result = { ok: true } | { ok: false; reason: string }

function assertDone(result: Result): void {
  if (!result.ok) throw new Error(result.reason)
}

/** A paid purchase of one piece of each price at one shop; its lines in that order. */
export async function createPurchaseAt(
  shop: Shop,
  prices: readonly number[],
  { couponId = null, buyer: given }: { couponId?: string | null; buyer?: Person } = {},
) {
  const buyer = given ?? (await createPerson())
  const variantIds = await Promise.all(prices.map((won) => createVariant(shop.sellerId, won, 9)))
  const made = await createPaidPurchase(
    buyer,
    variantIds.map((variantId) => ({ variantId, quantity: 1 })),
    { couponId },
  )
  const ids = variantIds.map((variantId) => made.lines.find((line) => line.variantId === variantId)?.id ?? "")
  const order = async () =>
    (await db().select().from(shopOrders).where(eq(shopOrders.groupId, made.groupId)))[0]
  return { ...made, buyer, ids, order, refundedWon: async () => (await order())?.refundedWon }
}

export async function deliverLines(shop: Shop, buyer: Person, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    assertDone(await shipLine(shop.actor, id, parcel))
    assertDone(await deliverLine(buyer.actor, id, "buyer"))
  }
}

export async function requestReturn(
  buyer: Person,
  lineId: string,
  reason: "changed_mind" | "broken" = "changed_mind",
): Promise<string> {
  const asked = await requestClaim(buyer.actor, lineId, {
    kind: "return",
    reason,
    detail: "",
    pictureIds: [],
    account: null,
  })
  if (!asked.ok) throw new Error(asked.reason)
  return asked.claimId
}

/** Makes the seller's moves of a return, all of them where none are named. */
export async function moveClaim(
  shop: Shop,
  claimId: string,
  moves: readonly ("approve" | "collect" | "receive" | "complete")[] = [
    "approve",
    "collect",
    "receive",
    "complete",
  ],
): Promise<void> {
  for (const move of moves) assertDone(await transitionClaim(shop.actor, claimId, move, {}))
}

/** Delivers a line and takes it back, to the end. Returns the claim. */
export async function completeReturn(
  shop: Shop,
  buyer: Person,
  lineId: string,
  reason: "changed_mind" | "broken",
): Promise<string> {
  await deliverLines(shop, buyer, [lineId])
  const claimId = await requestReturn(buyer, lineId, reason)
  await moveClaim(shop, claimId)
  return claimId
}

/** What the ledger owes a seller, in won. */
export async function sumSellerBalance(shop: Shop): Promise<number> {
  const lines = await db()
    .select({ account: ledger.account, won: ledger.amountWon })
    .from(ledger)
    .where(eq(ledger.sellerId, shop.sellerId))
  return lines.filter((line) => line.account === "seller").reduce((sum, line) => sum + line.won, 0)
}

/** A new product of a shop, and one piece of it sold. */
export async function createSale(buyer: Person, shop: Shop, priceWon = 20_000) {
  const made = await createProduct(shop.sellerId, [{ priceWon, stock: 10 }])
  const purchase = await createPaidPurchase(buyer, [{ variantId: made.variantIds[0] ?? "", quantity: 1 }])
  const line = purchase.lines[0]
  if (!line) throw new Error("a purchase without lines")
  return { ...made, purchase, line }
}
