/** GET /live: the stream of what concerns the signed-in person, one per browser; it ends with the session. */
import { addListener } from "#app/platform/live.server.ts"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { getActor, notFound } from "#app/areas/accounts/guards.server.ts"
import { getSessionEnd } from "#app/areas/accounts/session.server.ts"
import type { Route } from "./+types/live"

const RECONNECT_MS = 1_000
/** The longest wait that a timer can hold. */
const MAX_TIMER_MS = 2_147_483_647
/** Frames that wait for a browser that does not fetch them. */
const MAX_QUEUED_FRAMES = 256

/**
 * The last message that the page heard: what the browser says by itself, or the page that takes over from
 * another.
 */
function readLastEventId(request: Request): string | null {
  const lastEventId = request.headers.get("Last-Event-ID") ?? new URL(request.url).searchParams.get("after")
  return lastEventId === null ? null : isId(lastEventId) ? lastEventId : "unknown"
}

export function loader({ request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  // Asked for as data of a screen, it would be waited for until its end.
  if (new URL(request.url).pathname !== "/live") notFound()
  if (actor.kind === "visitor") return new Response(null, { status: 401 })
  const encoder = new TextEncoder()
  let cleanUp = () => {}
  const body = new ReadableStream<Uint8Array>(
    {
      start(stream) {
        let isOpen = true
        let timer: NodeJS.Timeout | undefined
        let removeListener = () => {}
        cleanUp = () => {
          isOpen = false
          clearTimeout(timer)
          removeListener()
        }
        const stop = () => {
          if (!isOpen) return
          cleanUp()
          stream.close()
        }
        const write = (frame: Uint8Array) => {
          if (isOpen) stream.enqueue(frame)
          return (stream.desiredSize ?? 0) > 0
        }
        // The expiry moves while the person is there: it is looked up again when the time known so far has
        // come.
        const scheduleExpiryCheck = (endsAt: number) => {
          timer = setTimeout(
            () =>
              void getSessionEnd(actor.sessionId).then((newEndsAt) => {
                if (!isOpen) return
                if (newEndsAt !== null && newEndsAt > now().getTime()) return scheduleExpiryCheck(newEndsAt)
                write(encoder.encode('data: {"type":"signed-out"}\n\n'))
                stop()
              }, stop),
            Math.min(Math.max(endsAt - now().getTime(), 0) + 500, MAX_TIMER_MS),
          )
        }
        scheduleExpiryCheck(actor.expiresAt)
        write(encoder.encode(`retry: ${RECONNECT_MS}\n\n`))
        removeListener = addListener(
          actor.userId,
          { sessionId: actor.sessionId, write, close: stop },
          readLastEventId(request),
        )
        if (!isOpen) removeListener()
        request.signal.addEventListener("abort", stop, { once: true })
      },
      cancel() {
        cleanUp()
      },
    },
    new CountQueuingStrategy({ highWaterMark: MAX_QUEUED_FRAMES }),
  )
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  })
}
