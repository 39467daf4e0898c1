/** Keys of programs: who makes one, how many, what is stored of them, and when they end. */
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { setClock, resetClock } from "#app/basics/clock.ts"
import { db } from "#app/platform/db.server.ts"
import { HOUR_MS, DAY_MS } from "#app/basics/time.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { createExpert } from "../../experts/fixtures.ts"
import { notifications } from "../../notifications/schema.server.ts"
import { createShop } from "../../shop/fixtures.ts"
import { API_LIMITS } from "../rules.ts"
import { apiAnswers, apiKeys } from "../schema.server.ts"
import { claimApiAnswer, deleteOldApiAnswers, releaseApiAnswer, saveApiAnswer } from "./answers.server.ts"
import { createApiKey, findKeyHolder, findOwnApiKeys, revokeApiKey } from "./keys.server.ts"

withDatabase()

const INPUT = { name: "재고 프로그램", scopes: ["stock:write"], password: "" } as const

test("a key is told once, stored as a hash, told to its owner, and ends when it is revoked", async () => {
  const shop = await createShop()
  const made = await createApiKey(shop.actor, INPUT)
  if (!made.ok) throw new Error(made.reason)
  const [row] = await db().select().from(apiKeys).where(eq(apiKeys.id, made.keyId))
  expect(JSON.stringify(row)).not.toContain(made.key)
  expect(JSON.stringify(await findOwnApiKeys(shop.actor))).not.toContain(made.key)
  const told = await db().select().from(notifications).where(eq(notifications.userId, shop.sellerId))
  expect(told.map(({ title }) => title)).toEqual(["새 API 키를 만들었어요"])
  expect(await findKeyHolder(made.key)).toMatchObject({ keyId: made.keyId, scopes: ["stock:write"] })
  const stranger = await createShop()
  expect(await revokeApiKey(stranger.actor, made.keyId)).toEqual({ ok: false, reason: "not_found" })
  expect(await revokeApiKey(shop.actor, made.keyId)).toEqual({ ok: true })
  expect(await revokeApiKey(shop.actor, made.keyId)).toEqual({ ok: false, reason: "not_found" })
  expect(await findKeyHolder(made.key)).toBeNull()
  expect(await findKeyHolder("brd_")).toBeNull()
})

test("who has no shop, too many keys or an old sign-in makes none", async () => {
  const person = await createPerson()
  expect(await createApiKey(person.actor, INPUT)).toEqual({ ok: false, reason: "not_allowed" })
  const expert = await createExpert()
  expect(await createApiKey(expert.actor, INPUT)).toEqual({ ok: false, reason: "not_allowed" })
  expect(await createApiKey(expert.actor, { ...INPUT, scopes: ["proposals:write"] })).toMatchObject({
    ok: true,
  })
  const shop = await createShop()
  for (let index = 0; index < API_LIMITS.keys; index += 1) await createApiKey(shop.actor, INPUT)
  expect(await createApiKey(shop.actor, INPUT)).toEqual({ ok: false, reason: "too_many_keys" })
  setClock(() => new Date(Date.now() + HOUR_MS))
  expect(await createApiKey(shop.actor, INPUT)).toEqual({ ok: false, reason: "sign_in_again" })
  resetClock()
})

test("an administrator's key is that of a member", async () => {
  const admin = await createShop({ legalName: "본명관리" })
  const made = await createApiKey(admin.actor, INPUT)
  if (!made.ok) throw new Error(made.reason)
  const holder = await findKeyHolder(made.key)
  expect(holder).toMatchObject({ actor: { profile: { role: "user" } } })
})

test("an answer is given again for a day, and to the same request alone", async () => {
  const shop = await createShop()
  const made = await createApiKey(shop.actor, INPUT)
  if (!made.ok) throw new Error(made.reason)
  const sending = { keyId: made.keyId, idempotencyKey: newId() }
  expect(await claimApiAnswer(sending, "a")).toEqual({ state: "new" })
  expect(await claimApiAnswer(sending, "a")).toEqual({ state: "under-way" })
  expect(await claimApiAnswer(sending, "b")).toEqual({ state: "different" })
  setClock(() => new Date(Date.now() + API_LIMITS.maxWorkMs))
  expect(await claimApiAnswer(sending, "a")).toEqual({ state: "unknown" })
  await saveApiAnswer(sending, { status: 201, body: "{}" })
  expect(await claimApiAnswer(sending, "a")).toEqual({
    state: "answered",
    answer: { status: 201, body: "{}" },
  })
  setClock(() => new Date(Date.now() + DAY_MS + HOUR_MS))
  await deleteOldApiAnswers()
  expect(await db().select().from(apiAnswers)).toEqual([])
  resetClock()
  expect(await claimApiAnswer(sending, "c")).toEqual({ state: "new" })
  await releaseApiAnswer(sending)
  expect(await claimApiAnswer(sending, "d")).toEqual({ state: "new" })
})
