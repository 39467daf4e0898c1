/**
 * The tables of jobs: hire posts, shifts, seek posts, applications, offers, appeals, reviews, history,
 * worked days and wages.
 */
import {
  boolean,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core"
import { users } from "../accounts/schema.server.ts"
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
import type { Contract, Payslip, Resume } from "./views.ts"
import type {
  CorrectionState,
  HoursSource,
  MarkMethod,
  MarkMove,
  PayMethod,
  WageState,
  WorkDayState,
} from "./work-rules.ts"
import type { Workforce } from "./workforce.ts"

const at = (name: string) => timestamp(name, { withTimezone: true })

export const hirePosts = pgTable("hire_posts", {
  id: uuid().primaryKey(),
  employerId: uuid("employer_id")
    .notNull()
    .references(() => users.id),
  state: text().$type<Exclude<HireState, "draft">>().notNull(),
  closedReason: text("closed_reason").$type<CloseReason>(),
  title: text().notNull(),
  kind: text().$type<JobKind>().notNull(),
  description: text().notNull(),
  payType: text("pay_type").$type<PayType>().notNull(),
  payWon: integer("pay_won").notNull(),
  minutesPerPiece: integer("minutes_per_piece"),
  weekdays: text().array().$type<Weekday[]>().notNull().default([]),
  hourlyWon: integer("hourly_won").notNull(),
  payDate: text("pay_date").$type<PayDate>().notNull(),
  regionCode: text("region_code").notNull(),
  address: text().notNull(),
  contactPhone: text("contact_phone").notNull(),
  needs: text().array().notNull().default([]),
  safetyTraining: boolean("safety_training").notNull().default(false),
  meals: boolean().notNull().default(false),
  lodging: boolean().notNull().default(false),
  foreigners: boolean().notNull().default(false),
  teens: boolean().notNull().default(false),
  beginners: boolean().notNull().default(false),
  employerKind: text("employer_kind").$type<EmployerKind>().notNull(),
  businessName: text("business_name").notNull(),
  representative: text().notNull(),
  businessNumber: text("business_number"),
  workforce: text().$type<Workforce>(),
  headcount: integer().notNull(),
  hiredCount: integer("hired_count").notNull().default(0),
  applicationCount: integer("application_count").notNull().default(0),
  firstDate: date("first_date", { mode: "string" }).notNull(),
  lastDate: date("last_date", { mode: "string" }).notNull(),
  firstStartsAt: at("first_starts_at").notNull(),
  lastEndsAt: at("last_ends_at").notNull(),
  dayTimes: text("day_times").array().$type<DayTime[]>().notNull(),
  shortTerm: boolean("short_term").notNull(),
  deadlineAt: at("deadline_at").notNull(),
  repostedFrom: uuid("reposted_from"),
  hiddenAt: at("hidden_at"),
  hiddenReason: text("hidden_reason").notNull().default(""),
  openedAt: at("opened_at").notNull(),
  closedAt: at("closed_at"),
  updatedAt: at("updated_at").notNull(),
})

export const hireSlots = pgTable("hire_slots", {
  id: uuid().primaryKey(),
  hireId: uuid("hire_id")
    .notNull()
    .references(() => hirePosts.id, { onDelete: "cascade" }),
  date: date({ mode: "string" }).notNull(),
  starts: text().notNull(),
  ends: text().notNull(),
  breakMinutes: integer("break_minutes").notNull(),
  startsAt: at("starts_at").notNull(),
  endsAt: at("ends_at").notNull(),
  headcount: integer().notNull(),
  hired: integer().notNull().default(0),
})

export const hireSaves = pgTable(
  "hire_saves",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    hireId: uuid("hire_id")
      .notNull()
      .references(() => hirePosts.id, { onDelete: "cascade" }),
    createdAt: at("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hireId] })],
)

export const seekPosts = pgTable("seek_posts", {
  id: uuid().primaryKey(),
  workerId: uuid("worker_id")
    .notNull()
    .references(() => users.id),
  state: text().$type<SeekState>().notNull(),
  title: text().notNull(),
  introduction: text().notNull(),
  kinds: text().array().$type<JobKind[]>().notNull(),
  regionCodes: text("region_codes").array().notNull(),
  payType: text("pay_type").$type<Exclude<PayType, "piece">>(),
  payWon: integer("pay_won"),
  hourlyWon: integer("hourly_won"),
  weekdays: text().array().$type<Weekday[]>().notNull().default([]),
  dayTimes: text("day_times").array().$type<DayTime[]>().notNull().default([]),
  shortTerm: boolean("short_term").notNull().default(false),
  availableFrom: date("available_from", { mode: "string" }).notNull(),
  careerYears: integer("career_years").notNull(),
  licences: text().array().notNull().default([]),
  hiddenAt: at("hidden_at"),
  hiddenReason: text("hidden_reason").notNull().default(""),
  openedAt: at("opened_at").notNull(),
  closedAt: at("closed_at"),
  updatedAt: at("updated_at").notNull(),
})

export const seekSaves = pgTable(
  "seek_saves",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    seekId: uuid("seek_id")
      .notNull()
      .references(() => seekPosts.id, { onDelete: "cascade" }),
    createdAt: at("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.seekId] })],
)

export const resumes = pgTable("resumes", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  introduction: text().notNull(),
  careerYears: integer("career_years").notNull(),
  experience: text().array().notNull().default([]),
  certificates: text().array().notNull().default([]),
  safetyTrainedOn: date("safety_trained_on", { mode: "string" }),
  weekdays: text().array().$type<Weekday[]>().notNull().default([]),
  dayTimes: text("day_times").array().$type<DayTime[]>().notNull().default([]),
  updatedAt: at("updated_at").notNull(),
})

export const jobOffers = pgTable("job_offers", {
  id: uuid().primaryKey(),
  seekId: uuid("seek_id")
    .notNull()
    .references(() => seekPosts.id),
  hireId: uuid("hire_id")
    .notNull()
    .references(() => hirePosts.id),
  employerId: uuid("employer_id")
    .notNull()
    .references(() => users.id),
  workerId: uuid("worker_id")
    .notNull()
    .references(() => users.id),
  state: text().$type<OfferState>().notNull(),
  message: text().notNull(),
  expiresAt: at("expires_at").notNull(),
  createdAt: at("created_at").notNull(),
  decidedAt: at("decided_at"),
})

export const jobApplications = pgTable("job_applications", {
  id: uuid().primaryKey(),
  hireId: uuid("hire_id")
    .notNull()
    .references(() => hirePosts.id),
  employerId: uuid("employer_id")
    .notNull()
    .references(() => users.id),
  workerId: uuid("worker_id")
    .notNull()
    .references(() => users.id),
  state: text().$type<ApplicationState>().notNull(),
  message: text().notNull(),
  phone: text().notNull(),
  /** As it was when it was sent. */ resume: jsonb().$type<Resume>(),
  thirdPartyConsentAt: at("third_party_consent_at").notNull(),
  offerId: uuid("offer_id"),
  firstStartsAt: at("first_starts_at").notNull(),
  lastEndsAt: at("last_ends_at").notNull(),
  contract: jsonb().$type<Contract>(),
  contractEmployerAt: at("contract_employer_at"),
  contractWorkerAt: at("contract_worker_at"),
  checkInWorkerAt: at("check_in_worker_at"),
  checkInEmployerAt: at("check_in_employer_at"),
  workWorkerAt: at("work_worker_at"),
  workEmployerAt: at("work_employer_at"),
  hiredAt: at("hired_at"),
  workedAt: at("worked_at"),
  paySentAt: at("pay_sent_at"),
  paidAt: at("paid_at"),
  noShowBy: text("no_show_by").$type<ReviewSide>(),
  noShowAt: at("no_show_at"),
  calledOffAt: at("called_off_at"),
  placeConsentAt: at("place_consent_at"),
  note: text().notNull().default(""),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
})

export const applicationSlots = pgTable(
  "application_slots",
  {
    applicationId: uuid("application_id")
      .notNull()
      .references(() => jobApplications.id, { onDelete: "cascade" }),
    slotId: uuid("slot_id")
      .notNull()
      .references(() => hireSlots.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.applicationId, table.slotId] })],
)

export const jobAppeals = pgTable("job_appeals", {
  applicationId: uuid("application_id")
    .primaryKey()
    .references(() => jobApplications.id, { onDelete: "cascade" }),
  appellantId: uuid("appellant_id")
    .notNull()
    .references(() => users.id),
  state: text().$type<AppealState>().notNull(),
  text: text().notNull(),
  answer: text().notNull().default(""),
  createdAt: at("created_at").notNull(),
  decidedAt: at("decided_at"),
  decidedBy: uuid("decided_by"),
})

export const jobReviews = pgTable("job_reviews", {
  id: uuid().primaryKey(),
  applicationId: uuid("application_id")
    .notNull()
    .references(() => jobApplications.id),
  authorId: uuid("author_id")
    .notNull()
    .references(() => users.id),
  subjectId: uuid("subject_id")
    .notNull()
    .references(() => users.id),
  side: text().$type<ReviewSide>().notNull(),
  rating: integer().notNull(),
  tags: text().array().notNull().default([]),
  body: text().notNull().default(""),
  publishAt: at("publish_at").notNull(),
  publishedAt: at("published_at"),
  removedAt: at("removed_at"),
  removedReason: text("removed_reason").notNull().default(""),
  createdAt: at("created_at").notNull(),
})

export const jobEvents = pgTable("job_events", {
  id: uuid().primaryKey(),
  subject: text({ enum: ["hire", "seek", "application", "offer"] }).notNull(),
  subjectId: uuid("subject_id").notNull(),
  move: text().notNull(),
  fromState: text("from_state"),
  toState: text("to_state").notNull(),
  actorId: uuid("actor_id"),
  actorRole: text("actor_role").$type<ApplicationRole>().notNull(),
  note: text().notNull().default(""),
  at: at("at").notNull(),
})

export const workPlaces = pgTable("work_places", {
  hireId: uuid("hire_id")
    .primaryKey()
    .references(() => hirePosts.id, { onDelete: "cascade" }),
  latitude: doublePrecision().notNull(),
  longitude: doublePrecision().notNull(),
  setAt: at("set_at").notNull(),
})

export const wages = pgTable("wages", {
  id: uuid().primaryKey(),
  applicationId: uuid("application_id")
    .notNull()
    .references(() => jobApplications.id, { onDelete: "cascade" }),
  employerId: uuid("employer_id")
    .notNull()
    .references(() => users.id),
  workerId: uuid("worker_id")
    .notNull()
    .references(() => users.id),
  state: text().$type<WageState>().notNull(),
  payday: date({ mode: "string" }).notNull(),
  dueAt: at("due_at").notNull(),
  payslip: jsonb().$type<Payslip>(),
  grossWon: integer("gross_won"),
  incomeTaxWon: integer("income_tax_won"),
  localTaxWon: integer("local_tax_won"),
  insuranceWon: integer("insurance_won"),
  netWon: integer("net_won"),
  issuedAt: at("issued_at"),
  paidOn: date("paid_on", { mode: "string" }),
  method: text().$type<PayMethod>(),
  sentAt: at("sent_at"),
  deniedAt: at("denied_at"),
  deniedNote: text("denied_note").notNull().default(""),
  receivedAt: at("received_at"),
  lateAt: at("late_at"),
  escalatedAt: at("escalated_at"),
  handledAt: at("handled_at"),
  handledBy: uuid("handled_by").references(() => users.id),
  handledNote: text("handled_note").notNull().default(""),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
})

export const workDays = pgTable("work_days", {
  id: uuid().primaryKey(),
  applicationId: uuid("application_id")
    .notNull()
    .references(() => jobApplications.id, { onDelete: "cascade" }),
  slotId: uuid("slot_id")
    .notNull()
    .references(() => hireSlots.id, { onDelete: "cascade" }),
  wageId: uuid("wage_id")
    .notNull()
    .references(() => wages.id, { onDelete: "cascade" }),
  state: text().$type<WorkDayState>().notNull(),
  date: date({ mode: "string" }).notNull(),
  startsAt: at("starts_at").notNull(),
  endsAt: at("ends_at").notNull(),
  breakMinutes: integer("break_minutes").notNull(),
  startedAt: at("started_at"),
  endedAt: at("ended_at"),
  restingSince: at("resting_since"),
  restMinutes: integer("rest_minutes"),
  source: text().$type<HoursSource>().notNull().default("recorded"),
  calledOffAt: at("called_off_at"),
  calledOffReason: text("called_off_reason").notNull().default(""),
  updatedAt: at("updated_at").notNull(),
})

export const workMarks = pgTable("work_marks", {
  id: uuid().primaryKey(),
  workDayId: uuid("work_day_id")
    .notNull()
    .references(() => workDays.id, { onDelete: "cascade" }),
  move: text().$type<MarkMove>().notNull(),
  method: text().$type<MarkMethod>().notNull(),
  distanceM: integer("distance_m"),
  at: at("at").notNull(),
})

export const workCorrections = pgTable("work_corrections", {
  id: uuid().primaryKey(),
  workDayId: uuid("work_day_id")
    .notNull()
    .references(() => workDays.id, { onDelete: "cascade" }),
  askedBy: text("asked_by").$type<ReviewSide>().notNull(),
  state: text().$type<CorrectionState>().notNull(),
  startsAt: at("starts_at").notNull(),
  endsAt: at("ends_at").notNull(),
  breakMinutes: integer("break_minutes").notNull(),
  reason: text().notNull(),
  createdAt: at("created_at").notNull(),
  answeredAt: at("answered_at"),
})
