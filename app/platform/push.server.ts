/**
 * Web push: an encrypted message to the push service of a browser, signed with our keys; a double in its
 * place for tests.
 */
import type { Agent } from "node:https"
import { env } from "./env.server.ts"
import { getMailFrom } from "./mail.server.ts"
import { log } from "./log.server.ts"

export type PushKeys = { publicKey: string; privateKey: string }
export type PushTarget = { endpoint: string; p256dh: string; auth: string }
export type PushMessage = {
  id: string
  title: string
  text: string
  href: string
  /** How much waits for the person, for the icon of the installed app. */
  unread: number
}
/** `gone`: the browser takes no more, and its subscription is to be forgotten. */
export type PushOutcome = "sent" | "gone"
type Transport = (target: PushTarget, message: PushMessage, keys: PushKeys) => Promise<PushOutcome>

/** How long a push service keeps what a switched-off phone has not fetched. */
const PUSH_TTL_SECONDS = 86_400
const SEND_TIMEOUT_MS = 10_000

/**
 * The push services of the browsers there are; an address of any other host is never called (promises.md: no
 * user-given URL is fetched).
 */
const PUSH_HOST_PATTERNS = [
  /^fcm\.googleapis\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.apple\.com$/,
  /^(?:[a-z0-9-]+\.)*notify\.windows\.com$/,
]

/**
 * Whether `endpoint` is an address at a known push service: https, its own port, no name or password in it.
 */
export function isPushEndpoint(endpoint: string): boolean {
  if (endpoint.length > 1_000 || !URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  return (
    url.protocol === "https:" &&
    url.port === "" &&
    url.username === "" &&
    url.password === "" &&
    PUSH_HOST_PATTERNS.some((host) => host.test(url.hostname))
  )
}

// The server bundle and the tests load this module separately; both must use the same double.
const transportKey = Symbol.for("baroildang.push")
const globalState = globalThis as { [transportKey]?: Transport | undefined }

/** Sends through `transport` from here on, null for the real one; tests alone call this. */
export function setPushTransport(transport: Transport | null): void {
  if (transport) globalState[transportKey] = transport
  else delete globalState[transportKey]
}

/** Makes a pair of VAPID keys. */
export async function generatePushKeys(): Promise<PushKeys> {
  return (await import("web-push")).default.generateVAPIDKeys()
}

/**
 * Sends one message. Rejects where the push service did not take it; a later try may. Refuses a foreign
 * address by calling it gone.
 */
export async function sendPush(
  target: PushTarget,
  message: PushMessage,
  keys: PushKeys,
): Promise<PushOutcome> {
  if (!isPushEndpoint(target.endpoint)) return "gone"
  return (globalState[transportKey] ?? createPushTransport())(target, message, keys)
}

/** The real way to the push services; through `agent` where one is given, as tests do. */
export const createPushTransport =
  (agent?: Agent): Transport =>
  async (target, message, keys) => {
    const { APP_ENV, PRODUCTION_ORIGIN } = env()
    // A test must not reach the network, whatever it forgot to replace.
    if (APP_ENV === "test" && !agent) return "sent"
    const { default: webpush } = await import("web-push")
    const subject = PRODUCTION_ORIGIN ?? `mailto:${/<([^>]+)>/.exec(getMailFrom())?.[1] ?? getMailFrom()}`
    try {
      await webpush.sendNotification(
        { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
        JSON.stringify(message),
        {
          vapidDetails: { subject, ...keys },
          TTL: PUSH_TTL_SECONDS,
          urgency: "normal",
          timeout: SEND_TIMEOUT_MS,
          ...(agent ? { agent } : {}),
        },
      )
      return "sent"
    } catch (error) {
      if (error instanceof webpush.WebPushError && (error.statusCode === 404 || error.statusCode === 410))
        return "gone"
      log().warn({ err: error, service: new URL(target.endpoint).host }, "push was not taken")
      throw error
    }
  }
