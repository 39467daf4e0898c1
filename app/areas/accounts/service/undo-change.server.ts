/** Taking back what was changed of an account, by the link that its owner was sent. */
import { and, eq, gte, inArray, isNotNull, like, ne } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { HOUR_MS } from "../../../basics/time.ts"
import {
  db,
  inTransaction,
  violatedConstraint,
  type Executor,
  type Transaction,
} from "../../../platform/db.server.ts"
import { emit, type Events } from "../../../platform/events.server.ts"
import { sendMail } from "../../../platform/mail.server.ts"
import { buildChangeUndoneMail } from "../mails.ts"
import {
  CHANGE_LABELS,
  formatChangeValue,
  isPlaceholderEmail,
  type ChangeKind,
  type ChangeValue,
} from "../rules.ts"
import {
  accountChanges,
  credentials,
  knownAddresses,
  passkeys,
  phoneCodes,
  profiles,
  users,
  verifications,
} from "../schema.server.ts"
import {
  PreviousEmail,
  listUndoableChanges,
  buildUndoableCondition,
  PreviousPhone,
  UNDO_TTL_MS,
  type AccountChange,
} from "./account-changes.server.ts"
import { createLink, deleteLinks, findLinkValue, consumeLink } from "./links.server.ts"
import { OWN_PASSWORD } from "./passwords.server.ts"
import { endUserSessions } from "./sessions.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

const RESET_TTL_MS = HOUR_MS

/** Puts back what another area keeps of an account, in the transaction of the undoing. */
type RestoreHandler = (tx: Transaction, userId: string, before: ChangeValue) => Promise<void>
const restoreHandlers = new Map<ChangeKind, RestoreHandler>([
  ["email", restoreEmail],
  ["phone", restorePhone],
])

/** Adds how an area puts back what was changed; only app/subscriptions.server.ts calls this. */
export function registerRestoreHandler(kind: ChangeKind, handler: RestoreHandler): void {
  restoreHandlers.set(kind, handler)
}

async function restoreEmail(tx: Transaction, userId: string, before: ChangeValue): Promise<void> {
  const { email, verified } = PreviousEmail.parse(before)
  await tx.update(users).set({ email, emailVerified: verified, updatedAt: now() }).where(eq(users.id, userId))
}

/** A number that somebody else has verified meanwhile comes back unverified. */
async function restorePhone(tx: Transaction, userId: string, before: ChangeValue): Promise<void> {
  const { phone, verifiedAt } = PreviousPhone.parse(before)
  const [currentHolder] = await tx
    .select({ userId: profiles.userId })
    .from(profiles)
    .where(and(eq(profiles.phone, phone), isNotNull(profiles.phoneVerifiedAt), ne(profiles.userId, userId)))
  await tx
    .update(profiles)
    .set({ phone, phoneVerifiedAt: currentHolder ? null : verifiedAt, updatedAt: now() })
    .where(eq(profiles.userId, userId))
}

/**
 * What the link takes back, the oldest first: the change it was sent for and all of the account since. Empty
 * where it is over.
 */
async function listChangesOfLink(executor: Executor, token: string): Promise<AccountChange[]> {
  const id = await findLinkValue(executor, "undo", token)
  if (id === null) return []
  const [linkedChange] = await executor
    .select()
    .from(accountChanges)
    .where(and(eq(accountChanges.id, id), buildUndoableCondition()))
  if (!linkedChange) return []
  const changes = await listUndoableChanges(executor, linkedChange.userId)
  return changes.slice(changes.findIndex((change) => change.id === linkedChange.id))
}

export type UndoView = { label: string; previousValue: string; newValue: string; at: string }[]

/**
 * What the link would take back, once a kind: from what it became last to what it was at first. Null where
 * the link is over.
 */
export async function loadUndoView(token: string): Promise<{ changes: UndoView; until: string } | null> {
  const changes = await listChangesOfLink(db(), token)
  const linkedChange = changes[0]
  if (!linkedChange) return null
  return {
    changes: selectFirstPerKind(changes).map(({ kind, before, changedAt }) => ({
      label: CHANGE_LABELS[kind],
      previousValue: formatChangeValue(kind, before),
      newValue: formatChangeValue(kind, changes.findLast((change) => change.kind === kind)?.after ?? {}),
      at: changedAt.toISOString(),
    })),
    until: new Date(linkedChange.changedAt.getTime() + UNDO_TTL_MS).toISOString(),
  }
}

/** The earliest change of each kind: what it was before all of them. */
const selectFirstPerKind = (changes: readonly AccountChange[]) =>
  changes.filter((change, index) => changes.findIndex((other) => other.kind === change.kind) === index)

/**
 * Takes back a change and all that followed it: what was before is there again, every session ends, and the
 * ways in that were made since are gone with the password, which whoever changed these things may know.
 * `resetToken`: opens the form for a new one; null for an account that has none. Refuses a link that is over
 * or used (`over`), and an address that somebody else has by now (`taken`).
 */
export async function undoChange(
  token: string,
): Promise<Outcome<"over" | "taken", { resetToken: string | null }>> {
  return inTransaction(async (tx) => {
    const [firstChange] = await listChangesOfLink(tx, token)
    if (!firstChange) return refuse("over")
    const { userId } = firstChange
    // Of two links of one account the second waits here, and finds what the first has left.
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, userId))
      .for("update")
    const changes = await listChangesOfLink(tx, token)
    if (changes.length === 0 || !user || (await consumeLink(tx, "undo", token)) === null)
      return refuse("over")
    for (const { kind, before } of selectFirstPerKind(changes))
      await restoreHandlers.get(kind)?.(tx, userId, before)
    const changeIds = changes.map((change) => change.id)
    await tx.update(accountChanges).set({ undoneAt: now() }).where(inArray(accountChanges.id, changeIds))
    for (const id of changeIds) await deleteLinks(tx, "undo", id)
    const hadPassword = await revokeAccess(tx, userId, firstChange.changedAt)
    await emit(tx, "account.change_undone", { changeIds, userId })
    await emit(tx, "undo-mail.requested", {
      changeIds,
      userId,
      from: isPlaceholderEmail(user.email) ? null : user.email,
    })
    await emit(tx, "profile.changed", { userId })
    return ok({ resetToken: hadPassword ? await createLink(tx, "reset", userId, RESET_TTL_MS) : null })
  }).catch((error: unknown) => {
    if (violatedConstraint(error) === "users_email_key") return refuse("taken")
    throw error
  })
}

/**
 * Shuts out whoever is in, and every way in that they know or made since `since`. Returns whether there was a
 * password.
 */
async function revokeAccess(tx: Transaction, userId: string, since: Date): Promise<boolean> {
  await endUserSessions(tx, userId)
  await tx.delete(phoneCodes).where(eq(phoneCodes.userId, userId))
  await tx.delete(knownAddresses).where(eq(knownAddresses.userId, userId))
  await deleteLinks(tx, "reset", userId)
  // An address that waits for its mail: the text holds the user's id.
  await tx
    .delete(verifications)
    .where(and(like(verifications.identifier, "email:%"), like(verifications.value, `%${userId}%`)))
  await tx
    .delete(credentials)
    .where(
      and(
        eq(credentials.userId, userId),
        ne(credentials.providerId, OWN_PASSWORD),
        gte(credentials.createdAt, since),
      ),
    )
  await tx.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)))
  const passwords = await tx
    .delete(credentials)
    .where(and(eq(credentials.userId, userId), eq(credentials.providerId, OWN_PASSWORD)))
    .returning({ id: credentials.id })
  return passwords.length > 0
}

/**
 * Answers "undo-mail.requested": says so to the address that the account has again, and to the one it has
 * lost.
 */
export async function sendChangeUndoneMail({
  changeIds,
  userId,
  from,
}: Events["undo-mail.requested"]): Promise<void> {
  const changes = await db()
    .select({ kind: accountChanges.kind })
    .from(accountChanges)
    .where(inArray(accountChanges.id, changeIds))
  const [user] = await db().select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!user || changes.length === 0) return
  const label = [...new Set(changes.map(({ kind }) => CHANGE_LABELS[kind]))].join(", ")
  const addresses = new Set(
    [user.email, ...(from === null ? [] : [from])].filter((email) => !isPlaceholderEmail(email)),
  )
  for (const email of addresses) await sendMail({ to: email, ...buildChangeUndoneMail(label) })
}
