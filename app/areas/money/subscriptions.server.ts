/** What the area money emits, and which of its work time starts. */
import { slowSubscriber, type EventName, type Subscriptions } from "#app/platform/events.server.ts"
import type { ScheduledJob } from "#app/platform/jobs.server.ts"
import { LIMITS } from "./rules.ts"
import { recheckPendingCashReceipts } from "./service/cash-receipts-office.server.ts"
import { executeCashReceipt, executeOpenCashReceipts } from "./service/cash-receipts.server.ts"
import { notifyRefundAccountNeeded, notifyRefundAccountTold } from "./service/charge-notifications.server.ts"
import { expireDueCharges } from "./service/held-charges.server.ts"
import { logLedgerMismatches } from "./service/ledger.server.ts"
import { recheckOpenPayments } from "./service/payments.server.ts"
import { registerCheckedPayee } from "./service/payee-registration.server.ts"
import { notifyAccountChecked, notifyPersonPayoutMoved } from "./service/payout-notifications.server.ts"
import { recheckPayouts } from "./service/payout-requests.server.ts"
import { runDailyPayouts } from "./service/payouts.server.ts"
import { forgetPersonAccount } from "./service/person-accounts.server.ts"
import { reconcileDueDays } from "./service/reconciliation.server.ts"
import { executeOpenRefunds } from "./service/refunds.server.ts"

/** Every event that this area emits; the payloads are declared beside the services. */
export const emits = [
  "payout.moved",
  "payout_account.checked",
  "charge.account_needed",
  "charge.account_told",
  "cash_receipt.due",
  "cash_receipt.moved",
] as const satisfies readonly EventName[]

export const subscriptions: Subscriptions = {
  "payout_account.checked": [slowSubscriber(registerCheckedPayee), notifyAccountChecked],
  "charge.account_needed": [notifyRefundAccountNeeded],
  "charge.account_told": [notifyRefundAccountTold],
  "cash_receipt.due": [slowSubscriber(executeCashReceipt)],
  "payout.moved": [notifyPersonPayoutMoved],
  "account.forgotten": [forgetPersonAccount],
}

export const schedule: readonly ScheduledJob[] = [
  { name: "ask-payments", cron: "* * * * *", handler: recheckOpenPayments },
  { name: "expire-charges", cron: "* * * * *", handler: expireDueCharges },
  { name: "pay-refunds", cron: "*/2 * * * *", handler: executeOpenRefunds },
  { name: "issue-cash-receipts", cron: "*/5 * * * *", handler: executeOpenCashReceipts },
  { name: "recheck-cash-receipts", cron: "*/30 * * * *", handler: recheckPendingCashReceipts },
  // Weekdays in the morning; it leaves out public holidays itself.
  { name: "run-payouts", cron: `0 ${LIMITS.payoutHour} * * 1-5`, handler: runDailyPayouts },
  { name: "recheck-payouts", cron: "*/5 * * * *", handler: recheckPayouts },
  // Takes yesterday from four o'clock, and asks again until the provider has answered.
  { name: "reconcile-payments", cron: "10 * * * *", handler: reconcileDueDays },
  { name: "watch-ledger", cron: "7 * * * *", handler: logLedgerMismatches },
]
