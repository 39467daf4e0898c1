/**
 * What admins see and decide of purchases: in the seller's place, once, with a line of the log, and every won
 * in its place.
 */
import { and, desc, eq, sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { auditLog } from "#app/platform/schema.server.ts"
import { simulatedPayments } from "#app/platform/payments/schema.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { createPaidPurchase, createShop, createVariant, type Shop } from "../fixtures.ts"
import { claimEvents, claims, orderGroups } from "../schema.server.ts"
import {
  cancelLine,
  confirmLine,
  deliverLine,
  prepareLine,
  cancelSoldOutLine,
  shipLine,
} from "./after-sale.server.ts"
import { transitionClaim } from "./claims.server.ts"
import { requestClaim } from "./request-claim.server.ts"
import { checkLedger } from "../../money/service/ledger.server.ts"
import {
  countFilteredPurchases,
  findPurchasesForAdmin,
  findPurchaseForAdmin,
} from "./admin-purchases.server.ts"
import { countClaimsByQueue, countFilteredClaims, findClaimsForAdmin } from "./admin-claims.server.ts"
import { retryRefund } from "../../money/service/refunds.server.ts"
import { findOwnClaims } from "../../selling/service/claims.server.ts"
import { refunds } from "../../money/schema.server.ts"

withDatabase()

const parcel = { carrier: "cj" as const, trackingNumber: "612345678901" }
let admin: Person
let stranger: Person
let shop: Shop
beforeAll(async () => {
  admin = await createPerson({ role: "admin" })
  stranger = await createPerson()
  shop = await createShop({ name: "대장간상회" })
})

async function createTestPurchase(options: { won?: number; of?: Shop; title?: string } = {}) {
  const buyer = await createPerson({ name: "사는손님" })
  const variantId = await createVariant(
    (options.of ?? shop).sellerId,
    options.won ?? 40_000,
    9,
    options.title ? { title: options.title } : {},
  )
  const made = await createPaidPurchase(buyer, [{ variantId, quantity: 1 }])
  return { ...made, buyer, lineId: made.lines[0]?.id ?? "" }
}

async function asked(kind: "cancel" | "return" | "exchange" = "cancel", of: Shop = shop) {
  const made = await createTestPurchase({ of })
  await prepareLine(of.actor, made.lineId)
  if (kind !== "cancel") {
    await shipLine(of.actor, made.lineId, parcel)
    await deliverLine(made.buyer.actor, made.lineId, "buyer")
  }
  const request = await requestClaim(made.buyer.actor, made.lineId, {
    kind,
    reason: "broken",
    detail: "",
    pictureIds: [],
    account: null,
  })
  if (!request.ok) throw new Error(request.reason)
  return { ...made, claimId: request.claimId }
}

const findAuditEntries = (groupId: string) =>
  db().select().from(auditLog).where(eq(auditLog.subjectId, groupId)).orderBy(desc(auditLog.id))
const findClaimEvents = (claimId: string) =>
  db()
    .select({
      move: claimEvents.move,
      to: claimEvents.toState,
      role: claimEvents.actorRole,
      reason: claimEvents.reason,
    })
    .from(claimEvents)
    .where(eq(claimEvents.claimId, claimId))
    .orderBy(claimEvents.at, claimEvents.id)

test("nobody but the seller and an admin who is not the buyer decides a claim", async () => {
  const { claimId, buyer, groupId } = await asked()
  const other = await createShop()
  for (const person of [stranger, other])
    expect(await transitionClaim(person.actor, claimId, "approve", {})).toEqual({
      ok: false,
      reason: "not_found",
    })
  expect(await transitionClaim({ kind: "visitor", draftId: null }, claimId, "approve", {})).toEqual({
    ok: false,
    reason: "not_found",
  })
  expect(await transitionClaim(buyer.actor, claimId, "approve", {})).toEqual({ ok: false, reason: "not_now" })
  expect(
    await transitionClaim({ ...buyer.actor, profile: admin.actor.profile }, claimId, "approve", {}),
  ).toEqual({
    ok: false,
    reason: "not_now",
  })
  expect(await transitionClaim(admin.actor, claimId, "withdraw", {})).toEqual({
    ok: false,
    reason: "not_now",
  })
  expect(await findAuditEntries(groupId)).toEqual([])
})

test("an admin's decision moves the claim and the money once, and is written down once", async () => {
  const { claimId, groupId } = await asked("cancel")
  const done = await Promise.all([
    transitionClaim(admin.actor, claimId, "approve", {}),
    transitionClaim(admin.actor, claimId, "approve", {}),
    transitionClaim(shop.actor, claimId, "approve", {}),
  ])
  expect(done.filter((each) => each.ok)).toHaveLength(1)
  expect((await db().select().from(claims).where(eq(claims.id, claimId)))[0]?.state).toBe("completed")
  expect(
    await db().select({ won: refunds.amountWon }).from(refunds).where(eq(refunds.groupId, groupId)),
  ).toEqual([{ won: 40_000 }])
  expect((await findClaimEvents(claimId)).map((event) => event.move)).toEqual(["request", "approve"])
  expect(await checkLedger()).toEqual([])
})

test("an admin refuses with a reason that the history keeps, and both people are told", async () => {
  const { claimId, groupId } = await asked("return")
  expect(await transitionClaim(admin.actor, claimId, "reject", { reason: "사용한 흔적이 있어요" })).toEqual({
    ok: true,
  })
  expect(await findClaimEvents(claimId)).toEqual([
    { move: "request", to: "requested", role: "buyer", reason: "" },
    { move: "reject", to: "rejected", role: "admin", reason: "사용한 흔적이 있어요" },
  ])
  expect((await findAuditEntries(groupId))[0]).toMatchObject({
    action: "purchase.claim_reject",
    actorId: admin.actor.userId,
    note: "사용한 흔적이 있어요",
    before: { claim: "requested" },
    after: { claim: "rejected" },
  })
  expect(await transitionClaim(admin.actor, claimId, "approve", {})).toEqual({ ok: false, reason: "not_now" })
  const [event] = await db().execute<{ payload: { byAdmin: boolean } }>(
    sql`select payload from outbox where type = 'shop.claim_moved' and payload->>'claimId' = ${claimId}
      and payload->>'move' = 'reject'`,
  )
  expect(event?.payload.byAdmin).toBe(true)
})

test("a return goes its whole way in the seller's place, and its money comes back", async () => {
  const { claimId, groupId } = await asked("return")
  for (const move of ["approve", "collect", "receive", "complete"] as const)
    expect(await transitionClaim(admin.actor, claimId, move, {})).toEqual({ ok: true })
  const file = await findPurchaseForAdmin(admin.actor, groupId)
  expect(file?.sums).toMatchObject({
    paidWon: 40_000,
    returnedWon: 40_000,
    heldWon: 0,
    sellerWon: 0,
    isBalanced: true,
  })
  expect(file?.sellerOrders[0]?.lines[0]?.claims[0]?.events.map((event) => event.role)).toEqual([
    "buyer",
    "admin",
    "admin",
    "admin",
    "admin",
  ])
  expect((await findAuditEntries(groupId)).map((line) => line.action)).toEqual([
    "purchase.claim_complete",
    "purchase.claim_receive",
    "purchase.claim_collect",
    "purchase.claim_approve",
  ])
})

test("one parcel pays the way back once, and the seller and an admin read the same of it", async () => {
  const buyer = await createPerson()
  const goods = [await createVariant(shop.sellerId, 40_000, 9), await createVariant(shop.sellerId, 30_000, 9)]
  const { groupId, lines } = await createPaidPurchase(
    buyer,
    goods.map((variantId) => ({ variantId, quantity: 1 })),
  )
  const claimIds: string[] = []
  for (const line of lines) {
    await prepareLine(shop.actor, line.id)
    await shipLine(shop.actor, line.id, parcel)
    await deliverLine(buyer.actor, line.id, "buyer")
    const request = await requestClaim(buyer.actor, line.id, {
      kind: "return",
      reason: "changed_mind",
      detail: "",
      pictureIds: [],
      account: null,
    })
    if (request.ok) claimIds.push(request.claimId)
  }
  const fees = async () => {
    const file = await findPurchaseForAdmin(admin.actor, groupId)
    const office = file?.sellerOrders.flatMap((order) => order.lines.flatMap((line) => line.claims)) ?? []
    const own = [
      ...(await findOwnClaims(shop.actor, { tab: "open", after: null })).rows,
      ...(await findOwnClaims(shop.actor, { tab: "done", after: null })).rows,
    ]
    return claimIds.map((id) => [
      own.find((claim) => claim.id === id)?.feeWon,
      office.find((claim) => claim.id === id)?.feeWon,
    ])
  }
  expect(await fees()).toEqual([
    [6_000, 6_000],
    [6_000, 6_000],
  ])
  for (const move of ["approve", "collect", "receive", "complete"] as const)
    await transitionClaim(shop.actor, claimIds[0] ?? "", move, {})
  expect(await fees()).toEqual([
    [6_000, 6_000],
    [0, 0],
  ])
})

test("what the seller cannot deliver ends the claim, and its history says so", async () => {
  const { claimId, lineId } = await asked("cancel")
  expect(await cancelSoldOutLine(shop.actor, lineId, "품절")).toEqual({ ok: true })
  expect((await findClaimEvents(claimId)).at(-1)).toMatchObject({
    move: "complete",
    to: "completed",
    role: "seller",
  })
})

test("every won of a purchase is with the seller, with us, back, or held, at each step", async () => {
  const cheap = await createShop({ freeFromWon: null })
  const { lineId, buyer, groupId } = await createTestPurchase({ won: 20_000, of: cheap })
  const sums = async () => (await findPurchaseForAdmin(admin.actor, groupId))?.sums
  expect(await sums()).toMatchObject({ paidWon: 23_000, heldWon: 23_000, isBalanced: true })
  await shipLine(cheap.actor, lineId, parcel)
  await deliverLine(buyer.actor, lineId, "buyer")
  await confirmLine(buyer.actor, lineId)
  expect(await sums()).toMatchObject({
    paidWon: 23_000,
    sellerWon: 21_400,
    platformWon: 1_600,
    heldWon: 0,
    returnedWon: 0,
    isBalanced: true,
  })
})

test("nobody but an admin reads the lists and the files", async () => {
  const { groupId } = await createTestPurchase()
  const filter = { pay: null, work: null, term: "" }
  for (const actor of [stranger.actor, shop.actor, { kind: "visitor", draftId: null } as const]) {
    expect(await findPurchaseForAdmin(actor, groupId)).toBeNull()
    expect((await findPurchasesForAdmin(actor, { filter, sort: "newest", cursor: null })).rows).toEqual([])
    expect(await countFilteredPurchases(actor, filter)).toBe(0)
    expect(await countClaimsByQueue(actor)).toBeNull()
    expect(
      (
        await findClaimsForAdmin(actor, {
          filter: { queue: "requested", kind: null, term: "" },
          newest: false,
          cursor: null,
        })
      ).rows,
    ).toEqual([])
    expect(await retryRefund(actor, groupId, newId(), null)).toEqual({ ok: false, reason: "not_found" })
  }
})

test("a purchase is found by its number, buyer, product, shop, payment, money and goods", async () => {
  const own = await createShop({ name: "별빛유기공방" })
  const { groupId, paymentId, lineId, buyer } = await createTestPurchase({
    of: own,
    title: "손으로 두드린 방짜 그릇",
  })
  const [group] = await db().select().from(orderGroups).where(eq(orderGroups.id, groupId))
  const found = async (
    term: string,
    more: { pay?: "paid" | "partly" | "refunded"; work?: "to_send" | "ended" | "claim" } = {},
  ) => {
    const filter = { pay: more.pay ?? null, work: more.work ?? null, term }
    const page = await findPurchasesForAdmin(admin.actor, { filter, sort: "newest", cursor: null })
    expect(await countFilteredPurchases(admin.actor, filter)).toBe(page.rows.length)
    return page.rows.some((row) => row.id === groupId)
  }
  for (const term of [group?.number ?? "", groupId, paymentId, "두드린 방짜", "별빛유기"])
    expect([term, await found(term)]).toEqual([term, true])
  for (const term of ["없는말없는말", "%", "_", newId()])
    expect([term, await found(term)]).toEqual([term, false])
  expect([
    await found("별빛유기", { pay: "paid" }),
    await found("별빛유기", { pay: "refunded" }),
    await found("별빛유기", { work: "to_send" }),
    await found("별빛유기", { work: "ended" }),
  ]).toEqual([true, false, true, false])
  await cancelLine(buyer.actor, lineId, { reason: "마음이 바뀌었어요", account: null })
  expect([
    await found("별빛유기", { pay: "paid" }),
    await found("별빛유기", { pay: "refunded" }),
    await found("별빛유기", { work: "to_send" }),
    await found("별빛유기", { work: "ended" }),
  ]).toEqual([false, true, false, true])
})

test("a refund that the provider refused is asked for anew by an admin, once, and is paid once", async () => {
  const { groupId, lineId, buyer, paymentId } = await createTestPurchase()
  const balance = (won: number) =>
    db()
      .update(simulatedPayments)
      .set({ payment: sql`jsonb_set(payment, '{balanceAmount}', ${String(won)}::jsonb)` })
      .where(eq(simulatedPayments.orderId, paymentId))
  await balance(0)
  await cancelLine(buyer.actor, lineId, { reason: "마음이 바뀌었어요", account: null })
  const refund = async () =>
    (
      await db()
        .select()
        .from(refunds)
        .where(and(eq(refunds.groupId, groupId)))
    )[0]
  expect((await refund())?.state).toBe("failed")
  const refundId = (await refund())?.id ?? ""
  const stuck = await findPurchasesForAdmin(admin.actor, {
    filter: { pay: "stuck", work: null, term: "" },
    sort: "newest",
    cursor: null,
  })
  expect(stuck.rows.map((row) => row.id)).toEqual([groupId])
  expect((await findPurchaseForAdmin(admin.actor, groupId))?.sums).toMatchObject({
    refundingWon: 40_000,
    returnedWon: 0,
    isBalanced: true,
  })
  expect(await retryRefund(admin.actor, newId(), refundId, null)).toEqual({ ok: false, reason: "not_found" })
  await balance(40_000)
  const tries = await Promise.all([
    retryRefund(admin.actor, groupId, refundId, null),
    retryRefund(admin.actor, groupId, refundId, null),
  ])
  expect(tries.filter((each) => each.ok)).toEqual([{ ok: true, paid: true }])
  expect(await refund()).toMatchObject({ state: "done", asked: 2 })
  expect(await retryRefund(admin.actor, groupId, refundId, null)).toEqual({ ok: false, reason: "not_now" })
  expect((await findAuditEntries(groupId)).map((line) => line.action)).toEqual(["purchase.retry_refund"])
  expect((await findPurchaseForAdmin(admin.actor, groupId))?.sums).toMatchObject({
    refundingWon: 0,
    returnedWon: 40_000,
    isBalanced: true,
  })
  expect(await checkLedger()).toEqual([])
})

test("a claim that waits longer than three days stands in the late queue", async () => {
  const late = await createShop({ name: "느긋한상점" })
  const { claimId } = await asked("exchange", late)
  const inLate = async () =>
    (
      await findClaimsForAdmin(admin.actor, {
        filter: { queue: "late", kind: null, term: "" },
        newest: false,
        cursor: null,
      })
    ).rows.some((row) => row.id === claimId)
  expect(await inLate()).toBe(false)
  await db()
    .update(claims)
    .set({ createdAt: new Date(Date.now() - 4 * 86_400_000) })
    .where(eq(claims.id, claimId))
  expect([await inLate(), (await countClaimsByQueue(admin.actor))?.late]).toEqual([true, 1])
  const findByTerm = async (term: string) => {
    const filter = { queue: "completed", kind: null, term } as const
    const { rows } = await findClaimsForAdmin(admin.actor, { filter, newest: true, cursor: null })
    expect(await countFilteredClaims(admin.actor, filter)).toBe(rows.length)
    return rows
  }
  const byShop = await findByTerm("느긋한")
  expect(byShop.map((row) => row.id)).toEqual([claimId])
  const [{ number, title, buyer } = { number: "", title: "", buyer: "" }] = byShop
  for (const term of [number, title.slice(1), buyer.split(" ")[0] ?? ""])
    expect([term, (await findByTerm(term)).some((row) => row.id === claimId)]).toEqual([term, true])
  expect(await findByTerm("없는말없는말")).toEqual([])
})
