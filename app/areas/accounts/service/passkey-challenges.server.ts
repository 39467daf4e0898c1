/**
 * What a device signs to prove that it has a passkey: a challenge in a signed cookie of the browser that
 * asked, good for five minutes and one purpose; one that has signed somebody in, or failed to, is over.
 */
import { z } from "zod"
import { now } from "../../../basics/clock.ts"
import { MINUTE_MS } from "../../../basics/time.ts"
import { getBaseUrl, getConfiguredOrigin } from "../../../platform/env.server.ts"
import { countHit } from "../../../platform/rate-limit.server.ts"
import { createSignedCookie } from "../../../platform/signed-cookie.server.ts"
import { createToken } from "./tokens.server.ts"

const TTL_MS = 5 * MINUTE_MS

const Challenge = z.object({
  challenge: z.string(),
  /** Who adds a passkey; null for somebody who signs in. */
  userId: z.uuid().nullable(),
  until: z.number(),
})
const challengeCookie = createSignedCookie({
  name: "baroildang.passkey",
  purpose: "passkey",
  schema: Challenge,
  ttlMs: TTL_MS,
})

/** Makes a challenge for `userId`, or for whoever signs in. Returns it with the Set-Cookie line. */
export function createChallenge(request: Request, userId: string | null) {
  const challenge = createToken()
  const until = now().getTime() + TTL_MS
  return { challenge, setCookie: challengeCookie.write(request, { challenge, userId, until }) }
}

/** The challenge that `request` was given for `userId`; null where there is none, or it is over. */
export function findChallenge(request: Request, userId: string | null): string | null {
  const found = challengeCookie.read(request)
  return found?.userId === userId && found.until > now().getTime() ? found.challenge : null
}

/** The challenge that whoever sends `request` signs in with, which is found once; null as above. */
export async function takeSignInChallenge(request: Request): Promise<string | null> {
  const challenge = findChallenge(request, null)
  if (challenge === null) return null
  const limit = await countHit([{ key: `passkey:${challenge}`, max: 1, windowMs: TTL_MS }])
  return limit.ok ? challenge : null
}

/** The Set-Cookie line that makes the browser forget its challenge. */
export const buildForgottenChallengeCookie = (request: Request): string => challengeCookie.clear(request)

/** The site that passkeys are made for: the configured one, else that of the request as a browser sees it. */
export function getRelyingParty(request: Request): { id: string; origin: string } {
  const origin = getConfiguredOrigin() ?? getBaseUrl(request.url)
  return { id: new URL(origin).hostname, origin }
}
