/**
 * Who is an admin where nobody in the back office can say so: on an empty product, or with one admin
 * left. Only bin/admin.mjs calls this: whoever runs commands beside the database owns what is in it.
 */
import { asc, eq } from "drizzle-orm"
import { z } from "zod"
import { now } from "../../../basics/clock.ts"
import { newId } from "../../../basics/ids.ts"
import { HOUR_MS } from "../../../basics/time.ts"
import { audit, SERVER_OPERATOR } from "../../../platform/audit.server.ts"
import { db, inTransaction, violatedConstraint, type Transaction } from "../../../platform/db.server.ts"
import { getOwnOrigin } from "../../../platform/env.server.ts"
import { emit } from "../../../platform/events.server.ts"
import { profiles, users } from "../schema.server.ts"
import { findFormerOwner } from "./account-changes.server.ts"
import { createLink } from "./links.server.ts"
import { claimNickname } from "./nicknames.server.ts"
import { hashPassword, setPassword } from "./passwords.server.ts"
import { updateAccountStatus } from "./account-status.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"
import { text } from "#app/basics/form-fields.ts"
import { email, password, getPersonalPasswordProblem } from "#app/basics/account-fields.ts"

const LINK_TTL_MS = HOUR_MS

/** What the command is told; `password` null for one that is set by the link. */
export const AdministratorForm = z.object({
  email: email(),
  name: text({ label: "이름", min: 2, max: 20 }),
  password: password().nullable(),
})

type AdministratorRefusal = "exists" | "admin" | "expert" | "banned" | "no_profile" | "reserved"
export type Created =
  | Outcome<AdministratorRefusal, { made: "account" | "role"; link: string | null }>
  | Refusal<"personal", { sentence: string }>

/** The address with which a password is set. */
const createResetLink = async (tx: Transaction, userId: string) =>
  `${getOwnOrigin()}/password-reset?token=${await createLink(tx, "reset", userId, LINK_TTL_MS)}`

/**
 * Makes an account that is an admin, or with `promote` an admin of a member. `by`: who ran the command, for
 * the audit log. Refusals: `exists` (a member, and not asked to promote), `admin` (is one), `expert` (experts
 * keep their trade), `banned`, `no_profile` (a social sign-in that was never completed), `reserved` (an
 * account moved away from the address within seven days), `personal`.
 */
export async function createAdministrator(
  input: z.output<typeof AdministratorForm> & { promote: boolean; by: string },
): Promise<Created> {
  const sentence =
    input.password === null ? null : getPersonalPasswordProblem(input.password, { email: input.email })
  if (sentence !== null) return refuse("personal", { sentence })
  const hash = input.password === null ? null : await hashPassword(input.password)
  return inTransaction(async (tx): Promise<Created> => {
    const [existing] = await tx
      .select({ id: users.id, profile: profiles })
      .from(users)
      .leftJoin(profiles, eq(profiles.userId, users.id))
      .where(eq(users.email, input.email))
      .for("update", { of: users })
    if (existing) return promote(tx, existing, input)
    if (await findFormerOwner(tx, input.email)) return refuse("reserved")
    const userId = newId()
    const at = now()
    await tx.insert(users).values({
      id: userId,
      email: input.email,
      emailVerified: true,
      name: input.name,
      createdAt: at,
      updatedAt: at,
    })
    await tx.insert(profiles).values({
      userId,
      role: "admin",
      legalName: input.name,
      nickname: await claimNickname(tx, null),
      createdAt: at,
      updatedAt: at,
    })
    if (hash !== null) await setPassword(tx, userId, hash)
    await audit(tx, SERVER_OPERATOR, {
      action: "admin.create",
      subject: { kind: "person", id: userId },
      note: input.by,
      after: { role: "admin" },
    })
    await emit(tx, "account.created", { userId })
    return ok({ made: "account", link: hash === null ? await createResetLink(tx, userId) : null })
  }).catch((error: unknown) => {
    if (violatedConstraint(error) === "users_email_key") return refuse("exists")
    throw error
  })
}

type ExistingUser = { id: string; profile: typeof profiles.$inferSelect | null }

async function promote(
  tx: Transaction,
  { id, profile }: ExistingUser,
  { promote: shouldPromote, by }: { promote: boolean; by: string },
): Promise<Created> {
  if (!profile) return refuse("no_profile")
  if (profile.role === "admin") return refuse("admin")
  if (profile.userType === "expert") return refuse("expert")
  if (profile.bannedUntil && profile.bannedUntil > now()) return refuse("banned")
  if (!shouldPromote) return refuse("exists")
  await updateAccountStatus(tx, id, { role: "admin" })
  await audit(tx, SERVER_OPERATOR, {
    action: "admin.promote",
    subject: { kind: "person", id },
    note: by,
    before: { role: "user" },
    after: { role: "admin" },
  })
  await emit(tx, "account.changed_by_office", { userId: id, changeId: newId(), what: "admin" })
  return ok({ made: "role", link: null })
}

/** A new link with which the admin with this address sets a password; null where there is none. */
export async function linkForAdministrator(address: string, by: string): Promise<string | null> {
  return inTransaction(async (tx) => {
    const [admin] = await tx
      .select({ id: users.id, role: profiles.role })
      .from(users)
      .innerJoin(profiles, eq(profiles.userId, users.id))
      .where(eq(users.email, address))
    if (admin?.role !== "admin") return null
    await audit(tx, SERVER_OPERATOR, {
      action: "admin.link",
      subject: { kind: "person", id: admin.id },
      note: by,
    })
    return createResetLink(tx, admin.id)
  })
}

/** Every admin, the first first. */
export const listAdministrators = (): Promise<
  { email: string; name: string; since: Date; usedAt: Date; bannedUntil: Date | null }[]
> =>
  db()
    .select({
      email: users.email,
      name: profiles.legalName,
      since: profiles.createdAt,
      usedAt: profiles.usedAt,
      bannedUntil: profiles.bannedUntil,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.role, "admin"))
    .orderBy(asc(profiles.createdAt))
