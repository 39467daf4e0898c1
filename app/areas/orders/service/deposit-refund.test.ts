/** A part that was paid into a virtual account and goes back: its payer is asked where to. */
import { desc, eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { db } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { payCharge } from "../../money/fixtures.ts"
import { checkLedger } from "../../money/service/ledger.server.ts"
import { submitRefundAccount } from "../../money/service/refunds.server.ts"
import { notifications } from "../../notifications/schema.server.ts"
import { createChosenSafeOrder, findParts } from "../fixtures.ts"
import { findOrder } from "./find-order.server.ts"
import { cancelOrder } from "./work.server.ts"

withDatabase()
registerSubscriptions()

const ACCOUNT = { bank: "카카오뱅크", accountNumber: "3333011234567", holder: "김하늘" }

test("who cancels a deposit is asked for an account, by a notification and on the order", async () => {
  const { customer, expert, orderId } = await createChosenSafeOrder()
  const [part] = await findParts(orderId)
  const chargeId = part?.chargeId ?? ""
  await payCharge(customer.actor, chargeId, { isDeposit: true })
  expect(await cancelOrder(customer.actor, orderId, "일정이 바뀌었어요.")).toEqual({ ok: true })
  await drainEvents()
  const findNotices = async (userId: string) =>
    db()
      .select({ title: notifications.title, href: notifications.href })
      .from(notifications)
      .where(eq(notifications.userId, userId))
      .orderBy(desc(notifications.id))
  const needsAccount = async () =>
    (await findOrder(customer.actor, orderId))?.privateDetails?.parts.map((each) => each.isAccountNeeded)
  const asked = { title: "178,000원을 환불받을 계좌를 알려 주세요", href: `/pay/${chargeId}` }

  expect(await findNotices(customer.actor.userId)).toContainEqual(asked)
  expect(await findNotices(expert.actor.userId)).not.toContainEqual(asked)
  expect(await needsAccount()).toEqual([true, false, false])

  expect(await submitRefundAccount(customer.actor, chargeId, ACCOUNT)).toEqual({ ok: true, sent: "done" })
  await drainEvents()
  expect(await needsAccount()).toEqual([false, false, false])
  expect(await findNotices(customer.actor.userId)).toContainEqual({
    title: "환불받을 계좌를 등록했어요",
    href: `/pay/${chargeId}`,
  })
  expect(await checkLedger()).toEqual([])
})
