/**
 * What a sign-up asks after its address was confirmed: each answer is kept behind the link of the mail, and
 * the last one makes the account.
 */
import { and, eq, gt } from "drizzle-orm"
import { z } from "zod"
import { getPersonalPasswordProblem } from "../../../basics/account-fields.ts"
import { now } from "../../../basics/clock.ts"
import { newId } from "../../../basics/ids.ts"
import { isBreachedPassword } from "../../../platform/breached-passwords.server.ts"
import { db, inTransaction, violatedConstraint } from "../../../platform/db.server.ts"
import { emit } from "../../../platform/events.server.ts"
import { getWizardProgress, type WizardProgress } from "../../../platform/wizard.ts"
import { CONSENTS, type ConsentKind } from "../consents.ts"
import { consents, profiles, users, verifications } from "../schema.server.ts"
import { SIGN_UP_STEPS } from "../sign-up-href.ts"
import { findFormerOwner } from "./account-changes.server.ts"
import { loadCurrentVersions } from "./agreements.server.ts"
import { consumeLink, findLinkValue } from "./links.server.ts"
import { claimNickname, isNicknameTaken } from "./nicknames.server.ts"
import { hashPassword, setPassword } from "./passwords.server.ts"
import { startSession, type SignInContext } from "./sessions.server.ts"
import { hashToken } from "./tokens.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

/** What is kept of a sign-up; a value is absent until its step is done. */
export const PendingSignUp = z.object({
  userType: z.enum(["customer", "expert"]),
  email: z.string(),
  returnTo: z.string(),
  codeHash: z.string().optional(),
  /** Of the last letter: its event may be handled twice. */
  mailId: z.string().optional(),
  name: z.string().optional(),
  nickname: z.string().nullish(),
  phone: z.string().optional(),
  regionCode: z.string().optional(),
  passwordHash: z.string().optional(),
})
export type PendingSignUp = z.infer<typeof PendingSignUp>

const IS_DONE: Record<(typeof SIGN_UP_STEPS)[number], (pending: PendingSignUp) => boolean> = {
  name: ({ name }) => name !== undefined,
  contact: ({ phone, regionCode }) => phone !== undefined && regionCode !== undefined,
  password: ({ passwordHash }) => passwordHash !== undefined,
}

/** The steps after the mail, the consents last, and the first that is not done. */
export const getSignUpProgress = (pending: PendingSignUp): WizardProgress =>
  getWizardProgress(SIGN_UP_STEPS, (step) => IS_DONE[step](pending))

/** The sign-up behind a link; null where the link is over. */
export async function findSignUp(token: string): Promise<PendingSignUp | null> {
  const value = await findLinkValue(db(), "sign-up", token)
  return value === null ? null : PendingSignUp.parse(JSON.parse(value))
}

/** Keeps `answers` behind the link. Refuses a link that is over (`over`). */
async function saveAnswers(
  token: string,
  answers: (pending: PendingSignUp) => Partial<PendingSignUp>,
): Promise<Outcome<"over">> {
  return inTransaction(async (tx) => {
    const [row] = await tx
      .select({ id: verifications.id, value: verifications.value })
      .from(verifications)
      .where(
        and(eq(verifications.identifier, `sign-up:${hashToken(token)}`), gt(verifications.expiresAt, now())),
      )
      .for("update")
    if (!row) return refuse("over")
    const pending = PendingSignUp.parse(JSON.parse(row.value))
    await tx
      .update(verifications)
      .set({ value: JSON.stringify({ ...pending, ...answers(pending) }), updatedAt: now() })
      .where(eq(verifications.id, row.id))
    return ok()
  })
}

/**
 * Keeps the names. Refuses a nickname that somebody has (`nickname_taken`): one that is taken until the end
 * gets a number; and a link that is over (`over`).
 */
export async function saveSignUpName(
  token: string,
  { name, nickname }: { name: string; nickname: string | null },
): Promise<Outcome<"over" | "nickname_taken">> {
  if (nickname !== null && (await isNicknameTaken(nickname))) return refuse("nickname_taken")
  return saveAnswers(token, () => ({ name, nickname }))
}

/**
 * Keeps phone number (+8210…) and region. Another number than before has the password asked anew, which must
 * not hold it. Refuses a link that is over (`over`).
 */
export const saveSignUpContact = (
  token: string,
  { phone, regionCode }: { phone: string; regionCode: string },
): Promise<Outcome<"over">> =>
  saveAnswers(token, (before) => ({
    phone,
    regionCode,
    ...(before.phone !== phone && { passwordHash: undefined }),
  }))

/**
 * Keeps the password as a hash; null keeps the one that was set before. Refuses one that holds the address or
 * the phone number (`personal`, with the sentence), one that has leaked elsewhere (`breached`), null where
 * none was set (`missing`), and a link that is over (`over`).
 */
export async function saveSignUpPassword(
  token: string,
  password: string | null,
): Promise<Outcome<"over" | "breached" | "missing"> | Refusal<"personal", { sentence: string }>> {
  const pending = await findSignUp(token)
  if (!pending) return refuse("over")
  if (password === null) return pending.passwordHash === undefined ? refuse("missing") : ok()
  const sentence = getPersonalPasswordProblem(password, {
    email: pending.email,
    phone: pending.phone ?? null,
  })
  if (sentence !== null) return refuse("personal", { sentence })
  if (await isBreachedPassword(password)) return refuse("breached")
  const passwordHash = await hashPassword(password)
  return saveAnswers(token, () => ({ passwordHash }))
}

type Completed = { headers: Headers; returnTo: string; userType: "customer" | "expert" }

/**
 * Makes the account of a confirmed address with the answers of all steps, and signs in. Refuses a link that
 * is over or used (`over`), one with a step that is not done (`unfinished`), and an address that has an
 * account by now (`taken`).
 */
export async function completeSignUp(
  origin: SignInContext,
  token: string,
  granted: Readonly<Record<ConsentKind, boolean>>,
): Promise<Outcome<"over" | "taken" | "unfinished", Completed>> {
  const created = await inTransaction(async (tx) => {
    const value = await consumeLink(tx, "sign-up", token)
    if (value === null) return refuse("over")
    const { email, name, nickname, phone, regionCode, passwordHash, userType, returnTo } =
      PendingSignUp.parse(JSON.parse(value))
    if (name === undefined || phone === undefined || regionCode === undefined || passwordHash === undefined)
      return refuse("unfinished")
    if (await findFormerOwner(tx, email)) return refuse("taken")
    const userId = newId()
    const at = now()
    const times = { createdAt: at, updatedAt: at }
    await tx.insert(users).values({ id: userId, email, emailVerified: true, name, ...times })
    await setPassword(tx, userId, passwordHash)
    await tx.insert(profiles).values({
      userId,
      userType,
      legalName: name,
      nickname: await claimNickname(tx, nickname ?? null),
      phone,
      regionCode,
      ...times,
    })
    const getVersion = await loadCurrentVersions(tx)
    await tx.insert(consents).values(
      CONSENTS.map(({ kind }) => ({
        id: newId(),
        userId,
        kind,
        version: getVersion(kind),
        granted: granted[kind],
        givenAt: at,
      })),
    )
    await emit(tx, "account.created", { userId })
    return ok({ userId, returnTo, userType })
  }).catch((error: unknown) => {
    if (violatedConstraint(error) === "users_email_key") return refuse("taken")
    throw error
  })
  if (!created.ok) return created
  const headers = await startSession(origin, created.userId, {
    staysSignedIn: false,
    sessionTimeoutMs: null,
    method: "password",
  })
  return ok({ headers, returnTo: created.returnTo, userType: created.userType })
}
