/** Leaving: what stands in its way, what is made nameless, and what the law has us keep. */
import { eq } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { getRetentionEnd } from "../../../basics/retention.ts"
import { inTransaction, type Transaction } from "../../../platform/db.server.ts"
import { emit } from "../../../platform/events.server.ts"
import { drafts } from "../../../platform/schema.server.ts"
import type { Member } from "../rules.ts"
import {
  accountChanges,
  credentials,
  departures,
  knownAddresses,
  neighbourhoods,
  phoneCodes,
  profiles,
  recoveryCodes,
  passkeys,
  secondFactors,
  users,
} from "../schema.server.ts"
import { checkOwnPassword } from "./password-reset.server.ts"
import { endUserSessions } from "./sessions.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

/**
 * What an area knows of a person who wants to leave: how much of theirs is under way, and whether the law
 * asks to keep who they were.
 */
export type LeavingCheck = (tx: Transaction, userId: string) => Promise<{ open: number; mustRetain: boolean }>

const checks: LeavingCheck[] = []

/** Adds an area's check; only app/subscriptions.server.ts calls this. */
export function registerLeavingCheck(check: LeavingCheck): void {
  checks.push(check)
}

/** A sign-in this fresh stands for the password of those who have none. */
const RECENT_SIGN_IN_TTL_MS = 10 * 60_000

/**
 * Ends the membership: name, phone, e-mail, picture, ways to sign in, sessions and drafts are gone; what was
 * traded stays, and who it was is kept apart for 5 years where something was. Refuses a wrong password
 * (`wrong`), too many tries (`too_many`), an old sign-in of somebody without a password (`sign_in_again`),
 * and while orders are under way (`open`, with how many).
 */
export async function leaveMembership(
  actor: Member,
  input: { password: string; reason: string; signedInAt: Date },
): Promise<Outcome<"wrong" | "too_many" | "sign_in_again"> | Refusal<"open", { count: number }>> {
  const passwordCheck = await checkOwnPassword(actor, input.password)
  if (passwordCheck === "wrong" || passwordCheck === "too_many") return refuse(passwordCheck)
  if (passwordCheck === "none" && now().getTime() - input.signedInAt.getTime() > RECENT_SIGN_IN_TTL_MS)
    return refuse("sign_in_again")
  return inTransaction(async (tx) => {
    const [person] = await tx
      .select({ name: profiles.legalName, phone: profiles.phone })
      .from(profiles)
      .where(eq(profiles.userId, actor.userId))
      .for("update")
    let openCount = 0
    let mustRetainRecord = false
    for (const check of checks) {
      const result = await check(tx, actor.userId)
      openCount += result.open
      mustRetainRecord ||= result.mustRetain
    }
    if (openCount > 0) return refuse("open", { count: openCount })
    const at = now()
    await tx.insert(departures).values({
      userId: actor.userId,
      reason: input.reason,
      leftAt: at,
      record: mustRetainRecord
        ? { email: actor.email, name: person?.name ?? "", phone: person?.phone ?? null }
        : null,
      retainUntil: mustRetainRecord ? getRetentionEnd("contract", at) : null,
    })
    await tx
      .update(users)
      .set({
        email: `left-${actor.userId}@left.invalid`,
        emailVerified: false,
        name: "탈퇴한 회원",
        image: null,
        updatedAt: at,
      })
      .where(eq(users.id, actor.userId))
    await tx
      .update(profiles)
      .set({
        legalName: "탈퇴한 회원",
        nickname: null,
        nicknameChangedAt: null,
        phone: null,
        phoneVerifiedAt: null,
        regionCode: null,
        avatarId: null,
        sessionTimeoutMs: null,
        cart: [],
        leftAt: at,
        updatedAt: at,
      })
      .where(eq(profiles.userId, actor.userId))
    await tx.delete(credentials).where(eq(credentials.userId, actor.userId))
    await tx.delete(secondFactors).where(eq(secondFactors.userId, actor.userId))
    await tx.delete(passkeys).where(eq(passkeys.userId, actor.userId))
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, actor.userId))
    await tx.delete(phoneCodes).where(eq(phoneCodes.userId, actor.userId))
    await tx.delete(accountChanges).where(eq(accountChanges.userId, actor.userId))
    await tx.delete(neighbourhoods).where(eq(neighbourhoods.userId, actor.userId))
    await tx.delete(knownAddresses).where(eq(knownAddresses.userId, actor.userId))
    await tx.delete(drafts).where(eq(drafts.owner, actor.userId))
    await endUserSessions(tx, actor.userId)
    await emit(tx, "account.left", { userId: actor.userId })
    if (!mustRetainRecord) await emit(tx, "account.forgotten", { userId: actor.userId })
    return ok()
  })
}
