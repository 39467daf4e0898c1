/** Conversations and notifications by the million, written inside the database. */
import type postgres from "postgres"
import { dropIndexes } from "./scale-town.ts"

/** So many messages has a room that is talked in. */
const MESSAGES_PER_ROOM = 200
const TEXTS = [
  "안녕하세요, 견적 보고 연락드려요.",
  "내일 오전에 방문하실 수 있을까요?",
  "네 가능해요. 주소 보내 주세요!",
  "사진 몇 장 더 보내 주시면 정확한 금액을 말씀드릴게요.",
  "도배는 이틀 정도 걸리고 자재는 저희가 준비해요.",
  "ㅎㅎ 감사합니다",
  "오늘 7시에 역 앞에서 만나요",
]

/**
 * Adds so many `messages` in rooms between the members that there are, and `notifications` of theirs, spread
 * over a year. `sql` has one connection.
 */
export async function fillConversations(
  sql: postgres.Sql,
  wanted: { messages: number; notifications: number; say: (line: string) => void },
): Promise<void> {
  await sql`set session_replication_role = replica`
  await sql`set synchronous_commit = off`
  await sql`set maintenance_work_mem = '256MB'`
  const rooms = Math.max(1, Math.round(wanted.messages / MESSAGES_PER_ROOM))
  await sql`create temporary table numbered as
    select row_number() over (order by user_id) - 1 as number, user_id from profiles`
  await sql`create index on numbered (number)`
  const fills: readonly [table: string, fill: () => Promise<unknown>][] = [
    [
      "chat_rooms",
      () => sql`
        insert into chat_rooms (id, subject_kind, subject_id, low_user_id, high_user_id, subject_title,
          last_seq, last_message_at, last_sender_id, last_text, created_at)
        select uuidv7(), 'person', gen_random_uuid(), least(a.user_id, b.user_id),
          greatest(a.user_id, b.user_id), '', ${MESSAGES_PER_ROOM}, at + interval '1 day',
          a.user_id, ${TEXTS[0] ?? ""}, at
        from generate_series(1, ${rooms}::int) r
          cross join (select count(*)::int as people from numbered) n
          cross join lateral (select now() - (r % 365) * interval '1 day' as at) t
          join numbered a on a.number = r % people
          join numbered b on b.number = (r * 7::bigint + 1 + r / people) % people and b.user_id <> a.user_id`,
    ],
    [
      "chat_members",
      () => sql`
        insert into chat_members (room_id, user_id, partner_id, listed, last_seq, active_at, read_seq)
        select id, user_id, partner_id, true, last_seq, last_message_at, last_seq from chat_rooms
          cross join lateral (values (low_user_id, high_user_id), (high_user_id, low_user_id))
            p (user_id, partner_id)
        on conflict do nothing`,
    ],
    [
      "chat_messages",
      () => sql`
        insert into chat_messages (id, room_id, seq, sender_id, kind, text, client_key, created_at)
        select uuidv7(), r.id, s, case when s % 2 = 0 then r.low_user_id else r.high_user_id end, 'text',
          (${TEXTS}::text[])[s % ${TEXTS.length}::int + 1], gen_random_uuid(),
          r.created_at + s * interval '7 minutes'
        from chat_rooms r cross join generate_series(1, ${MESSAGES_PER_ROOM}::int) s
        where r.subject_title = '' on conflict do nothing`,
    ],
    [
      "notifications",
      () => sql`
        insert into notifications (id, user_id, kind, title, text, href, once, created_at, read_at)
        select uuidv7(), n.user_id, 'order.proposal', '새 견적이 왔어요', '전문가가 견적을 보냈어요',
          '/orders', 'fill:' || r, now() - (r % 365) * interval '1 day',
          case when r % 10 = 0 then null else now() end
        from generate_series(1, ${Math.round(wanted.notifications)}::int) r
          cross join (select count(*)::int as people from numbered) p
          join numbered n on n.number = r % p.people`,
    ],
  ]
  for (const [table, fill] of fills) {
    const started = performance.now()
    const createIndexes = await dropIndexes(sql, table)
    await fill()
    await createIndexes()
    await sql.unsafe(`vacuum analyze ${table}`)
    wanted.say(`  ${table} (${((performance.now() - started) / 1_000).toFixed(0)}초)`)
  }
  await sql`set session_replication_role = origin`
}
