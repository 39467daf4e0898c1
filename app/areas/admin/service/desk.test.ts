import { sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createTicket } from "#app/areas/content/fixtures.ts"
import { createOrderInState } from "#app/areas/orders/fixtures.ts"
import { createPaidPurchase, createShop, createVariant } from "#app/areas/shop/fixtures.ts"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { countQueries, db } from "#app/platform/db.server.ts"
import { MAX_PREPARED_LENGTH } from "#app/platform/overrides/query-builder-client.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { findDesk, findRecords, forgetPastRecords } from "./desk.server.ts"
import { selectAllQueueCounts } from "./overview.server.ts"

withDatabase()

let admin: Person
beforeAll(async () => {
  admin = await createPerson({ role: "admin" })
})

describe("the command field", () => {
  test("finds people by the beginning of name, address and phone number, and what is theirs", async () => {
    const { customer, orderId } = await createOrderInState("open")
    const [row] = await db().execute<{ name: string; email: string }>(sql`
      update profiles set name = '남궁찾음', nickname = '찾을고양이', phone = '+821077778888'
      where user_id = ${customer.actor.userId}
      returning name, (select email from users where id = user_id) as email`)
    for (const term of [
      "남궁찾",
      "찾을고",
      "010-7777",
      row?.email.slice(0, 12) ?? "",
      customer.actor.userId,
    ]) {
      const found = await findRecords(admin.actor, term)
      expect(found, term).toContainEqual(
        expect.objectContaining({
          kind: "person",
          id: customer.actor.userId,
          title: "남궁찾음 (찾을고양이)",
        }),
      )
      if (term !== customer.actor.userId)
        expect(found, term).toContainEqual(expect.objectContaining({ kind: "order", id: orderId }))
    }
  })
  test("finds by any word of a title, and takes the signs of LIKE as they are", async () => {
    const ticketId = await createTicket((await createPerson()).actor.userId, "언제 되나요?")
    await db().execute(sql`update tickets set title = '거실 도배 문의' where id = ${ticketId}::uuid`)
    expect(await findRecords(admin.actor, "도배")).toContainEqual(
      expect.objectContaining({ kind: "ticket", id: ticketId }),
    )
    expect(await findRecords(admin.actor, "%%")).toEqual([])
    expect(await findRecords(admin.actor, "도")).toEqual([])
  })
  test("finds a purchase by the whole phone number of whom it is sent to, once it was placed", async () => {
    const shop = await createShop()
    const variantId = await createVariant(shop.sellerId, 9_000, 9)
    const buyer = await createPerson()
    const lines = [{ variantId, quantity: 1 }]
    const { groupId } = await createPaidPurchase(buyer, lines)
    const { groupId: begun } = await createPaidPurchase(buyer, lines)
    await db().execute(sql`update order_groups set phone = '+821033332222',
      consented_at = case when id = ${begun}::uuid then null else consented_at end
      where buyer_id = ${buyer.actor.userId}::uuid`)
    const find = async (term: string) => (await findRecords(admin.actor, term)).map(({ id }) => id)
    for (const term of ["010-3333-2222", "01033332222"]) expect(await find(term), term).toEqual([groupId])
    expect(await find("010-3333")).toEqual([])
    await db().execute(sql`update order_groups set phone = '' where id = ${groupId}::uuid`)
    expect(await find("010-3333-2222")).toEqual([])
  })
  test("finds nothing for others, and writes down what an admin looked for", async () => {
    const stranger = await createPerson()
    expect(await findRecords(stranger.actor, "남궁찾")).toEqual([])
    const [line] = await db().execute(sql`select deed from access_records
      where actor_id = ${admin.actor.userId} and subject_id = '남궁찾'`)
    expect(line).toEqual({ deed: "search" })
  })
})

describe("what was opened last", () => {
  test("stands at the side, the newest first, without what is open now, for 30 days", async () => {
    const colleague = await createPerson({ role: "admin" })
    const { orderId } = await createOrderInState("open")
    const ticketId = await createTicket(colleague.actor.userId, "환불해 주세요")
    const open = (kind: "order" | "ticket", id: string) => findDesk(colleague.actor, { kind, id })
    await open("order", orderId)
    expect((await open("ticket", ticketId))?.recent.map((each) => each.id)).toEqual([orderId])
    expect((await findDesk(colleague.actor, null))?.recent.map((each) => each.id)).toEqual([
      ticketId,
      orderId,
    ])
    expect((await findDesk(admin.actor, null))?.recent).toEqual([])
    setClock(() => new Date(Date.now() + 31 * 86_400_000))
    await forgetPastRecords()
    resetClock()
    expect((await findDesk(colleague.actor, null))?.recent).toEqual([])
  })
  test("is told to nobody but admins", async () => {
    const stranger = await createPerson()
    expect(await findDesk(stranger.actor, null)).toBeNull()
  })
})

test("what waits is counted without the titles of the things, which are in other tables", async () => {
  const plan = await db().execute<{ "QUERY PLAN": string }>(sql`explain (costs off)
    ${selectAllQueueCounts(admin.actor)}`)
  const text = plan.map((row) => row["QUERY PLAN"]).join("\n")
  expect(text).toContain("wages")
  for (const table of ["hire_posts", "order_groups", "items", "job_applications"])
    expect(text).not.toMatch(new RegExp(`\\bon ${table}\\b`))
})

test("what every screen of the office asks first can be prepared, with all that it may hold", async () => {
  const { orderId } = await createOrderInState("open")
  const { statements } = await countQueries(
    () =>
      findDesk(admin.actor, { kind: "order", id: orderId }, orderId, `/admin/orders/${orderId}`, "orders"),
    { statements: true },
  )
  expect(statements).toHaveLength(1)
  expect(statements[0]?.length).toBeLessThan(MAX_PREPARED_LENGTH)
})
