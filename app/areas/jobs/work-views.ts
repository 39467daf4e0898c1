/** The shapes in which screens see worked days and wages. */
import type { RestWeek } from "./rest-allowance.ts"
import type { ApplicationState, ReviewSide } from "./rules.ts"
import type { Contract, HistoryEntry, Payslip } from "./views.ts"
import type {
  CorrectionState,
  HoursSource,
  MarkMethod,
  MarkMove,
  PayMethod,
  WageState,
  WorkDayState,
} from "./work-rules.ts"

type WorkRole = ReviewSide | "admin"

export type MarkView = { move: MarkMove; method: MarkMethod; distanceM: number | null; at: string }
export type CorrectionView = {
  id: string
  askedBy: ReviewSide
  state: CorrectionState
  startsAt: string
  endsAt: string
  breakMinutes: number
  reason: string
  createdAt: string
}
export type WorkDayView = {
  id: string
  wageId: string
  state: WorkDayState
  date: string
  startsAt: string
  endsAt: string
  breakMinutes: number
  startedAt: string | null
  endedAt: string | null
  restMinutes: number | null
  restingSince: string | null
  source: HoursSource
  calledOff: { at: string; reason: string } | null
  marks: MarkView[]
  corrections: CorrectionView[]
}

type WageSumsView = {
  grossWon: number
  incomeTaxWon: number
  localTaxWon: number
  insuranceWon: number
  netWon: number
}
export type WageView = {
  id: string
  state: WageState
  payday: string
  dueAt: string
  payslip: (Payslip & WageSumsView) | null
  issuedAt: string | null
  paidOn: string | null
  method: PayMethod | null
  sentAt: string | null
  denied: { at: string; note: string } | null
  receivedAt: string | null
  lateAt: string | null
  escalatedAt: string | null
  handled: { at: string; note: string } | null
}

type Parties = {
  applicationId: string
  hireId: string
  role: WorkRole
  state: ApplicationState
  title: string
  businessName: string
  workerName: string
}

/** The days of an application and what is paid for them. */
export type WorkRecord = Parties & {
  contract: Contract
  signed: { employer: string; worker: string }
  hasPlace: boolean
  hasPlaceConsent: boolean
  days: WorkDayView[]
  wages: WageView[]
  /** What the weeks of its days earn for their rest. */ restWeeks: RestWeek[]
}

/** Everything about a wage, as it is handed to the labour office. */
export type WageRecord = WorkRecord & { wage: WageView; history: HistoryEntry[]; workerPhone: string }

/** What the employer's screen at the workplace shows. */
export type SiteView = {
  hireId: string
  title: string
  code: string
  remainingMs: number
  hasPlace: boolean
  people: {
    applicationId: string
    name: string
    state: WorkDayState
    startsAt: string
    endsAt: string
    startedAt: string | null
    endedAt: string | null
  }[]
}

/** A wage that an employer has not paid in time. */
export type OwnLateWage = {
  applicationId: string
  wageId: string
  title: string
  workerName: string
  netWon: number
  dueAt: string
}

export type LateWageCard = {
  applicationId: string
  wageId: string
  state: WageState
  title: string
  businessName: string
  workerName: string
  netWon: number
  dueAt: string
  escalatedAt: string
  handled: { at: string; by: string; note: string } | null
  isInvolved: boolean
}
