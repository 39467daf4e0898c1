/** What the two people of an order that is paid safely are told of its money. */
import { href } from "react-router"
import { sql } from "drizzle-orm"
import { addDays, formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import type { Events, Subscriptions } from "#app/platform/events.server.ts"
import { chargesTable } from "../../money/service/charge-sql.server.ts"
import { DISPUTE_DAYS, PAYMENT_LIMITS } from "../payment-rules.ts"
import { notify, type UserNotification } from "../../notifications/service/notify.server.ts"

type PartFacts = {
  title: string
  part: string
  amount_won: number
  charge_id: string | null
  due_at: string | null
  delivered_at: string | null
}
type PartEventName = "part.asked" | "part.held" | "part.released" | "part.lapsed" | "part.reminder"
type Told = Pick<UserNotification, "title" | "text" | "href" | "deduplicationKey"> & {
  to: "customer" | "expert"
}

async function loadFacts(tx: Transaction, partId: string): Promise<PartFacts | undefined> {
  const [facts] = await tx.execute<PartFacts>(sql`
    select o.title, p.name as part, p.amount_won, p.charge_id, c.due_at::text, p.delivered_at::text
    from order_parts p join orders o on o.id = p.order_id left join ${chargesTable} c on c.id = p.charge_id
    where p.id = ${partId}::uuid`)
  return facts
}

const getOrderPath = (orderId: string) => href("/orders/:orderId", { orderId })

/** Tells of `type` what `content` says, to those whom it names. */
function notifyOfPart<Name extends PartEventName>(
  type: Name,
  content: (event: Events[Name], facts: PartFacts) => Told[],
): Subscriptions {
  const notifyParties = async (event: Events[Name], tx: Transaction) => {
    const facts = await loadFacts(tx, event.partId)
    if (!facts) return
    await notify(
      tx,
      content(event, facts).map(({ to, ...notification }) => ({
        ...notification,
        userId: to === "customer" ? event.customerId : event.expertId,
        kind: "order" as const,
      })),
    )
  }
  return { [type]: [notifyParties] }
}

const describePart = ({ title, part, amount_won }: PartFacts) => `${title} · ${part} ${formatWon(amount_won)}`
const withEnd = (facts: PartFacts, end: string | null) =>
  end === null ? describePart(facts) : `${describePart(facts)} · ${end}`
const formatConfirmEnd = (deliveredAt: string | null) =>
  deliveredAt &&
  `${formatDateTime(addDays(new Date(deliveredAt), PAYMENT_LIMITS.confirmDays))}에 확인한 것으로 처리돼요`
const payHref = (facts: PartFacts, orderId: string) =>
  facts.charge_id === null ? getOrderPath(orderId) : href("/pay/:chargeId", { chargeId: facts.charge_id })

type AgreementEventName =
  | "split.proposed"
  | "split.accepted"
  | "split.expired"
  | "dispute.proposed"
  | "dispute.answered"
  | "dispute.decided"
  | "dispute.appealed"

/** `end`: what its readers can do until the time to answer or to appeal is over. */
type AgreementNotification = { to: readonly ("customer" | "expert")[]; title: string; end?: string }

/** Tells of a split or a dispute, which both see on the page of their order. */
function notifyOfAgreement<Name extends AgreementEventName>(
  type: Name,
  content: (event: Events[Name]) => AgreementNotification,
): Subscriptions {
  const notifyParties = async (event: Events[Name], tx: Transaction) => {
    const splitId = "splitId" in event ? event.splitId : null
    const [order] = await tx.execute<{ title: string; split_end: string | null }>(sql`
      select title, (select expires_at::text from order_splits where id = ${splitId}::uuid) as split_end
      from orders where id = ${event.orderId}::uuid`)
    const { to, title, end } = content(event)
    const endsAt =
      end === undefined || !order
        ? null
        : "at" in event
          ? addDays(new Date(event.at), DISPUTE_DAYS)
          : new Date(order.split_end ?? 0)
    const key = "splitId" in event ? event.splitId : `${event.disputeId}:${event.at}`
    await notify(
      tx,
      to.map((party) => ({
        userId: party === "customer" ? event.customerId : event.expertId,
        kind: "order" as const,
        title,
        text: [order?.title ?? "", endsAt ? `${formatDateTime(endsAt)}까지 ${end}` : ""]
          .filter(Boolean)
          .join(" · "),
        href: getOrderPath(event.orderId),
        deduplicationKey: `${type}:${key}`,
      })),
    )
  }
  return { [type]: [notifyParties] }
}

const otherParty = (party: "customer" | "expert") => (party === "customer" ? "expert" : "customer")

/** Tells the expert whose choice was undone, and those whose proposals may be chosen again. */
async function notifyOfReopening(event: Events["order.reopened"], tx: Transaction): Promise<void> {
  const rows = await tx.execute<{ expert_id: string; title: string }>(sql`
    select p.expert_id, o.title from proposals p join orders o on o.id = p.order_id
    where p.id = any(${sql.param([...event.reopenedProposalIds])}::uuid[])`)
  const [first] = rows
  const common = { kind: "order" as const, text: first?.title ?? "" }
  await notify(tx, [
    ...(event.byCustomer
      ? []
      : [
          {
            ...common,
            userId: event.customerId,
            title: "결제하지 않아 선택이 취소됐어요. 견적을 다시 고를 수 있어요",
            href: href("/orders/:orderId/proposals", { orderId: event.orderId }),
            deduplicationKey: `order.reopened:${event.orderId}:${event.expertId}`,
          },
        ]),
    ...rows.map((row) => ({
      ...common,
      userId: row.expert_id,
      title:
        row.expert_id === event.expertId
          ? event.byCustomer
            ? "고객이 선택을 되돌렸어요"
            : "고객이 결제하지 않아 선택이 취소됐어요"
          : "보낸 견적서를 고객이 다시 고를 수 있어요",
      href: href("/expert-dashboard/proposals"),
      deduplicationKey: `order.reopened:${event.orderId}:${event.expertId}`,
    })),
  ])
}

/** What people are told of safe payment. */
export const partNotifications: readonly Subscriptions[] = [
  { "order.reopened": [notifyOfReopening] },
  notifyOfPart("part.asked", (event, facts) => [
    {
      to: "customer",
      title: "안심결제를 기다리고 있어요",
      text: withEnd(facts, facts.due_at && `${formatDateTime(facts.due_at)}까지`),
      href: payHref(facts, event.orderId),
      deduplicationKey: `part.asked:${facts.charge_id ?? event.partId}`,
    },
  ]),
  notifyOfPart("part.held", (event, facts) => [
    {
      to: "expert",
      title: "고객이 결제했어요. 돈은 보관 중이에요",
      text: describePart(facts),
      href: getOrderPath(event.orderId),
      deduplicationKey: `part.held:${event.partId}`,
    },
  ]),
  notifyOfPart("part.released", (event, facts) => [
    {
      to: "expert",
      title: "보관하던 돈이 지급 확정됐어요",
      text: `${describePart(facts)} · 다음 영업일에 보내드려요`,
      href: getOrderPath(event.orderId),
      deduplicationKey: `part.released:${event.partId}`,
    },
  ]),
  notifyOfPart("part.lapsed", (event, facts) => {
    const told = {
      title: "결제 기한이 지났어요",
      text: describePart(facts),
      href: getOrderPath(event.orderId),
      deduplicationKey: `part.lapsed:${event.partId}`,
    }
    return [
      { ...told, to: "customer" },
      { ...told, to: "expert" },
    ]
  }),
  notifyOfPart("part.reminder", (event, facts) => [
    event.of === "pay"
      ? {
          to: "customer",
          title: "아직 결제하지 않은 안심결제가 있어요",
          text: withEnd(
            facts,
            facts.due_at && `${formatDateTime(facts.due_at)}까지 결제해야 선택이 유지돼요`,
          ),
          href: payHref(facts, event.orderId),
          deduplicationKey: `part.reminder:${event.partId}:pay:${event.number}`,
        }
      : {
          to: "customer",
          title: "작업 결과를 확인해 주세요",
          text: withEnd(facts, formatConfirmEnd(facts.delivered_at)),
          href: getOrderPath(event.orderId),
          deduplicationKey: `part.reminder:${event.partId}:${facts.delivered_at}:${event.number}`,
        },
  ]),
  notifyOfAgreement("split.proposed", ({ proposedBy }) => ({
    to: [otherParty(proposedBy)],
    title: "보관 중인 돈을 나누자는 제안이 왔어요",
    end: "답할 수 있어요",
  })),
  notifyOfAgreement("split.accepted", ({ proposedBy }) => ({
    to: [proposedBy],
    title: "제안한 나눔 정산에 합의했어요",
  })),
  notifyOfAgreement("split.expired", () => ({
    to: ["customer", "expert"],
    title: "나눔 정산 제안의 기한이 지났어요",
  })),
  notifyOfAgreement("dispute.proposed", () => ({
    to: ["customer", "expert"],
    title: "분쟁 조정안에 답해 주세요",
    end: "답이 없으면 운영팀이 결정해요",
  })),
  notifyOfAgreement("dispute.answered", ({ answeredBy }) => ({
    to: [otherParty(answeredBy)],
    title: "상대방이 조정안에 답했어요",
  })),
  notifyOfAgreement("dispute.decided", () => ({
    to: ["customer", "expert"],
    title: "운영팀이 분쟁을 결정했어요",
    end: "이의를 제기할 수 있어요",
  })),
  notifyOfAgreement("dispute.appealed", ({ appealedBy }) => ({
    to: [otherParty(appealedBy)],
    title: "상대방이 결정에 이의를 제기했어요",
  })),
]
