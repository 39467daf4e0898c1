/** Reminders of what a deal waits for, before its moment comes: each moment is spoken of once. */
import { and, gt, inArray, lt, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { href } from "react-router"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emitMany, type Events } from "#app/platform/events.server.ts"
import { notify } from "../../notifications/service/notify.server.ts"
import { getDealReminderHorizon, REMINDED_STATES, type RemindedState } from "../deal-rules.ts"
import type { DealMethod } from "../rules.ts"
import { deals, items } from "../schema.server.ts"
import type { DealEvent } from "./deal-events.server.ts"

declare module "#app/platform/events.server.ts" {
  interface Events {
    /** `dueAt` is ISO text. */
    "deal.due_soon": DealEvent & { title: string; state: RemindedState; method: DealMethod; dueAt: string }
  }
}

const BATCH_SIZE = 100

/** Reminds of the deals that time moves on until tomorrow; a job calls it. Returns how many there were. */
export async function remindOfDueDeals(): Promise<number> {
  const at = now()
  return inTransaction(async (tx) => {
    const due = await tx
      .select({ id: deals.id })
      .from(deals)
      .where(
        and(
          gt(deals.dueAt, at),
          lt(deals.dueAt, getDealReminderHorizon(at)),
          inArray(deals.state, [...REMINDED_STATES]),
          sql`${deals.remindedOf} is distinct from ${deals.dueAt}`,
        ),
      )
      .orderBy(deals.dueAt)
      .limit(BATCH_SIZE)
      .for("update", { skipLocked: true })
    if (due.length === 0) return 0
    const ids = due.map(({ id }) => id)
    const reminded = await tx
      .update(deals)
      .set({ remindedOf: sql`${deals.dueAt}` })
      .from(items)
      .where(and(inArray(deals.id, ids), sql`${items.id} = ${deals.itemId}`))
      .returning({
        dealId: deals.id,
        itemId: deals.itemId,
        buyerId: deals.buyerId,
        sellerId: deals.sellerId,
        title: items.title,
        state: sql<RemindedState>`${deals.state}`,
        method: deals.method,
        dueAt: sql<string>`${deals.dueAt}::text`,
      })
    await emitMany(
      tx,
      "deal.due_soon",
      reminded.map((deal) => ({ ...deal, dueAt: new Date(deal.dueAt).toISOString() })),
    )
    return reminded.length
  })
}

type Told = { to: "buyer" | "seller"; title: string; hint: string }

const TOLD: Record<RemindedState, (deal: { due: string; method: DealMethod }) => Told[]> = {
  paid: ({ due, method }) =>
    method === "parcel"
      ? [
          {
            to: "seller",
            title: "물건을 보낼 날이 얼마 남지 않았어요",
            hint: `${due}까지 송장번호를 입력하지 않으면 구매자에게 환불돼요`,
          },
        ]
      : (["buyer", "seller"] as const).map((to) => ({
          to,
          title: "만날 날이 얼마 남지 않았어요",
          hint: `${due}까지 만나지 않으면 거래가 취소되고 환불돼요`,
        })),
  received: ({ due }) => [
    {
      to: "buyer",
      title: "받은 물건을 확인해 주세요",
      hint: `${due}에 받은 것으로 처리돼요. 문제가 있으면 그 전에 알려 주세요`,
    },
  ],
  claimed: ({ due }) => [
    {
      to: "seller",
      title: "구매자가 답을 기다리고 있어요",
      hint: `${due}까지 답이 없으면 운영팀이 결정해요`,
    },
  ],
  returning: ({ due }) => [
    {
      to: "buyer",
      title: "물건을 돌려보낼 날이 얼마 남지 않았어요",
      hint: `${due}까지 송장번호를 입력하지 않으면 판매자에게 지급돼요`,
    },
  ],
  sent_back: ({ due }) => [
    {
      to: "seller",
      title: "돌려받은 물건을 확인해 주세요",
      hint: `${due}까지 다른 말이 없으면 구매자에게 환불돼요`,
    },
  ],
}

/** Subscriber of "deal.due_soon". */
export async function notifyDealDueSoon(event: Events["deal.due_soon"], tx: Transaction): Promise<void> {
  const due = formatDateTime(new Date(event.dueAt))
  await notify(
    tx,
    TOLD[event.state]({ due, method: event.method }).map(({ to, title, hint }) => ({
      userId: to === "buyer" ? event.buyerId : event.sellerId,
      kind: "market" as const,
      title,
      text: `${event.title} · ${hint}`,
      href: href("/marketplace/deals/:dealId", { dealId: event.dealId }),
      deduplicationKey: `deal.due_soon:${event.dealId}:${event.dueAt}`,
    })),
  )
}
