/**
 * What admins see of all rooms: who talks about what and since when, never what is said; that stands
 * beside a report alone.
 */
import { inArray } from "drizzle-orm"
import type { SubjectKind } from "#app/basics/subject.ts"
import { auditViews } from "#app/platform/audit.server.ts"
import { db } from "#app/platform/db.server.ts"
import { type ListOrder, ascending, descending, page } from "#app/platform/page.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { findOfficeNames } from "../../accounts/service/people.server.ts"
import { listReportsOfKind } from "../../trust/service/report-queue.server.ts"
import type { ReportState } from "../../trust/rules.ts"
import { ADMIN_FILTER_SUBJECT_KINDS, type AdminRoomSort, type AdminRoomFilter } from "../rules.ts"
import { chatMessages, chatRooms } from "../schema.server.ts"

const PAGE_SIZE = 30

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

const ORDER_BY_SORT: Record<AdminRoomSort, ListOrder> = {
  newest: descending("newest", [chatRooms.id, "id"]),
  oldest: ascending("oldest", [chatRooms.id, "id"]),
}

/**
 * A page of all rooms of `view`, sorted by `sort`; `reported` are those with one of the newest 500 reported
 * messages. Null for anybody but an admin, whose look stands in the audit log once a day. Five queries.
 */
export async function listAdminRooms(
  actor: Actor,
  { view, sort, cursor: place }: { view: AdminRoomFilter; sort: AdminRoomSort; cursor: string | null },
): Promise<{ rows: AdminRoom[]; cursor: string | null } | null> {
  const reports = await listReportsOfKind(actor, "message")
  if (!hasRight(actor, "trust") || !reports) return null
  const messages = await db()
    .select({ id: chatMessages.id, roomId: chatMessages.roomId })
    .from(chatMessages)
    .where(
      inArray(
        chatMessages.id,
        reports.map((report) => report.subjectId),
      ),
    )
  const roomIdByMessage = new Map(messages.map((message) => [message.id, message.roomId]))
  // The newest report comes first, and stays.
  const reportByRoom = new Map<string, AdminRoom["report"]>()
  for (const { id, state, subjectId } of reports) {
    const roomId = roomIdByMessage.get(subjectId)
    if (roomId && !reportByRoom.has(roomId)) reportByRoom.set(roomId, { id, state })
  }
  await auditViews(actor, [{ action: "chat.list", subject: { kind: "rooms", id: "rooms" } }])
  const kinds = ADMIN_FILTER_SUBJECT_KINDS[view]
  const { rows: shown, cursor } = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: chatRooms.id,
          kind: chatRooms.subjectKind,
          title: chatRooms.subjectTitle,
          low: chatRooms.lowUserId,
          high: chatRooms.highUserId,
          messages: chatRooms.lastSeq,
          openedAt: chatRooms.createdAt,
          lastAt: chatRooms.lastMessageAt,
          sortKeys,
        })
        .from(chatRooms),
    order: ORDER_BY_SORT[sort],
    filter:
      view === "reported"
        ? inArray(chatRooms.id, [...reportByRoom.keys()])
        : kinds
          ? inArray(chatRooms.subjectKind, [...kinds])
          : undefined,
    cursor: place,
    size: PAGE_SIZE,
  })
  const people = await findOfficeNames(
    actor,
    shown.flatMap((row) => [row.low, row.high]),
  )
  const getName = (userId: string) => people.get(userId)?.name ?? "탈퇴한 회원"
  return {
    rows: shown.map(({ low, high, openedAt, lastAt, ...row }) => ({
      ...row,
      people: [getName(low), getName(high)],
      openedAt: openedAt.toISOString(),
      lastAt: lastAt?.toISOString() ?? null,
      report: reportByRoom.get(row.id) ?? null,
    })),
    cursor,
  }
}
