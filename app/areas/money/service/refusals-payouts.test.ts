/** Which payouts of people are not sent again; nothing is written then. */
import { eq } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { env, setEnvironment } from "#app/platform/env.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { checksumAllTables } from "../../../../tests/setup/table-checksums.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import type { Expert } from "../../experts/fixtures.ts"
import { createBegunSafeOrder, deliverPart } from "../../orders/fixtures.ts"
import { completeWork } from "../../orders/service/work.server.ts"
import { approvePayee, OWN_ACCOUNT } from "../fixtures.ts"
import { payoutAccounts, payouts } from "../schema.server.ts"
import { recheckPayouts } from "./payout-requests.server.ts"
import { runDailyPayouts, transitionPayout } from "./payouts.server.ts"
import { retryPersonPayout, sumWaitingMoney } from "./person-payouts.server.ts"

withDatabase()
afterEach(resetClock)

const goTo = (moment: string) => setClock(() => new Date(moment))

/** An expert who is owed money since yesterday, and whose account is closed; it is the hour of payouts. */
async function createOwedExpert(): Promise<Expert> {
  goTo("2026-11-17T15:00:00+09:00")
  const order = await createBegunSafeOrder()
  await deliverPart(order)
  await completeWork(order.customer.actor, order.orderId)
  await approvePayee(order.expert.actor, { ...OWN_ACCOUNT, accountNumber: "3333010000" })
  goTo("2026-11-18T10:00:00+09:00")
  return order.expert
}

test("only administrators send again, only what failed, and only to who can be paid", async () => {
  const expert = await createOwedExpert()
  const admin = await createPerson({ role: "admin" })
  await runDailyPayouts()
  const [payout] = await db().select().from(payouts).where(eq(payouts.sellerId, expert.expertId))
  const id = payout?.id ?? ""
  const expectRefusal = async (pending: Promise<unknown>, reason: string) => {
    const before = await checksumAllTables()
    expect(await pending).toEqual({ ok: false, reason })
    expect(await checksumAllTables()).toEqual(before)
  }
  await expectRefusal(retryPersonPayout(expert.actor, id), "not_found")
  await expectRefusal(retryPersonPayout(admin.actor, newId()), "not_found")
  await expectRefusal(retryPersonPayout(admin.actor, id), "not_now")
  await expectRefusal(transitionPayout(admin.actor, id, "pay", ""), "not_found")
  goTo("2026-11-18T10:05:00+09:00")
  await recheckPayouts()
  expect(await sumWaitingMoney(expert.actor)).toBeNull()
  expect(await sumWaitingMoney(admin.actor)).toEqual({ people: 1, won: 172_660 })
  const settings = env()
  setEnvironment({ ...settings, PAYOUTS: "off" })
  await expectRefusal(retryPersonPayout(admin.actor, id), "off")
  setEnvironment(settings)
  await db()
    .update(payoutAccounts)
    .set({ isRegistrationDue: true })
    .where(eq(payoutAccounts.userId, expert.expertId))
  await expectRefusal(retryPersonPayout(admin.actor, id), "not_payable")
  await db()
    .update(payoutAccounts)
    .set({ isRegistrationDue: false })
    .where(eq(payoutAccounts.userId, expert.expertId))
  expect(await retryPersonPayout(admin.actor, id)).toMatchObject({ ok: true })
  await expectRefusal(retryPersonPayout(admin.actor, id), "nothing_owed")
})
