/** The words, limits and transition table of chat, and what in a text is a warning sign. */
import { href } from "react-router"
import { anyOf } from "#app/basics/patterns.ts"
import type { SubjectKind } from "#app/basics/subject.ts"
import type { Transition } from "#app/basics/transitions.ts"
import { findContacts } from "#app/basics/contacts.ts"
import { truncateText } from "#app/basics/truncate-text.ts"

/** Where a room is shown, and what notifications of its messages lead to. */
export const getRoomPath = (roomId: string): string => `${href("/chat")}?room=${roomId}`

/** marketplace.md, Chat and notifications. */
export const LIMITS = {
  /** Messages of one person in a minute. */
  messagesPerMinute: 20,
  /** Rooms that one person opens in an hour. */
  roomsPerHour: 5,
  pictures: 5,
  text: 2_000,
  /** Messages of one page of a room. */
  messagesPerPage: 30,
  /** Most messages of one answer to "what came after". */
  catchUpMessages: 100,
  /** Rooms of one page of the list. */
  roomsPerPage: 20,
  /** Most rooms that one screen shows under each other. */
  maxRooms: 200,
  /** Messages before and after a reported one that an admin sees. */
  contextMessages: 20,
} as const

const MESSAGE_KINDS = ["text", "pictures", "appointment", "system", "card"] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/**
 * What a card in a room says: that something happened with what the two talk about, written once by its area.
 * `icon` names what happened; `link` leads to where it goes on.
 */
export type ChatCard = {
  icon: "offer" | "reserved" | "paid" | "sent" | "received" | "done" | "problem"
  title: string
  text: string
  link: { label: string; href: string } | null
}

// ── The list

export const ROOM_FILTERS = ["all", "services", "market", "unread"] as const
export type RoomFilter = (typeof ROOM_FILTERS)[number]
export const ROOM_FILTER_LABELS: Record<RoomFilter, string> = {
  all: "전체",
  services: "견적",
  market: "중고거래",
  unread: "안 읽음",
}
/** The kinds of subject that a view of the list shows; null for all. */
export const FILTER_SUBJECT_KINDS: Record<RoomFilter, readonly SubjectKind[] | null> = {
  all: null,
  services: ["order", "proposal", "expert"],
  market: ["item"],
  unread: null,
}

/**
 * How admins sort rooms: by their opening. By what was said last would cost every message an entry in an
 * index.
 */
export const ADMIN_ROOM_SORTS = ["newest", "oldest"] as const
export type AdminRoomSort = (typeof ADMIN_ROOM_SORTS)[number]
export const ADMIN_ROOM_FILTERS = ["all", "reported", "services", "jobs", "market", "shop"] as const
export type AdminRoomFilter = (typeof ADMIN_ROOM_FILTERS)[number]
export const ADMIN_ROOM_FILTER_LABELS: Record<AdminRoomFilter, string> = {
  all: "전체",
  reported: "신고된 대화",
  services: "견적",
  jobs: "일자리",
  market: "중고거래",
  shop: "쇼핑",
}
export const ADMIN_FILTER_SUBJECT_KINDS: Record<AdminRoomFilter, readonly SubjectKind[] | null> = {
  all: null,
  reported: null,
  services: ["order", "proposal", "expert"],
  jobs: ["hire", "seek"],
  market: ["item"],
  shop: ["product"],
}

// ── Appointments

export const APPOINTMENT_STATES = ["proposed", "accepted", "declined", "cancelled", "replaced"] as const
export type AppointmentState = (typeof APPOINTMENT_STATES)[number]
export const APPOINTMENT_STATE_LABELS: Record<AppointmentState, string> = {
  proposed: "답변 대기",
  accepted: "약속 확정",
  declined: "거절함",
  cancelled: "취소함",
  replaced: "변경함",
}
export const APPOINTMENT_TRANSITION_NAMES = ["accept", "decline", "cancel"] as const
export type AppointmentTransition = (typeof APPOINTMENT_TRANSITION_NAMES)[number] | "replace"
export type AppointmentRole = "proposer" | "invited"

/** A new proposal replaces the one that waits in the room, whoever made it, and one that was agreed. */
export const APPOINTMENT_TRANSITIONS: readonly Transition<
  AppointmentState,
  AppointmentTransition,
  AppointmentRole
>[] = [
  { move: "accept", from: ["proposed"], to: "accepted", by: ["invited"] },
  { move: "decline", from: ["proposed"], to: "declined", by: ["invited"] },
  { move: "cancel", from: ["proposed"], to: "cancelled", by: ["proposer"] },
  { move: "cancel", from: ["accepted"], to: "cancelled", by: ["proposer", "invited"] },
  { move: "replace", from: ["proposed", "accepted"], to: "replaced", by: ["proposer", "invited"] },
]
/** The states that a new proposal replaces. */
export const REPLACEABLE_STATES: readonly AppointmentState[] = ["proposed", "accepted"]

/** What an appointment is called: an expert comes to look, a seller and a buyer meet. */
export const getAppointmentName = (kind: SubjectKind): string => {
  if (kind === "order" || kind === "proposal" || kind === "expert") return "방문 약속"
  if (kind === "item" || kind === "product") return "거래 약속"
  return kind === "hire" || kind === "seek" ? "면접 약속" : "약속"
}

/** What the list and a notification say of a message. */
export function formatPreview(message: { kind: MessageKind; text: string; pictures: number }): string {
  if (message.kind === "pictures" && message.text === "")
    return message.pictures > 1 ? `사진 ${message.pictures}장` : "사진"
  return truncateText(message.text.replace(/\s+/g, " "), 100)
}

// ── Quick replies

type ReplySet = {
  /** Of whose thing it is. */ owner: readonly string[]
  /** Of who asks. */ other: readonly string[]
}

const service: ReplySet = {
  owner: [
    "네, 가능해요",
    "사진을 보내 주시면 정확히 알려 드릴게요",
    "언제 방문하면 좋을까요?",
    "확인하고 연락드릴게요",
  ],
  other: ["방문 견적 가능하신가요?", "몇 시까지 작업하세요?", "자재도 포함인가요?", "사진 더 보내드릴까요?"],
}
const order: ReplySet = {
  owner: ["방문 견적 가능하신가요?", "몇 시까지 작업하세요?", "자재도 포함인가요?", "사진 더 보내드릴까요?"],
  other: ["네, 가능해요", "사진을 더 볼 수 있을까요?", "언제 방문하면 좋을까요?", "확인하고 연락드릴게요"],
}
const REPLIES_BY_KIND: Partial<Record<SubjectKind, ReplySet>> = {
  expert: service,
  // A proposal is the expert's, an order the customer's.
  proposal: service,
  order,
  item: {
    owner: ["네, 구매 가능해요", "언제 거래할까요?", "가격은 그대로예요", "죄송해요, 예약됐어요"],
    other: [
      "안녕하세요, 구매 가능할까요?",
      "직거래 어디서 가능하세요?",
      "사진 더 볼 수 있을까요?",
      "오늘 거래 가능할까요?",
    ],
  },
  product: {
    owner: ["네, 재고 있어요", "오늘 발송해 드릴게요", "확인하고 알려 드릴게요"],
    other: ["안녕하세요, 재고 있나요?", "언제 발송되나요?", "교환할 수 있나요?"],
  },
  hire: {
    owner: ["네, 아직 모집 중이에요", "언제부터 일하실 수 있나요?", "면접 보러 오실 수 있나요?"],
    other: ["안녕하세요, 아직 모집 중인가요?", "내일부터 일할 수 있어요", "급여는 언제 받나요?"],
  },
  seek: {
    owner: ["네, 가능해요", "근무 시간을 알려 주세요", "근무지가 어디인가요?"],
    other: ["안녕하세요, 함께 일하고 싶어요", "언제부터 일하실 수 있나요?", "통화 가능하신가요?"],
  },
}

const REPLIES_AFTERWARDS = ["확인했어요", "감사했어요", "하나 더 여쭤볼게요", "좋은 하루 보내세요"]
const REPLIES_ONCE_AGREED = [
  "지금 출발할게요",
  "도착했어요",
  "조금 늦을 것 같아요",
  "시간을 바꿀 수 있을까요?",
]
/**
 * Sentences to go on with, for whose thing it is or for who asks about it; `agreed`: the two will meet
 * about it, `over`: it is sold or done.
 */
export const listQuickReplies = (
  kind: SubjectKind,
  isOwner: boolean,
  stage: "open" | "agreed" | "over",
): readonly string[] =>
  stage === "over"
    ? REPLIES_AFTERWARDS
    : stage === "agreed"
      ? REPLIES_ONCE_AGREED
      : (REPLIES_BY_KIND[kind]?.[isOwner ? "owner" : "other"] ?? ["안녕하세요", "확인했어요", "감사해요"])

// ── Warning signs

export type WarningKind = "payment" | "contact"
/** korea.md §6. */
export const WARNING_TEXTS: Record<WarningKind, { title: string; text: string }> = {
  payment: {
    title: "외부 결제 유도는 사기일 수 있어요.",
    text: "돈은 물건이나 작업을 확인한 뒤에 보내 주세요.",
  },
  contact: {
    title: "외부 결제 유도는 사기일 수 있어요.",
    text: "연락처를 주고받기보다 바로일당 채팅으로 이야기해 주세요.",
  },
}

const OUTSIDE_PAYMENT_PATTERN = anyOf(
  /(?:계좌|무통장|현금)\S{0,4}\s?(?:번호|이체|입금|송금|보[내낼냈]|부[쳐칠]|결제)/,
  /(?:입금|송금|이체|선입금|예약금|계약금)\S{0,3}\s?(?:해\s?주|부탁|먼저|하시면|주시면|보[내낼])|예금주|토스\s?아이디/,
  /카카오페이\s?(?:송금|링크)/,
)

/**
 * What in `text` leads around the product: a bank account or paying elsewhere, a phone number or another
 * messenger. Null for neither.
 */
export function detectWarning(text: string): WarningKind | null {
  const contacts = findContacts(text)
  if (contacts.some(({ kind }) => kind === "account") || OUTSIDE_PAYMENT_PATTERN.test(text)) return "payment"
  return contacts.length > 0 ? "contact" : null
}

// ── Refusals

/** Why something was not done, in words, and the status that goes with it. */
export const REFUSALS = {
  blocked: { status: 409, sentence: "차단했거나 차단된 상대라 메시지를 보낼 수 없어요." },
  over: { status: 409, sentence: "그사이 마감돼 새로 채팅할 수 없어요." },
  partner_left: { status: 409, sentence: "탈퇴한 회원이라 메시지를 보낼 수 없어요." },
  too_many_rooms: {
    status: 429,
    sentence: "새 채팅을 너무 많이 시작했어요. 한 시간쯤 뒤에 다시 시도해 주세요.",
  },
  too_many_messages: {
    status: 429,
    sentence: "메시지를 너무 빨리 보내고 있어요. 1분 뒤에 다시 보내 주세요.",
  },
  pictures_missing: {
    field: "pictureIds",
    status: 400,
    sentence: "사진을 찾지 못했어요. 사진을 다시 올려 주세요.",
  },
  past: {
    field: "time",
    status: 400,
    sentence: "지난 시간으로는 약속할 수 없어요. 시간을 다시 골라 주세요.",
  },
  not_now: { status: 409, sentence: "그사이 약속이 바뀌었어요. 지금 상태를 확인해 주세요." },
  not_found: { status: 404, sentence: "채팅방을 찾지 못했어요." },
} as const
