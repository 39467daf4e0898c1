/** What the two people of an order are told of claims about defects. */
import { href } from "react-router"
import { sql } from "drizzle-orm"
import { formatDateWithWeekday } from "#app/basics/time.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import type { Events, Subscriptions } from "#app/platform/events.server.ts"
import { notify } from "../../notifications/service/notify.server.ts"

type Party = "customer" | "expert"
type Told = { to: readonly Party[]; title: string }

const TOLD: Record<Events["warranty.moved"]["move"], Told> = {
  open: { to: ["expert"], title: "하자가 접수됐어요. 3영업일 안에 답해 주세요" },
  answer: { to: ["customer"], title: "전문가가 하자를 보러 갈 날을 정했어요" },
  agree: { to: ["expert"], title: "고객이 방문 날짜에 동의했어요" },
  refuse: { to: ["customer"], title: "전문가가 하자 접수를 거절했어요. 이유를 확인해 주세요" },
  repair: { to: ["customer"], title: "보수를 마쳤대요. 확인해 주세요" },
  confirm: { to: ["expert"], title: "하자 보수가 확인됐어요" },
  complain: { to: ["expert"], title: "보수가 덜 됐대요. 3영업일 안에 답해 주세요" },
  withdraw: { to: ["expert"], title: "고객이 하자 접수를 거두었어요" },
  escalate: { to: ["expert"], title: "하자 접수를 운영팀이 살펴봐요" },
  order_repair: { to: ["customer", "expert"], title: "운영팀이 하자를 보수하도록 정했어요" },
  dismiss: { to: ["customer", "expert"], title: "운영팀이 하자가 아니라고 정했어요" },
}

type WarrantyEvent = { orderId: string; customerId: string; expertId: string }

async function tell(
  tx: Transaction,
  event: WarrantyEvent,
  { to, title }: Told,
  deduplicationKey: string,
  more = "",
): Promise<void> {
  const [order] = await tx.execute<{ title: string }>(
    sql`select title from orders where id = ${event.orderId}::uuid`,
  )
  await notify(
    tx,
    to.map((party) => ({
      userId: party === "customer" ? event.customerId : event.expertId,
      kind: "order" as const,
      title,
      text: [order?.title ?? "", more].filter(Boolean).join(" · "),
      href: `${href("/orders/:orderId", { orderId: event.orderId })}#warranty`,
      deduplicationKey,
    })),
  )
}

async function notifyOfMove(event: Events["warranty.moved"], tx: Transaction): Promise<void> {
  await tell(tx, event, TOLD[event.move], `warranty.${event.move}:${event.claimId}:${event.at}`)
}

async function notifyOfReminder(event: Events["warranty.reminder"], tx: Transaction): Promise<void> {
  const { of, claimId, answerDueOn } = event
  const key = `warranty.${of}:${claimId}:${answerDueOn}`
  const day = formatDateWithWeekday(answerDueOn)
  if (of === "due") {
    await tell(tx, event, { to: ["expert"], title: "하자 접수에 오늘까지 답해 주세요" }, key)
    return
  }
  const toExpert = { to: ["expert"], title: "하자 접수에 답할 날이 지났어요. 프로필에 표시돼요" } as const
  await tell(tx, event, toExpert, key, `${day}까지`)
  const toCustomer = {
    to: ["customer"],
    title: "전문가의 답이 늦어요. 운영팀에 검토를 요청할 수 있어요",
  } as const
  await tell(tx, event, toCustomer, key)
}

export const warrantyNotifications: Subscriptions = {
  "warranty.moved": [notifyOfMove],
  "warranty.reminder": [notifyOfReminder],
}
