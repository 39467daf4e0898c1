/** The passkeys of an account: adding, naming and taking away. Signing in: passkey-sign-in.server.ts. */
import { and, asc, count, eq, ne, sql } from "drizzle-orm"
import type { z } from "zod"
import { brand } from "../../../basics/brand.ts"
import { now } from "../../../basics/clock.ts"
import { newId } from "../../../basics/ids.ts"
import { db, inTransaction, type Executor } from "../../../platform/db.server.ts"
import { emit, type Events } from "../../../platform/events.server.ts"
import type { AddPasskeyForm } from "../forms.ts"
import { buildPasskeyRemovedMail } from "../mails.ts"
import { isAdmin, isPlaceholderEmail, type Member } from "../rules.ts"
import { passkeys, secondFactors, sessions, users } from "../schema.server.ts"
import { isSecondFactorRequired } from "../second-factor-rule.server.ts"
import { recordChange } from "./account-changes.server.ts"
import { confirmIdentity, type IdentityRefusal } from "./confirm-identity.server.ts"
import { mailToOwner } from "./owner-mail.server.ts"
import { createChallenge, findChallenge, getRelyingParty } from "./passkey-challenges.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

const MAX_PASSKEYS = 20

// It brings the parsers of certificates along, which nobody else needs.
const loadLibrary = () => import("@simplewebauthn/server")

const listRows = (executor: Executor, userId: string) =>
  executor.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt))

/** The passkeys of `actor`, the oldest first. */
export const listPasskeys = async (actor: Member) =>
  (await listRows(db(), actor.userId)).map(({ id, name, createdAt, usedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  }))

/**
 * Whether `actor` has a passkey and must come in with it before anything that guards the account is changed:
 * an administrator who came in by a password alone, which may be known to somebody else.
 */
export async function mustUsePasskey(actor: Member): Promise<boolean> {
  if (!actor.lacksSecondFactor) return false
  const [found] = await db()
    .select({ passkeys: count() })
    .from(passkeys)
    .where(eq(passkeys.userId, actor.userId))
  return (found?.passkeys ?? 0) > 0
}

/**
 * Lets `actor` add a passkey for five minutes. Returns the Set-Cookie line of the challenge. Refuses who
 * cannot show that they are the person, who must come in with the passkey they have (`use_passkey`), and the
 * 21st (`many`).
 */
export async function beginPasskey(
  actor: Member,
  { request, password }: { request: Request; password: string },
): Promise<Outcome<IdentityRefusal | "use_passkey" | "many", { setCookie: string }>> {
  const identity = await confirmIdentity(actor, password)
  if (!identity.ok) return identity
  if (await mustUsePasskey(actor)) return refuse("use_passkey")
  if ((await listRows(db(), actor.userId)).length >= MAX_PASSKEYS) return refuse("many")
  return ok({ setCookie: createChallenge(request, actor.userId).setCookie })
}

/** What the browser needs to make the passkey that {@link beginPasskey} has let `actor` add; else null. */
export async function findPasskeyOptions(actor: Member, request: Request) {
  const challenge = findChallenge(request, actor.userId)
  if (challenge === null) return null
  const { generateRegistrationOptions } = await loadLibrary()
  const existing = await listRows(db(), actor.userId)
  const { extensions: _, ...options } = await generateRegistrationOptions({
    rpName: brand.name,
    rpID: getRelyingParty(request).id,
    userName: isPlaceholderEmail(actor.email) ? brand.name : actor.email,
    userID: new TextEncoder().encode(actor.userId),
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    attestationType: "none",
    excludeCredentials: existing.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  })
  return options
}

/**
 * Adds the passkey that a device has made, and tells the owner, who can take it back for seven days. The
 * session counts as begun with it: the device has just looked who is there. Refuses a challenge that is over
 * (`over`), an answer that does not belong to it (`wrong`), a passkey that is known (`known`), the 21st
 * (`many`), and as {@link mustUsePasskey} says (`use_passkey`).
 */
export async function addPasskey(
  actor: Member,
  { request, name, answer }: z.output<typeof AddPasskeyForm> & { request: Request },
): Promise<Outcome<"over" | "wrong" | "known" | "many" | "use_passkey">> {
  if (await mustUsePasskey(actor)) return refuse("use_passkey")
  const challenge = findChallenge(request, actor.userId)
  if (challenge === null) return refuse("over")
  const { verifyRegistrationResponse } = await loadLibrary()
  const party = getRelyingParty(request)
  // The library throws where anything does not fit.
  const verified = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) return refuse("wrong")
  const { credential } = verified.registrationInfo
  return inTransaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.userId)).for("update")
    if ((await listRows(tx, actor.userId)).length >= MAX_PASSKEYS) return refuse("many")
    const id = newId()
    const added = await tx
      .insert(passkeys)
      .values({
        id,
        userId: actor.userId,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        transports: credential.transports ?? [],
        name,
        createdAt: now(),
      })
      .onConflictDoNothing()
      .returning({ id: passkeys.id })
    if (added.length === 0) return refuse("known")
    await tx.update(sessions).set({ passkeyId: id }).where(eq(sessions.id, actor.sessionId))
    await recordChange(tx, actor.userId, "passkey", { before: {}, after: { name } })
    await emit(tx, "profile.changed", { userId: actor.userId })
    return ok()
  })
}

/** Gives a passkey of `actor` another name. What is not theirs is not there (`not_found`). */
export async function renamePasskey(
  actor: Member,
  { passkeyId, name }: { passkeyId: string; name: string },
): Promise<Outcome<"not_found">> {
  return inTransaction(async (tx) => {
    const renamed = await tx
      .update(passkeys)
      .set({ name })
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, actor.userId)))
      .returning({ id: passkeys.id })
    return renamed.length > 0 ? ok() : refuse("not_found")
  })
}

/**
 * Takes a passkey of `actor` away, and tells the owner. Refuses who cannot show that they are the person,
 * what is gone already (`gone`), an administrator's last second factor where one is required (`required`),
 * and as {@link mustUsePasskey} says (`use_passkey`).
 */
export async function removePasskey(
  actor: Member,
  { passkeyId, password }: { passkeyId: string; password: string },
): Promise<Outcome<IdentityRefusal | "gone" | "required" | "use_passkey">> {
  const identity = await confirmIdentity(actor, password)
  if (!identity.ok) return identity
  if (await mustUsePasskey(actor)) return refuse("use_passkey")
  return inTransaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.userId)).for("update")
    if (isSecondFactorRequired() && isAdmin(actor) && !(await hasOtherFactor(tx, actor.userId, passkeyId)))
      return refuse("required")
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, actor.userId)))
      .returning({ name: passkeys.name })
    if (!removed) return refuse("gone")
    await emit(tx, "passkey.removed", { userId: actor.userId, name: removed.name })
    await emit(tx, "profile.changed", { userId: actor.userId })
    return ok()
  })
}

/** Whether the account has a second factor beside this passkey. */
async function hasOtherFactor(executor: Executor, userId: string, passkeyId: string): Promise<boolean> {
  const [found] = await executor
    .select({
      passkeys: count(),
      hasCodes: sql<boolean>`exists (select from ${secondFactors} where ${secondFactors.userId} = ${userId}
        and ${secondFactors.confirmedAt} is not null)`,
    })
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), ne(passkeys.id, passkeyId)))
  return found !== undefined && (found.passkeys > 0 || found.hasCodes)
}

/** Answers "passkey.removed": whoever owns the account hears of it. */
export const sendPasskeyRemovedMail = ({ userId, name }: Events["passkey.removed"]): Promise<void> =>
  mailToOwner(userId, buildPasskeyRemovedMail(name))
