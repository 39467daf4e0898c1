/** The accounts that people are paid to: each was checked by one won before it stands here. */
import { randomBytes } from "node:crypto"
import { and, eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { db, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import type { ChangeValue } from "../../accounts/rules.ts"
import { recordChange } from "../../accounts/service/account-changes.server.ts"
import { accountChecks, payoutAccounts, payouts } from "../schema.server.ts"
import { PayoutAccountSchema, type PayoutAccount } from "./payees.server.ts"
import { isSameAccount, pickPayoutAccount } from "./payout-account.server.ts"

declare module "#app/platform/events.server.ts" {
  interface Events {
    /** The account of somebody was checked, and takes the place of the one before. */
    "payout_account.checked": { userId: string; checkedAt: string }
  }
}

export type PersonAccount = typeof payoutAccounts.$inferSelect

const NO_ACCOUNT: PayoutAccount = { bank: "", accountNumber: "", accountHolder: "" }

/** What somebody is called at the provider: 20 characters, and never the id of a member. */
export const createSellerRef = () => `p-${randomBytes(13).toString("base64url")}`

/** The account of somebody, locked until the end of the transaction. */
export async function lockPersonAccount(tx: Transaction, userId: string): Promise<PersonAccount | undefined> {
  const [account] = await tx
    .select()
    .from(payoutAccounts)
    .where(eq(payoutAccounts.userId, userId))
    .for("update")
  return account
}

/** Payouts that nobody has begun to pay go to the account of now. */
async function redirectPendingPayouts(tx: Transaction, userId: string, account: PayoutAccount) {
  await tx
    .update(payouts)
    .set({ ...account, updatedAt: now() })
    .where(and(eq(payouts.sellerId, userId), eq(payouts.source, "person"), eq(payouts.state, "pending")))
}

async function writeAccount(tx: Transaction, userId: string, account: PayoutAccount): Promise<void> {
  const at = now()
  const columns = { ...account, checkedAt: at, isRegistrationDue: true, holdReason: "", updatedAt: at }
  await tx
    .insert(payoutAccounts)
    .values({ userId, sellerRef: createSellerRef(), ...columns })
    .onConflictDoUpdate({ target: payoutAccounts.userId, set: { ...columns, sellerProblem: "" } })
  await redirectPendingPayouts(tx, userId, account)
}

/**
 * Puts an account that was just checked in the place of the one before; its owner is told, and can take it
 * back. What could not be paid to the former one goes out again.
 */
export async function saveCheckedAccount(
  tx: Transaction,
  userId: string,
  account: PayoutAccount,
): Promise<void> {
  const before = await lockPersonAccount(tx, userId)
  if (!before || !isSameAccount(before, account))
    await recordChange(tx, userId, "person_account", {
      before: before ? pickPayoutAccount(before) : NO_ACCOUNT,
      after: account,
    })
  await writeAccount(tx, userId, account)
  await emit(tx, "payout_account.checked", { userId, checkedAt: now().toISOString() })
}

/** Takes a change of an account back: the former one was checked as well, or there was none. */
export async function restorePersonAccount(
  tx: Transaction,
  userId: string,
  before: ChangeValue,
): Promise<void> {
  const account = PayoutAccountSchema.parse(before)
  if (account.accountNumber !== "") return writeAccount(tx, userId, account)
  await tx.delete(payoutAccounts).where(eq(payoutAccounts.userId, userId))
}

/** Subscriber of "account.forgotten": where they were paid is gone. */
export async function forgetPersonAccount({ userId }: { userId: string }, tx: Transaction): Promise<void> {
  await tx.delete(payoutAccounts).where(eq(payoutAccounts.userId, userId))
  await tx.delete(accountChecks).where(eq(accountChecks.userId, userId))
}

/** Whether somebody has told, and shown to be theirs, the account that they are paid to. */
export async function hasPersonAccount(tx: Transaction, userId: string): Promise<boolean> {
  const [account] = await tx
    .select({ userId: payoutAccounts.userId })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.userId, userId))
  return account !== undefined
}

export async function findPersonAccount(userId: string): Promise<PersonAccount | undefined> {
  const [account] = await db().select().from(payoutAccounts).where(eq(payoutAccounts.userId, userId))
  return account
}
