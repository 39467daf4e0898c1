/** What a shop has to do is found by indexes of it, in a town of any size. */
import { sql, type SQL } from "drizzle-orm"
import { expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { createPaidPurchase, createShop, createVariant } from "../fixtures.ts"
import { countFilteredPurchases, findPurchasesForAdmin } from "./admin-purchases.server.ts"
import { cancelLine, prepareLine, shipLine } from "./after-sale.server.ts"
import { sellerTasksTable } from "./sale-sql.server.ts"

withDatabase()

test("what is under way is found in every order, page by page, as often as it is counted", async () => {
  const admin = await createPerson({ role: "admin" })
  const own = await createShop({ name: "차례상점" })
  const made: { groupId: string; lineId: string }[] = []
  for (const won of [10_000, 30_000, 20_000]) {
    const buyer = await createPerson()
    const variantId = await createVariant(own.sellerId, won, 9)
    const { groupId, lines } = await createPaidPurchase(buyer, [{ variantId, quantity: 1 }])
    made.push({ groupId, lineId: lines[0]?.id ?? "" })
  }
  await prepareLine(own.actor, made[1]?.lineId ?? "")
  await shipLine(own.actor, made[2]?.lineId ?? "", { carrier: "cj", trackingNumber: "612345678901" })
  const filter = { pay: null, work: "to_send", term: "" } as const
  for (const sort of ["newest", "oldest", "amount"] as const) {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof findPurchasesForAdmin>> = await findPurchasesForAdmin(
        admin.actor,
        { filter, sort, cursor, limit: 1 },
      )
      seen.push(...page.rows.map((row) => row.id))
      cursor = page.cursor
    } while (cursor !== null)
    const shown = made.map(({ groupId }) => seen.indexOf(groupId))
    const [first = -1, second = -1, sent] = shown
    expect([sort, first >= 0, second >= 0, sent]).toEqual([sort, true, true, -1])
    expect([sort, first < second]).toEqual([sort, sort === "oldest"])
    expect([sort, new Set(seen).size]).toEqual([sort, seen.length])
    expect(await countFilteredPurchases(admin.actor, filter)).toBe(seen.length)
  }
})

test("purchases with something that was cancelled are found and counted once each", async () => {
  const admin = await createPerson({ role: "admin" })
  const own = await createShop()
  const buyer = await createPerson()
  const variantIds = [
    await createVariant(own.sellerId, 10_000, 9),
    await createVariant(own.sellerId, 20_000, 9),
  ]
  const buy = () =>
    createPaidPurchase(
      buyer,
      variantIds.map((variantId) => ({ variantId, quantity: 1 })),
    )
  const [both, one] = [await buy(), await buy(), await buy()]
  for (const line of [...(both?.lines ?? []), ...(one?.lines.slice(1) ?? [])])
    await cancelLine(buyer.actor, line.id, { reason: "마음이 바뀌었어요", account: null })
  const filter = { pay: null, work: "ended", term: "" } as const
  const found = await findPurchasesForAdmin(admin.actor, { filter, sort: "newest", cursor: null })
  expect(found.rows.map(({ id }) => id)).toEqual([one?.groupId, both?.groupId])
  expect(await countFilteredPurchases(admin.actor, filter)).toBe(2)
})

test("the lines under way and options nearly gone are found by indexes of their own", async () => {
  const explain = async (statement: SQL) =>
    inTransaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      const rows = await tx.execute<{ "QUERY PLAN": string }>(sql`explain (costs off) ${statement}`)
      return rows.map((row) => row["QUERY PLAN"]).join("\n")
    })
  expect(
    await explain(sql`select group_id from order_lines where state = 'paid' and group_created_at is not null
      order by group_created_at desc, group_id desc limit 30`),
  ).toContain("order_lines_state_newest")
  expect(
    await explain(sql`select group_id from order_lines
      where state = 'returned' and group_total_won is not null
      order by group_total_won desc, group_id desc limit 30`),
  ).toContain("order_lines_state_amount")
  expect(
    await explain(sql`select id from order_groups where state = 'expired'
      order by created_at desc, id desc limit 30`),
  ).toContain("order_groups_unpaid")
  const tasks = await explain(sql`select low_stock
    from ${sellerTasksTable(sql`${newId()}::uuid`, new Date())} tasks`)
  expect(tasks).toContain("variants_low")
  // What is not asked for is not counted.
  expect(tasks).not.toContain("shop_orders")
  expect(await explain(sql`select user_id from profiles order by name, user_id limit 30`)).toContain(
    "profiles_by_name",
  )
})
