/** GET /live: the stream of what concerns the signed-in person, one per browser; it ends with the session. */
import { addListener, type LiveMessage } from "#app/platform/live.server.ts"
import { now } from "#app/basics/clock.ts"
import { getActor, notFound } from "../guards.server.ts"
import { sessionEndsAt } from "../session.server.ts"
import type { Route } from "./+types/live"

const PING_MS = 15_000
const RECONNECT_MS = 2_000
/** The longest wait that a timer can hold. */
const LONGEST_TIMER_MS = 2_147_483_647

export function loader({ request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  // Asked for as data of a screen, it would be waited for until its end.
  if (new URL(request.url).pathname !== "/live") notFound()
  if (actor.kind === "visitor") return new Response(null, { status: 401 })
  const encoder = new TextEncoder()
  let release = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      let open = true
      let timer: NodeJS.Timeout | undefined
      const write = (text: string) => {
        if (open) stream.enqueue(encoder.encode(text))
      }
      const send = (message: LiveMessage) => write(`id: ${now().getTime()}\ndata: ${JSON.stringify(message)}\n\n`)
      const ping = setInterval(() => write(": ping\n\n"), PING_MS)
      release = () => {
        open = false
        clearInterval(ping)
        clearTimeout(timer)
        remove()
      }
      const stop = () => {
        if (!open) return
        release()
        stream.close()
      }
      const remove = addListener(actor.userId, { sessionId: actor.sessionId, send, close: stop })
      // The expiry moves while the person is there: it is looked up again when the time known so far has come.
      const watch = (endsAt: number) => {
        timer = setTimeout(
          () =>
            void sessionEndsAt(actor.sessionId).then((later) => {
              if (!open) return
              if (later !== null && later > now().getTime()) return watch(later)
              send({ type: "signed-out" })
              stop()
            }, stop),
          Math.min(Math.max(endsAt - now().getTime(), 0) + 500, LONGEST_TIMER_MS),
        )
      }
      watch(actor.expiresAt)
      write(`retry: ${RECONNECT_MS}\n\n`)
      // Nothing is kept for those who were away: whoever comes back looks at everything again.
      if (request.headers.has("Last-Event-ID")) send({ type: "look-again" })
      request.signal.addEventListener("abort", stop, { once: true })
    },
    cancel() {
      release()
    },
  })
  return new Response(body, {
    headers: { "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no" },
  })
}
