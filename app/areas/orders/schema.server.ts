/** The tables of orders: requests, photos, history, proposals, change orders. */
import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core"
import { pictures } from "../../platform/schema.server.ts"
import { users } from "../accounts/schema.server.ts"
import { charges } from "../money/schema.server.ts"
import { experts } from "../experts/schema.server.ts"
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

import type {
  DisputeState,
  OrderFeePayer,
  OrderPayment,
  PartState,
  PlanPart,
  SplitState,
} from "./payment-rules.ts"
import type { EvidenceKind } from "./evidence-chain.ts"
import type { WarrantyState } from "./warranty-rules.ts"

const at = (name: string) => timestamp(name, { withTimezone: true })

export const orders = pgTable("orders", {
  id: uuid().primaryKey(),
  customerId: uuid("customer_id")
    .notNull()
    .references(() => users.id),
  category: text().$type<Category>().notNull(),
  service: text().notNull(),
  title: text().notNull(),
  description: text().notNull().default(""),
  answers: jsonb().$type<QuestionAnswer[]>().notNull().default([]),
  regionCode: text("region_code").notNull(),
  address: text().notNull().default(""),
  contactPhone: text("contact_phone").notNull().default(""),
  thirdPartyConsentAt: at("third_party_consent_at"),
  schedule: text().$type<Schedule>().notNull(),
  wantedOn: date("wanted_on", { mode: "string" }),
  budgetMinWon: integer("budget_min_won"),
  budgetMaxWon: integer("budget_max_won"),
  state: text().$type<OrderState>().notNull(),
  invitedExpertId: uuid("invited_expert_id").references(() => experts.userId, { onDelete: "set null" }),
  acceptedProposalId: uuid("accepted_proposal_id"),
  expertId: uuid("expert_id").references(() => experts.userId),
  proposalCount: integer("proposal_count").notNull().default(0),
  agreedWon: integer("agreed_won"),
  payment: text().$type<OrderPayment>().notNull().default("direct"),
  feePayer: text("fee_payer").$type<OrderFeePayer>(),
  feeBps: integer("fee_bps"),
  cancelReason: text("cancel_reason").notNull().default(""),
  cancelledBy: uuid("cancelled_by"),
  openedAt: at("opened_at"),
  expiresAt: at("expires_at"),
  /** When more experts are told of the request; null where nobody is. */
  alertsAt: at("alerts_at"),
  /** How many were told, without the one whom it names. */
  alertedCount: integer("alerted_count").notNull().default(0),
  matchedAt: at("matched_at"),
  startedAt: at("started_at"),
  deliveredAt: at("delivered_at"),
  completedAt: at("completed_at"),
  cancelledAt: at("cancelled_at"),
  hiddenAt: at("hidden_at"),
  hiddenReason: text("hidden_reason").notNull().default(""),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
})

/** The number by which the two call each other, and who wants the number itself. */
export const orderRelays = pgTable("order_relays", {
  orderId: uuid("order_id")
    .primaryKey()
    .references(() => orders.id, { onDelete: "cascade" }),
  number: text(),
  customerSharesAt: at("customer_shares_at"),
  expertSharesAt: at("expert_shares_at"),
  createdAt: at("created_at").notNull(),
})

export const orderPhotos = pgTable(
  "order_photos",
  {
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    pictureId: uuid("picture_id")
      .notNull()
      .references(() => pictures.id),
    kind: text({ enum: ["site", "after"] }).notNull(),
    position: integer().notNull(),
    /** The part that was delivered with it. */
    partId: uuid("part_id"),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.kind, table.position] })],
)

export const orderEvents = pgTable("order_events", {
  id: uuid().primaryKey(),
  orderId: uuid("order_id")
    .notNull()
    .references(() => orders.id, { onDelete: "cascade" }),
  move: text().notNull(),
  fromState: text("from_state").$type<OrderState>(),
  toState: text("to_state").$type<OrderState>(),
  actorId: uuid("actor_id"),
  actorRole: text("actor_role").$type<OrderRole>().notNull(),
  note: text().notNull().default(""),
  at: at("at").notNull().defaultNow(),
})

/** What an expert usually writes in a proposal for a service. */
export const proposalTemplates = pgTable(
  "proposal_templates",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    category: text().$type<Category>().notNull(),
    service: text().notNull(),
    content: jsonb().notNull(),
    savedAt: at("saved_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.category, table.service] })],
)

export const proposals = pgTable("proposals", {
  id: uuid().primaryKey(),
  orderId: uuid("order_id")
    .notNull()
    .references(() => orders.id, { onDelete: "cascade" }),
  expertId: uuid("expert_id")
    .notNull()
    .references(() => experts.userId),
  state: text().$type<ProposalState>().notNull(),
  version: integer().notNull().default(1),
  lines: jsonb().$type<ProposalLine[]>().notNull(),
  included: text().array().notNull().default([]),
  excluded: text().array().notNull().default([]),
  extraChargeRule: text("extra_charge_rule").notNull().default(""),
  totalWon: integer("total_won").notNull(),
  plan: jsonb().$type<PlanPart[]>().notNull().default([]),
  validUntil: at("valid_until").notNull(),
  earliestStart: date("earliest_start", { mode: "string" }).notNull(),
  days: integer().notNull(),
  warrantyMonths: integer("warranty_months").notNull(),
  siteVisitNeeded: boolean("site_visit_needed").notNull().default(false),
  siteVisitFeeWon: integer("site_visit_fee_won").notNull().default(0),
  message: text().notNull(),
  declineReason: text("decline_reason").notNull().default(""),
  sentAt: at("sent_at").notNull(),
  viewedAt: at("viewed_at"),
  decidedAt: at("decided_at"),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
})

export const proposalVersions = pgTable(
  "proposal_versions",
  {
    proposalId: uuid("proposal_id")
      .notNull()
      .references(() => proposals.id, { onDelete: "cascade" }),
    version: integer().notNull(),
    content: jsonb().notNull(),
    at: at("at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.proposalId, table.version] })],
)

export const changeOrders = pgTable("change_orders", {
  id: uuid().primaryKey(),
  orderId: uuid("order_id")
    .notNull()
    .references(() => orders.id, { onDelete: "cascade" }),
  expertId: uuid("expert_id")
    .notNull()
    .references(() => experts.userId),
  state: text().$type<ChangeOrderState>().notNull(),
  title: text().notNull(),
  reason: text().notNull(),
  amountWon: integer("amount_won").notNull(),
  createdAt: at("created_at").notNull().defaultNow(),
  decidedAt: at("decided_at"),
})

export const orderParts = pgTable("order_parts", {
  id: uuid().primaryKey(),
  orderId: uuid("order_id")
    .notNull()
    .references(() => orders.id, { onDelete: "cascade" }),
  position: integer().notNull(),
  changeOrderId: uuid("change_order_id").references(() => changeOrders.id),
  name: text().notNull(),
  task: text().notNull(),
  materials: text().notNull().default(""),
  amountWon: integer("amount_won").notNull(),
  days: integer().notNull(),
  state: text().$type<PartState>().notNull(),
  chargeId: uuid("charge_id").references(() => charges.id),
  note: text().notNull().default(""),
  askedAt: at("asked_at"),
  heldAt: at("held_at"),
  deliveredAt: at("delivered_at"),
  releasedAt: at("released_at"),
  reminders: integer().notNull().default(0),
})

export const orderSplits = pgTable("order_splits", {
  id: uuid().primaryKey(),
  orderId: uuid("order_id")
    .notNull()
    .references(() => orders.id, { onDelete: "cascade" }),
  proposedBy: text("proposed_by", { enum: ["customer", "expert"] }).notNull(),
  heldWon: bigint("held_won", { mode: "number" }).notNull(),
  expertWon: bigint("expert_won", { mode: "number" }).notNull(),
  reason: text().notNull(),
  state: text().$type<SplitState>().notNull(),
  expiresAt: at("expires_at").notNull(),
  createdAt: at("created_at").notNull(),
  decidedAt: at("decided_at"),
})

export const orderDisputes = pgTable("order_disputes", {
  id: uuid().primaryKey(),
  orderId: uuid("order_id")
    .notNull()
    .references(() => orders.id, { onDelete: "cascade" }),
  openedBy: text("opened_by", { enum: ["customer", "expert"] }).notNull(),
  state: text().$type<DisputeState>().notNull(),
  heldWon: bigint("held_won", { mode: "number" }).notNull(),
  expertWon: bigint("expert_won", { mode: "number" }),
  outcome: text({ enum: ["complete", "cancel"] }),
  reason: text().notNull().default(""),
  proposedBy: uuid("proposed_by"),
  proposedAt: at("proposed_at"),
  customerAnswer: text("customer_answer", { enum: ["accept", "object"] }),
  customerNote: text("customer_note").notNull().default(""),
  expertAnswer: text("expert_answer", { enum: ["accept", "object"] }),
  expertNote: text("expert_note").notNull().default(""),
  decidedBy: uuid("decided_by"),
  decidedAt: at("decided_at"),
  appealedBy: text("appealed_by", { enum: ["customer", "expert"] }),
  appealNote: text("appeal_note").notNull().default(""),
  appealedAt: at("appealed_at"),
  closedBy: uuid("closed_by"),
  closedAt: at("closed_at"),
  createdAt: at("created_at").notNull(),
})

export const warrantyClaims = pgTable("warranty_claims", {
  id: uuid().primaryKey(),
  orderId: uuid("order_id")
    .notNull()
    .references(() => orders.id, { onDelete: "cascade" }),
  customerId: uuid("customer_id")
    .notNull()
    .references(() => users.id),
  expertId: uuid("expert_id")
    .notNull()
    .references(() => experts.userId),
  state: text().$type<WarrantyState>().notNull(),
  details: text().notNull(),
  answerDueOn: date("answer_due_on", { mode: "string" }).notNull(),
  isLate: boolean("is_late").notNull().default(false),
  reminders: integer().notNull().default(0),
  answer: text().notNull().default(""),
  visitOn: date("visit_on", { mode: "string" }),
  namedDays: integer("named_days").notNull().default(0),
  failedRepairs: integer("failed_repairs").notNull().default(0),
  refusalReason: text("refusal_reason").notNull().default(""),
  repairNote: text("repair_note").notNull().default(""),
  escalationNote: text("escalation_note").notNull().default(""),
  decision: text({ enum: ["repair", "close"] }),
  decisionReason: text("decision_reason").notNull().default(""),
  decidedBy: uuid("decided_by").references(() => users.id),
  createdAt: at("created_at").notNull(),
  answeredAt: at("answered_at"),
  repairedAt: at("repaired_at"),
  escalatedAt: at("escalated_at"),
  decidedAt: at("decided_at"),
  closedAt: at("closed_at"),
})

export const warrantyPhotos = pgTable(
  "warranty_photos",
  {
    claimId: uuid("claim_id")
      .notNull()
      .references(() => warrantyClaims.id, { onDelete: "cascade" }),
    pictureId: uuid("picture_id")
      .notNull()
      .references(() => pictures.id),
    kind: text({ enum: ["defect", "repair"] }).notNull(),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.claimId, table.kind, table.position] })],
)

export const orderEvidence = pgTable(
  "order_evidence",
  {
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    seq: integer().notNull(),
    kind: text().$type<EvidenceKind>().notNull(),
    at: at("at").notNull(),
    role: text().$type<OrderRole>().notNull(),
    expertId: uuid("expert_id")
      .notNull()
      .references(() => experts.userId),
    content: jsonb().$type<Record<string, unknown>>().notNull(),
    contentSha256: text("content_sha256").notNull(),
    previous: text().notNull(),
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.seq] })],
)

/** The last entry of each chain, written by the database with it. */
export const orderEvidenceHeads = pgTable("order_evidence_heads", {
  orderId: uuid("order_id")
    .primaryKey()
    .references(() => orders.id, { onDelete: "cascade" }),
  seq: integer().notNull(),
  hash: text().notNull(),
})
