/** What of a provider's payment is kept with the attempt. */
import { now } from "#app/basics/clock.ts"
import { bankName, parseProviderTime, type ProviderPayment } from "#app/platform/payments/payment.ts"

export const toPaymentColumns = (said: ProviderPayment) => ({
  paymentKey: said.paymentKey,
  secret: said.secret,
  receiptUrl: said.receipt?.url ?? null,
  unknownAt: null,
  updatedAt: now(),
  methodText: said.card
    ? `카드 ${said.card.number}`
    : said.easyPay
      ? said.easyPay.provider
      : said.virtualAccount
        ? `${bankName(said.virtualAccount.bankCode)} 가상계좌`
        : (said.method ?? ""),
  ...(said.virtualAccount
    ? {
        bank: bankName(said.virtualAccount.bankCode),
        accountNumber: said.virtualAccount.accountNumber,
        dueAt: parseProviderTime(said.virtualAccount.dueDate),
      }
    : {}),
})
