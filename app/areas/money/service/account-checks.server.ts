/**
 * Checks an account by one won: it comes from a sender whose name ends with three digits, which only who can
 * read the passbook knows. Five minutes, three tries, five a day.
 */
import { randomInt } from "node:crypto"
import { eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { DAY_MS, MINUTE_MS } from "#app/basics/time.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { SENDER_PREFIX } from "#app/platform/account-check/one-won.ts"
import { findSimulatedSender, getAccountCheckPort } from "#app/platform/account-check/port.server.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { commitRefusal, ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"
import { countHit } from "#app/platform/rate-limit.server.ts"
import { getAccountCheckProvider } from "#app/platform/services.server.ts"
import { isSameSignature, sign } from "#app/platform/signatures.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { confirmIdentity, type IdentityRefusal } from "../../accounts/service/confirm-identity.server.ts"
import { ACCOUNT_CHECK_TRANSITIONS, LIMITS, maskAccountNumber, type AccountCheckState } from "../rules.ts"
import { accountChecks } from "../schema.server.ts"
import type { AccountCheckView } from "../views.ts"
import type { PayoutAccount } from "./payees.server.ts"
import { pickPayoutAccount } from "./payout-account.server.ts"
import { saveCheckedAccount } from "./person-accounts.server.ts"

type AccountCheck = typeof accountChecks.$inferSelect

const hashWord = (userId: string, accountNumber: string, word: string) =>
  sign("account-check", `${userId} ${accountNumber} ${word}`)

const isOpen = (check: AccountCheck): boolean => check.state === "asked" && check.expiresAt > now()

/** The check that waits for its word, as its owner sees it; null where none does. */
export async function findAccountCheckView(actor: Member): Promise<AccountCheckView | null> {
  const [check] = await db().select().from(accountChecks).where(eq(accountChecks.userId, actor.userId))
  if (!check || !isOpen(check)) return null
  const isPractice = getAccountCheckProvider() === "simulator"
  return {
    bank: check.bank,
    maskedNumber: maskAccountNumber(check.accountNumber),
    expiresAt: check.expiresAt.toISOString(),
    triesLeft: LIMITS.accountCheckTries - check.tries,
    senderPrefix: SENDER_PREFIX,
    practiceSender: isPractice ? await findSimulatedSender(check.accountNumber) : null,
  }
}

/**
 * Sends one won to the account that the actor says is theirs. Refusals: `off` where nobody checks accounts,
 * `too_often` for the sixth a day of a person or an account, `no_account` where the bank knows none,
 * `not_sent` where it did not answer, and those of `confirmIdentity`.
 */
export async function askAccountCheck(
  actor: Member,
  { password, ...account }: PayoutAccount & { password: string },
): Promise<
  | Outcome<"off" | "no_account" | "not_sent" | IdentityRefusal>
  | Refusal<"too_often", { retryAfterMs: number }>
> {
  const provider = getAccountCheckProvider()
  if (!provider) return refuse("off")
  const identity = await confirmIdentity(actor, password)
  if (!identity.ok) return identity
  const { userId } = actor
  const max = LIMITS.accountChecksPerDay
  const limit = await countHit([
    { key: `account-check:user:${userId}`, max, windowMs: DAY_MS },
    { key: `account-check:account:${account.bank}:${account.accountNumber}`, max, windowMs: DAY_MS },
  ])
  if (!limit.ok) return { ...limit, reason: "too_often" }
  const sent = await getAccountCheckPort(provider).sendOneWon({
    bank: account.bank,
    accountNumber: account.accountNumber,
    word: String(randomInt(1_000)).padStart(3, "0"),
  })
  if (sent.kind !== "sent") return refuse(sent.kind === "refused" ? "no_account" : "not_sent")
  const at = now()
  const row = {
    ...account,
    wordHash: hashWord(userId, account.accountNumber, sent.word),
    state: "asked" as const,
    tries: 0,
    askedAt: at,
    expiresAt: new Date(at.getTime() + LIMITS.accountCheckMinutes * MINUTE_MS),
  }
  await db()
    .insert(accountChecks)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: accountChecks.userId, set: row })
  return ok()
}

async function moveCheck(tx: Transaction, check: AccountCheck, move: "check" | "fail", tries: number) {
  const row = findTransition(ACCOUNT_CHECK_TRANSITIONS, { move, from: check.state, role: "system" })
  const state: AccountCheckState = row?.to ?? check.state
  await tx.update(accountChecks).set({ state, tries }).where(eq(accountChecks.userId, check.userId))
}

/**
 * Takes the word that the actor read in their passbook; right, the account is the one they are paid to.
 * Refusals: `wrong_word`, with the tries left, and `over` for a check that is over, used up or was never
 * asked.
 */
export async function confirmAccountWord(
  actor: Member,
  word: string,
): Promise<Outcome<"over"> | Refusal<"wrong_word", { triesLeft: number }>> {
  return inTransaction(async (tx) => {
    const [check] = await tx
      .select()
      .from(accountChecks)
      .where(eq(accountChecks.userId, actor.userId))
      .for("update")
    if (!check || !isOpen(check)) return refuse("over")
    if (!isSameSignature(hashWord(actor.userId, check.accountNumber, word), check.wordHash)) {
      const tries = check.tries + 1
      const triesLeft = LIMITS.accountCheckTries - tries
      if (triesLeft <= 0) {
        await moveCheck(tx, check, "fail", tries)
        return commitRefusal(refuse("over"))
      }
      await tx.update(accountChecks).set({ tries }).where(eq(accountChecks.userId, actor.userId))
      return commitRefusal(refuse("wrong_word", { triesLeft }))
    }
    await moveCheck(tx, check, "check", check.tries)
    await saveCheckedAccount(tx, actor.userId, pickPayoutAccount(check))
    return ok()
  })
}
