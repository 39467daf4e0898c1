/** What people are told of the account that they are paid to, and of their payouts. */
import { href } from "react-router"
import { eq } from "drizzle-orm"
import { formatWon } from "#app/basics/won.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import type { Events } from "#app/platform/events.server.ts"
import { notify } from "../../notifications/service/notify.server.ts"
import { maskAccountNumber } from "../rules.ts"
import { payoutAccounts, payouts } from "../schema.server.ts"

/** Experts are led on from here to their desk. */
const MONEY_PATH = href("/my-info/money")

/** Subscriber of "payout_account.checked". */
export async function notifyAccountChecked(
  { userId, checkedAt }: Events["payout_account.checked"],
  tx: Transaction,
): Promise<void> {
  const [account] = await tx
    .select({ bank: payoutAccounts.bank, accountNumber: payoutAccounts.accountNumber })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.userId, userId))
  if (!account) return
  await notify(tx, [
    {
      userId,
      kind: "account",
      title: "정산받을 계좌를 확인했어요",
      text: `${account.bank} ${maskAccountNumber(account.accountNumber)} 계좌로 보내 드려요.`,
      href: MONEY_PATH,
      deduplicationKey: `payout_account.checked:${userId}:${checkedAt}`,
    },
  ])
}

/** Subscriber of "payout.moved": the payout of a person; its shop is told by itself. */
export async function notifyPersonPayoutMoved(
  { payoutId, sellerId, toState }: Events["payout.moved"],
  tx: Transaction,
): Promise<void> {
  const [payout] = await tx.select().from(payouts).where(eq(payouts.id, payoutId))
  if (payout?.source !== "person") return
  const account = `${payout.bank} ${maskAccountNumber(payout.accountNumber)}`
  const message =
    toState === "paid"
      ? { title: `${formatWon(payout.amountWon)}을 보냈어요`, text: `${account} 계좌를 확인해 주세요.` }
      : {
          title: `${formatWon(payout.amountWon)}을 보내지 못했어요`,
          text: `${payout.failureReason} 돈은 그대로 있어요. ${account} 계좌를 확인하고 다시 등록해 주세요.`,
        }
  await notify(tx, [
    {
      userId: sellerId,
      kind: "account",
      ...message,
      href: MONEY_PATH,
      deduplicationKey: `payout:${payoutId}:${toState}`,
    },
  ])
}
