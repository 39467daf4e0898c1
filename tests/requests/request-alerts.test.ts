/** What customers and experts see of the news of a request, over HTTP. */
import { expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { createOpenOrder } from "#app/areas/orders/fixtures.ts"
import { cancelOrder } from "#app/areas/orders/service/work.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()
const read = async (person: Person, path: string) => (await app.get(path, { cookie: person.cookie })).text()
const drain = async () => {
  await app.drainEvents()
  await app.drainJobs()
}

test("a request says how many experts were told of it, once they were", async () => {
  const [person, expert, named] = [
    await createPerson(),
    await createExpert(),
    await createExpert({ categories: ["moving"] }),
  ]
  const orderId = await createOpenOrder(person.actor)
  expect(await read(person, `/orders/${orderId}`)).toContain("전문가들이 볼 수 있게 올렸어요")
  await drain()
  expect(await read(person, `/orders/${orderId}`)).toContain("전문가 1명에게 알렸어요")
  expect(await read(expert, "/notifications?kind=request")).toContain("새 도배 요청이 올라왔어요")
  // Whom else it was told to is nothing for an expert.
  expect(await read(expert, `/orders/${orderId}`)).not.toContain("명에게 알렸어요")

  const withNamed = await createOpenOrder(person.actor, { invitedExpertId: named.expertId })
  await drain()
  expect(await read(person, `/orders/${withNamed}`)).toContain("지명한 전문가와 다른 전문가 1명에게 알렸어요")
})

test("experts alone choose how they are told of new requests", async () => {
  const [person, expert] = [await createPerson(), await createExpert()]
  for (const path of ["/my-info/notifications", "/notifications"]) {
    expect(await read(expert, path)).toContain("새 요청")
    expect(await read(person, path)).not.toContain("새 요청")
  }
})

test("who opens the news of a request too late is told so, and goes to those that are open", async () => {
  const [person, expert, untold] = [
    await createPerson(),
    await createExpert(),
    await createExpert({ categories: ["moving"] }),
  ]
  const orderId = await createOpenOrder(person.actor)
  await drain()
  const open = (who = expert) => app.get(`/orders/${orderId}/propose`, { cookie: who.cookie })
  expect((await open()).status).toBe(200)
  expect(await cancelOrder(person.actor, orderId, "")).toMatchObject({ ok: true })
  const late = await open()
  expect([late.status, late.headers.get("Location")]).toEqual([302, "/expert-dashboard/requests"])
  expect(late.headers.get("Set-Cookie")).toContain(encodeURIComponent("마감됐거나 취소된 요청이에요"))
  // Who never heard of it learns nothing of it.
  expect((await open(untold)).status).toBe(404)
})
