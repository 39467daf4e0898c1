/** What programs of experts are told: whom a request fits, their proposals, their work and their money. */
import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { now } from "#app/basics/clock.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { drainEvents, emit } from "#app/platform/events.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { profiles } from "../../accounts/schema.server.ts"
import { createExpert, type Expert } from "../../experts/fixtures.ts"
import { payouts } from "../../money/schema.server.ts"
import {
  CONTACT,
  createBegunSafeOrder,
  createChosenSafeOrder,
  createOpenOrder,
  createOrderInState,
  createProposal,
  deliverPart,
} from "../../orders/fixtures.ts"
import { acceptProposal } from "../../orders/service/received-proposals.server.ts"
import { undoChoice } from "../../orders/service/reopen.server.ts"
import { completeWork } from "../../orders/service/work.server.ts"
import { createShop } from "../../shop/fixtures.ts"
import { ROLE_WEBHOOK_EVENTS, type WebhookEvent } from "../rules.ts"
import { WEBHOOK_DATA } from "../http/webhook-data.server.ts"
import { webhookDeliveries, webhookEndpoints } from "../schema.server.ts"
import { addWebhook } from "./webhooks.server.ts"

withDatabase()
beforeAll(registerSubscriptions)
beforeEach(() => db().delete(webhookEndpoints))

async function listen(expert: Expert, events: readonly WebhookEvent[] = ROLE_WEBHOOK_EVENTS.expert) {
  expect(await addWebhook(expert.actor, { url: "https://hooks.example.kr/", events })).toMatchObject({
    ok: true,
  })
}

type Told = { type: WebhookEvent; data: Record<string, unknown> }
/** What the programs of `expert` are told, the oldest first. */
async function readTold(expert: Expert): Promise<Told[]> {
  await drainEvents()
  const rows = await db()
    .select({ body: webhookDeliveries.body })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(eq(webhookEndpoints.ownerId, expert.expertId))
    .orderBy(webhookDeliveries.id)
  return rows.map(({ body }) => JSON.parse(body) as Told)
}
const statesOf = (told: readonly Told[], type: Told["type"]) =>
  told.filter((each) => each.type === type).map(({ data }) => data.state)

test("a new request is told to those whom it fits or names, and to nobody else", async () => {
  const fitting = await createExpert({ categories: ["repair"], regions: ["11"] })
  const everywhere = await createExpert({ categories: ["repair", "moving"], regions: ["all"] })
  const [elsewhere, other, invited, deaf, suspended, banned] = [
    await createExpert({ regions: ["26"] }),
    await createExpert({ categories: ["moving"], regions: ["all"] }),
    await createExpert({ categories: ["moving"], regions: ["26"] }),
    await createExpert({ regions: ["11650"] }),
    await createExpert({ regions: ["11650"] }),
    await createExpert({ regions: ["11650"] }),
  ]
  for (const expert of [fitting, everywhere, elsewhere, other, invited, suspended, banned])
    await listen(expert)
  await listen(deaf, ["work.moved"])
  await db().update(profiles).set({ expertState: "suspended" }).where(eq(profiles.userId, suspended.expertId))
  await db()
    .update(profiles)
    .set({ bannedUntil: new Date(Date.now() + 86_400_000) })
    .where(eq(profiles.userId, banned.expertId))
  const orderId = await createOpenOrder((await createPerson()).actor, { invitedExpertId: invited.expertId })
  for (const expert of [fitting, everywhere])
    expect(await readTold(expert)).toMatchObject([
      { type: "request.opened", data: { orderId, invited: false } },
    ])
  expect((await readTold(invited)).map(({ data }) => data)).toEqual([{ orderId, invited: true }])
  for (const expert of [elsewhere, other, deaf, suspended, banned]) expect(await readTold(expert)).toEqual([])
})

test("a request that is gone before it is told is told to nobody", async () => {
  const expert = await createExpert()
  await listen(expert)
  await createOrderInState("cancelled")
  expect((await readTold(expert)).filter(({ type }) => type === "request.opened")).toEqual([])
})

test("a proposal that is chosen and the work after it are told; who is not chosen hears that", async () => {
  const [expert, other] = [await createExpert(), await createExpert()]
  await listen(expert)
  await listen(other)
  const customer = await createPerson({ phone: CONTACT.contactPhone })
  const orderId = await createOpenOrder(customer.actor)
  const proposalId = await createProposal(expert.actor, orderId)
  await createProposal(other.actor, orderId)
  expect(await acceptProposal(customer.actor, orderId, { proposalId, version: 1, ...CONTACT })).toMatchObject(
    { ok: true },
  )
  const told = await readTold(expert)
  expect(statesOf(told, "proposal.moved")).toEqual(["sent", "accepted"])
  expect(told.find(({ type }) => type === "work.moved")?.data).toEqual({ orderId, state: "matched" })
  const otherTold = await readTold(other)
  expect(statesOf(otherTold, "proposal.moved")).toEqual(["sent", "not_selected"])
  expect(statesOf(otherTold, "work.moved")).toEqual([])
  // Whatever is told is what the document says, and no more.
  for (const { type, data } of [...told, ...otherTold])
    expect([type, WEBHOOK_DATA[type].strict().safeParse(data).success]).toEqual([type, true])
})

test("work that is done is told step by step", async () => {
  const [expert, disputed, changed] = [await createExpert(), await createExpert(), await createExpert()]
  for (const each of [expert, disputed, changed]) await listen(each)
  await createOrderInState("completed", { expert })
  expect(statesOf(await readTold(expert), "work.moved")).toEqual([
    "matched",
    "in_progress",
    "delivered",
    "completed",
  ])
  await createOrderInState("disputed", { expert: disputed })
  expect(statesOf(await readTold(disputed), "work.moved").at(-1)).toBe("disputed")
  await createOrderInState("changes_requested", { expert: changed })
  expect(statesOf(await readTold(changed), "work.moved").at(-1)).toBe("changes_requested")
})

test("money that is held and released is told, and a choice that is undone", async () => {
  const expert = await createExpert()
  await listen(expert)
  const plan = [{ name: "작업비", task: "도배", materials: "", amountWon: 1_780_000, days: 2 }]
  const order = await createBegunSafeOrder(plan, { expert })
  await deliverPart(order)
  expect(await completeWork(order.customer.actor, order.orderId)).toEqual({ ok: true })
  expect(statesOf(await readTold(expert), "payment.moved")).toEqual(["held", "released"])
  const chosen = await createChosenSafeOrder(plan, { expert })
  expect(await undoChoice(chosen.customer.actor, chosen.orderId)).toEqual({ ok: true })
  const told = (await readTold(expert)).filter(({ data }) => data.orderId === chosen.orderId)
  expect(statesOf(told, "work.moved")).toEqual(["matched", "open"])
  expect(statesOf(told, "proposal.moved")).toEqual(["sent", "accepted", "viewed"])
})

test("a payout to the expert is told with its sum, one to a shop is not", async () => {
  const expert = await createExpert()
  await listen(expert)
  const ids = { person: newId(), shop: newId() }
  const common = {
    sellerId: expert.expertId,
    amountWon: 1_726_600,
    state: "paid" as const,
    bank: "카카오뱅크",
    accountNumber: "3333011234567",
    accountHolder: "김도현",
    createdAt: now(),
    updatedAt: now(),
  }
  const bySimulator = { coversUntil: now(), provider: "simulator" as const, providerSellerId: "s-1" }
  await db()
    .insert(payouts)
    .values([
      { ...common, id: ids.shop },
      { ...common, ...bySimulator, id: ids.person, source: "person", providerRef: newId() },
    ])
  await inTransaction(async (tx) => {
    for (const payoutId of [ids.shop, ids.person])
      await emit(tx, "payout.moved", { payoutId, sellerId: expert.expertId, toState: "paid" })
  })
  expect((await readTold(expert)).map(({ data }) => data)).toEqual([
    { payoutId: ids.person, state: "paid", amountWon: 1_726_600 },
  ])
})

test("who is no expert hears nothing of experts, and an expert nothing of shops", async () => {
  const [expert, shop] = [await createExpert(), await createShop()]
  const url = "https://hooks.example.kr/"
  const refused = { ok: false, reason: "not_allowed" }
  expect(await addWebhook(shop.actor, { url, events: ["request.opened"] })).toEqual(refused)
  expect(await addWebhook(expert.actor, { url, events: ["work.moved", "order.paid"] })).toEqual(refused)
})
