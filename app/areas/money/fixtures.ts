/** Builders of payments, for tests: what a payer does at the provider's, and what comes of it. */
import { and, eq, isNotNull } from "drizzle-orm"
import { registerCharges } from "../../charges.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { getPaymentPort } from "#app/platform/payments/port.server.ts"
import { findSimulatedSender } from "#app/platform/account-check/port.server.ts"
import { createSimulatedPayment, depositToSimulatedAccount } from "#app/platform/payments/simulator.server.ts"
import type { SimulatorScenario } from "#app/platform/payments/payment.ts"
import type { Actor, Member } from "../accounts/rules.ts"
import { payments } from "./schema.server.ts"
import { findOwnCharge, startChargePayment } from "./service/charge-page.server.ts"
import { askAccountCheck, confirmAccountWord } from "./service/account-checks.server.ts"
import { refreshPayee, registerPayee } from "./service/payee-registration.server.ts"
import { confirmPayment, receiveWebhook, type PayResult } from "./service/payments.server.ts"

// Whoever pays in a test needs what a start of the product joins.
registerCharges()

/** Begins to pay a held charge and agrees at the provider's; what is left is the return from there. */
export async function agreeToPayCharge(
  payer: Actor,
  chargeId: string,
  options: { script?: SimulatorScenario; isDeposit?: boolean } = {},
): Promise<{ paymentId: string; paymentKey: string; amountWon: number }> {
  const started = await startChargePayment(payer, chargeId, options.isDeposit ? "virtual_account" : "card")
  const charge = await findOwnCharge(payer, chargeId)
  if (!started.ok || !charge) throw new Error(`The charge cannot be paid: ${JSON.stringify(started)}`)
  const { paymentKey } = await createSimulatedPayment({
    orderId: started.paymentId,
    amountWon: charge.totalWon,
    orderName: charge.title,
    method: options.isDeposit ? "가상계좌" : "카드",
    customerName: "김하늘",
    script: options.script ?? "pay",
  })
  return { paymentId: started.paymentId, paymentKey, amountWon: charge.totalWon }
}

/** Pays a held charge by card, or into a virtual account, as its payer does. */
export async function payCharge(
  payer: Actor,
  chargeId: string,
  options: { script?: SimulatorScenario; isDeposit?: boolean } = {},
): Promise<PayResult> {
  const { paymentId, paymentKey, amountWon } = await agreeToPayCharge(payer, chargeId, options)
  const result = await confirmPayment(payer, paymentId, { paymentKey, amountWon })
  if (options.isDeposit)
    for (const body of await depositToSimulatedAccount(paymentId, 1)) await receiveWebhook(body)
  return result
}

export const OWN_ACCOUNT = { bank: "카카오뱅크", accountNumber: "3333-01-1234567", accountHolder: "김하늘" }

/** Checks an account by the word that its owner reads in the passbook of the simulator. */
export async function checkOwnAccount(owner: Member, account = OWN_ACCOUNT): Promise<void> {
  const asked = await askAccountCheck(owner, { ...account, password: "" })
  const sender = (await findSimulatedSender(account.accountNumber)) ?? ""
  const told = await confirmAccountWord(owner, sender.slice(-3))
  if (!asked.ok || !told.ok)
    throw new Error(`The account cannot be checked: ${JSON.stringify([asked, told])}`)
}

/** Checks an account, registers its owner at the provider, and has them approved there. */
export async function approvePayee(owner: Member, account = OWN_ACCOUNT): Promise<void> {
  await checkOwnAccount(owner, account)
  await registerPayee(owner.userId)
  await refreshPayee(owner.userId)
}

const findPaid = async (chargeId: string) => {
  const [payment] = await db()
    .select()
    .from(payments)
    .where(and(eq(payments.groupId, chargeId), isNotNull(payments.approvedAt)))
  if (!payment?.paymentKey) throw new Error(`Nobody paid for ${chargeId}`)
  return { ...payment, paymentKey: payment.paymentKey }
}

/** The bank of who paid for `chargeId` takes `amountWon` back, and nobody says so yet. */
export async function takeBackUntold(chargeId: string, amountWon?: number): Promise<void> {
  const { provider, paymentKey, method } = await findPaid(chargeId)
  const port = getPaymentPort(provider)
  const found = await port.find(paymentKey)
  if (found.kind !== "payment") throw new Error("The provider does not know the payment")
  await port.cancel({
    paymentKey,
    amountWon: amountWon ?? found.payment.balanceAmount,
    reason: "카드사 이의제기 승인",
    idempotencyKey: newId(),
    account:
      method === "virtual_account"
        ? { bank: "카카오뱅크", accountNumber: "3333011234567", holderName: "김하늘" }
        : null,
  })
}

/** The provider says that something about the payment of `chargeId` has changed. */
export async function sendPaymentNews(chargeId: string): Promise<void> {
  const { id } = await findPaid(chargeId)
  await receiveWebhook({ eventType: "PAYMENT_STATUS_CHANGED", data: { orderId: id } })
}

/** The bank of who paid for `chargeId` takes `amountWon` back, or all that is left, and it is told. */
export async function chargeBack(chargeId: string, amountWon?: number): Promise<void> {
  await takeBackUntold(chargeId, amountWon)
  await sendPaymentNews(chargeId)
}
