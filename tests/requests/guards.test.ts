import { describe, expect, test } from "vitest"
import { eq } from "drizzle-orm"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { profiles } from "#app/areas/accounts/schema.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

const ADMIN_SCREENS = ["/admin", "/admin/experts", "/admin/orders", "/admin/anything-else"]
const EXPERT_SCREENS = ["/expert-dashboard", "/expert-dashboard/requests", "/expert-dashboard/proposals"]
const proposals = () => `/orders/${newId()}/proposals`

/** Where a person is sent by a screen, asked as a page and as data; null where they may stay. */
async function sentTo(path: string, cookie?: string): Promise<(string | null)[]> {
  const page = await app.get(path, cookie ? { cookie } : {})
  const asData = await (await app.get(`${path}.data`, cookie ? { cookie } : {})).text()
  return [
    page.headers.get("Location"),
    /SingleFetchRedirect[\s\S]*?"redirect","([^"]+)"/.exec(asData)?.[1] ?? null,
  ]
}

async function everybody() {
  const waiting = await createPerson()
  await db().delete(profiles).where(eq(profiles.userId, waiting.actor.userId))
  return {
    customer: (await createPerson()).cookie,
    expert: (await createPerson({ userType: "expert", expertState: "approved" })).cookie,
    admin: (await createPerson({ role: "admin" })).cookie,
    waiting: waiting.cookie,
  }
}

test("admin screens send everybody but admins to /", async () => {
  const { customer, expert } = await everybody()
  for (const path of ADMIN_SCREENS) {
    for (const cookie of [undefined, customer, expert])
      expect(await sentTo(path, cookie), path).toEqual(["/", "/"])
  }
})

test("the dashboard sends everybody but experts to /", async () => {
  const { customer, admin } = await everybody()
  for (const path of EXPERT_SCREENS) {
    for (const cookie of [undefined, customer, admin])
      expect(await sentTo(path, cookie), path).toEqual(["/", "/"])
  }
})

test("admin and expert screens wait and show nothing while the profile is missing", async () => {
  const { waiting } = await everybody()
  for (const path of [...ADMIN_SCREENS, ...EXPERT_SCREENS]) {
    const answer = await app.get(path, { cookie: waiting })
    expect(answer.status, path).toBe(200)
    const main = /<main[^>]*>([\s\S]*?)<\/main>/.exec(await answer.text())?.[1] ?? "nothing found"
    expect(main.replaceAll(/<[^>]*>/g, "").trim(), path).toBe("")
  }
})

test("a customer's proposals send visitors to sign in, and admins and experts to /", async () => {
  const { admin, expert, customer } = await everybody()
  const path = proposals()
  expect((await sentTo(path))[0]).toBe(`/login?${new URLSearchParams({ returnTo: path })}`)
  for (const cookie of [admin, expert]) expect(await sentTo(path, cookie)).toEqual(["/", "/"])
  expect((await app.get(path, { cookie: customer })).status).toBe(404)
})

describe("an address longer than anybody carries on", () => {
  test("leads back to its screen after signing in", async () => {
    for (const path of [`/my-info?a=${"a".repeat(3_000)}`, `/my-info.data?a=${"%ED%95%9C".repeat(900)}`]) {
      const answer = await app.get(path)
      const to = answer.headers.get("Location") ?? (await answer.text())
      expect(to).toContain(`/login?${new URLSearchParams({ returnTo: "/my-info" })}`)
      expect(to).not.toContain("a%3D")
    }
  })

  test("never makes a Location that a proxy would refuse", async () => {
    const from = { Referer: `http://localhost:3000/experts?q=${"%".repeat(3_000)}` }
    const sent = await app.post("/chat/open", { kind: "expert", id: "x" }, { headers: from })
    expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/login"])
  })
})
