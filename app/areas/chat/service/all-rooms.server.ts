/**
 * Owns what admins see of all rooms: who talks about what and since when, never what is said; that stands
 * beside a report alone.
 */
import { and, inArray } from "drizzle-orm"
import type { SubjectKind } from "#app/basics/subject.ts"
import { auditLooks } from "#app/platform/audit.server.ts"
import { db } from "#app/platform/db.server.ts"
import { keyset, pageOf, type ListOrder } from "#app/platform/keyset.server.ts"
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import { findPeople } from "../../accounts/service/profile.server.ts"
import { findReportsOfKind } from "../../trust/service/queue.server.ts"
import type { ReportState } from "../../trust/rules.ts"
import { ADMIN_VIEW_KINDS, type AdminRoomSort, type AdminRoomView } from "../rules.ts"
import { chatMessages, chatRooms } from "../schema.server.ts"

const PER_PAGE = 30

export type AdminRoom = {
  id: string
  kind: SubjectKind
  title: string
  people: [string, string]
  messages: number
  openedAt: string
  lastAt: string | null
  /** The newest report of a message of this room. */
  report: { id: string; state: ReportState } | null
}

const ORDERS: Record<AdminRoomSort, ListOrder> = {
  newest: { by: null, as: "text", way: "desc" },
  oldest: { by: null, as: "text", way: "asc" },
}

/**
 * A page of all rooms of `view`, sorted by `sort`; `reported` are those with one of the newest 500 reported
 * messages. Null for anybody but an admin, whose look stands in the audit log once a day. Five queries.
 */
export async function findAllRooms(
  actor: Actor,
  { view, sort, cursor: place }: { view: AdminRoomView; sort: AdminRoomSort; cursor: string | null },
): Promise<{ rows: AdminRoom[]; cursor: string | null } | null> {
  const reports = await findReportsOfKind(actor, "message")
  if (!isAdmin(actor) || !reports) return null
  const messages = await db()
    .select({ id: chatMessages.id, roomId: chatMessages.roomId })
    .from(chatMessages)
    .where(
      inArray(
        chatMessages.id,
        reports.map((report) => report.subjectId),
      ),
    )
  const roomOf = new Map(messages.map((message) => [message.id, message.roomId]))
  // The newest report comes first, and stays.
  const reportOf = new Map<string, AdminRoom["report"]>()
  for (const { id, state, subjectId } of reports) {
    const roomId = roomOf.get(subjectId)
    if (roomId && !reportOf.has(roomId)) reportOf.set(roomId, { id, state })
  }
  await auditLooks(actor, [{ action: "chat.list", subject: { kind: "rooms", id: "rooms" } }])
  const page = keyset(ORDERS[sort], chatRooms.id, place)
  const kinds = ADMIN_VIEW_KINDS[view]
  const rows = await db()
    .select({
      id: chatRooms.id,
      kind: chatRooms.subjectKind,
      title: chatRooms.subjectTitle,
      low: chatRooms.lowUserId,
      high: chatRooms.highUserId,
      messages: chatRooms.lastSeq,
      openedAt: chatRooms.createdAt,
      lastAt: chatRooms.lastMessageAt,
      place: page.place,
    })
    .from(chatRooms)
    .where(
      and(
        page.after,
        view === "reported"
          ? inArray(chatRooms.id, [...reportOf.keys()])
          : kinds
            ? inArray(chatRooms.subjectKind, [...kinds])
            : undefined,
      ),
    )
    .orderBy(...page.orderBy)
    .limit(PER_PAGE + 1)
  const { shown, cursor } = pageOf(rows, PER_PAGE, (row) => row.id)
  const people = await findPeople(shown.flatMap((row) => [row.low, row.high]))
  const nameOf = (userId: string) => people.get(userId)?.name ?? "탈퇴한 회원"
  return {
    rows: shown.map(({ low, high, openedAt, lastAt, ...row }) => ({
      ...row,
      people: [nameOf(low), nameOf(high)],
      openedAt: openedAt.toISOString(),
      lastAt: lastAt?.toISOString() ?? null,
      report: reportOf.get(row.id) ?? null,
    })),
    cursor,
  }
}
