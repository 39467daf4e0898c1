/** Owns what the two people of an order are told of it: who, in which words, and where it leads. */
import { sql } from "drizzle-orm"
import { formatWon } from "#app/basics/won.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { subscribe, type EventName, type Events } from "#app/platform/events.server.ts"
import { findPeople } from "../../accounts/service/profile.server.ts"
import { notify, type Notice } from "../../notifications/service/notify.server.ts"
import type { OrderMove } from "../rules.ts"

type Concerned = { orderId: string; customerId: string; expertId: string | null }
type Facts = {
  title: string
  cancelReason: string
  totalWon: number | null
  version: number | null
  declineReason: string | null
  changeTitle: string | null
  changeWon: number | null
  /** The last move of this kind: the same happening has one name, and a later one another. */
  moveId: string | null
  movedBy: string | null
}

/**
 * What the sentences need of the order, its proposal, its change and the move that was just made; one query.
 */
async function factsOf(
  tx: Transaction,
  event: Concerned & { proposalId?: string; changeOrderId?: string },
  moves: readonly OrderMove[],
): Promise<Facts | undefined> {
  const [facts] = await tx.execute<Facts>(sql`
    select o.title, o.cancel_reason as "cancelReason", p.total_won as "totalWon", p.version,
      p.decline_reason as "declineReason", c.title as "changeTitle", c.amount_won as "changeWon",
      e.id as "moveId", e.actor_id as "movedBy"
    from orders o
    left join proposals p on p.id = ${event.proposalId ?? null}
    left join change_orders c on c.id = ${event.changeOrderId ?? null}
    left join lateral (select id, actor_id from order_events
      where order_id = o.id and move = any(${sql.param([...moves])}::text[]) order by id desc
      limit 1) e on true
    where o.id = ${event.orderId}`)
  return facts
}

const nameOf = async (userId: string): Promise<string> =>
  (await findPeople([userId])).get(userId)?.name ?? "전문가"
const inside = ({ orderId }: { orderId: string }) => `/orders/${orderId}`
const proposalsOf = ({ orderId }: { orderId: string }) => `/orders/${orderId}/proposals`
const OWN_PROPOSALS = "/expert-dashboard/proposals"
const withNote = (title: string, note: string | null) => (note ? `${title} · ${note}` : title)

type Words = Pick<Notice, "title" | "text" | "href" | "once">
/** `to` is whose centre it goes to. */
type Told = Words & { to: "customer" | "expert" }
type Teller<Name extends EventName> = (
  event: Events[Name] & Concerned,
  facts: Facts,
  name: () => Promise<string>,
) => Promise<Told[]> | Told[]

/** Tells of `type` in the words of `words`. `moves` are the order's moves after which it happens. */
function tellOf<Name extends EventName>(
  type: Name,
  words: Teller<Name>,
  moves: readonly OrderMove[] = [],
): void {
  subscribe(type, async (payload, tx) => {
    const event = payload as Events[Name] & Concerned
    const facts = await factsOf(tx, event, moves)
    if (!facts) return
    const told = await words(event, facts, () => nameOf(event.expertId ?? ""))
    await notify(
      tx,
      told.flatMap(({ to, ...notice }) => {
        const userId = to === "customer" ? event.customerId : event.expertId
        return userId === null ? [] : [{ ...notice, userId, kind: "order" as const }]
      }),
    )
  })
}

/** Names every event of an order that somebody is told of. */
export function startOrderNotices(): void {
  subscribe("order.opened", async (event, tx) => {
    if (event.invitedExpertId === null) return
    const facts = await factsOf(tx, event, [])
    if (!facts) return
    await notify(tx, [
      {
        userId: event.invitedExpertId,
        kind: "order",
        title: "나를 지명한 견적 요청이 왔어요",
        text: facts.title,
        href: `/orders/${event.orderId}/propose`,
        once: `order.invited:${event.orderId}`,
      },
    ])
  })
  tellOf("proposal.sent", async (event, facts, name) => [
    {
      to: "customer",
      title: `${await name()}님의 견적서가 도착했어요`,
      text: withNote(facts.title, facts.totalWon === null ? null : formatWon(facts.totalWon)),
      href: proposalsOf(event),
      once: `proposal.sent:${event.proposalId}`,
    },
  ])
  tellOf("proposal.revised", async (event, facts, name) => [
    {
      to: "customer",
      title: `${await name()}님이 견적서를 고쳐 보냈어요`,
      text: withNote(facts.title, facts.totalWon === null ? null : formatWon(facts.totalWon)),
      href: proposalsOf(event),
      once: `proposal.revised:${event.proposalId}:${facts.version}`,
    },
  ])
  tellOf("proposal.withdrawn", async (event, facts, name) => [
    {
      to: "customer",
      title: `${await name()}님이 견적서를 철회했어요`,
      text: facts.title,
      href: proposalsOf(event),
      once: `proposal.withdrawn:${event.proposalId}`,
    },
  ])
  tellOf("proposal.accepted", (event, facts) => [
    {
      to: "expert",
      title: "보낸 견적서가 선택됐어요",
      text: `${facts.title} · 연락처와 주소를 확인하고 일정을 잡아 주세요.`,
      href: inside(event),
      once: `proposal.accepted:${event.proposalId}`,
    },
  ])
  tellOf("proposal.declined", (event, facts) => [
    {
      to: "expert",
      title: "고객이 견적서를 선택하지 않았어요",
      text: withNote(facts.title, facts.declineReason),
      href: OWN_PROPOSALS,
      once: `proposal.declined:${event.proposalId}`,
    },
  ])
  tellOf("proposal.not_selected", (event, facts) => [
    {
      to: "expert",
      title: "이번 요청에서는 선택되지 않았어요",
      text: facts.title,
      href: OWN_PROPOSALS,
      once: `proposal.not_selected:${event.proposalId}`,
    },
  ])
  tellOf("proposal.expired", (event, facts) => [
    {
      to: "expert",
      title: "견적서의 유효기간이 지났어요",
      text: facts.title,
      href: OWN_PROPOSALS,
      once: `proposal.expired:${event.proposalId}:${facts.version}`,
    },
  ])
  tellOf(
    "order.started",
    async (event, facts, name) => [
      {
        to: "customer",
        title: `${await name()}님이 작업을 시작했어요`,
        text: facts.title,
        href: inside(event),
        once: `order.started:${event.orderId}`,
      },
    ],
    ["start"],
  )
  tellOf(
    "order.delivered",
    async (event, facts, name) => [
      {
        to: "customer",
        title: `${await name()}님이 작업을 마쳤어요`,
        text: `${facts.title} · 사진을 보고 완료를 확인해 주세요.`,
        href: inside(event),
        once: `order.delivered:${facts.moveId}`,
      },
    ],
    ["deliver", "redeliver"],
  )
  tellOf(
    "order.changes_requested",
    (event, facts) => [
      {
        to: "expert",
        title: "고객이 보완을 요청했어요",
        text: facts.title,
        href: inside(event),
        once: `order.changes_requested:${facts.moveId}`,
      },
    ],
    ["request_changes"],
  )
  tellOf("order.completed", async (event, facts, name) => [
    {
      to: "expert",
      title: "작업이 완료됐어요",
      text: facts.title,
      href: inside(event),
      once: `order.completed:${event.orderId}`,
    },
    {
      to: "customer",
      title: `${await name()}님과의 작업은 어땠나요?`,
      text: `${facts.title} · 후기를 남겨 주세요.`,
      href: `/rating/${event.expertId}?order=${event.orderId}`,
      once: `order.completed:${event.orderId}`,
    },
  ])
  tellOf(
    "order.cancelled",
    (event, facts) => {
      const words = {
        title: "견적 요청이 취소됐어요",
        text: withNote(facts.title, facts.cancelReason),
        href: inside(event),
        once: `order.cancelled:${event.orderId}`,
      }
      return (["customer", "expert"] as const)
        .filter(
          (to) =>
            facts.movedBy === null ||
            facts.movedBy !== (to === "customer" ? event.customerId : event.expertId),
        )
        .map((to) => ({ ...words, to }))
    },
    ["cancel", "resolve_cancel"],
  )
  tellOf("order.expired", (event, facts) => [
    {
      to: "customer",
      title: "견적 모집이 마감됐어요",
      text: `${facts.title} · 아직 필요하면 다시 요청할 수 있어요.`,
      href: inside(event),
      once: `order.expired:${event.orderId}`,
    },
  ])
  tellOf(
    "order.disputed",
    (event, facts) => {
      const words = {
        title: "분쟁 조정이 시작됐어요",
        text: `${facts.title} · 담당자가 두 분의 이야기를 듣고 조정해요.`,
        href: inside(event),
        once: `order.disputed:${facts.moveId}`,
      }
      return (["customer", "expert"] as const)
        .filter((to) => facts.movedBy !== (to === "customer" ? event.customerId : event.expertId))
        .map((to) => ({ ...words, to }))
    },
    ["dispute"],
  )
  tellOf("change_order.proposed", async (event, facts, name) => [
    {
      to: "customer",
      title: `${await name()}님이 추가 비용을 요청했어요`,
      text: withNote(
        facts.changeTitle ?? facts.title,
        facts.changeWon === null ? null : formatWon(facts.changeWon),
      ),
      href: inside(event),
      once: `change_order.proposed:${event.changeOrderId}`,
    },
  ])
  tellOf("change_order.accepted", (event, facts) => [
    {
      to: "expert",
      title: "고객이 추가 비용을 수락했어요",
      text: withNote(
        facts.changeTitle ?? facts.title,
        facts.changeWon === null ? null : formatWon(facts.changeWon),
      ),
      href: inside(event),
      once: `change_order.accepted:${event.changeOrderId}`,
    },
  ])
  tellOf("change_order.rejected", (event, facts) => [
    {
      to: "expert",
      title: "추가 비용이 받아들여지지 않았어요",
      text: withNote(
        facts.changeTitle ?? facts.title,
        facts.changeWon === null ? null : formatWon(facts.changeWon),
      ),
      href: inside(event),
      once: `change_order.rejected:${event.changeOrderId}`,
    },
  ])
}
