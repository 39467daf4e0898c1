/** Where a person is signed in: the list, one device signed out of another, and what of it is refused. */
import { expect, test } from "vitest"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { DAY_MS, MINUTE_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../fixtures.ts"
import { sessions } from "../schema.server.ts"
import { listSignedInDevices, signOutDevice, signOutEverywhere } from "./signed-in-devices.server.ts"

withDatabase()

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
  "Version/18.0 Mobile/15E148 Safari/604.1"

/** Signs the person in once more, from a phone, used `usedMsAgo` before now. */
async function signInOnPhone({ actor }: Person, { usedMsAgo = 0, leftMs = DAY_MS } = {}): Promise<string> {
  const id = newId()
  const usedAt = new Date(now().getTime() - usedMsAgo)
  await db()
    .insert(sessions)
    .values({
      id,
      userId: actor.userId,
      token: id,
      userAgent: IPHONE,
      createdAt: usedAt,
      updatedAt: usedAt,
      expiresAt: new Date(now().getTime() + leftMs),
    })
  return id
}

test("this device comes first, then the last used; what has run out is not there", async () => {
  const person = await createPerson()
  const older = await signInOnPhone(person, { usedMsAgo: 3 * MINUTE_MS })
  const newer = await signInOnPhone(person, { usedMsAgo: MINUTE_MS })
  await signInOnPhone(person, { leftMs: -MINUTE_MS })
  await signInOnPhone(await createPerson())
  const devices = await listSignedInDevices(person.actor)
  expect(devices.map(({ id }) => id)).toEqual([person.actor.sessionId, newer, older])
  expect(devices.map(({ isThisOne }) => isThisOne)).toEqual([true, false, false])
  expect(devices[1]).toMatchObject({ isHandheld: true, name: "아이폰 · 사파리" })
})

test("one device is signed out once, and only by its own person", async () => {
  const person = await createPerson()
  const stranger = await createPerson()
  const sessionId = await signInOnPhone(person)
  expect(await signOutDevice(stranger.actor, { sessionId })).toEqual({ ok: false, reason: "over" })
  expect(await listSignedInDevices(person.actor)).toHaveLength(2)
  expect(await signOutDevice(person.actor, { sessionId })).toEqual({ ok: true })
  expect(await signOutDevice(person.actor, { sessionId })).toEqual({ ok: false, reason: "over" })
  expect((await listSignedInDevices(person.actor)).map(({ id }) => id)).toEqual([person.actor.sessionId])
})

test("a session that ran out meanwhile is over", async () => {
  const person = await createPerson()
  const sessionId = await signInOnPhone(person, { leftMs: MINUTE_MS })
  const later = new Date(now().getTime() + 2 * MINUTE_MS)
  setClock(() => later)
  try {
    expect(await signOutDevice(person.actor, { sessionId })).toEqual({ ok: false, reason: "over" })
  } finally {
    resetClock()
  }
})

test("all devices of a person are signed out at once, nobody else's", async () => {
  const person = await createPerson()
  const other = await createPerson()
  await signInOnPhone(person)
  expect(await signOutEverywhere(person.actor)).toEqual({ ok: true })
  expect(await listSignedInDevices(person.actor)).toEqual([])
  expect(await listSignedInDevices(other.actor)).toHaveLength(1)
})
