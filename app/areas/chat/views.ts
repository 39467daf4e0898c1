import type { SubjectRef } from "#app/basics/subject.ts"
import type { PictureData } from "#app/ui/picture.tsx"
import type { AppointmentTransition, AppointmentState, ChatCard, MessageKind } from "./rules.ts"

export type AppointmentView = {
  id: string
  state: AppointmentState
  at: string
  /** The region that was chosen on the map; null where none was. */
  area: string | null
  place: string
  note: string
  mine: boolean
  /** What the reader may do with it now. */
  moves: AppointmentTransition[]
}

export type MessageView = {
  id: string
  /** 1, 2, 3 … in its room, without gaps. */
  seq: number
  /** Null for what the room says by itself, and for cards. */
  mine: boolean | null
  kind: MessageKind
  text: string
  at: string
  pictures: PictureData[]
  appointment: AppointmentView | null
  card: ChatCard | null
  /** Of the reader's own messages: which sending it was. */
  clientKey: string | null
  /** Hidden by moderation; text and pictures are empty. */
  hidden: boolean
}

/** Messages of a room, oldest first; `before` is where the older ones go on, null where there are none. */
export type MessagePage = { messages: MessageView[]; before: number | null }

/** A message that was found by its words. */
export type FoundMessage = {
  id: string
  roomId: string
  seq: number
  text: string
  isMine: boolean
  at: string
  subject: SubjectRef
  subjectTitle: string
  partnerId: string
}

export type PartnerView = { userId: string; name: string; avatarId: string | null; hasLeft: boolean }

export type RoomRow = {
  id: string
  subject: SubjectRef & { title: string; pictureId: string | null }
  partnerId: string
  lastText: string
  lastMine: boolean
  /** Of the last message, or of the opening where there is none. */
  at: string
  unread: number
}

export type RoomPage = { rooms: RoomRow[]; after: string | null; next: string | null }

/** The rooms that a screen shows under each other. */
export type RoomListView = { rooms: (RoomRow & { partner: PartnerView })[]; more: boolean }

/** One room as one of its two people sees it. */
export type RoomView = {
  id: string
  subject: SubjectRef & { title: string; pictureId: string | null }
  partnerId: string
  partnerLeft: boolean
  /** Who of the two wants no messages; the reader where both do. */
  block: "mine" | "theirs" | null
  lastSeq: number
  readSeq: number
  /** How far the partner has read. */
  partnerReadSeq: number
  unread: number
}
