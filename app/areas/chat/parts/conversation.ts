/**
 * Owns what a page knows of one room: messages in their order, what is on its way, how far the partner has
 * read. Pure.
 */
import { kstDateString } from "#app/basics/time.ts"
import type { PictureFacts } from "#app/ui/picture.tsx"
import { REPLACEABLE } from "../rules.ts"
import type { MessagePage, MessageView } from "../views.ts"

/** A message of one's own that the server has not confirmed. */
export type Pending =
  | { clientKey: string; text: string; pictures: PictureFacts[]; at: string; state: "sending" }
  | {
      clientKey: string
      text: string
      pictures: PictureFacts[]
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
  pending: readonly Pending[]
}

export type Step =
  /** The newest page, as the screen was loaded with or again. */
  | { type: "page"; page: MessagePage; partnerReadSeq: number }
  /** What follows on what is there. */
  | { type: "later"; messages: readonly MessageView[]; partnerReadSeq?: number }
  | { type: "older"; page: MessagePage }
  | { type: "read"; seq: number }
  | { type: "send"; pending: Pending }
  /** What another page of this browser left unconfirmed. */
  | { type: "left"; pending: readonly Pending[] }
  | { type: "failed"; clientKey: string; problem: string }
  | { type: "again"; clientKey: string }
  | { type: "drop"; clientKey: string }

export const beginConversation = (page: MessagePage, partnerReadSeq: number): Conversation => ({
  ...page,
  partnerReadSeq,
  pending: [],
})

/** Number of the last message known; 0 for none. */
export const lastSeqOf = ({ messages }: Conversation): number => messages.at(-1)?.seq ?? 0

export function step(before: Conversation, change: Step): Conversation {
  if (change.type === "page") {
    const partnerReadSeq = Math.max(before.partnerReadSeq, change.partnerReadSeq)
    const first = change.page.messages[0]
    // More was missed than a page holds: what lies between is fetched again by scrolling up.
    if (first === undefined || first.seq > lastSeqOf(before) + 1)
      return settled({
        ...before,
        messages: change.page.messages,
        before: change.page.before,
        partnerReadSeq,
      })
    const known = before.messages[0]
    const wider = known === undefined || first.seq < known.seq
    return settled({
      ...before,
      messages: merged(before.messages, change.page.messages),
      before: wider ? change.page.before : before.before,
      partnerReadSeq,
    })
  }
  if (change.type === "later") {
    // What was sent long ago and is confirmed only now lies above what is shown.
    const first = before.messages[0]?.seq ?? 0
    const arrived = new Set(
      change.messages.flatMap((message) => (message.seq < first ? message.clientKey : null)),
    )
    const later = change.messages.filter((message) => message.seq >= first)
    const pending = before.pending.filter((one) => !arrived.has(one.clientKey))
    return settled({
      ...before,
      pending,
      messages: merged(before.messages, later),
      partnerReadSeq: Math.max(before.partnerReadSeq, change.partnerReadSeq ?? 0),
    })
  }
  if (change.type === "older")
    return settled({
      ...before,
      messages: merged(change.page.messages, before.messages),
      before: change.page.before,
    })
  if (change.type === "read")
    return { ...before, partnerReadSeq: Math.max(before.partnerReadSeq, change.seq) }
  if (change.type === "send") return { ...before, pending: [...before.pending, change.pending] }
  if (change.type === "left")
    return settled({
      ...before,
      pending: [
        ...change.pending.filter((left) => !before.pending.some((one) => one.clientKey === left.clientKey)),
        ...before.pending,
      ],
    })
  if (change.type === "drop")
    return { ...before, pending: before.pending.filter((one) => one.clientKey !== change.clientKey) }
  return {
    ...before,
    pending: before.pending.map((one) =>
      one.clientKey !== change.clientKey
        ? one
        : change.type === "failed"
          ? { ...one, state: "failed", problem: change.problem }
          : { ...one, state: "sending" },
    ),
  }
}

/**
 * Both lists by number, each message once; of two the newer answer counts. Nothing is taken that would leave
 * a gap.
 */
function merged(known: readonly MessageView[], coming: readonly MessageView[]): MessageView[] {
  const bySeq = new Map(known.map((message) => [message.seq, message]))
  for (const message of coming) bySeq.set(message.seq, message)
  const sorted = [...bySeq.values()].sort((a, b) => a.seq - b.seq)
  const gap = sorted.findIndex((message, at) => at > 0 && message.seq !== (sorted[at - 1]?.seq ?? 0) + 1)
  return gap === -1 ? sorted : sorted.slice(0, gap)
}

/** What has arrived is no longer on its way, and every card of an appointment shows its newest state. */
function settled(after: Conversation): Conversation {
  const arrived = new Set(after.messages.flatMap((message) => message.clientKey ?? []))
  const newest = new Map(
    after.messages.flatMap((message) =>
      message.appointment ? [[message.appointment.id, message.appointment] as const] : [],
    ),
  )
  const lastProposed = after.messages.findLast((message) => message.kind === "appointment")?.appointment?.id
  const messages = after.messages.map((message) => {
    const shown = message.appointment && (newest.get(message.appointment.id) ?? message.appointment)
    if (!shown) return message
    const replaced =
      message.kind === "appointment" && shown.id !== lastProposed && REPLACEABLE.includes(shown.state)
    const appointment = replaced ? { ...shown, state: "replaced" as const, moves: [] } : shown
    return appointment === message.appointment ? message : { ...message, appointment }
  })
  return { ...after, messages, pending: after.pending.filter((one) => !arrived.has(one.clientKey)) }
}

// ── As it is shown

export type Line = {
  message: MessageView
  /** The first of its speaker in a row: the partner's picture stands there, and more room above. */
  first: boolean
  /** The last of its speaker within a minute: the time stands there. */
  timed: boolean
}
export type Day = { day: string; lines: Line[] }

/** Messages by Korea's days, in runs of one speaker. */
export function daysOf(messages: readonly MessageView[]): Day[] {
  const days: Day[] = []
  for (const [at, message] of messages.entries()) {
    const day = kstDateString(message.at)
    let last = days.at(-1)
    if (last?.day !== day) days.push((last = { day, lines: [] }))
    const earlier = last.lines.at(-1)?.message
    const later = messages[at + 1]
    last.lines.push({
      message,
      first: earlier?.mine !== message.mine,
      timed:
        later === undefined ||
        later.mine !== message.mine ||
        later.at.slice(0, 16) !== message.at.slice(0, 16) ||
        kstDateString(later.at) !== day,
    })
  }
  return days
}
