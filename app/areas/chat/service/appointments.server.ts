/** Appointments: proposed in a room as a message, answered once, replaced by a newer one. */
import { and, eq, inArray } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { formatDateWithWeekday, formatTime } from "#app/basics/time.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { isBlockedBetween } from "../../trust/service/blocks.server.ts"
import {
  APPOINTMENT_TRANSITIONS,
  getAppointmentName,
  REPLACEABLE_STATES,
  type AppointmentTransition,
} from "../rules.ts"
import { chatAppointments, chatMessages } from "../schema.server.ts"
import { appendMessage, consumeMessageQuota, findRoomMember, lockRoom } from "./room-access.server.ts"
import type { Sent } from "./messages.server.ts"
import { ok, refuse, type Refusal } from "#app/platform/outcome.ts"

/**
 * Proposes to meet: `at` is the moment, `place` and `note` may be empty, `regionCode` is a
 * 시·군·구 or null. What waits or is agreed in the room is replaced. `clientKey` as with a message.
 * Refusals: `not_found`, `blocked`, `partner_left`, `too_many_messages`, `past`.
 */
export async function proposeAppointment(
  actor: Actor,
  input: {
    roomId: string
    at: Date
    regionCode: string | null
    place: string
    note: string
    clientKey: string
  },
): Promise<Sent | Refusal<"not_found" | "blocked" | "partner_left" | "too_many_messages" | "past">> {
  const member = await findRoomMember(actor, input.roomId)
  if (!member) return refuse("not_found")
  const sameMessage = and(
    eq(chatMessages.roomId, input.roomId),
    eq(chatMessages.senderId, member.userId),
    eq(chatMessages.clientKey, input.clientKey),
  )
  const [existing] = await db()
    .select({ messageId: chatMessages.id, seq: chatMessages.seq })
    .from(chatMessages)
    .where(sameMessage)
  if (existing) return ok({ ...existing })
  if (member.partnerLeft) return refuse("partner_left")
  if (input.at <= now()) return refuse("past")
  if (await isBlockedBetween(member.userId, member.partnerId)) return refuse("blocked")
  if (!(await consumeMessageQuota(member.userId))) return refuse("too_many_messages")
  return inTransaction(async (tx) => {
    const locked = await lockRoom(tx, member.userId, input.roomId)
    if (!locked) return refuse("not_found")
    const [concurrent] = await tx
      .select({ messageId: chatMessages.id, seq: chatMessages.seq })
      .from(chatMessages)
      .where(sameMessage)
    if (concurrent) return ok({ ...concurrent })
    await replaceOpenAppointments(tx, input.roomId)
    const id = newId()
    await tx.insert(chatAppointments).values({
      id,
      roomId: input.roomId,
      proposerId: member.userId,
      state: "proposed",
      at: input.at,
      regionCode: input.regionCode,
      place: input.place,
      note: input.note,
      createdAt: now(),
    })
    const text =
      `${getAppointmentName(locked.room.subjectKind)} · ${formatDateWithWeekday(input.at)} ` +
      `${formatTime(input.at)}`
    return ok({
      ...(await appendMessage(tx, locked, {
        kind: "appointment",
        text,
        clientKey: input.clientKey,
        appointmentId: id,
      })),
    })
  })
}

async function replaceOpenAppointments(tx: Transaction, roomId: string): Promise<void> {
  await tx
    .update(chatAppointments)
    .set({ state: "replaced", decidedAt: now() })
    .where(and(eq(chatAppointments.roomId, roomId), inArray(chatAppointments.state, [...REPLACEABLE_STATES])))
}

const SYSTEM_TEXTS: Record<Exclude<AppointmentTransition, "replace">, string> = {
  accept: "약속이 확정됐어요",
  decline: "약속을 거절했어요",
  cancel: "약속이 취소됐어요",
}

/**
 * Accepts, declines or cancels an appointment; the room says so. Refusals: `not_found` (not one of the room's
 * two people), `not_now` (not theirs to do, or answered before).
 */
export async function answerAppointment(
  actor: Actor,
  input: { appointmentId: string; move: Exclude<AppointmentTransition, "replace"> },
): Promise<Sent | Refusal<"not_found" | "not_now">> {
  if (!isId(input.appointmentId)) return refuse("not_found")
  const [place] = await db()
    .select({ roomId: chatAppointments.roomId })
    .from(chatAppointments)
    .where(eq(chatAppointments.id, input.appointmentId))
  const member = place && (await findRoomMember(actor, place.roomId))
  if (!member) return refuse("not_found")
  return inTransaction(async (tx) => {
    const locked = await lockRoom(tx, member.userId, member.roomId)
    const [appointment] = await tx
      .select()
      .from(chatAppointments)
      .where(eq(chatAppointments.id, input.appointmentId))
      .for("update")
    if (!locked || !appointment) return refuse("not_found")
    const role = appointment.proposerId === member.userId ? "proposer" : "invited"
    const transition = findTransition(APPOINTMENT_TRANSITIONS, {
      move: input.move,
      from: appointment.state,
      role,
    })
    if (!transition) return refuse("not_now")
    await tx
      .update(chatAppointments)
      .set({ state: transition.to, decidedAt: now() })
      .where(eq(chatAppointments.id, appointment.id))
    // It carries the appointment, so that a page that only gets what is new shows its new state.
    return ok({
      ...(await appendMessage(tx, locked, {
        kind: "system",
        text: SYSTEM_TEXTS[input.move],
        clientKey: newId(),
        appointmentId: appointment.id,
      })),
    })
  })
}
