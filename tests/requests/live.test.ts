import { afterAll, beforeAll, expect, test } from "vitest"
import { createPerson, createSession } from "#app/areas/accounts/fixtures.ts"
import { updateBan, updateAccountStatus } from "#app/areas/accounts/service/account-status.server.ts"
import { newId } from "#app/basics/ids.ts"
import { databaseUrl, db, inTransaction } from "#app/platform/db.server.ts"
import { sessions } from "#app/areas/accounts/schema.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()
type Product = { openForDevelopment(url: string): Promise<void>; closeForDevelopment(): Promise<void> }
let product: Product

beforeAll(async () => {
  const built = "../../build/server/index.js"
  product = (await import(/* @vite-ignore */ built)) as Product
  await product.openForDevelopment(databaseUrl())
})
afterAll(() => product.closeForDevelopment())

/**
 * Opens the stream of `cookie`. `until` reads on to a message that holds `text`; `rest` to the stream's end.
 */
async function listen(cookie: string) {
  const reader = (await app.get("/live", { cookie })).body?.getReader()
  const decoder = new TextDecoder()
  let heard = ""
  const read = async () => {
    const part = await reader?.read()
    heard += decoder.decode(part?.value)
    return part?.done ?? true
  }
  await read()
  return {
    async until(text: string) {
      while (!heard.includes(text))
        if (await read()) throw new Error(`The stream ended before ${text}: ${heard}`)
      return heard
    },
    async rest() {
      while (!(await read()));
      return heard
    },
    stop: () => reader?.cancel(),
  }
}

test("a changed profile is told to the pages of that person alone", async () => {
  const person = await createPerson()
  const other = await createPerson()
  const [own, others] = [await listen(person.cookie), await listen(other.cookie)]
  await inTransaction((tx) => updateAccountStatus(tx, person.actor.userId, { expertState: "applied" }))
  await app.drainEvents()
  expect(await own.until("profile.changed")).toContain('data: {"type":"profile.changed"}')
  await inTransaction((tx) => updateAccountStatus(tx, other.actor.userId, { expertState: "reviewing" }))
  await app.drainEvents()
  expect((await others.until("profile.changed")).match(/profile\.changed/g)).toHaveLength(1)
  await own.stop()
  await others.stop()
})

test("a ban, a new role and a logout, here or elsewhere, are told and close the stream", async () => {
  const ends: ((person: Awaited<ReturnType<typeof createPerson>>) => Promise<unknown>)[] = [
    ({ actor }) =>
      inTransaction((tx) =>
        updateBan(tx, actor.userId, { until: new Date(Date.now() + 3_600_000), reason: "허위 후기" }),
      ),
    ({ actor }) => inTransaction((tx) => updateAccountStatus(tx, actor.userId, { role: "admin" })),
    ({ cookie }) => app.post("/logout", {}, { cookie }),
    async ({ actor }) => {
      const elsewhere = await createSession(actor.userId)
      const fields = { intent: "device", sessionId: actor.sessionId }
      expect((await app.post("/my-info/devices", fields, { cookie: elsewhere })).status).toBe(302)
    },
    async ({ actor }) =>
      app.post("/my-info/devices", { intent: "all" }, { cookie: await createSession(actor.userId) }),
  ]
  for (const end of ends) {
    const person = await createPerson()
    const stream = await listen(person.cookie)
    await end(person)
    expect(await stream.rest()).toContain("signed-out")
  }
})

test("logging out of one session leaves the stream of another open", async () => {
  const person = await createPerson()
  const token = newId()
  await db()
    .insert(sessions)
    .values({ id: newId(), userId: person.actor.userId, token, expiresAt: new Date(Date.now() + 3_600_000) })
  const stream = await listen(`baroildang.session_token=${token}`)
  await app.post("/logout", {}, { cookie: person.cookie })
  await inTransaction((tx) => updateAccountStatus(tx, person.actor.userId, { expertState: "applied" }))
  await app.drainEvents()
  expect(await stream.until("profile.changed")).not.toContain("signed-out")
  await stream.stop()
})

test("the stream ends with the session's time", async () => {
  const person = await createPerson()
  await db()
    .update(sessions)
    .set({ expiresAt: new Date(Date.now() + 400) })
  const stream = await listen(person.cookie)
  expect(await stream.rest()).toContain("signed-out")
})
