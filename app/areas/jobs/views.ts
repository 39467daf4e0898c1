/**
 * The shapes in which screens see jobs: no rows, times as ISO text, nothing that the viewer may not
 * know.
 */
import type { Distance } from "#app/basics/distance.ts"
import type {
  AppealState,
  ApplicationRole,
  ApplicationState,
  CloseReason,
  DayTime,
  EmployerKind,
  HireState,
  JobKind,
  OfferState,
  PayDate,
  PayType,
  ReviewSide,
  SeekState,
  Weekday,
} from "./rules.ts"
import type { Premiums, WageRate } from "./payslip.ts"
import type { Shift } from "./wages.ts"
import type { HoursSource } from "./work-rules.ts"
import type { Workforce } from "./workforce.ts"

export type Page<Row> = { rows: Row[]; next: string | null }

type PayTerms = { payType: PayType; payWon: number; hourlyWon: number; minutesPerPiece: number | null }

/** A hire post on a card. */
export type HireCardView = PayTerms & {
  id: string
  title: string
  kind: JobKind
  regionCode: string
  /** How far it is from the reader, in a list that says so. */
  distance?: Distance
  /** The first shift, for days and hours. */
  first: Pick<Shift, "start" | "end">
  firstDate: string
  lastDate: string
  days: number
  weekdays: Weekday[]
  state: Exclude<HireState, "draft">
  closedReason: CloseReason | null
  deadlineAt: string
  openedAt: string
  businessName: string
  headcount: number
  hiredCount: number
  shortTerm: boolean
  beginners: boolean
  payDate: PayDate
  /** Takes applications, and its first shift begins within 48 hours. */ urgent: boolean
  saved: boolean
}

export type SlotView = Shift & {
  id: string
  /** The name of the public holiday that its day is. */ holiday: string | null
  headcount: number
  hired: number
  startsAt: string
  endsAt: string
}

/** What else is known of an employer. */
type EmployerReputation = Reputation & {
  /** Hires or days called off less than 24 hours before, in 180 days. */ shortNotices: number
}
export type Reputation = { rating: number | null; reviewCount: number; completedJobs: number }
export type ReviewView = {
  id: string
  authorName: string
  rating: number
  tags: string[]
  body: string
  jobTitle: string
  publishedAt: string
}

export type HireView = Omit<HireCardView, "first"> & {
  description: string
  needs: string[]
  safetyTraining: boolean
  meals: boolean
  lodging: boolean
  foreigners: boolean
  teens: boolean
  applicationCount: number
  hiddenReason: string | null
  slots: SlotView[]
  employer: {
    id: string
    avatarId: string | null
    kind: EmployerKind
    businessName: string
    /** A private person's is shown to whom they hired alone. */
    representative: string | null
    businessNumber: string | null
    /** Null of posts before it was asked for. */ workforce: Workforce | null
  } & EmployerReputation
  reviews: ReviewView[]
  isOwner: boolean
  /** The viewer's own application. */
  mine: { id: string; state: ApplicationState } | null
  /** For those who were hired, and for the owner. */
  contact: { address: string; phone: string } | null
}

export type SeekCardView = {
  id: string
  title: string
  kinds: JobKind[]
  regionCodes: string[]
  /** How far the nearest of their regions is from the reader, in a list that says so. */
  distance?: Distance
  payType: Exclude<PayType, "piece"> | null
  payWon: number | null
  weekdays: Weekday[]
  dayTimes: DayTime[]
  shortTerm: boolean
  availableFrom: string
  careerYears: number
  licences: string[]
  state: SeekState
  openedAt: string
  workerName: string
  avatarId: string | null
  saved: boolean
}
export type SeekView = SeekCardView & {
  introduction: string
  workerId: string
  hiddenReason: string | null
  /** `neighbourhoodCheck`: "송파구 · 11월 인증"; null where they were not found there lately. */
  worker: Reputation & { noShows: number; neighbourhoodCheck: string | null }
  reviews: ReviewView[]
  isOwner: boolean
  /** What the viewer, as an employer, has offered to this person; the last one first. */
  sentOffers: SentOffer[]
}

export type SentOffer = { hireId: string; title: string; state: OfferState; expiresAt: string }

export type OfferView = {
  id: string
  state: OfferState
  message: string
  createdAt: string
  expiresAt: string
  seekId: string
  otherId: string
  /** The business to the worker, the worker to the employer. */
  otherName: string
  hire: Pick<
    HireCardView,
    "id" | "title" | "payType" | "payWon" | "hourlyWon" | "regionCode" | "firstDate" | "state"
  >
}

/** What was agreed, in words that stay as they were. */
export type Contract = PayTerms & {
  title: string
  kind: JobKind
  description: string
  payDate: PayDate
  regionCode: string
  address: string
  businessName: string
  representative: string
  businessNumber: string | null
  /** Not known of contracts before it was asked for. */ workforce?: Workforce | null
  employerPhone: string
  meals: boolean
  lodging: boolean
  weekdays: Weekday[]
  slots: Shift[]
}

/** A day on a payslip. */
export type PayslipDay = {
  date: string
  startsAt: string
  endsAt: string
  breakMinutes: number
  minutes: number
  nightMinutes: number
  overtimeMinutes: number
  /** Without premiums. */ payWon: number
  source: HoursSource
  /** Where the workplace owes them. */ premiums?: DayPremiums
}
/** What a day pays on top (근로기준법 §56), with the rate and the holiday from which it was computed. */
type DayPremiums = Premiums & { rate: WageRate; holiday: string | null }
/** What a payslip says beside its sums, as it was when it was drawn. */
export type Payslip = Pick<PayTerms, "payType" | "payWon"> & {
  /** Whether employment insurance is taken off. */ insured: boolean
  /** Of the contract; absent on payslips before it was asked for. */ workforce?: Workforce | null
  days: PayslipDay[]
}

/** What somebody says of themselves to employers; in an application as it was when it was sent. */
export type Resume = {
  introduction: string
  careerYears: number
  experience: string[]
  certificates: string[]
  /** The day of 기초안전보건교육; null where it was not taken. */ safetyTrainedOn: string | null
  weekdays: Weekday[]
  dayTimes: DayTime[]
  updatedAt: string
}

/** An application in a list. */
export type ApplicationCard = {
  id: string
  state: ApplicationState
  createdAt: string
  hire: Pick<
    HireCardView,
    "id" | "title" | "kind" | "payType" | "payWon" | "hourlyWon" | "regionCode" | "businessName"
  >
  firstStartsAt: string
  slotCount: number
  /** One's own part that waits: contract, check-in, confirming, pay, a review. */
  todo: string | null
}

/** An applicant as the employer sees them. */
export type ApplicantCard = Reputation & {
  id: string
  state: ApplicationState
  message: string
  createdAt: string
  workerId: string
  name: string
  /** As the contract has it, once hired. */
  legalName: string | null
  avatarId: string | null
  noShows: number
  slots: (Shift & { id: string; full: boolean })[]
  byOffer: boolean
  /** The résumé in a line of facts; null where none was sent. */
  resume: Pick<Resume, "careerYears" | "certificates" | "safetyTrainedOn"> | null
}

export type HistoryEntry = { move: string; toState: string; role: ApplicationRole; note: string; at: string }

export type ApplicationView = {
  id: string
  role: "worker" | "employer" | "admin"
  state: ApplicationState
  message: string
  /** For its worker and its employer alone, while the application lasts. */ resume: Resume | null
  createdAt: string
  hire: HireCardView
  /** Called by the name of the business: a person's own name stands in the contract alone. */
  employer: { id: string; name: string; avatarId: string | null }
  worker: { id: string; name: string; legalName: string | null; avatarId: string | null } & Reputation & {
      noShows: number
    }
  /** Of the other, once hired; the worker's to the employer from the application on. */
  phone: string | null
  address: string | null
  slots: Shift[]
  firstStartsAt: string
  lastEndsAt: string
  contract: Contract | null
  marks: Record<
    | "contractEmployer"
    | "contractWorker"
    | "checkInWorker"
    | "checkInEmployer"
    | "workWorker"
    | "workEmployer"
    | "paySent"
    | "paid",
    string | null
  >
  noShow: { by: ReviewSide; at: string } | null
  /** When the employer called it off. */ calledOffAt: string | null
  /** The days of it, `YYYY-MM-DD`, that were called off. */ calledOffDates: string[]
  note: string
  appeal: { state: AppealState; text: string; answer: string; own: boolean } | null
  /** May appeal now. */
  canAppeal: boolean
  canCheckIn: boolean
  /** Its days are recorded one by one, and its wages by their payday. */ hasWorkDays: boolean
  canConfirmWork: boolean
  reviews: {
    own: boolean
    theirs: boolean
    published: { side: ReviewSide; rating: number; tags: string[]; body: string }[]
  }
  history: HistoryEntry[]
}

/** An objection to a no-show, in the queue of those who decide. */
export type AppealCard = {
  id: string
  state: AppealState
  text: string
  createdAt: string
  /** Who objects. */ side: ReviewSide
  name: string
  title: string
  businessName: string
}

/** One objection with everything it is decided by. */
export type AppealDetail = {
  id: string
  state: AppealState
  text: string
  answer: string
  createdAt: string
  side: ReviewSide
  decided: { at: string; by: string } | null
  /** What the other side said when it reported the no-show. */
  report: string
  hire: { id: string; title: string; businessName: string }
  shifts: (Shift & { /** From when to when, in words. */ hours: string })[]
  worker: { id: string; name: string; noShows: number }
  employer: { id: string; name: string }
  /** Whoever looks has worked or hired here themselves. */
  isInvolved: boolean
  history: HistoryEntry[]
}

/** A line of a post before it is sent; `step` is where it is written. */
export type SummaryLine = { label: string; value: string; step: string; strong?: boolean }
