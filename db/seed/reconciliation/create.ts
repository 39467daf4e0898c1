/**
 * The last days as compared with the provider's list each morning: one differs by a payment that somebody
 * tried at the provider's own site, which an administrator found out and wrote down.
 */
import type postgres from "postgres"
import { compareAndSaveDay } from "#app/areas/money/service/reconciliation.server.ts"
import { settleDifference } from "#app/areas/money/service/reconciliation-office.server.ts"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { addDays, HOUR_MS, MINUTE_MS, startOfKstDay, toKstDateString } from "#app/basics/time.ts"
import { registerCharges } from "#app/charges.server.ts"
import { getPaymentPort } from "#app/platform/payments/port.server.ts"
import { createSimulatedPayment } from "#app/platform/payments/simulator.server.ts"
import { getPaymentProvider } from "#app/platform/services.server.ts"
import { expectOk, runThroughServices, toActor } from "../acting.ts"
import { findDemoPeople, writePart, type RunStep } from "../parts.ts"

const FIRST_DAY = -8
/** Yesterday is left to the product: its morning may not have come yet. */
const LAST_DAY = -2
const DAY_OF_THE_TRIAL = -4
const TRIAL_WON = 1_000
const NOTE =
  "결제사 담당자가 계약을 점검하면서 상점관리자에서 1,000원을 결제하고 바로 취소했어요. 통화로 확인했고, 고객의 돈은 아니에요."

/** Lets the moment be `hours` after the beginning of a day. */
const goTo = (day: string, hours: number) =>
  setClock(() => new Date(startOfKstDay(day).getTime() + hours * HOUR_MS + 10 * MINUTE_MS))

/** Somebody pays at the provider's own site, and takes it back: nothing here knows of it. */
async function tryAtProvider(day: string): Promise<void> {
  goTo(day, 14)
  const orderId = `merchant-check-${day}`
  const port = getPaymentPort("simulator")
  const { paymentKey } = await createSimulatedPayment({
    orderId,
    amountWon: TRIAL_WON,
    orderName: "상점 점검",
    method: "카드",
    customerName: "결제사 담당자",
    script: "pay",
  })
  await port.confirm({ paymentKey, orderId, amountWon: TRIAL_WON, idempotencyKey: `${orderId}-confirm` })
  goTo(day, 15)
  const reason = "상점 점검"
  const idempotencyKey = `${orderId}-cancel`
  await port.cancel({ paymentKey, amountWon: TRIAL_WON, reason, idempotencyKey, account: null })
}

/** Creates `part` of the town. The services write it, each morning for itself. */
export async function create(
  client: postgres.Sql,
  part: string,
  step: RunStep,
  databaseUrl: string,
): Promise<void> {
  const { demo } = await findDemoPeople(client)
  await runThroughServices(databaseUrl, async () => {
    registerCharges()
    const today = toKstDateString(now())
    const admin = toActor(demo.admin, "admin")
    await step("체험 마을 결제사 대사", async () => {
      // Only practice payments can be made here.
      if (getPaymentProvider() !== "simulator") return "그대로"
      await tryAtProvider(addDays(today, DAY_OF_THE_TRIAL))
      for (let offset = FIRST_DAY; offset <= LAST_DAY; offset += 1) {
        const day = addDays(today, offset)
        goTo(addDays(day, 1), 4)
        const { open } = await compareAndSaveDay(day)
        goTo(addDays(day, 1), 10)
        for (const { id, paymentId } of open)
          if (paymentId === null)
            await expectOk(settleDifference(admin, day, { differenceId: id, note: NOTE }))
      }
      return `${LAST_DAY - FIRST_DAY + 1}일`
    })
    resetClock()
    await writePart(client, part, async () => {})
  })
}
