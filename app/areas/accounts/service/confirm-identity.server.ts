/** The question that every sensitive change asks: is this the person, or only their open page. */
import { now } from "../../../basics/clock.ts"
import { MINUTE_MS } from "../../../basics/time.ts"
import type { Member } from "../rules.ts"
import { getSessionStart } from "../session.server.ts"
import { checkOwnPassword } from "./password-reset.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

/** A sign-in this fresh stands for the password of those who have none. */
const RECENT_SIGN_IN_TTL_MS = 10 * MINUTE_MS

export type IdentityRefusal = "wrong" | "too_many" | "sign_in_again"
/**
 * `wrong`: the password; `too_many`: ten wrong ones in 15 minutes; `sign_in_again`: no password, and the
 * sign-in is older than 10 minutes.
 */
export type Identity = Outcome<IdentityRefusal>

/** Asks for the actor's password or, where they have none, for a fresh sign-in. */
export async function confirmIdentity(actor: Member, password: string): Promise<Identity> {
  const passwordCheck = await checkOwnPassword(actor, password)
  if (passwordCheck === "right") return ok()
  if (passwordCheck !== "none") return refuse(passwordCheck)
  const sessionAgeMs = now().getTime() - (await getSessionStart(actor)).getTime()
  return sessionAgeMs <= RECENT_SIGN_IN_TTL_MS ? ok() : refuse("sign_in_again")
}
