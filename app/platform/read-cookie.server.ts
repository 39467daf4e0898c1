/** What a browser carries so that its reads never miss what it wrote: where the database was by then. */
import { z } from "zod"
import { HEARD_COOKIE } from "../basics/heard-cookie.ts"
import { readCookie } from "./cookies.server.ts"
import { getStandby } from "./db.server.ts"
import { log } from "./log.server.ts"
import { runForReader, settleReader, type LogPosition, type Reader } from "./read-position.server.ts"
import { createSignedCookie } from "./signed-cookie.server.ts"

/**
 * A standby that is this far behind is not read. Not one of the names that keep a visitor from the page
 * cache: what a visitor writes is on none of its pages.
 */
const positionCookie = createSignedCookie({
  name: "read_position",
  purpose: "read-position",
  schema: z.object({ timeline: z.number(), bytes: z.number() }),
  ttlMs: 10 * 60_000,
})
/** No standby gets there: of a reader whose primary went away before it said where it was. */
const UNREACHABLE: LogPosition = { timeline: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER }

/**
 * Answers `request` so that its reads see what this browser wrote or heard of before, and its answer carries
 * on what it wrote. Without a standby it only answers.
 */
export async function respondToReader<Result extends { response: Response }>(
  request: Request,
  respond: () => Promise<Result>,
): Promise<Result> {
  const standby = getStandby()
  if (!standby) return respond()
  const hasHeard = readCookie(request, HEARD_COOKIE) !== undefined
  const reader: Reader = {
    required: positionCookie.read(request) ?? undefined,
    hasUnknownWrite: hasHeard,
    isMoved: false,
  }
  const result = await runForReader(reader, respond)
  if (!reader.hasUnknownWrite && !reader.isMoved) return result
  const position = await settleReader(reader, standby.askPrimary).catch((error: unknown) => {
    log().warn({ err: error }, "nobody knows how far a standby must be")
    return UNREACHABLE
  })
  const { headers } = result.response
  if (position) headers.append("Set-Cookie", positionCookie.write(request, position))
  if (hasHeard) headers.append("Set-Cookie", `${HEARD_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`)
  return result
}
