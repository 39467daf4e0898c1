/**
 * A push service and the browsers behind it: checks who sends (VAPID, RFC 8292) and reads what is sent (RFC
 * 8291), as a browser does.
 */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import { Agent } from "node:https"
import { connect } from "node:net"

/** Where it stands as far as senders know; {@link PushService.agent} leads there. */
const ORIGIN = "https://fcm.googleapis.com"

type Browser = { ecdh: ECDH; auth: Buffer; senderKey: string; answer: number; receivedMessages: unknown[] }
export type DoubleBrowser = {
  endpoint: string
  p256dh: string
  auth: string
  /** What it was shown, decrypted. */
  receivedMessages: unknown[]
  /** From now on the service answers so for it; 201 takes the message. */
  setStatus(status: number): void
}
export type PushService = {
  /** Takes every connection of its user to this service, without TLS. */
  agent: Agent
  /** A browser that takes push from the holder of the VAPID key `senderKey`. */
  createBrowser(senderKey: string): DoubleBrowser
  /** What was wrong with what was sent, in the order of arrival. */
  problems: string[]
  /** Headers of every request. */
  requests: IncomingMessage["headers"][]
  stop(): Promise<void>
}

const decodeBase64Url = (text: string) => Buffer.from(text, "base64url")
const decodeJson = (text: string | undefined): Record<string, unknown> =>
  JSON.parse(decodeBase64Url(text ?? "").toString("utf8")) as Record<string, unknown>

/** What is wrong with the sender's word for itself; null where it is good. */
function findSenderProblem(authorization: string | undefined, senderKey: string): string | null {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? "") ?? []
  if (token === "") return `no VAPID word: ${authorization}`
  if (key !== senderKey) return "another key than the browser subscribed with"
  const [header, claims, signature] = token.split(".")
  const point = decodeBase64Url(key)
  const publicKey = createPublicKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  })
  if (decodeJson(header).alg !== "ES256") return "not signed with ES256"
  if (
    !verify(
      "sha256",
      Buffer.from(`${header}.${claims}`),
      { key: publicKey, dsaEncoding: "ieee-p1363" },
      decodeBase64Url(signature ?? ""),
    )
  )
    return "a signature that is not the key's"
  const { aud, exp, sub } = decodeJson(claims)
  if (aud !== ORIGIN) return `meant for ${String(aud)}`
  const left = Number(exp) - Date.now() / 1_000
  if (!(left > 0 && left <= 86_400)) return `good for ${left} s`
  return /^(mailto:[^\s<>]+@[^\s<>]+|https:\/\/.+)$/.test(String(sub))
    ? null
    : `nobody to write to: ${String(sub)}`
}

/** Decrypts one record of aes128gcm. Throws where it was not made for this browser. */
function decryptMessage(body: Buffer, { ecdh, auth }: Browser): unknown {
  const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)]
  const senderKey = body.subarray(21, 21 + length)
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), senderKey])
  const secret = hkdfSync("sha256", ecdh.computeSecret(senderKey), auth, info, 32)
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, bytes))
  const sealed = body.subarray(21 + length)
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12)).setAuthTag(
    sealed.subarray(-16),
  )
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error("the last record must end with 2")
  return JSON.parse(padded.subarray(0, end).toString("utf8"))
}

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>()
  const problems: string[] = []
  const requests: IncomingMessage["headers"][] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on("data", (part: Buffer) => parts.push(part))
    request.on("end", () => {
      requests.push(request.headers)
      const browser = browsers.get(request.url ?? "")
      const problem = browser ? findSenderProblem(request.headers.authorization, browser.senderKey) : null
      if (problem !== null || !browser) {
        if (problem !== null) problems.push(problem)
        return response.writeHead(browser ? 403 : 404).end()
      }
      const { ttl, urgency, "content-encoding": encoding } = request.headers
      if (
        encoding !== "aes128gcm" ||
        !/^\d+$/.test(String(ttl)) ||
        !["very-low", "low", "normal", "high"].includes(String(urgency))
      )
        problems.push(`headers: ${encoding} ${ttl} ${String(urgency)}`)
      if (browser.answer === 201) {
        try {
          browser.receivedMessages.push(decryptMessage(Buffer.concat(parts), browser))
        } catch (error) {
          problems.push(String(error))
        }
      }
      return response.writeHead(browser.answer, browser.answer === 429 ? { "Retry-After": "60" } : {}).end()
    })
  })
  await new Promise<void>((open) => server.listen(0, "127.0.0.1", open))
  const address = server.address()
  const port = typeof address === "object" && address ? address.port : 0
  const agent = Object.assign(new Agent(), { createConnection: () => connect(port, "127.0.0.1") })
  return {
    agent,
    problems,
    requests,
    createBrowser(senderKey) {
      const ecdh = createECDH("prime256v1")
      ecdh.generateKeys()
      const browser: Browser = { ecdh, auth: randomBytes(16), senderKey, answer: 201, receivedMessages: [] }
      const path = `/fcm/send/${randomBytes(32).toString("base64url")}`
      browsers.set(path, browser)
      return {
        endpoint: ORIGIN + path,
        p256dh: ecdh.getPublicKey().toString("base64url"),
        auth: browser.auth.toString("base64url"),
        receivedMessages: browser.receivedMessages,
        setStatus: (status) => {
          browser.answer = status
        },
      }
    },
    stop: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}
