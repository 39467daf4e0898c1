/**
 * What the demo accounts have been told of what the other parts of the town made, and what everybody who
 * waits for new things, and every expert, was told of them: as the product would have.
 */
import type postgres from "postgres"
import type { NotificationKind } from "#app/areas/notifications/rules.ts"
import { notifications, notificationSettings } from "#app/areas/notifications/schema.server.ts"
import { formatWon } from "#app/basics/won.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { findDemoPeople, writePart, writeWithProgress, type RunStep } from "../parts.ts"
import { createSeedId } from "../random.ts"
import { insertInBatches } from "../write.ts"
import { findAlertNews, findAlertSettings } from "./alerts.ts"
import { alertExpertsOfRequests } from "./request-alerts.ts"

/** Of one account, the newest. */
const MAX_NOTIFICATIONS = 24
/** What is older was read. */
const UNREAD_WINDOW_MS = 1.5 * DAY_MS

type SourceEvent = {
  what: "proposal" | "chosen" | "review" | "chat" | "application" | "sold" | "shipped"
  id: string
  userId: string
  name: string
  title: string
  won: number | null
  at: string | Date
  place: string
}

type NotificationText = { kind: NotificationKind; title: string; text: string; href: string; once: string }
const NOTIFICATION_TEXTS: Record<SourceEvent["what"], (sourceEvent: SourceEvent) => NotificationText> = {
  proposal: ({ id, name, title, won, place }) => ({
    kind: "order",
    title: `${name}님의 견적서가 도착했어요`,
    text: won === null ? title : `${title} · ${formatWon(won)}`,
    href: `/orders/${place}/proposals`,
    once: `proposal.sent:${id}`,
  }),
  chosen: ({ id, title, place }) => ({
    kind: "order",
    title: "보낸 견적서가 선택됐어요",
    text: `${title} · 연락처와 주소를 확인하고 일정을 잡아 주세요.`,
    href: `/orders/${place}`,
    once: `proposal.accepted:${id}`,
  }),
  review: ({ id, title, won, place }) => ({
    kind: "review",
    title: `별점 ${(won ?? 5).toFixed(1)}의 새 후기가 공개됐어요`,
    text: title,
    href: `/expert/${place}#reviews`,
    once: `review.published:${id}`,
  }),
  chat: ({ id, name, title, place }) => ({
    kind: "chat",
    title: `${name}님이 메시지를 보냈어요`,
    text: title,
    href: `/chat?room=${id}`,
    once: `chat.message:${id}:${place}`,
  }),
  application: ({ id, title, place }) => ({
    kind: "job",
    title: "새 지원자가 있어요",
    text: title,
    href: `/jobs/hire/${place}/applicants`,
    once: `application.sent:${id}`,
  }),
  sold: ({ id, title }) => ({
    kind: "shop",
    title: "새 주문이 들어왔어요",
    text: title,
    href: "/shopping/admin/orders",
    once: `shop.paid:${id}:seller`,
  }),
  shipped: ({ id, title, place }) => ({
    kind: "shop",
    title: "상품을 보냈어요",
    text: title,
    href: `/shopping/orders/${place}`,
    once: `shop.ship:${id}:0`,
  }),
}

/** What has happened to the people of `ids`, the newest of each. */
const findSourceEvents = (client: postgres.Sql, ids: readonly string[]) => client<SourceEvent[]>`
  select * from (
    select h.*, row_number() over (partition by h."userId" order by h.at desc) as place_in_line from (
      select 'proposal' as what, p.id, o.customer_id as "userId", x.name, o.title, p.total_won as won,
        p.sent_at as at, o.id::text as place
        from proposals p join orders o on o.id = p.order_id join people x on x.user_id = p.expert_id
          where p.sent_at is not null
      union all
      select 'chosen', p.id, p.expert_id, '', o.title, p.total_won, p.decided_at, o.id::text from proposals p
        join orders o on o.id = p.order_id where p.state = 'accepted' and p.decided_at is not null
      union all
      select 'review', r.id, r.expert_id, '', r.body, r.rating, r.published_at, r.expert_id::text
        from reviews r where r.published_at is not null and r.removed_at is null
      union all
      select 'chat', c.id, m.user_id, x.name, c.last_text, null, m.active_at, m.read_seq::text
        from chat_members m join chat_rooms c on c.id = m.room_id join people x on x.user_id = m.partner_id
          where m.unread > 0 and m.listed
      union all
      select 'application', a.id, a.employer_id, '', h.title, null, a.created_at, h.id::text
        from job_applications a join hire_posts h on h.id = a.hire_id
      union all
      select 'sold', s.id, s.seller_id, '', l.title, null, s.paid_at, '' from shop_orders s
        join lateral (select title from order_lines where order_id = s.id order by id limit 1) l on true
        where s.paid_at is not null
      union all
      select 'shipped', l.id, s.buyer_id, '', l.title, null, l.shipped_at, s.group_id::text from order_lines l
        join shop_orders s on s.id = l.order_id where l.shipped_at is not null
    ) h where h."userId" = any(${[...ids]}::uuid[])
  ) ranked where place_in_line <= ${MAX_NOTIFICATIONS} order by at, id`

/** Creates `part` of the town. */
export async function create(client: postgres.Sql, part: string, step: RunStep): Promise<void> {
  const { demo } = await findDemoPeople(client)
  const told = await findSourceEvents(
    client,
    Object.values(demo).map((person) => person.id),
  )
  await writePart(client, part, async (tx, present) => {
    const getReadAt = (at: Date) => (present.getTime() - at.getTime() > UNREAD_WINDOW_MS ? at : null)
    const ofOthers = told
      .map((sourceEvent) => ({ happening: sourceEvent, at: new Date(sourceEvent.at) }))
      .filter(({ at }) => at <= present)
      .map(({ happening: sourceEvent, at }) => {
        const { what, id, userId } = sourceEvent
        const notificationText = NOTIFICATION_TEXTS[what](sourceEvent)
        return {
          ...notificationText,
          text: notificationText.text.replace(/\s+/g, " ").slice(0, 200),
          id: createSeedId(`notice/${what}/${id}/${userId}`, at),
          userId,
          createdAt: at,
          readAt: getReadAt(at),
        }
      })
    const ofAlerts = (await findAlertNews(tx, present)).map(({ at, deduplicationKey: once, ...content }) => ({
      ...content,
      once,
      id: createSeedId(`notice/${once}/${content.userId}`, at),
      createdAt: at,
      readAt: getReadAt(at),
    }))
    const rows = [...ofOthers, ...ofAlerts]
    await writeWithProgress(step, "알림", rows.length, "개", async () => {
      await insertInBatches(tx, notifications, rows)
      await alertExpertsOfRequests(tx, present, getReadAt)
      await insertInBatches(tx, notificationSettings, await findAlertSettings(tx, demo.customer.id, present))
    })
  })
}
