/** What the frame of the back office shows. */
import type { RecordKind } from "#app/basics/record-kind.ts"
import type { OfficeRole, Right } from "../accounts/rules.ts"
import type { InboxQueue } from "./inbox-rules.ts"
import type { Queue } from "./rules.ts"
import type { SavedView } from "./view-rules.ts"

export type QueueCount = {
  queue: Queue
  count: number
  /** Since when the one that waits longest does. */ oldest: string | null
}
export type FoundRecord = { kind: RecordKind; id: string; title: string; detail: string }

/** One thing of the inbox. Times are ISO. */
export type CaseView = {
  id: string
  queue: InboxQueue
  targetId: string | null
  title: string
  since: string
  dueAt: string
  isLate: boolean
  holderId: string | null
  holder: string | null
  isOwn: boolean
  snoozedUntil: string | null
  note: string
}
/** What is open of the inbox about the thing that the screen shows, and whom it could be handed on to. */
export type OpenCase = CaseView & { colleagues: { id: string; name: string; officeRole: OfficeRole }[] }
export type AdminDesk = {
  queues: QueueCount[]
  recent: FoundRecord[]
  open: OpenCase | null
  /** How the list that is open can be looked at; null where it is none with views. */
  list: { views: SavedView[]; hidden: string[] } | null
  /** Of who sits at the desk. */ rights: readonly Right[]
}
