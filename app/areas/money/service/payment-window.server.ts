/** The page where an attempt is paid: what it shows, and what a buyer does there with the simulator. */
import { and, eq, sql } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { db, preparedQuery } from "#app/platform/db.server.ts"
import type { SimulatorScenario } from "#app/platform/payments/payment.ts"
import { getSimulatedWindow } from "#app/platform/payments/port.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { payments } from "../schema.server.ts"
import { selectChargeSummary, summarizeSelected } from "./charges.server.ts"
import { receiveWebhook } from "./payments.server.ts"

const ownAttemptQuery = preparedQuery(["paymentId", "buyerId"], (own) =>
  db()
    .select({
      id: payments.id,
      charge: selectChargeSummary(sql`payments.group_id`),
      provider: payments.provider,
      method: payments.method,
      amountWon: payments.amountWon,
      state: payments.state,
      accountNumber: payments.accountNumber,
      bank: payments.bank,
    })
    .from(payments)
    .where(and(eq(payments.id, own.paymentId), eq(payments.buyerId, own.buyerId))),
)

/**
 * An attempt of its payer, with what it pays for; null for everybody else, and for one that was made with a
 * simulator which does not exist here.
 */
export async function findPaymentAttempt(actor: Actor, paymentId: string) {
  if (actor.kind !== "member" || !isId(paymentId)) return null
  const [row] = await ownAttemptQuery({ paymentId, buyerId: actor.userId })
  if (!row || (row.provider === "simulator" && !getSimulatedWindow())) return null
  const charge = await summarizeSelected(row.charge)
  if (!charge) return null
  const { charge: _, provider, ...attempt } = row
  return {
    ...attempt,
    isSimulated: provider === "simulator",
    orderName: charge.title,
    payerName: charge.payerName,
    payerPhone: charge.payerPhone,
    resultHref: charge.resultHref,
    hasCashReceiptParts: charge.hasCashReceiptParts ?? false,
  }
}

/** What the provider calls each method. */
export const PROVIDER_METHODS = {
  card: { method: "카드" },
  transfer: { method: "계좌이체" },
  virtual_account: { method: "가상계좌" },
  kakao_pay: { method: "간편결제", easyPay: "카카오페이" },
  naver_pay: { method: "간편결제", easyPay: "네이버페이" },
  toss_pay: { method: "간편결제", easyPay: "토스페이" },
  easy_pay: { method: "간편결제" },
} as const

/** The payer agrees in the simulator's window, which then answers by `script`. Returns the payment's key. */
export async function agreeInSimulator(
  attempt: NonNullable<Awaited<ReturnType<typeof findPaymentAttempt>>>,
  script: SimulatorScenario,
): Promise<string | null> {
  const agreed = await getSimulatedWindow()?.agree({
    orderId: attempt.id,
    amountWon: attempt.amountWon,
    orderName: attempt.orderName,
    ...PROVIDER_METHODS[attempt.method],
    customerName: attempt.payerName,
    script,
  })
  return agreed?.paymentKey ?? null
}

/** Money comes into the simulator's account of an attempt, and its webhooks arrive `times` each. */
export async function depositInSimulator(paymentId: string, times: number): Promise<void> {
  for (const body of (await getSimulatedWindow()?.deposit(paymentId, times)) ?? []) await receiveWebhook(body)
}
