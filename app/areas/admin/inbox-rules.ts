/** The inbox: its queues, deadlines and views. Loaded by every screen of the back office. */
import type { Queue } from "./rules.ts"

/** The queues whose things are worked on one by one in the inbox. */
export const INBOX_QUEUES = [
  "disputes",
  "warranties",
  "deals",
  "reports",
  "appeals",
  "noshows",
  "late_wages",
  "experts",
  "papers",
  "sellers",
  "products",
  "claims",
  "tickets",
  "payouts",
  "transfers",
  "refunds",
  "chargebacks",
  "cash_receipts",
  "old_charges",
] as const satisfies readonly Queue[]
export type InboxQueue = (typeof INBOX_QUEUES)[number]

/** Within how many working hours a thing of each queue is to be decided, as shipped. */
export const DEFAULT_DEADLINES: Readonly<Record<InboxQueue, number>> = {
  disputes: 18,
  warranties: 18,
  deals: 18,
  reports: 4,
  appeals: 18,
  noshows: 9,
  late_wages: 9,
  experts: 18,
  papers: 18,
  sellers: 18,
  products: 18,
  claims: 9,
  tickets: 9,
  payouts: 4,
  transfers: 4,
  refunds: 4,
  chargebacks: 9,
  cash_receipts: 9,
  old_charges: 18,
}

declare module "#app/basics/settings.ts" {
  interface Settings {
    /** Working hours by queue. */ deadlines: Readonly<Record<InboxQueue, number>>
  }
}

export const INBOX_VIEWS = ["todo", "mine", "late", "snoozed", "others"] as const
export type InboxView = (typeof INBOX_VIEWS)[number]
export const INBOX_VIEW_LABELS: Record<InboxView, string> = {
  todo: "할 일",
  mine: "내가 맡은 일",
  late: "기한 지난 일",
  snoozed: "미뤄 둔 일",
  others: "동료가 맡은 일",
}

export const SNOOZES = ["hour", "tomorrow", "three_days"] as const
export type Snooze = (typeof SNOOZES)[number]
export const SNOOZE_LABELS: Record<Snooze, string> = {
  hour: "한 시간 뒤",
  tomorrow: "다음 영업일 아침",
  three_days: "3영업일 뒤 아침",
}
