/**
 * Changes of the account that somebody is paid to: compared, and taken back by the link that its owner
 * gets.
 */
import { and, eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import type { ChangeValue } from "../../accounts/rules.ts"
import { getPayees, PayoutAccountSchema, type PayoutAccount } from "./payees.server.ts"
import { payouts } from "#app/areas/money/schema.server.ts"

/** The account alone, of a row or a form that has more. */
export const pickPayoutAccount = ({ bank, accountNumber, accountHolder }: PayoutAccount): PayoutAccount => ({
  bank,
  accountNumber,
  accountHolder,
})

export const isSameAccount = (first: PayoutAccount, second: PayoutAccount): boolean =>
  first.bank === second.bank &&
  first.accountNumber === second.accountNumber &&
  first.accountHolder === second.accountHolder

/**
 * Puts the former account back, also into payouts that nobody has begun to pay to the one that replaced it.
 */
export async function restorePayoutAccount(
  tx: Transaction,
  payeeId: string,
  before: ChangeValue,
): Promise<void> {
  const account = PayoutAccountSchema.parse(before)
  const replaced = await getPayees().lockAccount(tx, payeeId)
  if (!replaced) return
  await getPayees().saveAccount(tx, payeeId, account)
  const pendingToReplacedAccount = and(
    eq(payouts.sellerId, payeeId),
    eq(payouts.state, "pending"),
    eq(payouts.accountNumber, replaced.accountNumber),
  )
  await tx
    .update(payouts)
    .set({ ...account, updatedAt: now() })
    .where(pendingToReplacedAccount)
}
