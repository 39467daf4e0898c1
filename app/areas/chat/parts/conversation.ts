/**
 * What a page knows of one room: messages in their order, what is on its way, how far the partner has
 * read. Pure.
 */
import { toKstDateString } from "#app/basics/time.ts"
import type { PictureData } from "#app/ui/picture.tsx"
import { REPLACEABLE_STATES } from "../rules.ts"
import type { MessagePage, MessageView } from "../views.ts"

/** A message of one's own that the server has not confirmed. */
export type PendingMessage =
  | { clientKey: string; text: string; pictures: PictureData[]; at: string; state: "sending" }
  | {
      clientKey: string
      text: string
      pictures: PictureData[]
      at: string
      state: "failed"
      problem: string
    }

export type Conversation = {
  /** Oldest first, without gaps. */
  messages: readonly MessageView[]
  /** Where older ones go on, null where there are none. */
  before: number | null
  partnerReadSeq: number
  pending: readonly PendingMessage[]
}

export type ConversationAction =
  /** The newest page, as the screen was loaded with or again. */
  | { type: "page"; page: MessagePage; partnerReadSeq: number }
  /** What follows on what is there. */
  | { type: "later"; messages: readonly MessageView[]; partnerReadSeq?: number }
  | { type: "older"; page: MessagePage }
  | { type: "read"; seq: number }
  | { type: "send"; pending: PendingMessage }
  /** What another page of this browser left unconfirmed. */
  | { type: "left"; pending: readonly PendingMessage[] }
  | { type: "failed"; clientKey: string; problem: string }
  | { type: "again"; clientKey: string }
  | { type: "drop"; clientKey: string }

export const createConversation = (page: MessagePage, partnerReadSeq: number): Conversation => ({
  ...page,
  partnerReadSeq,
  pending: [],
})

/** Number of the last message known; 0 for none. */
export const getLastSeq = ({ messages }: Conversation): number => messages.at(-1)?.seq ?? 0

export function reduceConversation(before: Conversation, action: ConversationAction): Conversation {
  if (action.type === "page") {
    const partnerReadSeq = Math.max(before.partnerReadSeq, action.partnerReadSeq)
    const first = action.page.messages[0]
    // More was missed than a page holds: what lies between is fetched again by scrolling up.
    if (first === undefined || first.seq > getLastSeq(before) + 1)
      return settleConversation({
        ...before,
        messages: action.page.messages,
        before: action.page.before,
        partnerReadSeq,
      })
    const known = before.messages[0]
    const reachesFurther = known === undefined || first.seq < known.seq
    return settleConversation({
      ...before,
      messages: mergeMessages(before.messages, action.page.messages),
      before: reachesFurther ? action.page.before : before.before,
      partnerReadSeq,
    })
  }
  if (action.type === "later") {
    // What was sent long ago and is confirmed only now lies above what is shown.
    const first = before.messages[0]?.seq ?? 0
    const confirmedKeys = new Set(
      action.messages.flatMap((message) => (message.seq < first ? message.clientKey : null)),
    )
    const newer = action.messages.filter((message) => message.seq >= first)
    const pending = before.pending.filter((pendingMessage) => !confirmedKeys.has(pendingMessage.clientKey))
    return settleConversation({
      ...before,
      pending,
      messages: mergeMessages(before.messages, newer),
      partnerReadSeq: Math.max(before.partnerReadSeq, action.partnerReadSeq ?? 0),
    })
  }
  if (action.type === "older")
    return settleConversation({
      ...before,
      messages: mergeMessages(action.page.messages, before.messages),
      before: action.page.before,
    })
  if (action.type === "read")
    return { ...before, partnerReadSeq: Math.max(before.partnerReadSeq, action.seq) }
  if (action.type === "send") return { ...before, pending: [...before.pending, action.pending] }
  if (action.type === "left")
    return settleConversation({
      ...before,
      pending: [
        ...action.pending.filter(
          (left) => !before.pending.some((pendingMessage) => pendingMessage.clientKey === left.clientKey),
        ),
        ...before.pending,
      ],
    })
  if (action.type === "drop")
    return {
      ...before,
      pending: before.pending.filter((pendingMessage) => pendingMessage.clientKey !== action.clientKey),
    }
  return {
    ...before,
    pending: before.pending.map((pendingMessage) =>
      pendingMessage.clientKey !== action.clientKey
        ? pendingMessage
        : action.type === "failed"
          ? { ...pendingMessage, state: "failed", problem: action.problem }
          : { ...pendingMessage, state: "sending" },
    ),
  }
}

/**
 * Both lists by number, each message once; of two the newer answer counts. Nothing is taken that would leave
 * a gap.
 */
function mergeMessages(known: readonly MessageView[], incoming: readonly MessageView[]): MessageView[] {
  const bySeq = new Map(known.map((message) => [message.seq, message]))
  for (const message of incoming) bySeq.set(message.seq, message)
  const sorted = [...bySeq.values()].sort((a, b) => a.seq - b.seq)
  const gapIndex = sorted.findIndex((message, at) => at > 0 && message.seq !== (sorted[at - 1]?.seq ?? 0) + 1)
  return gapIndex === -1 ? sorted : sorted.slice(0, gapIndex)
}

/** What has arrived is no longer on its way, and every card of an appointment shows its newest state. */
function settleConversation(conversation: Conversation): Conversation {
  const confirmedKeys = new Set(conversation.messages.flatMap((message) => message.clientKey ?? []))
  const latestAppointments = new Map(
    conversation.messages.flatMap((message) =>
      message.appointment ? [[message.appointment.id, message.appointment] as const] : [],
    ),
  )
  const lastProposed = conversation.messages.findLast((message) => message.kind === "appointment")
    ?.appointment?.id
  const messages = conversation.messages.map((message) => {
    const latestAppointment =
      message.appointment && (latestAppointments.get(message.appointment.id) ?? message.appointment)
    if (!latestAppointment) return message
    const isReplaced =
      message.kind === "appointment" &&
      latestAppointment.id !== lastProposed &&
      REPLACEABLE_STATES.includes(latestAppointment.state)
    const appointment = isReplaced
      ? { ...latestAppointment, state: "replaced" as const, moves: [] }
      : latestAppointment
    return appointment === message.appointment ? message : { ...message, appointment }
  })
  return {
    ...conversation,
    messages,
    pending: conversation.pending.filter((pendingMessage) => !confirmedKeys.has(pendingMessage.clientKey)),
  }
}

// ── As it is shown

export type MessageRow = {
  message: MessageView
  /** The first of its speaker in a row: the partner's picture stands there, and more room above. */
  first: boolean
  /** The last of its speaker within a minute: the time stands there. */
  showsTime: boolean
}
export type ConversationDay = { day: string; lines: MessageRow[] }

/** Messages by Korea's days, in runs of one speaker. */
export function groupByDay(messages: readonly MessageView[]): ConversationDay[] {
  const days: ConversationDay[] = []
  for (const [at, message] of messages.entries()) {
    const day = toKstDateString(message.at)
    let last = days.at(-1)
    if (last?.day !== day) days.push((last = { day, lines: [] }))
    const older = last.lines.at(-1)?.message
    const newer = messages[at + 1]
    last.lines.push({
      message,
      first: older?.mine !== message.mine,
      showsTime:
        newer === undefined ||
        newer.mine !== message.mine ||
        newer.at.slice(0, 16) !== message.at.slice(0, 16) ||
        toKstDateString(newer.at) !== day,
    })
  }
  return days
}
