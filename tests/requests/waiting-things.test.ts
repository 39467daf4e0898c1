/** What waits for a person, as 마이 counts it: theirs alone, and only until it is done. */
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { createApplication, createOpenHire } from "#app/areas/jobs/fixtures.ts"
import { createItemForSale, createSafeDeal, createTestOffer } from "#app/areas/market/fixtures.ts"
import { decideOffer } from "#app/areas/market/service/offers.server.ts"
import { createOpenOrder, createOrderInState, createProposal } from "#app/areas/orders/fixtures.ts"
import { cancelOrder } from "#app/areas/orders/service/work.server.ts"
import { createPaidPurchase, createShop, createVariant } from "#app/areas/shop/fixtures.ts"
import { orderLines } from "#app/areas/shop/schema.server.ts"
import { db } from "#app/platform/db.server.ts"
import { findWaitingThings } from "#app/shell/my-view.server.ts"
import type { Member } from "#app/areas/accounts/rules.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()
const countsOf = async (actor: Member) =>
  Object.fromEntries((await findWaitingThings(actor)).map(({ label, count }) => [label, count]))

test("proposals wait for their customer alone, until the request ends", async () => {
  const [customer, stranger] = [await createPerson(), await createPerson()]
  const orderId = await createOpenOrder(customer.actor)
  for (let each = 0; each < 2; each += 1) await createProposal((await createExpert()).actor, orderId)
  expect(await countsOf(customer.actor)).toEqual({ "받은 견적": 2 })
  expect(await countsOf(stranger.actor)).toEqual({})
  await cancelOrder(customer.actor, orderId, "")
  expect(await countsOf(customer.actor)).toEqual({})
})

test("chosen work waits for its expert, finished work for its customer", async () => {
  const matched = await createOrderInState("matched")
  expect(await countsOf(matched.expert.actor)).toEqual({ "맡은 작업": 1 })
  expect(await countsOf(matched.customer.actor)).toEqual({})
  const delivered = await createOrderInState("delivered")
  expect(await countsOf(delivered.expert.actor)).toEqual({})
  expect(await countsOf(delivered.customer.actor)).toEqual({ "확인할 작업": 1 })
})

test("an application waits for the employer, a price for the seller, a parcel until it is sent", async () => {
  const [employer, worker] = [await createPerson(), await createPerson()]
  await createApplication(worker.actor, await createOpenHire(employer.actor))
  expect(await countsOf(employer.actor)).toEqual({ "새 지원자": 1 })
  expect(await countsOf(worker.actor)).toEqual({})

  const [seller, buyer] = [await createPerson(), await createPerson()]
  const itemId = await createItemForSale(seller)
  const offerId = await createTestOffer(buyer.actor, itemId, 70_000)
  expect(await countsOf(seller.actor)).toEqual({ "답할 가격 제안": 1 })
  await decideOffer(seller.actor, itemId, { offerId, decision: "decline" })
  expect(await countsOf(seller.actor)).toEqual({})

  const paid = await createSafeDeal("paid")
  expect(await countsOf(paid.seller.actor)).toEqual({ "보낼 택배": 1 })
  const received = await createSafeDeal("received")
  expect(await countsOf(received.seller.actor)).toEqual({})
  expect(await countsOf(received.buyer.actor)).toEqual({ "확인할 중고 물건": 1 })
})

test("goods that were sent are on their way to their buyer", async () => {
  const [shop, buyer] = [await createShop(), await createPerson()]
  const variantId = await createVariant(shop.sellerId, 20_000, 9)
  const { lines } = await createPaidPurchase(buyer, [{ variantId, quantity: 1 }])
  expect(await countsOf(buyer.actor)).toEqual({})
  await db()
    .update(orderLines)
    .set({ state: "shipped" })
    .where(eq(orderLines.id, lines[0]?.id ?? ""))
  expect(await countsOf(buyer.actor)).toEqual({ "도착 예정": 1 })
})

test("마이 shows what waits with its number and where it is done, in two queries", async () => {
  const customer = await createPerson()
  const quiet = await (await app.get("/my-info", { cookie: customer.cookie })).text()
  expect(quiet).toContain("모두 확인했어요")
  await createProposal((await createExpert()).actor, await createOpenOrder(customer.actor))
  const answer = await app.get("/my-info", { cookie: customer.cookie })
  expect(Number(answer.headers.get("X-Queries"))).toBeLessThanOrEqual(2)
  const page = await answer.text()
  expect(page).toMatch(/href="\/orders\?tab=open"[^>]*><span[^>]*>받은 견적<\/span><span[^>]*>1<\/span>/)
  expect(page).not.toContain("도착 예정")
})

test.each(["/my-info/profile", "/my-info/login", "/my-info/consents"])(
  "%s takes at most 6 queries",
  async (path) => {
    const person = await createPerson()
    const answer = await app.get(path, { cookie: person.cookie })
    expect(Number(answer.headers.get("X-Queries"))).toBeLessThanOrEqual(6)
  },
)
