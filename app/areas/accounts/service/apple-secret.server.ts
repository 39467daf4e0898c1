/** What shows our server to Apple: not a secret that is kept, but a text that is signed anew each time. */
import { createPrivateKey, sign } from "node:crypto"
import { now } from "../../../basics/clock.ts"
import { MINUTE_MS } from "../../../basics/time.ts"
import { env } from "../../../platform/env.server.ts"

/** Apple takes up to six months; one use needs seconds. */
const TTL_MS = 5 * MINUTE_MS

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
const toSeconds = (time: number) => Math.floor(time / 1_000)

/**
 * Makes the client secret of Apple: a JWT, signed with the key of the settings (ES256), good for five
 * minutes. Null where the settings name none. Source: developer.apple.com, "Creating a client secret".
 */
export function buildAppleClientSecret(): string | null {
  const { APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_PRIVATE_KEY } = env()
  if (!APPLE_CLIENT_ID || !APPLE_TEAM_ID || !APPLE_KEY_ID || !APPLE_PRIVATE_KEY) return null
  const time = now().getTime()
  const signed = [
    encode({ alg: "ES256", kid: APPLE_KEY_ID, typ: "JWT" }),
    encode({
      iss: APPLE_TEAM_ID,
      iat: toSeconds(time),
      exp: toSeconds(time + TTL_MS),
      aud: "https://appleid.apple.com",
      sub: APPLE_CLIENT_ID,
    }),
  ].join(".")
  const key = createPrivateKey(APPLE_PRIVATE_KEY)
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" })
  return `${signed}.${signature.toString("base64url")}`
}
