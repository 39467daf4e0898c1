/** Decisions about several: a preview that says what would happen, and nothing that a colleague has. */
import { eq, sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createTicket } from "#app/areas/content/fixtures.ts"
import { tickets } from "#app/areas/content/schema.server.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { createProduct, createShop } from "#app/areas/shop/fixtures.ts"
import { DEFAULT_OFFICE_LIMITS } from "#app/areas/money/office-rules.ts"
import { payouts } from "#app/areas/money/schema.server.ts"
import { transitionPayout } from "#app/areas/money/service/payouts.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { adminCases } from "../schema.server.ts"
import { getUndoingMove, type BulkKind, type BulkMove } from "../bulk-rules.ts"
import { decideInBulk, previewBulk } from "./bulk.server.ts"
import { refreshCases, takeCase } from "./cases.server.ts"

withDatabase()

let [admin, colleague] = [] as unknown as [Person, Person]
beforeEach(async () => {
  admin = await createPerson({ role: "admin", name: "서지훈" })
  colleague = await createPerson({ role: "admin", name: "오나래" })
})

const LATER = "9999-12-31T00:00:00.000Z"
const decide = (kind: BulkKind, move: BulkMove, ids: readonly string[], more: object = {}) =>
  decideInBulk(admin.actor, { kind, move, ids, seenAt: LATER, reason: "", ...more })
const preview = async (kind: BulkKind, move: BulkMove | null, ids: readonly string[]) =>
  (await previewBulk(admin.actor, { kind, move, ids }))?.map(({ id, state, obstacle }) => ({
    id,
    state,
    obstacle,
  }))
const stateOf = async (ticketId: string) =>
  (await db().select().from(tickets).where(eq(tickets.id, ticketId)))[0]?.state
const createTickets = async (count: number) => {
  const asker = await createPerson()
  const made: string[] = []
  for (let index = 0; index < count; index += 1)
    made.push(await createTicket(asker.actor.userId, "언제 되나요?"))
  return made
}

test("what a colleague has, and what is in another state, stays as it is and is said before", async () => {
  const [open = "", held = "", closed = ""] = await createTickets(3)
  await db().execute(sql`update tickets set state = 'closed' where id = ${closed}::uuid`)
  await refreshCases()
  const [found] = await db().select().from(adminCases).where(eq(adminCases.subjectId, held))
  expect(await takeCase(colleague.actor, found?.id ?? "", null)).toEqual({ ok: true })
  const ids = [open, held, closed]
  expect(await preview("tickets", "close", ids)).toEqual([
    { id: open, state: "open", obstacle: null },
    { id: held, state: "open", obstacle: { kind: "held", by: "오나래" } },
    { id: closed, state: "closed", obstacle: { kind: "state" } },
  ])
  expect(await decide("tickets", "close", ids)).toEqual({
    ok: true,
    decidedIds: [open],
    leftIds: [held, closed],
    waitingCount: 0,
  })
  expect(await Promise.all(ids.map(stateOf))).toEqual(["closed", "open", "closed"])
  expect(await decide("tickets", "close", ids)).toEqual({ ok: false, reason: "nothing" })
  expect(getUndoingMove("tickets", "close")).toBe("reopen")
  expect(await decide("tickets", "reopen", [open])).toMatchObject({ ok: true, decidedIds: [open] })
  expect(await stateOf(open)).toBe("open")
})

test("what has changed since it was seen is not decided", async () => {
  const [ticketId = ""] = await createTickets(1)
  const seenAt = new Date(Date.now() - 60_000).toISOString()
  expect(await decide("tickets", "close", [ticketId], { seenAt })).toEqual({ ok: false, reason: "nothing" })
  expect(await stateOf(ticketId)).toBe("open")
})

test("experts, shops and products are decided by their rules, with a reason where they ask", async () => {
  const [first, second] = [
    await createExpert({ state: "reviewing" }),
    await createExpert({ state: "approved" }),
  ]
  const ids = [first.expertId, second.expertId]
  expect(await decide("experts", "approve", ids)).toEqual({
    ok: true,
    decidedIds: [first.expertId],
    leftIds: [second.expertId],
    waitingCount: 0,
  })
  expect(await decide("experts", "suspend", ids)).toEqual({ ok: false, reason: "reason_needed" })
  expect(await decide("experts", "suspend", ids, { reason: "서류 확인" })).toMatchObject({ ok: true })
  expect((await preview("experts", null, ids))?.map((row) => row.state)).toEqual(["suspended", "suspended"])
  const shop = await createShop()
  const { productId } = await createProduct(shop.sellerId, [{ priceWon: 9_000, stock: 1 }], {
    state: "proposed",
  })
  expect(await decide("products", "publish", [productId])).toMatchObject({ ok: true })
  expect(await decide("products", "hide", [productId], { reason: "사진 도용" })).toMatchObject({ ok: true })
  expect(await preview("products", "show", [productId])).toEqual([
    { id: productId, state: "hidden", obstacle: null },
  ])
  expect(await decide("sellers", "suspend", [shop.sellerId], { reason: "서류 확인" })).toMatchObject({
    ok: true,
  })
  expect(await decide("sellers", "resume", [shop.sellerId])).toMatchObject({ ok: true })
})

test("nobody but admins decides, and no kind has a move of another", async () => {
  const customer = await createPerson()
  const input = { ids: [newId()], seenAt: LATER, reason: "" }
  const notFound = { ok: false, reason: "not_found" }
  expect(await previewBulk(customer.actor, { kind: "tickets", move: "close", ids: [] })).toBeNull()
  expect(await decideInBulk(customer.actor, { kind: "tickets", move: "close", ...input })).toEqual(notFound)
  expect(await decideInBulk(admin.actor, { kind: "tickets", move: "pay", ...input })).toEqual(notFound)
})

test("a transfer over the limit is asked for by one and begun by another", async () => {
  const shop = await createShop()
  const create = async (amountWon: number) => {
    const [row] = await db()
      .insert(payouts)
      .values({
        id: newId(),
        sellerId: shop.sellerId,
        amountWon,
        state: "pending",
        bank: "우리은행",
        accountNumber: "1002-000",
        accountHolder: "이가게",
        createdAt: new Date(),
        updatedAt: new Date(),
      })
      .returning({ id: payouts.id })
    return row?.id ?? ""
  }
  const [small, large] = [await create(20_000), await create(DEFAULT_OFFICE_LIMITS.payoutWon)]
  const foresee = async ({ actor }: Person) =>
    (await previewBulk(actor, { kind: "payouts", move: "start", ids: [small, large] }))?.map(
      ({ amountWon, obstacle, isOnlyAsked }) => [amountWon, obstacle?.kind ?? null, isOnlyAsked],
    )
  expect(await foresee(admin)).toEqual([
    [20_000, null, false],
    [DEFAULT_OFFICE_LIMITS.payoutWon, null, true],
  ])
  const seenAt = new Date().toISOString()
  expect(await decide("payouts", "start", [small, large])).toEqual({
    ok: true,
    decidedIds: [small, large],
    leftIds: [],
    waitingCount: 1,
  })
  expect((await preview("payouts", null, [small, large]))?.map((row) => row.state)).toEqual([
    "processing",
    "pending",
  ])
  expect(await transitionPayout(admin.actor, large, "start", "")).toEqual({
    ok: false,
    reason: "second_needed",
  })
  expect((await foresee(admin))?.map(([, obstacle]) => obstacle)).toEqual(["state", "asked"])
  expect((await foresee(colleague))?.map(([, obstacle]) => obstacle)).toEqual(["state", null])
  // Whoever chose it before it was asked for looks at it anew.
  expect(
    await decideInBulk(colleague.actor, { kind: "payouts", move: "start", ids: [large], seenAt, reason: "" }),
  ).toEqual({ ok: false, reason: "nothing" })
  await refreshCases()
  const [waiting] = await db().select().from(adminCases).where(eq(adminCases.subjectId, large))
  expect([waiting?.queue, waiting?.closedAt]).toEqual(["transfers", null])
  const finance = await createPerson({ role: "admin", officeRole: "finance" })
  expect(await transitionPayout(finance.actor, large, "start", "")).toEqual({
    ok: true,
    state: "processing",
    waits: false,
  })
  await refreshCases()
  const [closed] = await db().select().from(adminCases).where(eq(adminCases.subjectId, large))
  expect(closed?.closedAt).not.toBeNull()
})
