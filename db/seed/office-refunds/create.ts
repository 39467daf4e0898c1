/**
 * Money that the office of the town gave back by itself: of a part and of the whole of a purchase, at once;
 * and of a request whose sum asks for a second administrator, who refused it first and is asked again.
 */
import { sql } from "drizzle-orm"
import type postgres from "postgres"
import type { Member } from "#app/areas/accounts/rules.ts"
import {
  askOfficeRefund,
  decideOfficeRefund,
  quoteOfficeRefund,
  type OfficeRefundSubject,
} from "#app/areas/admin/service/office-refunds.server.ts"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { HOUR_MS, MINUTE_MS } from "#app/basics/time.ts"
import { registerCharges } from "#app/charges.server.ts"
import { db } from "#app/platform/db.server.ts"
import { getPaymentProvider } from "#app/platform/services.server.ts"
import { expectOk, runThroughServices, toActor } from "../acting.ts"
import { findDemoPeople, writePart, type RunStep } from "../parts.ts"

const REASONS = {
  part: "판매자가 한 가지 상품이 망가져 보낼 수 없다고 전화로 알려 왔어요.",
  whole: "보내기로 한 날이 사흘 지났고 판매자와 연락이 되지 않아요.",
  refused: "고객님이 다른 업체에 맡기기로 했다고 전화하셨어요.",
  waiting: "전문가님이 다쳐 작업할 수 없고, 두 분 모두 취소하기로 했어요. 통화한 내용은 메모에 있어요.",
}

type Purchase = { id: string; lineIds: string[]; paidAt: string }

/** Purchases of the last days that no shop has sent, with their lines; those of the demo accounts stay. */
const findUnsentPurchases = (present: Date) =>
  db().execute<Purchase>(sql`
    select g.id, array_agg(l.id order by l.id) as "lineIds", to_json(min(l.paid_at)) #>> '{}' as "paidAt"
    from order_groups g join shop_orders o on o.group_id = g.id join order_lines l on l.order_id = o.id
    where g.state = 'paid' and not exists (select from users u
      where u.email in ('customer@demo.kr', 'shop@demo.kr') and u.id in (g.buyer_id, l.seller_id))
    group by g.id
    having bool_and(l.state in ('paid', 'preparing') and not exists (
        select from claims c where c.line_id = l.id))
      and min(l.paid_at) < ${new Date(present.getTime() - 48 * HOUR_MS).toISOString()}::timestamptz
    order by g.id`)

/** Asks for a refund at the moment `at`, or does it. Returns its id. */
async function ask(asker: Member, at: Date, subject: OfficeRefundSubject, reason: string): Promise<string> {
  setClock(() => at)
  const key = newId()
  const { amountWon } = await expectOk(quoteOfficeRefund(asker, { subject, reason }))
  await expectOk(askOfficeRefund(asker, { key, subject, reason, amountWon }))
  return key
}

/** Gives money back of one line of a purchase, and of all lines of another. */
async function refundPurchases(asker: Member, present: Date): Promise<number> {
  const unsent = await findUnsentPurchases(present)
  const part = unsent.find(({ lineIds }) => lineIds.length > 1)
  const whole = unsent.find(({ id }) => id !== part?.id)
  for (const [purchase, count, reason] of [
    [part, 1, REASONS.part],
    [whole, undefined, REASONS.whole],
  ] as const) {
    if (!purchase) continue
    const at = new Date(new Date(purchase.paidAt).getTime() + 40 * HOUR_MS)
    const lineIds = purchase.lineIds.slice(0, count)
    await ask(asker, at, { kind: "purchase", subjectId: purchase.id, lineIds, fault: "seller" }, reason)
  }
  return Number(Boolean(part)) + Number(Boolean(whole))
}

/** Asks for the money of a request twice: what was refused, and what waits for the first administrator. */
async function askForOrder(asker: Member, decider: Member, present: Date): Promise<number> {
  const [order] = await db().execute<{ id: string; heldAt: string }>(sql`
    select o.id, to_json(max(c.held_at)) #>> '{}' as "heldAt"
    from orders o join order_parts p on p.order_id = o.id join charges c on c.id = p.charge_id
    where o.state = 'matched' and o.payment = 'safe' and c.state = 'held'
    group by o.id having sum(c.held_won) >= 500000 order by o.id limit 1`)
  if (!order) return 0
  const subject = { kind: "order" as const, subjectId: order.id }
  const askedAt = new Date(Math.max(new Date(order.heldAt).getTime(), present.getTime() - 26 * HOUR_MS))
  const refused = await ask(asker, new Date(askedAt.getTime() + 20 * MINUTE_MS), subject, REASONS.refused)
  setClock(() => new Date(askedAt.getTime() + 55 * MINUTE_MS))
  await expectOk(decideOfficeRefund(decider, refused, "refuse"))
  await ask(asker, new Date(present.getTime() - 50 * MINUTE_MS), subject, REASONS.waiting)
  return 2
}

/** Creates `part` of the town. The services write it, each step for itself. */
export async function create(
  client: postgres.Sql,
  part: string,
  step: RunStep,
  databaseUrl: string,
): Promise<void> {
  const { demo } = await findDemoPeople(client)
  const [colleague] = await client<{ id: string }[]>`select id from users where email = 'manager@demo.kr'`
  const [earlier] = await client`select id from office_refunds limit 1`
  await runThroughServices(databaseUrl, async () => {
    registerCharges()
    const present = now()
    await step("체험 마을 직접 환불", async () => {
      // Only practice payments can be made here, and what was cut short is not begun again.
      if (!colleague || earlier || getPaymentProvider() !== "simulator") return "그대로"
      const asker = toActor({ ...demo.admin, ...colleague }, "admin")
      const refunds = await refundPurchases(asker, present)
      return `${refunds + (await askForOrder(asker, toActor(demo.admin, "admin"), present))}건`
    })
    resetClock()
    await writePart(client, part, async () => {})
  })
}
