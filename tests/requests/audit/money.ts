/** What admins do about payouts, and the lines of the log that it leaves. */
import { eq } from "drizzle-orm"
import { approvePayee, chargeBack, OWN_ACCOUNT } from "#app/areas/money/fixtures.ts"
import { createBegunSafeOrder, deliverPart, findParts } from "#app/areas/orders/fixtures.ts"
import { completeWork } from "#app/areas/orders/service/work.server.ts"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createPlacedPurchase, createShop, createVariant } from "#app/areas/shop/fixtures.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, DAY_MS, toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { simulatedPayments } from "#app/platform/payments/schema.server.ts"
import {
  cashReceipts,
  chargebacks,
  ledger,
  payments,
  payouts,
  reconciliationDifferences,
} from "#app/areas/money/schema.server.ts"
import { reconcileDay } from "#app/areas/money/service/reconciliation.server.ts"
import { createFailedRefund } from "../../setup/failed-refund.ts"
import type { Deeds } from "./deed.ts"

async function createPayout(): Promise<string> {
  const { sellerId } = await createShop()
  const id = newId()
  const at = new Date()
  await db().insert(payouts).values({
    id,
    sellerId,
    amountWon: 46_000,
    state: "pending",
    bank: "우리은행",
    accountNumber: "1002-000",
    accountHolder: "이가게",
    createdAt: at,
    updatedAt: at,
  })
  return id
}

/** Money that was released to an expert some days ago, and could not be paid to their account. */
async function createFailedPersonPayout(): Promise<string> {
  const order = await createBegunSafeOrder()
  await deliverPart(order)
  await completeWork(order.customer.actor, order.orderId)
  const { actor, expertId } = order.expert
  await approvePayee(actor)
  const at = new Date()
  const released = new Date(at.getTime() - 3 * DAY_MS)
  await db().update(ledger).set({ at: released }).where(eq(ledger.sellerId, expertId))
  const id = newId()
  await db()
    .insert(payouts)
    .values({
      id,
      sellerId: expertId,
      amountWon: 172_660,
      state: "failed",
      ...OWN_ACCOUNT,
      source: "person",
      coversUntil: at,
      provider: "simulator",
      providerRef: id.slice(-20),
      providerSellerId: "seller_of_before",
      createdAt: at,
      updatedAt: at,
    })
  return id
}

/** The first part of an order was taken back by its customer's bank. */
async function createChargeback(): Promise<string> {
  const { orderId } = await createBegunSafeOrder()
  const chargeId = (await findParts(orderId))[0]?.chargeId ?? ""
  await chargeBack(chargeId)
  const [row] = await db().select().from(chargebacks).where(eq(chargebacks.groupId, chargeId))
  return row?.id ?? ""
}

/** A receipt of a purchase by transfer, as if the provider had refused it. */
async function createRefusedCashReceipt(): Promise<string> {
  const [buyer, shop] = [await createPerson(), await createShop()]
  const variantId = await createVariant(shop.sellerId, 20_000, 9)
  const { groupId, paymentId } = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }], {
    method: "transfer",
  })
  const id = newId()
  await db().insert(cashReceipts).values({
    id,
    paymentId,
    groupId,
    orderId: newId(),
    kind: "deduction",
    identityNumber: "01023456789",
    businessNumber: "2208162517",
    orderName: "접이식 사다리",
    amountWon: 20_000,
    state: "failed",
    failureCode: "INVALID_TYPE",
    createdAt: new Date(),
  })
  return id
}

const YESTERDAY = addDays(toKstDateString(new Date()), -1)

/** A payment of yesterday that the provider does not know. */
async function createDifference(): Promise<string> {
  const { orderId } = await createBegunSafeOrder()
  const groupId = (await findParts(orderId))[0]?.chargeId ?? ""
  const approvedAt = new Date(`${YESTERDAY}T12:00:00+09:00`)
  const [payment] = await db()
    .update(payments)
    .set({ approvedAt })
    .where(eq(payments.groupId, groupId))
    .returning()
  await db()
    .delete(simulatedPayments)
    .where(eq(simulatedPayments.orderId, payment?.id ?? ""))
  await reconcileDay(YESTERDAY)
  const [found] = await db()
    .select()
    .from(reconciliationDifferences)
    .where(eq(reconciliationDifferences.paymentId, payment?.id ?? ""))
  return found?.id ?? ""
}

export const MONEY_DEEDS: Deeds = {
  "/admin/charges/:chargeId": [
    async () => {
      const { chargeId, refundId } = await createFailedRefund()
      return {
        at: `/admin/charges/${chargeId}`,
        fields: { intent: "retry_refund", refundId },
        lines: [
          {
            action: "order_part.retry_refund",
            subject: chargeId,
            before: { refund: "failed" },
            after: { refund: "requested" },
          },
        ],
      }
    },
  ],
  "/admin/reconciliation": [
    async () => ({
      at: "/admin/reconciliation",
      fields: { day: YESTERDAY },
      lines: [{ action: "reconciliation.run", subject: YESTERDAY, after: { reconciliation: "agreed" } }],
    }),
  ],
  "/admin/reconciliation/:day": [
    async () => ({
      at: `/admin/reconciliation/${YESTERDAY}`,
      fields: { intent: "rerun" },
      lines: [{ action: "reconciliation.run", subject: YESTERDAY, after: { reconciliation: "agreed" } }],
    }),
    async () => ({
      at: `/admin/reconciliation/${YESTERDAY}`,
      fields: { intent: "settle", differenceId: await createDifference(), note: "결제사에 확인했어요" },
      lines: [
        {
          action: "reconciliation.settle",
          subject: YESTERDAY,
          before: { difference: "open" },
          after: { difference: "settled" },
        },
      ],
    }),
  ],
  "/admin/chargebacks": [
    async () => {
      const id = await createChargeback()
      return {
        at: "/admin/chargebacks",
        fields: { chargebackId: id, note: "카드사에 작업 사진을 보냈어요" },
        lines: [
          {
            action: "chargeback.close",
            subject: id,
            before: { chargeback: "open" },
            after: { chargeback: "closed" },
          },
        ],
      }
    },
  ],
  "/admin/cash-receipts": [
    async () => {
      const id = await createRefusedCashReceipt()
      return {
        at: "/admin/cash-receipts",
        fields: { receiptId: id },
        lines: [
          {
            action: "cash_receipt.retry",
            subject: id,
            before: { cashReceipt: "refused", reason: "INVALID_TYPE" },
            after: { cashReceipt: "requested" },
          },
        ],
      }
    },
    async () => {
      const id = await createRefusedCashReceipt()
      return {
        at: "/admin/cash-receipts",
        fields: {
          intent: "close",
          receiptId: id,
          approvalNumber: "123 456 789",
          note: "홈택스에서 발급했어요",
        },
        lines: [
          {
            action: "cash_receipt.close",
            subject: id,
            before: { cashReceipt: "refused", reason: "INVALID_TYPE" },
            after: { cashReceipt: "issued" },
          },
        ],
      }
    },
  ],
  "/admin/payouts": [
    async () => {
      const id = await createPayout()
      return {
        at: "/admin/payouts",
        fields: { payoutId: id, move: "start" },
        lines: [
          {
            action: "payout.start",
            subject: id,
            before: { state: "pending" },
            after: { state: "processing" },
          },
        ],
      }
    },
    async ({ send }) => {
      const id = await createPayout()
      await send("/admin/payouts", { payoutId: id, move: "start" })
      return {
        at: "/admin/payouts",
        fields: { payoutId: id, move: "fail", reason: "예금주가 달라요" },
        lines: [
          { action: "payout.fail", subject: id, before: { state: "processing" }, after: { state: "failed" } },
        ],
      }
    },
    async () => {
      const id = await createFailedPersonPayout()
      return {
        at: "/admin/payouts",
        fields: { intent: "retry", payoutId: id },
        lines: [
          { action: "payout.retry", subject: id, before: { state: "failed" }, after: { state: "pending" } },
        ],
      }
    },
  ],
}
