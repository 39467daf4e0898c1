/** Public pages from memory, over a real socket: who gets them, who never does, and in which form. */
import { request as ask } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { beforeAll, describe, expect, test, vi } from "vitest"
import { eq } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import { sessions } from "#app/areas/accounts/schema.server.ts"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { expertFavorites } from "#app/areas/experts/schema.server.ts"
import { FLASH_COOKIE } from "#app/basics/flash.ts"
import { withApp } from "../setup/app.ts"

const app = withApp({ SHARED_MS: "5000" })
let origin = ""
beforeAll(async () => {
  origin = await app.listen()
})

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }

/** Plain HTTP: fetch would decompress and hide what was sent. */
function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((answered, failed) => {
    const asking = ask(origin + path, { method, headers }, (response) => {
      const pieces: Buffer[] = []
      response.on("data", (piece: Buffer) => pieces.push(piece))
      response.on("end", () =>
        answered({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(pieces),
        }),
      )
    })
    asking.on("error", failed)
    asking.end()
  })
}
const warm = async (path: string, headers: Record<string, string> = {}) => {
  await get(path, headers)
  return get(path, headers)
}

describe("a public page", () => {
  test.each(["/", "/category/repair", "/experts", "/sitemap", "/login"])(
    "%s is answered from memory without a query, under a request id of its own",
    async (path) => {
      const first = await get(path)
      const second = await get(path)
      expect([first.status, second.status]).toEqual([200, 200])
      expect(second.headers["x-cache"]).toBe("HIT")
      expect(second.headers["x-queries"]).toBe("0")
      expect(second.headers["x-request-id"]).not.toBe(first.headers["x-request-id"])
      expect(second.body.equals(first.body)).toBe(true)
    },
  )

  test("carries the same headers of safety from memory as when it was made", async () => {
    const first = await get("/sitemap?headers")
    const second = await get("/sitemap?headers")
    for (const name of [
      "content-type",
      "content-security-policy",
      "x-content-type-options",
      "referrer-policy",
      "cross-origin-opener-policy",
      "permissions-policy",
      "vary",
      "cache-control",
      "etag",
    ]) {
      expect([name, second.headers[name]]).toEqual([name, first.headers[name]])
      expect(second.headers[name]).toBeTruthy()
    }
  })

  test("is rendered once for all who ask at the same moment", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => get("/experts?sort=hires")))
    expect(new Set(answers.map((answer) => answer.headers.etag)).size).toBe(1)
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
  })

  test("comes compressed once that is made, and as it is to who takes nothing else", async () => {
    const plain = (await warm("/")).body
    for (const [encoding, open] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const smaller = await vi.waitFor(async () => {
        const answer = await get("/", { "Accept-Encoding": encoding })
        expect(answer.headers["content-encoding"]).toBe(encoding)
        return answer
      })
      expect(smaller.headers["content-length"]).toBe(String(smaller.body.byteLength))
      expect(smaller.body.byteLength).toBeLessThan(0.4 * plain.byteLength)
      expect(open(smaller.body).toString()).toContain("</html>")
    }
    for (const refusing of ["identity", "br;q=0, gzip;q=0", "brr, xgzip"])
      expect((await get("/", { "Accept-Encoding": refusing })).headers["content-encoding"]).toBeUndefined()
  })

  test("is not sent again to a browser that has it", async () => {
    const { headers } = await warm("/login")
    const again = await get("/login", { "If-None-Match": `"other", ${headers.etag}` })
    expect(again.status).toBe(304)
    expect(again.body.byteLength).toBe(0)
    expect(again.headers.etag).toBe(headers.etag)
    expect((await get("/login", { "If-None-Match": '"other"' })).status).toBe(200)
  })

  test("answers HEAD with its headers alone", async () => {
    const whole = await warm("/login")
    const head = await get("/login", {}, "HEAD")
    expect(head.status).toBe(200)
    expect(head.body.byteLength).toBe(0)
    expect(head.headers["content-length"]).toBe(String(whole.body.byteLength))
  })

  test("never answers a form", async () => {
    await warm("/")
    expect((await get("/", { Origin: origin }, "POST")).headers["x-cache"]).toBeUndefined()
  })

  test("of one host is not that of another", async () => {
    const mine = await warm("/category/repair")
    const other = await get("/category/repair", { Host: "evil.example" })
    expect(other.body.toString()).toContain("evil.example")
    expect(mine.body.toString()).not.toContain("evil.example")
    expect((await get("/category/repair")).body.toString()).not.toContain("evil.example")
  })
})

describe("whoever carries a cookie of ours", () => {
  test("gets a page of their own, and leaves nothing of it to others", async () => {
    const person = await createPerson({ name: "한가람", regionCode: "11650" })
    const own = await get("/", { Cookie: person.cookie })
    expect(own.headers["x-cache"]).toBeUndefined()
    expect(own.headers["cache-control"]).toBe("private, no-store")
    expect(own.body.toString()).toContain("로그아웃")
    const visitor = await warm("/")
    expect(visitor.headers["x-cache"]).toBe("HIT")
    expect(visitor.body.toString()).not.toContain("로그아웃")
    expect((await get("/", { Cookie: person.cookie })).body.toString()).toContain("로그아웃")
  })

  test("is not told 304 by the tag of the page that visitors get", async () => {
    const person = await createPerson()
    const { headers } = await warm("/")
    const own = await get("/", { Cookie: person.cookie, "If-None-Match": String(headers.etag) })
    expect(own.status).toBe(200)
    expect(own.body.toString()).toContain("로그아웃")
  })

  test("reads a notice that nobody else reads", async () => {
    const told = await get("/", { Cookie: `${FLASH_COOKIE}=${encodeURIComponent("저장했어요")}` })
    expect(told.headers["set-cookie"]).toBeTruthy()
    expect((await warm("/")).body.toString()).not.toContain("저장했어요")
  })

  test("has the same cards as everybody, for one query of their own", async () => {
    await createExpert({ name: "공유된" })
    const [one, other] = [await createPerson(), await createPerson()]
    // The directory asks once more, for one's own hearts.
    for (const [path, queries] of [
      ["/", "1"],
      ["/category/interior", "1"],
      ["/experts", "2"],
    ] as const) {
      await get(path, { Cookie: one.cookie })
      expect([path, (await get(path, { Cookie: other.cookie })).headers["x-queries"]]).toEqual([
        path,
        queries,
      ])
    }
  })

  test("keeps favourites to themselves", async () => {
    const [one, other] = [await createPerson(), await createPerson()]
    const { expertId } = await createExpert({ name: "찜한이" })
    await db().insert(expertFavorites).values({ userId: one.actor.userId, expertId })
    const isPressed = async (cookie?: string) =>
      /aria-pressed="(true|false)" aria-label="찜한이 전문가 찜"/.exec(
        (
          await get(`/experts?q=${encodeURIComponent("찜한이")}`, cookie ? { Cookie: cookie } : {})
        ).body.toString(),
      )?.[1]
    expect(await isPressed(one.cookie)).toBe("true")
    expect(await isPressed(other.cookie)).toBe("false")
    expect(await isPressed()).toBe("false")
  })
})

describe("a session that was not used for a while", () => {
  const longAgo = (
    sessionId: string,
    values: { updatedAt?: Date; closingAt?: Date; expiresAt?: Date; kept?: boolean },
  ) => db().update(sessions).set(values).where(eq(sessions.id, sessionId))
  const ends = async (sessionId: string) =>
    (await db().select().from(sessions).where(eq(sessions.id, sessionId)))[0]

  test("is moved on within the query that reads it: no screen asks more than six", async () => {
    for (const [person, path] of [
      [await createExpert(), "/expert-dashboard"],
      [await createPerson(), "/my-info"],
      [await createPerson(), "/orders"],
    ] as const) {
      await get(path, { Cookie: person.cookie })
      const { sessionId } = person.actor
      await longAgo(sessionId, {
        updatedAt: new Date(Date.now() - 600_000),
        expiresAt: new Date(Date.now() + 600_000),
      })
      const answer = await get(path, { Cookie: person.cookie })
      expect([path, answer.status]).toEqual([path, 200])
      expect(Number(answer.headers["x-queries"]), path).toBeLessThanOrEqual(6)
      const session = await ends(sessionId)
      expect(session?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 3_500_000)
      expect(session?.updatedAt.getTime()).toBeGreaterThan(Date.now() - 10_000)
    }
  })
  test("is left as it is while it was just used, when it is over, and when it is kept", async () => {
    const person = await createPerson()
    const { sessionId } = person.actor
    const before = await ends(sessionId)
    await get("/orders", { Cookie: person.cookie })
    expect(await ends(sessionId)).toEqual(before)
    const old = new Date(Date.now() - 600_000)
    for (const values of [
      { updatedAt: old, expiresAt: new Date(Date.now() - 1_000) },
      { updatedAt: old, staysSignedIn: true, expiresAt: new Date(Date.now() + 60_000) },
    ]) {
      await longAgo(sessionId, values)
      await get("/orders", { Cookie: person.cookie })
      expect(await ends(sessionId)).toMatchObject(values)
    }
  })
  test("is taken back from closing, but not after 30 s", async () => {
    const person = await createPerson()
    const { sessionId } = person.actor
    await longAgo(sessionId, { closingAt: new Date(Date.now() - 10_000) })
    expect((await get("/orders", { Cookie: person.cookie })).status).toBe(200)
    expect((await ends(sessionId))?.closingAt).toBeNull()
    await longAgo(sessionId, { closingAt: new Date(Date.now() - 31_000) })
    expect((await get("/orders", { Cookie: person.cookie })).status).toBe(302)
    expect((await ends(sessionId))?.closingAt).not.toBeNull()
  })
})

test("what is not a plain page is never kept", async () => {
  for (const path of [
    "/category/cooking",
    "/no-such-screen",
    "/expert/01900000-0000-7000-8000-000000000000",
    "/orders",
  ]) {
    await get(path)
    expect([path, (await get(path)).headers["x-cache"]]).toEqual([path, undefined])
  }
})
