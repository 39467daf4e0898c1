/** What a seller does something about is no longer unread, also without its id in the address. */
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { db } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { createPictureRow } from "../../experts/fixtures.ts"
import { listNotifications } from "../../notifications/service/centre.server.ts"
import { createShop } from "../../shop/fixtures.ts"
import { productQuestions } from "../../shop/schema.server.ts"
import { deliverLine, shipLine } from "../../shop/service/after-sale.server.ts"
import { transitionClaim } from "../../shop/service/claims.server.ts"
import { refundMissingLine, reportMissing } from "../../shop/service/missing-parcels.server.ts"
import { answerQuestion, askQuestion } from "../../shop/service/product.server.ts"
import { createProductReview, replyToReview } from "../../shop/service/reviews.server.ts"
import { buildShopApplication, createPurchaseAt, parcel, requestReturn } from "../fixtures.ts"
import { applyAsSeller, decideSeller } from "./application.server.ts"

withDatabase()
beforeAll(registerSubscriptions)

/** The titles of what somebody was told and has not read, in the order of their letters. */
async function listUnread({ actor }: Person): Promise<string[]> {
  await drainEvents()
  const { rows } = await listNotifications(actor, { kind: null, cursor: null })
  return rows
    .filter(({ read }) => !read)
    .map(({ title }) => title)
    .sort()
}

test("a new sale is read when its first line is sent, and no other", async () => {
  const shop = await createShop()
  const first = await createPurchaseAt(shop, [10_000, 12_000])
  await createPurchaseAt(shop, [10_000])
  expect(await listUnread(shop)).toEqual(["새 주문이 들어왔어요", "새 주문이 들어왔어요"])
  await shipLine(shop.actor, first.ids[0] ?? "", parcel)
  expect(await listUnread(shop)).toEqual(["새 주문이 들어왔어요"])
})

test("a question and a review are read when they are answered", async () => {
  const [shop, asker] = [await createShop(), await createPerson()]
  const { buyer, ids, lines } = await createPurchaseAt(shop, [10_000])
  await drainEvents()
  await shipLine(shop.actor, ids[0] ?? "", parcel)
  await deliverLine(buyer.actor, ids[0] ?? "", "buyer")
  const review = { rating: 5, body: "조용하고 좋아요.", pictureIds: [] }
  const written = await createProductReview(buyer.actor, ids[0] ?? "", review)
  if (!written.ok) throw new Error(written.reason)
  const productId = lines[0]?.productId ?? ""
  for (const body of ["소리가 나나요?", "무거운가요?"])
    await askQuestion(asker.actor, productId, { body, secret: false })
  expect(await listUnread(shop)).toEqual([
    "새 상품 문의가 있어요",
    "새 상품 문의가 있어요",
    "새 상품 후기가 올라왔어요",
  ])
  const [question] = await db()
    .select({ id: productQuestions.id })
    .from(productQuestions)
    .where(eq(productQuestions.productId, productId))
  await answerQuestion(shop.actor, question?.id ?? "", "네, 안 나요")
  expect(await listUnread(shop)).toEqual(["새 상품 문의가 있어요", "새 상품 후기가 올라왔어요"])
  await replyToReview(shop.actor, written.reviewId, "고맙습니다")
  expect(await listUnread(shop)).toEqual(["새 상품 문의가 있어요"])
})

test("a return is read when it is decided, a missing parcel when it is paid back", async () => {
  const shop = await createShop()
  const { buyer, ids } = await createPurchaseAt(shop, [10_000, 12_000])
  const [returned = "", missing = ""] = ids
  await drainEvents()
  for (const lineId of ids) {
    await shipLine(shop.actor, lineId, parcel)
    await deliverLine(shop.actor, lineId, "seller")
  }
  const claimId = await requestReturn(buyer, returned)
  await reportMissing(buyer.actor, missing)
  expect(await listUnread(shop)).toEqual([
    "구매자가 상품을 못 받았대요. 확인해 주세요",
    "반품 신청이 들어왔어요",
  ])
  await transitionClaim(shop.actor, claimId, "reject", { reason: "상자가 없어요" })
  expect(await listUnread(shop)).toEqual(["구매자가 상품을 못 받았대요. 확인해 주세요"])
  await refundMissingLine(shop.actor, missing)
  expect(await listUnread(shop)).toEqual([])
})

test("what is missing in an application to sell is read by sending it again", async () => {
  const [applicant, admin] = [await createPerson(), await createPerson({ role: "admin" })]
  const documentIds = [await createPictureRow(applicant.actor.userId, "certificate")]
  await applyAsSeller(applicant.actor, buildShopApplication({ documentIds }))
  const question = { sellerId: applicant.actor.userId, reason: "통장 사본이 흐려요" }
  await decideSeller(admin.actor, { ...question, move: "ask_info" })
  expect(await listUnread(applicant)).toEqual(["입점 신청에 보완할 것이 있어요"])
  await applyAsSeller(applicant.actor, buildShopApplication({ documentIds }))
  expect(await listUnread(applicant)).toEqual([])
})
