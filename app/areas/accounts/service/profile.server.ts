/** Profiles: what a person is here, as others see it, and as they change it. */
import { and, eq, inArray, sql } from "drizzle-orm"
import type { z } from "zod"
import { now } from "../../../basics/clock.ts"
import { isId, newId } from "../../../basics/ids.ts"
import { db, inTransaction, type Executor } from "../../../platform/db.server.ts"
import { emit } from "../../../platform/events.server.ts"
import { detachPictures, attachPictures } from "../../../platform/pictures.server.ts"
import { CONSENTS, OPTIONAL_CONSENTS, getConsent } from "../consents.ts"
import type { CompleteProfileForm } from "../forms.ts"
import type { Member } from "../rules.ts"
import { loadCurrentVersions } from "./agreements.server.ts"
import { changeNickname, claimNickname, type NicknameRefusal } from "./nicknames.server.ts"
import { people } from "./people-view.server.ts"
import { consents, credentials, neighbourhoods, profiles, users } from "../schema.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

export type Profile = typeof profiles.$inferSelect
export type PersonCard = { userId: string; name: string; avatarId: string | null; regionCode: string | null }
/** As a list names somebody who may also be shown as a seller, by {@link toSellerCard}. */
type NamedPerson = PersonCard & { shopName: string | null }

/** Somebody in the role of a seller: called by their shop, if they have one that may sell. */
export const toSellerCard = ({ shopName, ...person }: NamedPerson): PersonCard => ({
  ...person,
  name: shopName ?? person.name,
})

/**
 * Public names and pictures of `ids` for cards, by id. Ids that nobody has are left out; who has left is
 * "탈퇴한 회원". Owners of shops are called as members; in the role of a seller by {@link toSellerCard}. One
 * query.
 */
export async function findPeople(
  ids: readonly string[],
  executor: Executor = db(),
): Promise<Map<string, NamedPerson>> {
  const uniqueIds = [...new Set(ids)].filter(isId)
  if (uniqueIds.length === 0) return new Map()
  const rows = await executor
    .select({
      userId: people.userId,
      name: people.name,
      avatarId: people.avatarId,
      regionCode: people.regionCode,
      shopName: people.shopName,
    })
    .from(people)
    .where(inArray(people.userId, uniqueIds))
  return new Map(rows.map((row) => [row.userId, row]))
}

/** The whole profile of `userId`; throws where there is none. */
export async function requireProfile(userId: string, executor: Executor = db()): Promise<Profile> {
  const [profile] = await executor.select().from(profiles).where(eq(profiles.userId, userId))
  if (!profile) throw new Error(`There is no profile of ${userId}`)
  return profile
}

/** E-mail addresses of `ids` for mails of other areas, by id; nobody who has left. */
export async function findEmails(ids: readonly string[]): Promise<Map<string, string>> {
  const uniqueIds = [...new Set(ids)].filter(isId)
  if (uniqueIds.length === 0) return new Map()
  const rows = await db()
    .select({ id: users.id, email: users.email })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .where(and(inArray(users.id, uniqueIds), sql`${profiles.leftAt} is null`))
  return new Map(rows.map((row) => [row.id, row.email]))
}

/**
 * Makes the profile of a first sign-in through a provider, with the consents. Does nothing where there is one
 * already.
 */
export async function completeProfile(
  actor: Member,
  input: z.infer<typeof CompleteProfileForm>,
): Promise<{ ok: true }> {
  await inTransaction(async (tx) => {
    const at = now()
    const nickname = await claimNickname(tx, input.nickname)
    const inserted = await tx
      .insert(profiles)
      .values({
        userId: actor.userId,
        userType: input.userType,
        legalName: input.name,
        nickname,
        phone: input.phone,
        regionCode: input.regionCode,
        createdAt: at,
        updatedAt: at,
      })
      .onConflictDoNothing()
      .returning({ userId: profiles.userId })
    if (inserted.length === 0) return
    await tx.update(users).set({ name: input.name, updatedAt: at }).where(eq(users.id, actor.userId))
    const getVersion = await loadCurrentVersions(tx)
    await tx.insert(consents).values(
      CONSENTS.map((consent) => ({
        id: newId(),
        userId: actor.userId,
        kind: consent.kind,
        version: getVersion(consent.kind),
        granted: input[consent.kind],
        givenAt: at,
      })),
    )
    await emit(tx, "account.created", { userId: actor.userId })
    await emit(tx, "profile.changed", { userId: actor.userId })
  })
  return ok()
}

async function updateOwnProfile(
  actor: Member,
  changes: Partial<typeof profiles.$inferInsert>,
): Promise<void> {
  await inTransaction(async (tx) => {
    await tx
      .update(profiles)
      .set({ ...changes, updatedAt: now() })
      .where(eq(profiles.userId, actor.userId))
    await emit(tx, "profile.changed", { userId: actor.userId })
  })
}

/**
 * Changes one's legal name, nickname (null leaves it), region and picture. `avatarId`: a loose picture of
 * one's own, null for none, or the present one. Refusals: `no_picture` (another's), `nickname_taken`,
 * `nickname_soon`.
 */
export async function updateProfile(
  actor: Member,
  input: { name: string; nickname: string | null; regionCode: string; avatarId: string | null },
): Promise<Outcome<"no_picture"> | NicknameRefusal> {
  return inTransaction(async (tx) => {
    const [previous] = await tx
      .select({
        userId: profiles.userId,
        avatarId: profiles.avatarId,
        nickname: profiles.nickname,
        nicknameChangedAt: profiles.nicknameChangedAt,
      })
      .from(profiles)
      .where(eq(profiles.userId, actor.userId))
      .for("update")
    if (!previous) throw new Error(`There is no profile of ${actor.userId}`)
    const renamed = await changeNickname(tx, previous, input.nickname)
    if (!renamed.ok) return renamed
    if (input.avatarId !== previous.avatarId) {
      if (input.avatarId && !(await attachPictures(tx, actor.userId, "avatar", [input.avatarId])))
        return refuse("no_picture")
      if (previous.avatarId) await detachPictures(tx, [previous.avatarId])
    }
    await tx
      .update(profiles)
      .set({
        legalName: input.name,
        regionCode: input.regionCode,
        avatarId: input.avatarId,
        updatedAt: now(),
      })
      .where(eq(profiles.userId, actor.userId))
    await emit(tx, "profile.changed", { userId: actor.userId })
    return ok()
  })
}

/**
 * Sets how long a session lasts from its last use, in milliseconds. Sessions under way follow with their next
 * use.
 */
export const updateSessionTimeout = (actor: Member, timeoutMs: number): Promise<void> =>
  updateOwnProfile(actor, { sessionTimeoutMs: timeoutMs })

export type ConsentEntry = { kind: string; version: string; granted: boolean; givenAt: Date }

/** Every answer to a consent, the newest first. */
export async function listConsents(actor: Member): Promise<ConsentEntry[]> {
  return db()
    .select({
      kind: consents.kind,
      version: consents.version,
      granted: consents.granted,
      givenAt: consents.givenAt,
    })
    .from(consents)
    .where(eq(consents.userId, actor.userId))
    .orderBy(sql`${consents.givenAt} desc, ${consents.id} desc`)
    .limit(50)
}

/** Gives or takes back the optional consents; only what changes is written down, with version and time. */
export async function updateConsents(
  actor: Member,
  input: Record<(typeof OPTIONAL_CONSENTS)[number], boolean>,
): Promise<void> {
  const previous = await listConsents(actor)
  const changedKinds = OPTIONAL_CONSENTS.filter(
    (kind) => (previous.find((entry) => entry.kind === kind)?.granted ?? false) !== input[kind],
  )
  if (changedKinds.length === 0) return
  // Who takes back that their place was looked at is no longer shown as checked.
  if (changedKinds.includes("location") && !input.location)
    await db().update(neighbourhoods).set({ checkedAt: null }).where(eq(neighbourhoods.userId, actor.userId))
  await db()
    .insert(consents)
    .values(
      changedKinds.map((kind) => ({
        id: newId(),
        userId: actor.userId,
        kind,
        version: getConsent(kind).version,
        granted: input[kind],
        givenAt: now(),
      })),
    )
}

/** How a person can sign in: with a password, and through which providers. */
export async function listSignInMethods(actor: Member): Promise<string[]> {
  const rows = await db()
    .select({ providerId: credentials.providerId })
    .from(credentials)
    .where(eq(credentials.userId, actor.userId))
  return rows.map((row) => row.providerId)
}
