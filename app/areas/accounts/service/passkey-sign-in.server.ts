/** Signing in with a passkey: what the browser is asked, and what its answer opens. */
import { eq } from "drizzle-orm"
import type { z } from "zod"
import { now } from "../../../basics/clock.ts"
import { MINUTE_MS } from "../../../basics/time.ts"
import { db } from "../../../platform/db.server.ts"
import { networkOf } from "../../../platform/network.ts"
import { cancelHit, countHit } from "../../../platform/rate-limit.server.ts"
import type { PasskeySignInForm } from "../forms.ts"
import { passkeys } from "../schema.server.ts"
import {
  buildForgottenChallengeCookie,
  createChallenge,
  getRelyingParty,
  takeSignInChallenge,
} from "./passkey-challenges.server.ts"
import { startSession, type SignInContext } from "./sessions.server.ts"
import { findSignInProfile } from "./sign-in-profile.server.ts"
import type { LockedOutRefusal } from "./sign-in.server.ts"
import { commitRefusal, ok, refuse, type Outcome } from "#app/platform/outcome.ts"

const loadLibrary = () => import("@simplewebauthn/server")

/** Answers of one network that fit no passkey, in 15 minutes. */
const MAX_WRONG_ANSWERS = 50
const WINDOW_MS = 15 * MINUTE_MS

/**
 * What a browser asks its device before it signs in: nobody is named, the device offers the passkeys that it
 * has for this site. Returns the question with the Set-Cookie line of its challenge.
 */
export async function askForPasskey(request: Request) {
  const { generateAuthenticationOptions } = await loadLibrary()
  const { challenge, setCookie } = createChallenge(request, null)
  const options = await generateAuthenticationOptions({
    rpID: getRelyingParty(request).id,
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    userVerification: "required",
  })
  return { options, setCookie }
}

type Answer = z.output<typeof PasskeySignInForm>["answer"]

/** The passkey that gave `answer` to `challenge`; null where none did. Counts its use. */
async function verifyAnswer(request: Request, challenge: string, answer: Answer) {
  const [passkey] = await db().select().from(passkeys).where(eq(passkeys.credentialId, answer.id))
  if (!passkey) return null
  const { verifyAuthenticationResponse } = await loadLibrary()
  const party = getRelyingParty(request)
  // The library throws where anything does not fit.
  const verification = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
      counter: passkey.counter,
    },
  }).catch(() => null)
  if (!verification?.verified) return null
  const { newCounter } = verification.authenticationInfo
  await db().update(passkeys).set({ counter: newCounter, usedAt: now() }).where(eq(passkeys.id, passkey.id))
  return passkey
}

/**
 * Signs in with a passkey. The device has looked who is there, so no code is asked for. Refuses a challenge
 * that is over or was taken (`over`), an answer that fits no passkey (`unknown`), the 51st of those of one
 * network in 15 minutes (`too_many`), and a banned person (`banned`).
 */
export async function signInWithPasskey(
  origin: SignInContext,
  { answer, staysSignedIn }: { answer: Answer; staysSignedIn: boolean },
): Promise<Outcome<"over" | "unknown", { headers: Headers }> | LockedOutRefusal> {
  const challenge = await takeSignInChallenge(origin.request)
  if (challenge === null) return refuse("over")
  const limitKey = `passkey:network:${networkOf(origin.address)}`
  const limit = await countHit([{ key: limitKey, max: MAX_WRONG_ANSWERS, windowMs: WINDOW_MS }])
  if (!limit.ok) return refuse("too_many", { retryAfterMs: limit.retryAfterMs })
  const passkey = await verifyAnswer(origin.request, challenge, answer)
  if (!passkey) return refuse("unknown")
  await cancelHit([limitKey])
  const profile = await findSignInProfile(passkey.userId)
  // The device has signed all the same, and its counter stays.
  if (profile?.hasLeft) return commitRefusal(refuse("unknown"))
  if (profile?.ban)
    return commitRefusal(refuse("banned", { until: profile.ban.until, banReasonText: profile.ban.reason }))
  const headers = await startSession(origin, passkey.userId, {
    staysSignedIn,
    sessionTimeoutMs: profile?.sessionTimeoutMs ?? null,
    method: "passkey",
    passkeyId: passkey.id,
  })
  headers.append("Set-Cookie", buildForgottenChallengeCookie(origin.request))
  return ok({ headers })
}
