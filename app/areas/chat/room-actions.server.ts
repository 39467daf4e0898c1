/**
 * Owns what is sent into a room from its screen, with scripts and without: which form belongs to which
 * intent, and the sentence for each refusal.
 */
import { parseForm, getFormValues } from "#app/basics/form.ts"
import { collectPictures } from "#app/platform/picture-forms.server.ts"
import type { PictureData } from "#app/ui/picture.tsx"
import type { Actor } from "../accounts/rules.ts"
import { AppointmentAnswerForm, AppointmentForm, MessageForm } from "./forms.ts"
import { LIMITS, REFUSALS, type Refusal } from "./rules.ts"
import { answerAppointment, proposeAppointment } from "./service/appointments.server.ts"
import { sendMessage } from "./service/messages.server.ts"
import { leaveRoom } from "./service/rooms.server.ts"
import type { RoomActionData } from "./views.ts"

export type RoomActionResult =
  | { ok: true; /** Number of the message; null where the room was left. */ seq: number | null }
  | { ok: false; status: number; answer: RoomActionData }

const FIELD_BY_REASON: Partial<Record<Refusal, string>> = { pictures_missing: "pictureIds", past: "time" }

function refused(
  intent: string,
  reason: Refusal | "not_found",
  form: FormData,
  pictures: PictureData[] = [],
): RoomActionResult {
  if (reason === "not_found") return { ok: false, status: 404, answer: { intent } }
  const { status, message } = REFUSALS[reason]
  const field = FIELD_BY_REASON[reason]
  const answer = {
    intent,
    values: getFormValues(form),
    pictures,
    ...(field ? { errors: { [field]: message } } : { problem: message }),
  }
  return { ok: false, status, answer }
}

async function sendTextFromForm(actor: Actor, roomId: string, form: FormData): Promise<RoomActionResult> {
  const intent = "send"
  if (actor.kind !== "member") return { ok: false, status: 404, answer: { intent } }
  // Of a browser without scripts the files come with the form. What is not somebody's own is left to the
  // service to refuse.
  const hasFiles = form.getAll("pictureIdsFiles").some((file) => file instanceof File && file.size > 0)
  const { ids, pictures, problem } = hasFiles
    ? await collectPictures(form, {
        ownerId: actor.userId,
        purpose: "chat",
        name: "pictureIds",
        max: LIMITS.pictures,
      })
    : { ids: null, pictures: [], problem: null }
  if (ids) {
    form.delete("pictureIds[]")
    for (const id of ids) form.append("pictureIds[]", id)
  }
  form.delete("pictureIdsFiles")
  if (problem !== null)
    return {
      ok: false,
      status: 400,
      answer: { intent, errors: { pictureIds: problem }, values: getFormValues(form), pictures },
    }
  const parsed = parseForm(MessageForm, form)
  if (!parsed.ok)
    return {
      ok: false,
      status: 400,
      answer: { intent, errors: parsed.errors, values: parsed.values, pictures },
    }
  const outcome = await sendMessage(actor, { roomId, ...parsed.value })
  return outcome.ok ? { ok: true, seq: outcome.seq } : refused(intent, outcome.reason, form, pictures)
}

async function propose(actor: Actor, roomId: string, form: FormData): Promise<RoomActionResult> {
  const parsed = parseForm(AppointmentForm, form)
  if (!parsed.ok)
    return {
      ok: false,
      status: 400,
      answer: { intent: "propose", errors: parsed.errors, values: parsed.values },
    }
  const outcome = await proposeAppointment(actor, { roomId, ...parsed.value })
  return outcome.ok ? { ok: true, seq: outcome.seq } : refused("propose", outcome.reason, form)
}

async function answerAppointmentFromForm(
  actor: Actor,
  _roomId: string,
  form: FormData,
): Promise<RoomActionResult> {
  const parsed = parseForm(AppointmentAnswerForm, form)
  if (!parsed.ok)
    return {
      ok: false,
      status: 400,
      answer: { intent: "answer", problem: Object.values(parsed.errors)[0] ?? "" },
    }
  const outcome = await answerAppointment(actor, parsed.value)
  return outcome.ok ? { ok: true, seq: outcome.seq } : refused("answer", outcome.reason, form)
}

async function leave(actor: Actor, roomId: string): Promise<RoomActionResult> {
  const outcome = await leaveRoom(actor, roomId)
  return outcome.ok ? { ok: true, seq: null } : { ok: false, status: 404, answer: { intent: "leave" } }
}

const ACTION_HANDLERS: Record<
  string,
  (actor: Actor, roomId: string, form: FormData) => Promise<RoomActionResult>
> = {
  send: sendTextFromForm,
  propose,
  answer: answerAppointmentFromForm,
  leave,
}

/**
 * Does what the form's `intent` says in the room. 400 carries the errors and what was typed, 409 and 429 a
 * sentence, 404 a room that is not the actor's.
 */
export async function runRoomAction(actor: Actor, roomId: string, form: FormData): Promise<RoomActionResult> {
  const intent = form.get("intent")
  const handler =
    typeof intent === "string" && Object.hasOwn(ACTION_HANDLERS, intent) ? ACTION_HANDLERS[intent] : undefined
  if (!handler)
    return {
      ok: false,
      status: 400,
      answer: { intent: "", problem: "무엇을 하려는지 알 수 없어요. 새로고침한 뒤 다시 시도해 주세요." },
    }
  return handler(actor, roomId, form)
}
