/** What a customer can go on to do after the work. */
import { expect, test } from "vitest"
import { createClaimedOrder, createOrderInState } from "#app/areas/orders/fixtures.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

test("a completed order can be given to the same expert again, also while a claim is open", async () => {
  const [completed, claimed] = [await createOrderInState("completed"), await createClaimedOrder()]
  for (const { customer, expert: worker, orderId } of [completed, claimed]) {
    const html = await (await app.get(`/orders/${orderId}`, { cookie: customer.cookie })).text()
    const again = /<a [^>]*href="(\/orders\/new[^"]*)"[^>]*>다시 맡기기</.exec(html)?.[1]
    expect(again).toContain(worker.expertId)
  }
})
