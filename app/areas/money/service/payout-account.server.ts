/**
 * Owns changes of the account that a shop is paid to: only for whoever can show that they own the shop, and
 * taken back by the link they get.
 */
import { and, eq } from "drizzle-orm"
import { z } from "zod"
import { now } from "#app/basics/clock.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import type { ChangeValue } from "../../accounts/rules.ts"
import { sellers } from "../../shop/schema.server.ts"
import { payouts } from "#app/areas/money/schema.server.ts"

const PayoutAccountSchema = z.object({
  bank: z.string(),
  accountNumber: z.string(),
  accountHolder: z.string(),
})
type PayoutAccount = z.output<typeof PayoutAccountSchema>

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
  sellerId: string,
  before: ChangeValue,
): Promise<void> {
  const account = PayoutAccountSchema.parse(before)
  const [seller] = await tx.select().from(sellers).where(eq(sellers.userId, sellerId)).for("update")
  if (!seller) return
  await tx
    .update(sellers)
    .set({ ...account, updatedAt: now() })
    .where(eq(sellers.userId, sellerId))
  const pendingToReplacedAccount = and(
    eq(payouts.sellerId, sellerId),
    eq(payouts.state, "pending"),
    eq(payouts.accountNumber, seller.accountNumber),
  )
  await tx
    .update(payouts)
    .set({ ...account, updatedAt: now() })
    .where(pendingToReplacedAccount)
}
