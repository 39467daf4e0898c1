/**
 * What was changed of an account and can be taken back for seven days: writing it down, and telling the
 * owner where they were before.
 */
import { and, asc, eq, gt, isNull, lt, ne, sql } from "drizzle-orm"
import { z } from "zod"
import { now } from "../../../basics/clock.ts"
import { newId } from "../../../basics/ids.ts"
import { DAY_MS, formatDateTime } from "../../../basics/time.ts"
import { db, type Executor, type Transaction } from "../../../platform/db.server.ts"
import { getOwnOrigin } from "../../../platform/env.server.ts"
import { emit, type Events } from "../../../platform/events.server.ts"
import { log } from "../../../platform/log.server.ts"
import { sendMail } from "../../../platform/mail.server.ts"
import { sendSms } from "../../../platform/sms.server.ts"
import { buildAccountChangedMail, buildFormerEmailMail, buildPhoneChangedSms } from "../mails.ts"
import {
  CHANGE_LABELS,
  formatChangeValue,
  isPlaceholderEmail,
  type ChangeKind,
  type ChangeValue,
} from "../rules.ts"
import { accountChanges, profiles, users } from "../schema.server.ts"
import { createLink } from "./links.server.ts"

export const UNDO_TTL_MS = 7 * DAY_MS

export type AccountChange = typeof accountChanges.$inferSelect

/** What a change of an address or a number keeps of before. */
export const PreviousEmail = z.object({ email: z.string(), verified: z.boolean() })
export const PreviousPhone = z.object({ phone: z.string(), verifiedAt: z.coerce.date().nullable() })

const getUndoCutoff = () => new Date(now().getTime() - UNDO_TTL_MS)
export const buildUndoableCondition = () =>
  and(isNull(accountChanges.undoneAt), gt(accountChanges.changedAt, getUndoCutoff()))

/**
 * Writes down that something of an account was changed, in the transaction of the change, and has its owner
 * told.
 */
export async function recordChange(
  tx: Transaction,
  userId: string,
  kind: ChangeKind,
  values: { before: ChangeValue; after: ChangeValue } = { before: {}, after: {} },
): Promise<void> {
  const id = newId()
  await tx.insert(accountChanges).values({ id, userId, kind, ...values, changedAt: now() })
  await emit(tx, "account.changed", { changeId: id, userId, kind })
  await emit(tx, "change-mail.requested", { changeId: id })
}

/** The changes of an account that can be taken back, the oldest first. */
export const listUndoableChanges = (executor: Executor, userId: string): Promise<AccountChange[]> =>
  executor
    .select()
    .from(accountChanges)
    .where(and(eq(accountChanges.userId, userId), buildUndoableCondition()))
    .orderBy(asc(accountChanges.changedAt), asc(accountChanges.id))

/**
 * Where the owner of an account is told of `change`, each address with the change that its link takes back:
 * the address of now, and those that the account had within seven days. A former one takes back its own
 * replacement and all that followed, so that whoever moved the account away cannot answer there.
 */
async function listMailAddresses(change: AccountChange): Promise<Map<string, string>> {
  const addresses = new Map<string, string>()
  const emails = (await listUndoableChanges(db(), change.userId)).filter(
    (emailChange) => emailChange.kind === "email",
  )
  for (const emailChange of emails) {
    const { email } = PreviousEmail.parse(emailChange.before)
    if (!isPlaceholderEmail(email) && !addresses.has(email)) addresses.set(email, emailChange.id)
  }
  const [user] = await db().select({ email: users.email }).from(users).where(eq(users.id, change.userId))
  const needsCurrentAddress =
    change.kind !== "email" && user && !isPlaceholderEmail(user.email) && !addresses.has(user.email)
  if (needsCurrentAddress) addresses.set(user.email, change.id)
  return addresses
}

const createUndoLink = async (changeId: string) =>
  `${getOwnOrigin()}/undo-change?` +
  `${new URLSearchParams({ token: await createLink(db(), "undo", changeId, UNDO_TTL_MS) })}`

/**
 * Answers "change-mail.requested": a mail with a link to every address the account has or had this week, and
 * a text message to a former number.
 */
export async function sendAccountChangeMail({ changeId }: Events["change-mail.requested"]): Promise<void> {
  const [found] = await db()
    .select({ change: accountChanges, name: profiles.legalName })
    .from(accountChanges)
    .leftJoin(profiles, eq(profiles.userId, accountChanges.userId))
    .where(and(eq(accountChanges.id, changeId), buildUndoableCondition()))
  if (!found) return
  const { change } = found
  const mailData = {
    name: found.name ?? "회원",
    label: CHANGE_LABELS[change.kind],
    newValue: formatChangeValue(change.kind, change.after),
    at: formatDateTime(change.changedAt),
    until: formatDateTime(new Date(change.changedAt.getTime() + UNDO_TTL_MS)),
  }
  for (const [email, undoChangeId] of await listMailAddresses(change)) {
    await sendMail({
      to: email,
      ...buildAccountChangedMail({ ...mailData, link: await createUndoLink(undoChangeId) }),
    })
  }
  if (change.kind === "phone") await sendSmsToFormerNumber(change)
}

/** The mail has the link: a text message that cannot be sent is no reason to send the mail again. */
async function sendSmsToFormerNumber(change: AccountChange): Promise<void> {
  const { phone, verifiedAt } = PreviousPhone.parse(change.before)
  if (verifiedAt === null) return
  await sendSms({ to: phone, text: buildPhoneChangedSms(), key: change.id }).catch((error: unknown) => {
    log().warn({ err: error, change: change.id }, "a former number could not be told of a change")
  })
}

/**
 * The change by which somebody's account left the address `email` within seven days; null where there is
 * none, or it is `exceptUserId`'s.
 */
export async function findFormerOwner(
  executor: Executor,
  email: string,
  exceptUserId?: string,
): Promise<AccountChange | null> {
  const [change] = await executor
    .select()
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.kind, "email"),
        sql`${accountChanges.before} ->> 'email' = ${email}`,
        buildUndoableCondition(),
        exceptUserId === undefined ? undefined : ne(accountChanges.userId, exceptUserId),
      ),
    )
    .orderBy(asc(accountChanges.changedAt))
    .limit(1)
  return change ?? null
}

/**
 * Tells the reader of `email`, where an account has just moved away from, how to get it back. False where
 * none has.
 */
export async function sendFormerOwnerMail(email: string, exceptUserId?: string): Promise<boolean> {
  const change = await findFormerOwner(db(), email, exceptUserId)
  if (!change) return false
  const until = formatDateTime(new Date(change.changedAt.getTime() + UNDO_TTL_MS))
  await sendMail({
    to: email,
    ...buildFormerEmailMail({
      at: formatDateTime(change.changedAt),
      until,
      link: await createUndoLink(change.id),
    }),
  })
  return true
}

/** Forgets changes that cannot be taken back any more, with what was before them; a job calls it. */
export async function deleteExpiredChanges(): Promise<void> {
  await db().delete(accountChanges).where(lt(accountChanges.changedAt, getUndoCutoff()))
}
