/** Messages: sending one once, reading a room by pages, catching up after a lost connection. */
import { and, asc, desc, eq, gt, lt, sql, type SQL } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { listMoves } from "#app/basics/transitions.ts"
import { db, inTransaction, violatedConstraint } from "#app/platform/db.server.ts"
import { pictureJson, attachPictures } from "#app/platform/pictures.server.ts"
import type { PictureData } from "#app/ui/picture.tsx"
import type { Actor } from "../../accounts/rules.ts"
import { buildBlockedCondition } from "../../trust/service/blocks.server.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { APPOINTMENT_TRANSITIONS, LIMITS } from "../rules.ts"
import { chatAppointments, chatMembers, chatMessages } from "../schema.server.ts"
import type { AppointmentView, MessagePage, MessageView } from "../views.ts"
import { appendMessage, consumeMessageQuota, lockRoom } from "./room-access.server.ts"
import { ok, refuse, type Refusal } from "#app/platform/outcome.ts"

export type Sent = { ok: true; messageId: string; seq: number }

/**
 * Sends a message with text, pictures or both. `clientKey` is a fresh id of the page: sent twice, it is one
 * message and gets one answer. Refusals: `not_found` (not one of the room's two people), `blocked`,
 * `partner_left`, `too_many_messages` (20 a minute), `pictures_missing` (a picture that is not the actor's,
 * not for chat, or shown already).
 */
export async function sendMessage(
  actor: Actor,
  input: { roomId: string; text: string; pictureIds: readonly string[]; clientKey: string },
): Promise<
  Sent | Refusal<"not_found" | "blocked" | "partner_left" | "too_many_messages" | "pictures_missing">
> {
  if (actor.kind !== "member" || !isId(input.roomId)) return refuse("not_found")
  const idColumns = { messageId: chatMessages.id, seq: chatMessages.seq }
  const sameMessage = and(
    eq(chatMessages.roomId, input.roomId),
    eq(chatMessages.senderId, actor.userId),
    eq(chatMessages.clientKey, input.clientKey),
  )
  const [row] = await db()
    .select({
      ...idColumns,
      partnerLeft: chatMembers.partnerLeft,
      blocked: buildBlockedCondition(chatMembers.userId, chatMembers.partnerId),
    })
    .from(chatMembers)
    .leftJoin(chatMessages, sameMessage)
    .where(and(eq(chatMembers.roomId, input.roomId), eq(chatMembers.userId, actor.userId)))
  if (!row) return refuse("not_found")
  if (row.messageId !== null && row.seq !== null) return ok({ messageId: row.messageId, seq: row.seq })
  if (row.partnerLeft) return refuse("partner_left")
  if (row.blocked) return refuse("blocked")
  if (!(await consumeMessageQuota(actor.userId))) return refuse("too_many_messages")
  try {
    return await inTransaction(async (tx) => {
      const locked = await lockRoom(tx, actor.userId, input.roomId)
      if (!locked) return refuse("not_found")
      if (input.pictureIds.length > 0) {
        // A rival with the same key waited for the lock, and has taken the pictures.
        const [concurrent] = await tx.select(idColumns).from(chatMessages).where(sameMessage)
        if (concurrent) return ok({ ...concurrent })
        if (!(await attachPictures(tx, actor.userId, "chat", input.pictureIds)))
          return refuse("pictures_missing")
      }
      const kind = input.pictureIds.length > 0 ? "pictures" : "text"
      return ok({
        ...(await appendMessage(tx, locked, {
          kind,
          text: input.text,
          clientKey: input.clientKey,
          pictureIds: input.pictureIds,
        })),
      })
    })
  } catch (error) {
    if (violatedConstraint(error) !== "chat_messages_once") throw error
    const [concurrent] = await db().select(idColumns).from(chatMessages).where(sameMessage)
    return concurrent ? ok({ ...concurrent }) : refuse("not_found")
  }
}

const pictureColumn = sql<PictureData[]>`coalesce((
  select json_agg(${pictureJson("p")} order by c.position)
  from chat_pictures c join pictures p on p.id = c.picture_id where c.message_id = chat_messages.id), '[]')`

const columns = { message: chatMessages, appointment: chatAppointments, pictures: pictureColumn }
type MessageRecord = {
  message: typeof chatMessages.$inferSelect
  appointment: typeof chatAppointments.$inferSelect | null
  pictures: PictureData[]
}

const selectMessages = (where: SQL | undefined) =>
  db()
    .select(columns)
    .from(chatMessages)
    .leftJoin(chatAppointments, eq(chatAppointments.id, chatMessages.appointmentId))
    .where(where)

function toMessageView(
  { message, appointment, pictures }: MessageRecord,
  readerId: string | null,
): MessageView {
  const hidden = message.hiddenReason !== null && readerId !== null
  return {
    id: message.id,
    seq: message.seq,
    mine: message.kind === "system" || message.kind === "card" ? null : message.senderId === readerId,
    kind: message.kind,
    text: hidden ? "" : message.text,
    at: message.createdAt.toISOString(),
    pictures: hidden ? [] : pictures,
    appointment: appointment && toAppointmentView(appointment, readerId),
    card: message.card,
    clientKey: message.senderId === readerId ? message.clientKey : null,
    hidden,
  }
}

function toAppointmentView(
  row: typeof chatAppointments.$inferSelect,
  readerId: string | null,
): AppointmentView {
  const mine = row.proposerId === readerId
  const moves =
    readerId === null ? [] : listMoves(APPOINTMENT_TRANSITIONS, row.state, mine ? "proposer" : "invited")
  return {
    id: row.id,
    state: row.state,
    at: row.at.toISOString(),
    area: row.regionCode === null ? null : formatRegionName(row.regionCode),
    place: row.place,
    note: row.note,
    mine,
    moves,
  }
}

/** What the room said from the reader's point of view: all, or what came after they once left it. */
const buildVisibleCondition = (userId: string, roomId: string) =>
  and(
    eq(chatMessages.roomId, roomId),
    sql`${chatMessages.seq} > (select ${chatMembers.fromSeq} from ${chatMembers}
      where ${chatMembers.roomId} = ${roomId} and ${chatMembers.userId} = ${userId})`,
  )

/**
 * The newest page of a room, or with `before` the one that ends before that number. Empty for everybody but
 * its two people.
 */
export async function listMessages(
  actor: Actor,
  roomId: string,
  before: number | null = null,
): Promise<MessagePage> {
  if (actor.kind !== "member" || !isId(roomId)) return { messages: [], before: null }
  const rows = await selectMessages(
    and(
      buildVisibleCondition(actor.userId, roomId),
      before === null ? undefined : lt(chatMessages.seq, before),
    ),
  )
    .orderBy(desc(chatMessages.seq))
    .limit(LIMITS.messagesPerPage + 1)
  const page = rows.slice(0, LIMITS.messagesPerPage).reverse()
  return {
    messages: page.map((row) => toMessageView(row, actor.userId)),
    before: rows.length > LIMITS.messagesPerPage ? (page[0]?.message.seq ?? null) : null,
  }
}

/**
 * What came after message `after`, oldest first, at most 100: whoever gets 100 asks again. Empty for
 * everybody but its two people.
 */
export async function listMessagesAfter(actor: Actor, roomId: string, after: number): Promise<MessageView[]> {
  if (actor.kind !== "member" || !isId(roomId)) return []
  const rows = await selectMessages(
    and(buildVisibleCondition(actor.userId, roomId), gt(chatMessages.seq, after)),
  )
    .orderBy(asc(chatMessages.seq))
    .limit(LIMITS.catchUpMessages)
  return rows.map((row) => toMessageView(row, actor.userId))
}

/**
 * Messages of one room around number `seq`, as nobody of the two sees them: hidden ones with their text,
 * `mine` by `senderId`. For the report's view alone.
 */
export async function listMessagesAround(
  roomId: string,
  seq: number,
): Promise<(MessageView & { senderId: string | null })[]> {
  const rows = await selectMessages(
    and(
      eq(chatMessages.roomId, roomId),
      sql`${chatMessages.seq} between ${seq - LIMITS.contextMessages} and ${seq + LIMITS.contextMessages}`,
    ),
  ).orderBy(asc(chatMessages.seq))
  return rows.map((row) => ({
    ...toMessageView(row, null),
    hidden: row.message.hiddenReason !== null,
    senderId: row.message.senderId,
  }))
}
