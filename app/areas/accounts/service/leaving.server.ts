/** Leaving: what stands in its way, what is made nameless, and what the law has us keep. */
import { eq, sql, type SQL } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { getRetentionEnd } from "../../../basics/retention.ts"
import { db, inTransaction, type Transaction } from "../../../platform/db.server.ts"
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
 * What an area knows of a person who wants to leave: what of theirs is under way, how much of each and where
 * it is seen, and whether the law asks to keep who they were. `count` and `mustRetain` are scalar
 * expressions.
 */
export type LeavingObligations = {
  open: readonly { label: string; href: string; count: SQL }[]
  mustRetain: SQL
}
type LeavingCheck = (actor: Member) => LeavingObligations

const checks: LeavingCheck[] = []

/** Adds an area's check; only app/subscriptions.server.ts calls this. */
export function registerLeavingCheck(check: LeavingCheck): void {
  if (!checks.includes(check)) checks.push(check)
}

export type OpenThings = { label: string; href: string; count: number }

/** What stands in the way of `actor`, and whether the law has us keep who they were; in one query. */
export async function findLeavingObligations(
  actor: Member,
  tx: Pick<Transaction, "execute"> = db(),
): Promise<{ open: OpenThings[]; mustRetain: boolean }> {
  const obligations = checks.map((check) => check(actor))
  const things = obligations.flatMap(({ open }) => open)
  const mustRetain = obligations.map((each) => each.mustRetain)
  const [found] = await tx.execute<{ counts: number[]; mustRetain: boolean }>(sql`select
    json_build_array(${sql.join(
      things.map(({ count }) => sql`(${count})`),
      sql`, `,
    )}) as counts,
    (${sql.join([sql`false`, ...mustRetain], sql` or `)}) as "mustRetain"`)
  const open = things.map(({ label, href }, index) => ({ label, href, count: found?.counts[index] ?? 0 }))
  return { open: open.filter(({ count }) => count > 0), mustRetain: found?.mustRetain ?? false }
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
    const { open, mustRetain } = await findLeavingObligations(actor, tx)
    const count = open.reduce((sum, things) => sum + things.count, 0)
    if (count > 0) return refuse("open", { count })
    const at = now()
    await tx.insert(departures).values({
      userId: actor.userId,
      reason: input.reason,
      leftAt: at,
      record: mustRetain
        ? { email: actor.email, name: person?.name ?? "", phone: person?.phone ?? null }
        : null,
      retainUntil: mustRetain ? getRetentionEnd("contract", at) : null,
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
    if (!mustRetain) await emit(tx, "account.forgotten", { userId: actor.userId })
    return ok()
  })
}
