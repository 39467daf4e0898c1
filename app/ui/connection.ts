/**
 * Holds what the router asks of the server while there is no connection, and asks again when it is back: the
 * screen stays as it is, with the words in its forms.
 */

/** What waits: nothing though there is no network, a screen, a form, or a logout. */
export type ConnectionState = "online" | "offline" | "sending" | "signing-out"
type RequestKind = "read" | "send" | "sign-out"

/** The answer of the server to a form whose first sending it is still at work on. */
const STATUS_UNDER_WAY = 425
const FIRST_RETRY_MS = 2_000
const MAX_RETRY_MS = 15_000
/** Fired on `window` by the button that does not wait. */
const RETRY_EVENT = "baroildang:retry"
const ROUTER_PATH = /\.data$|^\/__manifest$/

const heldRequests = new Map<symbol, RequestKind>()
const listeners = new Set<() => void>()

const notifyListeners = () => {
  for (const listener of listeners) listener()
}

/** Subscribes to changes of `getConnectionState`, as useSyncExternalStore wants it. */
export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener("online", listener)
  addEventListener("offline", listener)
  return () => {
    listeners.delete(listener)
    removeEventListener("online", listener)
    removeEventListener("offline", listener)
  }
}

export function getConnectionState(): ConnectionState {
  const kinds = [...heldRequests.values()]
  if (kinds.includes("sign-out")) return "signing-out"
  if (kinds.includes("send")) return "sending"
  return kinds.length > 0 || !navigator.onLine ? "offline" : "online"
}

/** Sends what waits at once. */
export const retryNow = (): boolean => dispatchEvent(new Event(RETRY_EVENT))

/** Resolves when it is worth another try; rejects with the reason of `signal`. */
function waitForRetry(attempt: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiting = new AbortController()
    const finish = (settle: () => void) => () => {
      waiting.abort()
      clearTimeout(timer)
      settle()
    }
    const timer = setTimeout(finish(resolve), Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt))
    addEventListener("online", finish(resolve), { signal: waiting.signal })
    addEventListener(RETRY_EVENT, finish(resolve), { signal: waiting.signal })
    signal?.addEventListener(
      "abort",
      finish(() => reject(signal.reason)),
      { signal: waiting.signal },
    )
  })
}

/** A random id, also where the page came without TLS and the browser has no randomUUID. */
function createKey(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("")
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5")
}

/** A logout that the server could not do is tried again: who asked for it believes that it was done. */
const isDone = ({ status }: Response, kind: RequestKind): boolean =>
  status !== STATUS_UNDER_WAY && !(kind === "sign-out" && status >= 400)

/** The answer with all of its body: one that is cut off in the middle is no answer. */
async function readWhole(response: Response): Promise<Response> {
  if (response.body === null) return response
  const { status, statusText, headers } = response
  return new Response(await response.arrayBuffer(), { status, statusText, headers })
}

/**
 * Sends a request until it is answered or given up by its signal. What changes something carries one key with
 * every try, by which the server does it once.
 */
async function sendUntilAnswered(
  send: typeof fetch,
  input: RequestInfo | URL,
  init: RequestInit,
  kind: RequestKind,
): Promise<Response> {
  const id = Symbol(kind)
  const headers = new Headers(init.headers)
  if (kind !== "read") headers.set("Idempotency-Key", createKey())
  try {
    for (let attempt = 0; ; attempt += 1) {
      const response = await send(input, { ...init, headers })
        .then(readWhole)
        .catch((error: unknown) => {
          if (init.signal?.aborted) throw error
          return null
        })
      if (response && isDone(response, kind)) return response
      heldRequests.set(id, kind)
      notifyListeners()
      await waitForRetry(attempt, init.signal)
    }
  } finally {
    if (heldRequests.delete(id)) notifyListeners()
  }
}

let signOut: Promise<Response> | null = null

/**
 * Ends the session on the server, as soon as it can be reached. `fields` say whether a hand or a timer did
 * it; while one is under way there is no second.
 */
export function postSignOut(fields: URLSearchParams): Promise<Response> {
  signOut ??= sendUntilAnswered(
    window.fetch,
    "/logout",
    { method: "POST", body: fields, redirect: "manual", keepalive: true },
    "sign-out",
  ).finally(() => (signOut = null))
  return signOut
}

/**
 * Makes every request of the router wait for a connection. The router has no place of its own for this: it
 * calls the browser's fetch.
 */
export function holdRequestsWithoutConnection(): void {
  const send = window.fetch.bind(window)
  window.fetch = (input, init = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    return ROUTER_PATH.test(pathname)
      ? sendUntilAnswered(send, input, init, (init.method ?? "GET") === "GET" ? "read" : "send")
      : send(input, init)
  }
}
