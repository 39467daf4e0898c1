/** What the two people of an order are told of it: who, in which words, and where it leads. */
import { href } from "react-router"
import { sql } from "drizzle-orm"
import { hideContacts } from "#app/basics/contacts.ts"
import { formatWon } from "#app/basics/won.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import type { EventName, Events, Subscriptions } from "#app/platform/events.server.ts"
import { findPeople } from "../../accounts/service/profile.server.ts"
import { notify, type UserNotification } from "../../notifications/service/notify.server.ts"
import type { OrderTransition } from "../rules.ts"

type OrderParties = { orderId: string; customerId: string; expertId: string | null }
type NotificationFacts = {
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
async function loadNotificationFacts(
  tx: Transaction,
  event: OrderParties & { proposalId?: string; changeOrderId?: string },
  moves: readonly OrderTransition[],
): Promise<NotificationFacts | undefined> {
  const [facts] = await tx.execute<NotificationFacts>(sql`
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
  // It leaves by push and mail as well, to people who are not chosen.
  return facts && { ...facts, title: hideContacts(facts.title) }
}

const findName = async (userId: string): Promise<string> =>
  (await findPeople([userId])).get(userId)?.name ?? "전문가"
const getOrderPath = ({ orderId }: { orderId: string }) => href("/orders/:orderId", { orderId })
const getProposalsPath = ({ orderId }: { orderId: string }) => href("/orders/:orderId/proposals", { orderId })
const OWN_PROPOSALS_PATH = href("/expert-dashboard/proposals")
const appendNote = (title: string, note: string | null) => (note ? `${title} · ${note}` : title)

type NotificationContent = Pick<UserNotification, "title" | "text" | "href" | "deduplicationKey">
/** `to` is whose centre it goes to. */
type AddressedNotification = NotificationContent & { to: "customer" | "expert" }
type NotificationBuilder<Name extends EventName> = (
  event: Events[Name] & OrderParties,
  facts: NotificationFacts,
  name: () => Promise<string>,
) => Promise<AddressedNotification[]> | AddressedNotification[]

/** Tells of `type` in the words of `words`. `moves` are the order's moves after which it happens. */
function notifyOnEvent<Name extends EventName>(
  type: Name,
  content: NotificationBuilder<Name>,
  moves: readonly OrderTransition[] = [],
): Subscriptions {
  const notifyParties = async (payload: Events[Name], tx: Transaction) => {
    const event = payload as Events[Name] & OrderParties
    const facts = await loadNotificationFacts(tx, event, moves)
    if (!facts) return
    const notifications = await content(event, facts, () => findName(event.expertId ?? ""))
    await notify(
      tx,
      notifications.flatMap(({ to, ...notification }) => {
        const userId = to === "customer" ? event.customerId : event.expertId
        return userId === null ? [] : [{ ...notification, userId, kind: "order" as const }]
      }),
    )
  }
  return { [type]: [notifyParties] }
}

/** Tells the expert whom an order names. */
async function notifyInvitedExpert(event: Events["order.opened"], tx: Transaction): Promise<void> {
  if (event.invitedExpertId === null) return
  const facts = await loadNotificationFacts(tx, event, [])
  if (!facts) return
  await notify(tx, [
    {
      userId: event.invitedExpertId,
      kind: "order",
      title: "나를 지명한 견적 요청이 왔어요",
      text: facts.title,
      href: href("/orders/:orderId/propose", { orderId: event.orderId }),
      deduplicationKey: `order.invited:${event.orderId}`,
    },
  ])
}

/** Names every event of an order that somebody is told of. */
export const orderNotifications: readonly Subscriptions[] = [
  { "order.opened": [notifyInvitedExpert] },
  notifyOnEvent("contact.sharing_changed", (event, facts) => {
    if (!event.shares) return []
    const isAsked = event.by === "expert"
    return [
      {
        to: isAsked ? "customer" : "expert",
        title: isAsked ? "전문가가 휴대폰 번호를 요청했어요" : "고객이 휴대폰 번호를 알려 주기로 했어요",
        text: `${facts.title} · ${
          event.isShared
            ? "이제 안심번호 대신 진짜 번호가 보여요."
            : "두 사람이 모두 원하면 안심번호 대신 진짜 번호가 보여요."
        }`,
        href: getOrderPath(event),
        // However often it is switched, the other one hears of it once.
        deduplicationKey: `contact.sharing:${event.by}:${event.orderId}`,
      },
    ]
  }),
  notifyOnEvent("proposal.sent", async (event, facts, name) => [
    {
      to: "customer",
      title: `${await name()}님의 견적서가 도착했어요`,
      text: appendNote(facts.title, facts.totalWon === null ? null : formatWon(facts.totalWon)),
      href: getProposalsPath(event),
      deduplicationKey: `proposal.sent:${event.proposalId}`,
    },
  ]),
  notifyOnEvent("proposal.revised", async (event, facts, name) => [
    {
      to: "customer",
      title: `${await name()}님이 견적서를 고쳐 보냈어요`,
      text: appendNote(facts.title, facts.totalWon === null ? null : formatWon(facts.totalWon)),
      href: getProposalsPath(event),
      deduplicationKey: `proposal.revised:${event.proposalId}:${facts.version}`,
    },
  ]),
  notifyOnEvent("proposal.withdrawn", async (event, facts, name) => [
    {
      to: "customer",
      title: `${await name()}님이 견적서를 철회했어요`,
      text: facts.title,
      href: getProposalsPath(event),
      deduplicationKey: `proposal.withdrawn:${event.proposalId}`,
    },
  ]),
  notifyOnEvent("proposal.accepted", (event, facts) => [
    {
      to: "expert",
      title: "보낸 견적서가 선택됐어요",
      text: `${facts.title} · 연락처와 주소를 확인하고 일정을 잡아 주세요.`,
      href: getOrderPath(event),
      deduplicationKey: `proposal.accepted:${event.proposalId}`,
    },
  ]),
  notifyOnEvent("proposal.declined", (event, facts) => [
    {
      to: "expert",
      title: "고객이 견적서를 선택하지 않았어요",
      text: appendNote(facts.title, facts.declineReason),
      href: OWN_PROPOSALS_PATH,
      deduplicationKey: `proposal.declined:${event.proposalId}`,
    },
  ]),
  notifyOnEvent("proposal.not_selected", (event, facts) => [
    {
      to: "expert",
      title: "이번 요청에서는 선택되지 않았어요",
      text: facts.title,
      href: OWN_PROPOSALS_PATH,
      deduplicationKey: `proposal.not_selected:${event.proposalId}`,
    },
  ]),
  notifyOnEvent("proposal.expired", (event, facts) => [
    {
      to: "expert",
      title: "견적서의 유효기간이 지났어요",
      text: facts.title,
      href: OWN_PROPOSALS_PATH,
      deduplicationKey: `proposal.expired:${event.proposalId}:${facts.version}`,
    },
  ]),
  notifyOnEvent(
    "order.started",
    async (event, facts, name) => [
      {
        to: "customer",
        title: `${await name()}님이 작업을 시작했어요`,
        text: facts.title,
        href: getOrderPath(event),
        deduplicationKey: `order.started:${event.orderId}`,
      },
    ],
    ["start"],
  ),
  notifyOnEvent(
    "order.delivered",
    async (event, facts, name) => [
      {
        to: "customer",
        title: `${await name()}님이 작업을 마쳤어요`,
        text: `${facts.title} · 사진을 보고 완료를 확인해 주세요.`,
        href: getOrderPath(event),
        deduplicationKey: `order.delivered:${facts.moveId}`,
      },
    ],
    ["deliver", "redeliver"],
  ),
  notifyOnEvent(
    "order.changes_requested",
    (event, facts) => [
      {
        to: "expert",
        title: "고객이 보완을 요청했어요",
        text: facts.title,
        href: getOrderPath(event),
        deduplicationKey: `order.changes_requested:${facts.moveId}`,
      },
    ],
    ["request_changes"],
  ),
  notifyOnEvent("order.completed", async (event, facts, name) => [
    {
      to: "expert",
      title: "작업이 완료됐어요",
      text: facts.title,
      href: getOrderPath(event),
      deduplicationKey: `order.completed:${event.orderId}`,
    },
    {
      to: "customer",
      title: `${await name()}님과의 작업은 어땠나요?`,
      text: `${facts.title} · 후기를 남겨 주세요.`,
      href: `${href("/rating/:expertId", { expertId: event.expertId ?? "" })}?order=${event.orderId}`,
      deduplicationKey: `order.completed:${event.orderId}`,
    },
  ]),
  notifyOnEvent(
    "order.cancelled",
    (event, facts) => {
      const content = {
        title: "견적 요청이 취소됐어요",
        text: appendNote(facts.title, facts.cancelReason),
        href: getOrderPath(event),
        deduplicationKey: `order.cancelled:${event.orderId}`,
      }
      return (["customer", "expert"] as const)
        .filter(
          (to) =>
            facts.movedBy === null ||
            facts.movedBy !== (to === "customer" ? event.customerId : event.expertId),
        )
        .map((to) => ({ ...content, to }))
    },
    ["cancel", "resolve_cancel"],
  ),
  notifyOnEvent("order.expired", (event, facts) => [
    {
      to: "customer",
      title: "견적 모집이 마감됐어요",
      text: `${facts.title} · 아직 필요하면 다시 요청할 수 있어요.`,
      href: getOrderPath(event),
      deduplicationKey: `order.expired:${event.orderId}`,
    },
  ]),
  notifyOnEvent(
    "order.disputed",
    (event, facts) => {
      const content = {
        title: "분쟁 조정이 시작됐어요",
        text: `${facts.title} · 담당자가 두 분의 이야기를 듣고 조정해요.`,
        href: getOrderPath(event),
        deduplicationKey: `order.disputed:${facts.moveId}`,
      }
      return (["customer", "expert"] as const)
        .filter((to) => facts.movedBy !== (to === "customer" ? event.customerId : event.expertId))
        .map((to) => ({ ...content, to }))
    },
    ["dispute"],
  ),
  notifyOnEvent("change_order.proposed", async (event, facts, name) => [
    {
      to: "customer",
      title: `${await name()}님이 추가 비용을 요청했어요`,
      text: appendNote(
        facts.changeTitle ?? facts.title,
        facts.changeWon === null ? null : formatWon(facts.changeWon),
      ),
      href: getOrderPath(event),
      deduplicationKey: `change_order.proposed:${event.changeOrderId}`,
    },
  ]),
  notifyOnEvent("change_order.accepted", (event, facts) => [
    {
      to: "expert",
      title: "고객이 추가 비용을 수락했어요",
      text: appendNote(
        facts.changeTitle ?? facts.title,
        facts.changeWon === null ? null : formatWon(facts.changeWon),
      ),
      href: getOrderPath(event),
      deduplicationKey: `change_order.accepted:${event.changeOrderId}`,
    },
  ]),
  notifyOnEvent("change_order.rejected", (event, facts) => [
    {
      to: "expert",
      title: "추가 비용이 받아들여지지 않았어요",
      text: appendNote(
        facts.changeTitle ?? facts.title,
        facts.changeWon === null ? null : formatWon(facts.changeWon),
      ),
      href: getOrderPath(event),
      deduplicationKey: `change_order.rejected:${event.changeOrderId}`,
    },
  ]),
]
