import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { asc, inArray, sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { chatMembers, chatMessages } from "#app/areas/chat/schema.server.ts"
import { notifications } from "#app/areas/notifications/schema.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { createPeople, createRooms } from "../../bench/live.ts"
import { startChildServer, type ChildServer } from "../../bench/servers.ts"
import { withDatabase } from "../setup/database.ts"

const ROOMS = 8
const KILLS = 2
/** Of each person between two kills; a person may send twenty a minute. */
const MESSAGES = 4

const own = withDatabase()
const files = mkdtempSync(join(tmpdir(), "baroildang-restart-"))
const start = () => startChildServer("product", { DATABASE_URL: own.url, DATA_DIR: files, DEMO: "0" })
let child: ChildServer
beforeAll(async () => {
  child = await start()
})
afterAll(async () => {
  await child.stop()
  rmSync(files, { recursive: true, force: true })
})

test(
  "a server that is killed in the middle of a conversation loses no message and makes none twice",
  { timeout: 300_000 },
  async () => {
    const people = await createPeople(ROOMS * 2)
    const rooms = await createRooms(people)
    let confirmed = 0
    /** As a page does: the same message by the same key, until a server says that it has it. */
    const say = async (roomId: string, cookie: string, clientKey: string, text: string) => {
      await vi.waitFor(
        async () => {
          const answer = await fetch(`${child.url}/chat/messages?room=${roomId}`, {
            method: "POST",
            body: new URLSearchParams({ intent: "send", clientKey, text }),
            headers: { Cookie: cookie, Origin: child.url },
          })
          expect(answer.status).toBe(200)
        },
        { timeout: 60_000, interval: 100 },
      )
      confirmed += 1
    }
    const keys = new Map<string, string[]>(rooms.map(({ roomId }) => [roomId, []]))
    for (let round = 0; round < KILLS; round += 1) {
      const begun = confirmed
      const talking = rooms.flatMap(({ roomId, pair }) =>
        pair.map(async ({ cookie }) => {
          for (let each = 0; each < MESSAGES; each += 1) {
            const clientKey = newId()
            keys.get(roomId)?.push(clientKey)
            await say(roomId, cookie, clientKey, `${round}-${each}`)
          }
        }),
      )
      await vi.waitFor(() => expect(confirmed).toBeGreaterThan(begun + ROOMS), {
        timeout: 60_000,
        interval: 2,
      })
      await child.kill()
      child = await start()
      await Promise.all(talking)
    }

    const ids = rooms.map((room) => room.roomId)
    const kept = await db()
      .select({ roomId: chatMessages.roomId, seq: chatMessages.seq, clientKey: chatMessages.clientKey })
      .from(chatMessages)
      .where(inArray(chatMessages.roomId, ids))
      .orderBy(asc(chatMessages.seq))
    for (const { roomId } of rooms) {
      const said = kept.filter((message) => message.roomId === roomId)
      expect(said.map((message) => message.seq)).toEqual(said.map((_, at) => at + 1))
      expect(said.map((message) => message.clientKey).sort()).toEqual([...(keys.get(roomId) ?? [])].sort())
    }
    expect(confirmed).toBe(ROOMS * 2 * MESSAGES * KILLS)
    // What the killed process had not told is told by the next one: nothing waits, and nobody was notified
    // twice of one run.
    await vi.waitFor(
      async () =>
        expect((await db().execute(sql`select 1 from outbox where handled_at is null`)).length).toBe(0),
      { timeout: 30_000, interval: 200 },
    )
    const told = await db()
      .select({ userId: notifications.userId, once: notifications.once })
      .from(notifications)
    expect(new Set(told.map((one) => `${one.userId} ${one.once}`)).size).toBe(told.length)
    const members = await db()
      .select({ lastSeq: chatMembers.lastSeq, readSeq: chatMembers.readSeq, unread: chatMembers.unread })
      .from(chatMembers)
      .where(inArray(chatMembers.roomId, ids))
    for (const member of members) expect(member.unread).toBe(member.lastSeq - member.readSeq)
  },
)
