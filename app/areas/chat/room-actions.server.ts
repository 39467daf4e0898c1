/** Reads what is sent into a room from its screen, with scripts and without. */
import { redirect, href } from "react-router"
import { intents } from "#app/platform/intents.server.ts"
import type { Member } from "../accounts/rules.ts"
import { AppointmentAnswerForm, AppointmentForm, MessageForm } from "./forms.ts"
import { LIMITS, REFUSALS } from "./rules.ts"
import { answerAppointment, proposeAppointment } from "./service/appointments.server.ts"
import { listMessagesAfter, sendMessage } from "./service/messages.server.ts"
import { leaveRoom } from "./service/rooms.server.ts"

/** `roomHref`: where the room is shown; null for a script, which shows what is new by itself. */
type Sent = { actor: Member; roomId: string; roomHref: string | null }

const { blocked, partner_left, too_many_messages, pictures_missing, past, not_now, not_found } = REFUSALS

/** The message that was sent and what came with it. */
async function showMessage(seq: number, { actor, roomId, roomHref }: Sent) {
  return roomHref === null
    ? Response.json({ messages: await listMessagesAfter(actor, roomId, seq - 1) })
    : redirect(roomHref, 303)
}

/** Does what the form's `intent` says in the room; what was said is answered to scripts as `{ messages }`. */
export const answerRoomForm = intents<Sent>((intent) => ({
  send: intent({
    form: MessageForm,
    pictures: [{ name: "pictureIds", purpose: "chat", max: LIMITS.pictures, leavesForeign: true }],
    run: ({ actor, roomId }, message) => sendMessage(actor, { roomId, ...message }),
    done: ({ seq }, _, sent) => showMessage(seq, sent),
    problems: { blocked, partner_left, too_many_messages, pictures_missing, not_found },
  }),
  propose: intent({
    form: AppointmentForm,
    run: ({ actor, roomId }, appointment) => proposeAppointment(actor, { roomId, ...appointment }),
    done: ({ seq }, _, sent) => showMessage(seq, sent),
    problems: { blocked, partner_left, too_many_messages, past, not_found },
  }),
  answer: intent({
    form: AppointmentAnswerForm,
    hidden: ["appointmentId", "move"],
    run: ({ actor }, given) => answerAppointment(actor, given),
    done: ({ seq }, _, sent) => showMessage(seq, sent),
    problems: { not_now, not_found },
  }),
  leave: intent({
    run: ({ actor, roomId }) => leaveRoom(actor, roomId),
    done: (_, __, { roomHref }) =>
      roomHref === null ? Response.json({ messages: [] }) : { to: href("/chat"), flash: "채팅방을 나갔어요" },
    problems: { not_found },
  }),
}))
