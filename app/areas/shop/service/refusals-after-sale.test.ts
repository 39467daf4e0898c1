/** What is refused once something was bought or asked; that nothing was written is watched in every test. */
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import {
  createDepositPurchase,
  createPaidPurchase,
  createProduct,
  createShop,
  createVariant,
} from "../fixtures.ts"
import { productQuestions } from "../schema.server.ts"
import { cancelSoldOutLine, deliverLine, prepareLine, shipLine } from "./after-sale.server.ts"
import { requestClaim, type ClaimInput } from "./request-claim.server.ts"
import { answerQuestion, askQuestion } from "./product.server.ts"
import { createProductReview, replyToReview } from "./reviews.server.ts"

withDatabase()

const notFound = { ok: false, reason: "not_found" }
const notNow = { ok: false, reason: "not_now" }

async function createWorld(buy: typeof createPaidPurchase | typeof createDepositPurchase) {
  const [shop, buyer, stranger] = [await createShop(), await createPerson(), await createPerson()]
  const variantId = await createVariant(shop.sellerId, 40_000, 9)
  const {
    lines: [line],
  } = await buy(buyer, [{ variantId, quantity: 1 }])
  const lineId = line?.id ?? ""
  const deliver = async () => {
    await shipLine(shop.actor, lineId, { carrier: "cj", trackingNumber: "612345678901" })
    await deliverLine(buyer.actor, lineId, "buyer")
  }
  return { shop, buyer, stranger, lineId, deliver }
}

test("nobody prepares, cancels or says arrived what another shop sold or another buyer bought", async () => {
  const { buyer, stranger, lineId } = await createWorld(createPaidPurchase)
  const otherShop = await createShop()
  expect(await prepareLine(otherShop.actor, lineId)).toEqual(notFound)
  expect(await prepareLine(buyer.actor, lineId)).toEqual(notFound)
  expect(await cancelSoldOutLine(otherShop.actor, lineId, "품절이에요")).toEqual(notFound)
  expect(await deliverLine(stranger.actor, lineId, "buyer")).toEqual(notFound)
  expect(await deliverLine(otherShop.actor, lineId, "seller")).toEqual(notFound)
})

test("a return is refused to who did not buy, and to who tells no account for a deposit", async () => {
  const { buyer, stranger, lineId, deliver } = await createWorld(createDepositPurchase)
  await deliver()
  const claim: ClaimInput = { kind: "return", reason: "broken", detail: "", pictureIds: [], account: null }
  expect(await requestClaim(stranger.actor, lineId, claim)).toEqual(notFound)
  expect(await requestClaim(buyer.actor, lineId, claim)).toEqual({ ok: false, reason: "account_missing" })
})

test("a review is refused to others, before the goods or its pictures are there, and twice", async () => {
  const { shop, buyer, stranger, lineId, deliver } = await createWorld(createPaidPurchase)
  const review = (person: Person, pictureIds: readonly string[] = []) =>
    createProductReview(person.actor, lineId, { rating: 5, body: "조용하고 좋아요.", pictureIds })
  expect(await review(buyer)).toEqual(notNow)
  await deliver()
  expect(await review(stranger)).toEqual(notFound)
  expect(await review(buyer, [newId()])).toEqual({ ok: false, reason: "pictures_missing" })
  const written = await review(buyer)
  if (!written.ok) throw new Error(written.reason)
  expect(await review(buyer)).toEqual({ ok: false, reason: "already" })
  expect(await replyToReview(stranger.actor, written.reviewId, "고맙습니다")).toEqual(notFound)
  expect(await replyToReview(shop.actor, written.reviewId, "고맙습니다")).toEqual({ ok: true })
  expect(await replyToReview(shop.actor, written.reviewId, "또 오세요")).toEqual(notNow)
})

test("a seller asks nothing about what is their own, and answers a question about it once", async () => {
  const [shop, otherShop, asker] = [await createShop(), await createShop(), await createPerson()]
  const { productId } = await createProduct(shop.sellerId, [{ priceWon: 10_000, stock: 5 }])
  const question = { body: "소리가 정말 안 나나요?", secret: false }
  expect(await askQuestion(shop.actor, productId, question)).toEqual({ ok: false, reason: "own_product" })
  expect(await askQuestion(asker.actor, productId, question)).toEqual({ ok: true })
  const [asked] = await db()
    .select({ id: productQuestions.id })
    .from(productQuestions)
    .where(eq(productQuestions.productId, productId))
  const questionId = asked?.id ?? ""
  expect(await answerQuestion(otherShop.actor, questionId, "네, 안 나요")).toEqual(notFound)
  expect(await answerQuestion(shop.actor, questionId, "네, 안 나요")).toEqual({ ok: true })
  expect(await answerQuestion(shop.actor, questionId, "그럼요")).toEqual(notNow)
})
