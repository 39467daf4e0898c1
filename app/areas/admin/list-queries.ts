/** How the addresses of the back office's lists are read; a bad word counts as none. */
import { z } from "zod"
import { MEMBER_DAYS, MEMBER_KINDS, MEMBER_SORTS, MEMBER_STATES } from "../accounts/rules.ts"
import { TICKET_PRIORITIES, TICKET_STATES } from "../content/rules.ts"
import { ADMIN_REVIEW_SORTS, APPLICATION_SORTS } from "../experts/rules.ts"
import { CHARGE_KINDS, CHARGE_QUEUES, HELD_AGES } from "../money/office-rules.ts"
import { PAYOUT_STATES } from "../money/rules.ts"
import { CATEGORIES } from "../orders/rules.ts"
import { REPORT_QUEUES } from "../trust/rules.ts"
import { INBOX_QUEUES, INBOX_VIEWS } from "./inbox-rules.ts"
import {
  AUDIT_AREAS,
  EXPERT_QUEUES,
  ORDER_QUEUES,
  PRODUCT_QUEUES,
  SELLER_QUEUES,
  TIME_SORTS,
} from "./rules.ts"
import { SELLER_SORTS, PRODUCT_QUEUE_SORTS } from "#app/areas/selling/rules.ts"
import {
  text,
  optional,
  choice,
  dateString,
  idField,
  listCursor,
  regionCode,
} from "#app/basics/form-fields.ts"
import {
  PURCHASE_PAYMENT_FILTERS,
  PURCHASE_FULFILMENT_FILTERS,
  PURCHASE_SORTS,
  CLAIM_QUEUES,
} from "#app/areas/shop/filter-rules.ts"
import { CLAIM_KINDS } from "#app/areas/shop/claim-rules.ts"

const term = optional(text({ label: "검색어", min: 0, max: 80 }))
  .catch(null)
  .transform((typed) => typed ?? "")

export const AdminInboxQuery = z.object({
  view: choice(INBOX_VIEWS, "보기").catch("todo"),
  queue: choice(INBOX_QUEUES, "종류").nullable().catch(null),
  after: listCursor,
})

export const AdminFindQuery = z.object({ q: term })

export const AdminPeopleQuery = z.object({
  q: term,
  kind: optional(choice(MEMBER_KINDS, "유형")).catch(null),
  state: optional(choice(MEMBER_STATES, "상태")).catch(null),
  days: optional(choice(MEMBER_DAYS, "가입")).catch(null),
  sort: choice(MEMBER_SORTS, "정렬").catch("newest"),
  after: listCursor,
})

export const AdminOrdersQuery = z.object({
  q: term,
  queue: choice(ORDER_QUEUES, "상태").catch("all"),
  category: optional(choice(CATEGORIES, "분야")).catch(null),
  from: optional(dateString({ label: "처음" })).catch(null),
  to: optional(dateString({ label: "끝" })).catch(null),
  region: optional(regionCode({ label: "지역", widest: "sido" })).catch(null),
  sort: choice(["newest", "oldest"], "정렬").catch("newest"),
  after: listCursor,
})

export const AdminTicketsQuery = z.object({
  q: term,
  state: choice([...TICKET_STATES, "all"], "상태").catch("open"),
  priority: optional(choice(TICKET_PRIORITIES, "급한 정도")).catch(null),
  sort: choice(TIME_SORTS, "정렬").catch("newest"),
  after: listCursor,
})
/** A ticket with one of the texts for answers in its form. */
export const AdminTicketQuery = z.object({ macro: optional(idField({ label: "답변 문구" })).catch(null) })
export const AdminReportsQuery = z.object({
  q: term,
  queue: choice(REPORT_QUEUES, "상태").catch("waiting"),
  sort: optional(choice(TIME_SORTS, "정렬")).catch(null),
  after: listCursor,
})
export const AdminReviewsQuery = z.object({
  q: term,
  removed: z.literal("1").optional().catch(undefined),
  sort: choice(ADMIN_REVIEW_SORTS, "정렬").catch("newest"),
  after: listCursor,
})
export const AdminProductsQuery = z.object({
  q: term,
  state: choice(PRODUCT_QUEUES, "상태").catch("proposed"),
  sort: choice(PRODUCT_QUEUE_SORTS, "정렬").catch("oldest"),
  after: listCursor,
})
export const AdminSellersQuery = z.object({
  q: term,
  queue: choice(SELLER_QUEUES, "상태").catch("waiting"),
  sort: choice(SELLER_SORTS, "정렬").catch("oldest"),
  after: listCursor,
})
export const AdminExpertsQuery = z.object({
  q: term,
  queue: choice(EXPERT_QUEUES, "상태").catch("waiting"),
  sort: choice(APPLICATION_SORTS, "정렬").catch("oldest"),
  after: listCursor,
})

export const AdminPurchasesQuery = z.object({
  q: term,
  pay: optional(choice(PURCHASE_PAYMENT_FILTERS, "결제")).catch(null),
  work: optional(choice(PURCHASE_FULFILMENT_FILTERS, "상태")).catch(null),
  sort: choice(PURCHASE_SORTS, "정렬").catch("newest"),
  after: listCursor,
})
export const AdminClaimsQuery = z.object({
  q: term,
  queue: choice(CLAIM_QUEUES, "상태").catch("requested"),
  kind: optional(choice(CLAIM_KINDS, "종류")).catch(null),
  sort: choice(TIME_SORTS, "정렬").catch("oldest"),
  after: listCursor,
})

export const AdminChargesQuery = z.object({
  q: term,
  queue: choice(CHARGE_QUEUES, "상태").catch("held"),
  kind: optional(choice(CHARGE_KINDS, "종류")).catch(null),
  age: optional(choice(HELD_AGES, "기간")).catch(null),
  after: listCursor,
})

export const AdminPayoutsQuery = z.object({
  q: term,
  state: choice(PAYOUT_STATES, "상태").catch("pending"),
  after: listCursor,
})

/** A list that only goes on. */
export const AdminPageQuery = z.object({ after: listCursor })

export const AdminInvoicesQuery = z.object({
  month: optional(text({ label: "달", max: 7 })).catch(null),
  after: listCursor,
})

export const AuditQuery = z.object({
  q: term,
  area: optional(choice(AUDIT_AREAS, "분야")).catch(null),
  by: optional(idField({ label: "한 사람" })).catch(null),
  about: optional(idField({ label: "대상" })).catch(null),
  from: optional(dateString({ label: "시작" })).catch(null),
  to: optional(dateString({ label: "끝" })).catch(null),
  sort: choice(TIME_SORTS, "정렬").catch("newest"),
  after: listCursor,
})
