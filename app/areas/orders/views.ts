/**
 * The shapes in which orders and proposals are shown: plain data, times as ISO text, nothing the viewer
 * may not see.
 */
import type { CardPicture, PictureView } from "#app/basics/picture-view.ts"
import type {
  QuestionAnswer,
  Category,
  ChangeOrderState,
  OrderRole,
  OrderState,
  ProposalLine,
  ProposalState,
  Schedule,
} from "./rules.ts"

import type { ChargeState } from "../money/rules.ts"
import type { DisputeState, OrderFee, OrderPayment, PartState, PlanPart } from "./payment-rules.ts"

import type { WarrantyState } from "./warranty-rules.ts"

export type { PictureView }

/** What everybody who may see a request sees of it. */
export type OrderDetails = {
  id: string
  category: Category
  service: string
  title: string
  description: string
  answers: QuestionAnswer[]
  regionCode: string
  schedule: Schedule
  wantedOn: string | null
  budgetMinWon: number | null
  budgetMaxWon: number | null
  state: OrderState
  proposalCount: number
  openedAt: string | null
  expiresAt: string | null
}

/** A request on the board and on the home page: nothing private. */
export type OpenOrderCard = Pick<
  OrderDetails,
  | "id"
  | "category"
  | "service"
  | "title"
  | "regionCode"
  | "schedule"
  | "wantedOn"
  | "budgetMinWon"
  | "budgetMaxWon"
  | "proposalCount"
> & { openedAt: string; expiresAt: string | null }

/** A request on the board of an approved expert. */
export type BoardCard = OpenOrderCard & {
  description: string
  photoCount: number
  /** Sent to this expert from their profile. */ invited: boolean
  /** This expert has sent a proposal. */ proposed: boolean
}

/** One of the customer's own requests. */
export type MyOrderCard = Pick<
  OrderDetails,
  | "id"
  | "category"
  | "service"
  | "title"
  | "regionCode"
  | "schedule"
  | "wantedOn"
  | "state"
  | "proposalCount"
  | "expiresAt"
> & {
  createdAt: string
  /** Proposals that have not been looked at. */
  unseenProposals: number
  /** Change orders that wait for an answer. */
  pendingChangeOrders: number
  expertId: string | null
  agreedWon: number | null
  payableWon: number | null
  picture: CardPicture | null
}

export type ChangeOrderView = {
  id: string
  state: ChangeOrderState
  title: string
  reason: string
  amountWon: number
  createdAt: string
  decidedAt: string | null
}
export type OrderEventView = {
  move: string
  toState: OrderState | null
  role: OrderRole
  note: string
  at: string
}

export type ProposalView = {
  id: string
  orderId: string
  expertId: string
  state: ProposalState
  version: number
  lines: ProposalLine[]
  included: string[]
  excluded: string[]
  extraChargeRule: string
  totalWon: number
  /** The last moment at which it can be chosen. */
  validUntil: string
  /** YYYY-MM-DD, as all days. */
  earliestStart: string
  days: number
  warrantyMonths: number
  siteVisitNeeded: boolean
  siteVisitFeeWon: number
  message: string
  plan: PlanPart[]
  declineReason: string
  sentAt: string
  viewedAt: string | null
  /** Still to be chosen: sent or viewed, and not past its time. */
  isChoosable: boolean
}

/** A picture of the work; `partId` names the part that it was delivered with. */
export type AfterPhoto = PictureView & { partId: string | null }

/** A part of an order that is paid safely, as its two people see it. */
export type PartView = {
  id: string
  name: string
  task: string
  materials: string
  amountWon: number
  days: number
  state: PartState
  /** Of a change order, not of the plan. */
  isChange: boolean
  note: string
  /** Where it is paid; null before it is asked for. */
  chargeId: string | null
  chargeState: ChargeState | null
  dueAt: string | null
  /** What the customer pays and what the expert gets, with the fee, in won. */
  payerWon: number
  payeeWon: number
  releasedWon: number
  refundedWon: number
  /** What goes back was a deposit, and its payer has not said where to. */
  isAccountNeeded: boolean
  heldAt: string | null
  deliveredAt: string | null
  releasedAt: string | null
}

/** How one of the two proposes to divide what is held. */
export type SplitView = {
  id: string
  proposedBy: "customer" | "expert"
  heldWon: number
  expertWon: number
  reason: string
  expiresAt: string
}

/** How a dispute about held money stands. */
export type DisputeView = {
  state: DisputeState
  openedBy: "customer" | "expert"
  heldWon: number
  /** What is proposed or decided; null before. */
  expertWon: number | null
  outcome: "complete" | "cancel" | null
  reason: string
  customerAnswer: "accept" | "object" | null
  customerNote: string
  expertAnswer: "accept" | "object" | null
  expertNote: string
  appealedBy: "customer" | "expert" | null
  appealNote: string
  /** Until when it may be answered or appealed. */
  endsAt: string | null
}

/** A claim about a defect of finished work. */
export type WarrantyClaimView = {
  id: string
  state: WarrantyState
  details: string
  /** The last day to answer, and whether it passed without an answer. */
  answerDueOn: string
  isLate: boolean
  answer: string
  visitOn: string | null
  refusalReason: string
  repairNote: string
  escalationNote: string
  decision: "repair" | "close" | null
  decisionReason: string
  createdAt: string
  answeredAt: string | null
  repairedAt: string | null
  closedAt: string | null
  /** Whether the customer may ask an administrator now. */
  canEscalate: boolean
  /** Repairs have cured nothing so often that an administrator may be asked. */
  isRepairFailing: boolean
  defectPhotos: PictureView[]
  repairPhotos: PictureView[]
}
/** The warranty of finished work. */
export type WarrantyView = {
  months: number
  /** What is covered: what the proposal included. */
  covered: string[]
  lastDay: string
  /** 0 on the last day; below 0 it is over. */
  daysLeft: number
  /** Newest first. */
  claims: WarrantyClaimView[]
}

/** What only the two people of an order and an admin see of it. */
/** Where the work is and how the two call each other. */
export type ContactView = {
  address: string
  /** The customer's own number; empty where it is not shown to the reader. */
  phone: string
  /** As people read it; null where there is none, or none is needed. */
  relayNumber: string | null
  /** Whether the reader and the other one want the number itself; null where nothing is hidden. */
  sharing: { mine: boolean; theirs: boolean } | null
}

export type OrderPrivateDetails = {
  customerId: string
  expertId: string | null
  agreedWon: number | null
  /** Agreed plus accepted change orders: never more. */
  payableWon: number | null
  contact: ContactView | null
  cancelReason: string
  changes: ChangeOrderView[]
  events: OrderEventView[]
  afterPhotos: AfterPhoto[]
  payment: OrderPayment
  fee: OrderFee | null
  /** In the order of the work; empty where the two settle it themselves. */
  parts: PartView[]
  /** What waits for the other's answer. */
  split: SplitView | null
  /** The last dispute about the held money of the order. */
  dispute: DisputeView | null
  /** Whether its steps were recorded, to be taken along as a file. */
  hasEvidence: boolean
  /** Null before the work is completed, and where the proposal promised none. */
  warranty: WarrantyView | null
  matchedAt: string | null
  startedAt: string | null
  deliveredAt: string | null
  completedAt: string | null
  cancelledAt: string | null
  /** When an unanswered delivery counts as confirmed. */
  autoCompletesAt: string | null
}

export type OrderView = {
  role: "customer" | "expert" | "viewer" | "admin"
  order: OrderDetails
  photos: PictureView[]
  /** Null for a viewer. */
  privateDetails: OrderPrivateDetails | null
  /**
   * For the customer and an admin the accepted proposal, for an expert their own; null where there is none.
   */
  proposal: ProposalView | null
  /** For an expert: it was sent to them from their profile. For the customer and an admin: to some expert. */
  invited: boolean
  /** How many experts whom it fits were told of it; 0 for who is neither the customer nor an admin. */
  alertedCount: number
  /** Taken out of sight by moderation; only the customer and an admin get here. */
  hiddenReason: string | null
}

export type Page<Row> = { rows: Row[]; /** For the next page; null on the last. */ cursor: string | null }
