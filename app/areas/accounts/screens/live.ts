/** GET /live: the stream of what concerns the signed-in person, one per browser; it ends with the session. */
import { addListener } from "#app/platform/live.server.ts"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { getActor, notFound } from "../guards.server.ts"
import { sessionEndsAt } from "../session.server.ts"
import type { Route } from "./+types/live"

const RECONNECT_MS = 1_000
/** The longest wait that a timer can hold. */
const LONGEST_TIMER_MS = 2_147_483_647
/** Frames that wait for a browser that does not fetch them. */
const MOST_WAITING = 256

/**
 * The last message that the page heard: what the browser says by itself, or the page that takes over from
 * another.
 */
function lastHeard(request: Request): string | null {
  const last = request.headers.get("Last-Event-ID") ?? new URL(request.url).searchParams.get("after")
  return last === null ? null : isId(last) ? last : "unknown"
}

export function loader({ request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  // Asked for as data of a screen, it would be waited for until its end.
  if (new URL(request.url).pathname !== "/live") notFound()
  if (actor.kind === "visitor") return new Response(null, { status: 401 })
  const encoder = new TextEncoder()
  let release = () => {}
  const body = new ReadableStream<Uint8Array>(
    {
      start(stream) {
        let open = true
        let timer: NodeJS.Timeout | undefined
        let remove = () => {}
        release = () => {
          open = false
          clearTimeout(timer)
          remove()
        }
        const stop = () => {
          if (!open) return
          release()
          stream.close()
        }
        const write = (frame: Uint8Array) => {
          if (open) stream.enqueue(frame)
          return (stream.desiredSize ?? 0) > 0
        }
        // The expiry moves while the person is there: it is looked up again when the time known so far has
        // come.
        const watch = (endsAt: number) => {
          timer = setTimeout(
            () =>
              void sessionEndsAt(actor.sessionId).then((later) => {
                if (!open) return
                if (later !== null && later > now().getTime()) return watch(later)
                write(encoder.encode('data: {"type":"signed-out"}\n\n'))
                stop()
              }, stop),
            Math.min(Math.max(endsAt - now().getTime(), 0) + 500, LONGEST_TIMER_MS),
          )
        }
        watch(actor.expiresAt)
        write(encoder.encode(`retry: ${RECONNECT_MS}\n\n`))
        remove = addListener(
          actor.userId,
          { sessionId: actor.sessionId, write, close: stop },
          lastHeard(request),
        )
        if (!open) remove()
        request.signal.addEventListener("abort", stop, { once: true })
      },
      cancel() {
        release()
      },
    },
    new CountQueuingStrategy({ highWaterMark: MOST_WAITING }),
  )
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  })
}
