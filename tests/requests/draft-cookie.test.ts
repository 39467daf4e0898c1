/** The draft cookie attacked: it opens nothing of a member's, and fills no disk. */
import { and, eq, sql } from "drizzle-orm"
import sharp from "sharp"
import { expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { hashPassword, setPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { createPictureRow } from "#app/areas/experts/fixtures.ts"
import { newId } from "#app/basics/ids.ts"
import { db, inTransaction, violatedConstraint } from "#app/platform/db.server.ts"
import { drafts, pictures } from "#app/platform/schema.server.ts"
import { sign } from "#app/platform/signatures.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()
const PASSWORD = "correct-horse-7"
const KB = 1024
const MB = 1024 * KB

const jpeg = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#88aacc" } })
  .jpeg()
  .toBuffer()
const from = (address: string) => ({ "X-Forwarded-For": address })
const cookieOf = (answer: Response) =>
  /baroildang\.draft=[^;]*/.exec(answer.headers.get("Set-Cookie") ?? "")?.[0] ?? ""
const draftsOf = (owner: string) => db().select().from(drafts).where(eq(drafts.owner, owner))

function upload(purpose: string, options: { cookie?: string; headers?: Record<string, string> } = {}) {
  const form = new FormData()
  form.set("purpose", purpose)
  form.set("file", new File([new Uint8Array(jpeg)], "사진.jpg"))
  return app.post("/uploads", form, options)
}

async function createMember(email: string) {
  const person = await createPerson({ email })
  await inTransaction(async (tx) => setPassword(tx, person.actor.userId, await hashPassword(PASSWORD)))
  return person
}

test("with a member's id in the cookie a visitor reads, removes and lists nothing of theirs", async () => {
  const { actor, cookie } = await createPerson()
  const answer = await upload("certificate", { cookie })
  const { picture } = (await answer.json()) as { picture: { id: string } }
  const pretends = `baroildang.draft=${actor.userId}`
  expect((await app.get(`/pictures/${picture.id}/640.webp`, { cookie })).status).toBe(200)
  expect((await app.get(`/pictures/${picture.id}/640.webp`, { cookie: pretends })).status).toBe(404)
  expect((await app.post(`/uploads/${picture.id}/remove`, {}, { cookie: pretends })).status).toBe(404)
  const shown = await app.get(`/image-display?id=${picture.id}`, { cookie: pretends })
  expect(await shown.text()).not.toContain("data:image/webp")
})

test("whoever signs in with a member's id in the cookie takes nothing of theirs over", async () => {
  const owner = await createPerson()
  await createMember("thief@example.kr")
  const mine = await Promise.all([
    createPictureRow(owner.actor.userId, "item"),
    createPictureRow(owner.actor.userId, "item", true),
  ])
  await app.post(
    "/drafts/order-repair",
    { content: JSON.stringify({ title: "누수" }) },
    { cookie: owner.cookie },
  )
  for (const pretends of [
    owner.actor.userId,
    `${owner.actor.userId}.${sign("session", owner.actor.userId)}`,
  ]) {
    const entered = await app.post(
      "/login",
      { email: "thief@example.kr", password: PASSWORD },
      { cookie: `baroildang.draft=${pretends}` },
    )
    expect(entered.status).toBe(302)
  }
  const still = await db()
    .select({ id: pictures.id })
    .from(pictures)
    .where(eq(pictures.ownerId, owner.actor.userId))
  expect(still.map(({ id }) => id).sort()).toEqual(mine.sort())
  expect(await draftsOf(owner.actor.userId)).toHaveLength(1)
})

test("a visitor's private picture is theirs by its own cookie, and by no other", async () => {
  const answer = await upload("certificate", { headers: from("192.0.2.1") })
  const { picture } = (await answer.json()) as { picture: { id: string } }
  const own = cookieOf(answer)
  const read = async (cookie: string) =>
    (await app.get(`/pictures/${picture.id}/640.webp`, { cookie })).status
  const [id = "", signed = ""] = own.replace("baroildang.draft=", "").split(".")
  expect(await read(own)).toBe(200)
  for (const forged of [
    id,
    `${id}.`,
    `${id}.${signed.slice(0, -1)}x`,
    `${newId()}.${signed}`,
    `${id}.${sign("session", id)}`,
  ]) {
    expect(await read(`baroildang.draft=${forged}`), forged).toBe(404)
  }
  // A page of facts is for whoever the picture belongs to: nobody without an account.
  const facts = await app.get(`/image-display?id=${picture.id}`)
  expect(await facts.text()).not.toContain("data:image/webp")
})

test("a cookie without our signature counts as none: what is typed goes to a space of its own", async () => {
  const pretended = newId()
  const saved = await app.post(
    "/drafts/order-repair",
    { content: "{}" },
    { cookie: `baroildang.draft=${pretended}`, headers: from("192.0.2.2") },
  )
  expect(saved.status).toBe(204)
  const own = cookieOf(saved)
  expect(own).not.toContain(pretended)
  expect(await draftsOf(`visitor:${pretended}`)).toHaveLength(0)
  expect(
    (
      await app.post("/drafts/order-repair", { content: "{}" }, { cookie: own, headers: from("192.0.2.2") })
    ).headers.get("Set-Cookie"),
  ).toBeNull()
})

const stored = async () => {
  const [sum] = await db()
    .select({ bytes: sql<number>`coalesce(sum(octet_length(content::text)), 0)::int` })
    .from(drafts)
  return sum?.bytes ?? 0
}

test("one address stores at most 8 MB of drafts a day, whatever its cookies", async () => {
  const before = await stored()
  const content = JSON.stringify({ title: "가".repeat(20_000) })
  const honest = cookieOf(
    await app.post("/drafts/order-repair", { content: "{}" }, { headers: from("2001:db8:1:2::1") }),
  )
  const send = (place: number) => {
    // All addresses of one IPv6 network are one customer's.
    const headers = from(`2001:db8:1:2::${place.toString(16)}`)
    if (place % 3 === 0)
      return app.post(
        `/drafts/form-${place}`,
        { content },
        { headers, cookie: `baroildang.draft=${newId()}` },
      )
    if (place % 3 === 1) return app.post(`/drafts/form-${place}`, { content }, { headers, cookie: honest })
    return app.post(
      "/expert-registration?step=introduction",
      { intent: "skip", introduction: "가".repeat(10_000) },
      { headers },
    )
  }
  const statuses = new Set<number>()
  for (let batch = 0; batch < 15; batch += 1) {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => send(batch * 40 + index)))
    for (const answer of answers) statuses.add(answer.status)
  }
  expect(statuses).toContain(429)
  expect(Math.max(...statuses)).toBeLessThan(500)
  expect((await stored()) - before).toBeLessThanOrEqual(8 * MB)
  // Others write on.
  expect(
    (await app.post("/drafts/order-repair", { content }, { headers: from("2001:db8:1:3::1") })).status,
  ).toBe(204)
}, 60_000)

test("a visitor's pictures are counted by address and day, however they are sent", async () => {
  const headers = from("192.0.2.77")
  const first = await upload("order", { headers })
  const cookie = cookieOf(first)
  const form = new FormData()
  for (let file = 0; file < 10; file += 1)
    form.append("certificates[0].pictureFiles", new File(["no picture"], "a.jpg"))
  // Each form comes from a visitor of its own.
  const spaces = await Promise.all(
    Array.from({ length: 7 }, async () =>
      cookieOf(await app.post("/drafts/expert-registration", { content: "{}" }, { headers })),
    ),
  )
  for (const own of spaces)
    await app.post("/expert-registration?step=certificates", form, { headers, cookie: own })
  expect((await upload("order", { headers, cookie })).status).toBe(429)
  expect((await upload("order", { headers: from("192.0.2.78"), cookie })).status).toBe(200)
})

test("the database takes no picture or draft without exactly one owner", async () => {
  const refused = async (work: Promise<unknown>) => work.then(() => null, violatedConstraint)
  const id = await createPictureRow((await createPerson()).actor.userId, "test")
  const its = and(eq(pictures.id, id))
  expect(await refused(db().update(pictures).set({ visitorId: newId() }).where(its))).toBe(
    "pictures_one_owner",
  )
  expect(await refused(db().update(pictures).set({ ownerId: null }).where(its))).toBe("pictures_one_owner")
  expect(
    await refused(
      db()
        .insert(drafts)
        .values({ owner: `guest:${newId()}`, form: "order", content: {} }),
    ),
  ).toBe("drafts_owner_kind")
})
