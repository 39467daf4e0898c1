import { inArray, sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { db } from "#app/platform/db.server.ts"
import { ORDER_QUEUE_FILTERS } from "../../admin/rules.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createOpenOrder } from "../fixtures.ts"
import { CATEGORIES, ORDER_STATES } from "../rules.ts"
import { orders } from "../schema.server.ts"
import { countFilteredOrders, findOrdersForAdmin } from "./admin-orders.server.ts"

withDatabase()

test("a queue has the requests in its states, by kind and text, as many as it counts", async () => {
  const admin = (await createPerson({ role: "admin" })).actor
  const customer = await createPerson({ name: "김민수" })
  for (const [index, state] of ORDER_STATES.entries())
    for (const category of CATEGORIES.slice(0, 2)) {
      const title = index % 2 === 0 ? "거실 도배" : "거실 장판"
      const id = await createOpenOrder(customer.actor, { title })
      await db()
        .update(orders)
        .set({ state, category })
        .where(sql`${orders.id} = ${id}`)
    }
  for (const queue of Object.values(ORDER_QUEUE_FILTERS))
    for (const category of [null, ...CATEGORIES.slice(0, 3)])
      for (const term of ["", "도배", "배", "김민", "뷁쉛"]) {
        const filter = { ...queue, category, term }
        const expected = (
          await db()
            .select()
            .from(orders)
            .where(inArray(orders.state, [...queue.states]))
        )
          // No dispute of these is decided.
          .filter(() => queue.isDisputeDecided !== true)
          .filter((order) => category === null || order.category === category)
          .filter((order) => order.title.includes(term) || (term !== "" && "김민수".startsWith(term)))
          .map((order) => order.id)
        const newest = await findOrdersForAdmin(admin, { ...filter, oldest: false, cursor: null })
        const oldest = await findOrdersForAdmin(admin, { ...filter, oldest: true, cursor: null })
        const said = `${queue.states.join()} ${queue.isDisputeDecided} ${category} ${term}`
        expect(newest.rows.map((row) => row.id).toSorted(), said).toEqual(expected.toSorted())
        expect(
          oldest.rows.map((row) => row.id),
          said,
        ).toEqual(newest.rows.map((row) => row.id).toReversed())
        expect(await countFilteredOrders(admin, filter), said).toBe(expected.length)
      }
})
