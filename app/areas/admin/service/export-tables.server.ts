/** The tables that the back office exports: which rows a query finds, and what each column says. */
import { readQuery } from "#app/basics/form.ts"
import { formatPhone } from "#app/basics/phone.ts"
import type { Actor } from "../../accounts/rules.ts"
import { countMembers, findMembers } from "../../accounts/service/members.server.ts"
import { findOfficeNames } from "../../accounts/service/people.server.ts"
import { TICKET_STATE_LABELS, TICKET_TOPIC_LABELS } from "../../content/rules.ts"
import { countTickets, listTickets } from "../../content/service/tickets.server.ts"
import { countReviewsForAdmin, findReviewsForAdmin } from "../../experts/service/review-admin.server.ts"
import { CATEGORY_LABELS, DECIDED_DISPUTE_LABEL, ORDER_STATE_LABELS } from "../../orders/rules.ts"
import { countFilteredOrders, findOrdersForAdmin } from "../../orders/service/admin-orders.server.ts"
import { getPaymentLabel } from "../../shop/rules.ts"
import { countFilteredClaims, findClaimsForAdmin } from "../../shop/service/admin-claims.server.ts"
import { countFilteredPurchases, findPurchasesForAdmin } from "../../shop/service/admin-purchases.server.ts"
import { getDefaultSort, KIND_LABELS, REASON_LABELS, STATE_LABELS } from "../../trust/rules.ts"
import { countFoundReports, listReportQueue } from "../../trust/service/report-queue.server.ts"
import {
  AuditQuery,
  AdminClaimsQuery,
  AdminOrdersQuery,
  AdminPeopleQuery,
  AdminPurchasesQuery,
  AdminReportsQuery,
  AdminReviewsQuery,
  AdminTicketsQuery,
} from "../list-queries.ts"
import { ORDER_QUEUE_FILTERS, type ExportKind } from "../rules.ts"
import { toOpenedFilter } from "../figure-rules.ts"
import { getAuditActionSentence } from "../audit-sentences.ts"
import { countAuditEntries, findAuditEntries } from "./audit.server.ts"
import { createAccessTable } from "./export-access.server.ts"
import { createCohortsTable, createFiguresTable } from "./export-figures.server.ts"
import {
  createCashReceiptsTable,
  createTaxMonthsTable,
  createChargesTable,
  createInvoicesTable,
  createPayoutsTable,
  createTransfersTable,
} from "./export-money.server.ts"
import { EXPORT_PAGE_SIZE, formatExportTime, type ExportTable } from "./export-table.ts"
import { PAYMENT_METHOD_LABELS } from "#app/areas/money/rules.ts"
import { formatClaimLabel, CLAIM_REASONS, isClaimReason } from "#app/areas/shop/claim-rules.ts"

const MEMBER_STATE_LABELS = { active: "이용 중", banned: "이용 정지", left: "탈퇴" } as const

function createMembersTable(actor: Actor, query: URLSearchParams): ExportTable {
  const { q: term, sort, ...rest } = readQuery(AdminPeopleQuery, query)
  const filter = { term, kind: rest.kind, state: rest.state, days: rest.days }
  return {
    name: "회원",
    header: ["이름", "별명", "이메일", "휴대폰", "유형", "권한", "상태", "정지 끝", "가입"],
    count: () => countMembers(actor, filter, null),
    async page(cursor) {
      const found = await findMembers(actor, { filter, sort, cursor, maxRows: EXPORT_PAGE_SIZE })
      return {
        cursor: found.cursor,
        rows: found.rows.map((row) => [
          row.name,
          row.nickname,
          row.email,
          row.phone ? formatPhone(row.phone) : "",
          row.userType === "expert" ? "전문가" : "일반회원",
          row.role === "admin" ? "관리자" : "",
          MEMBER_STATE_LABELS[row.state],
          row.bannedUntil ? formatExportTime(row.bannedUntil) : "",
          formatExportTime(row.joinedAt),
        ]),
      }
    },
  }
}

function createAuditTable(actor: Actor, query: URLSearchParams): ExportTable {
  const { after: _, sort, ...filter } = readQuery(AuditQuery, query)
  return {
    name: "감사 기록",
    header: ["때", "관리자", "한 일", "대상", "이유", "바뀌기 전", "바뀐 뒤"],
    count: () => countAuditEntries(actor, filter),
    async page(cursor) {
      const found = await findAuditEntries(actor, {
        filter,
        oldest: sort === "oldest",
        cursor,
        limit: EXPORT_PAGE_SIZE,
      })
      return {
        cursor: found.cursor,
        rows: found.rows.map((row) => [
          formatExportTime(row.at),
          row.by,
          getAuditActionSentence(row.action),
          row.subject,
          row.note,
          row.before ? JSON.stringify(row.before) : "",
          row.after ? JSON.stringify(row.after) : "",
        ]),
      }
    },
  }
}

function createOrdersTable(actor: Actor, query: URLSearchParams): ExportTable {
  const { q: term, queue, category, sort, ...narrowing } = readQuery(AdminOrdersQuery, query)
  const filter = { ...ORDER_QUEUE_FILTERS[queue], category, term, ...toOpenedFilter(narrowing) }
  return {
    name: "견적 요청",
    header: ["제목", "분야", "상태", "고객", "전문가", "견적 수", "정한 금액", "들어온 때"],
    count: () => countFilteredOrders(actor, filter, null),
    async page(cursor) {
      const found = await findOrdersForAdmin(actor, { ...filter, oldest: sort === "oldest", cursor })
      const people = await findOfficeNames(
        actor,
        found.rows.flatMap((row) => [row.customerId, ...(row.expertId ? [row.expertId] : [])]),
      )
      return {
        cursor: found.cursor,
        rows: found.rows.map((row) => [
          row.title,
          CATEGORY_LABELS[row.category],
          row.isDisputeDecided ? DECIDED_DISPUTE_LABEL : ORDER_STATE_LABELS[row.state],
          people.get(row.customerId)?.name ?? "",
          row.expertId ? (people.get(row.expertId)?.name ?? "") : "",
          row.proposalCount,
          row.agreedWon,
          formatExportTime(row.createdAt),
        ]),
      }
    },
  }
}

function createPurchasesTable(actor: Actor, query: URLSearchParams): ExportTable {
  const { q: term, pay, work, sort } = readQuery(AdminPurchasesQuery, query)
  const filter = { pay, work, term }
  return {
    name: "쇼핑 주문",
    header: [
      "주문번호",
      "구매자",
      "상점",
      "상품",
      "상품 수",
      "결제 금액",
      "환불 금액",
      "결제수단",
      "결제 상태",
      "주문한 때",
      "결제한 때",
    ],
    count: () => countFilteredPurchases(actor, filter, null),
    async page(cursor) {
      const found = await findPurchasesForAdmin(actor, { filter, sort, cursor, limit: EXPORT_PAGE_SIZE })
      return {
        cursor: found.cursor,
        rows: found.rows.map((row) => [
          row.number,
          row.buyer,
          row.shops.join(" · "),
          row.title,
          row.lines,
          row.totalWon,
          row.refundedWon,
          row.method ? PAYMENT_METHOD_LABELS[row.method] : "",
          getPaymentLabel(row),
          formatExportTime(row.createdAt),
          row.paidAt ? formatExportTime(row.paidAt) : "",
        ]),
      }
    },
  }
}

function createClaimsTable(actor: Actor, query: URLSearchParams): ExportTable {
  const { q: term, sort, ...queryRest } = readQuery(AdminClaimsQuery, query)
  const filter = { queue: queryRest.queue, kind: queryRest.kind, term }
  return {
    name: "취소·반품·교환",
    header: ["주문번호", "상태", "이유", "상품", "상품 금액", "구매자", "상점", "신청한 때", "바뀐 때"],
    count: () => countFilteredClaims(actor, filter),
    async page(cursor) {
      const found = await findClaimsForAdmin(actor, {
        filter,
        newest: sort === "newest",
        cursor,
        limit: EXPORT_PAGE_SIZE,
      })
      return {
        cursor: found.cursor,
        rows: found.rows.map((row) => [
          row.number,
          formatClaimLabel(row.kind, row.state),
          isClaimReason(row.reason) ? CLAIM_REASONS[row.reason].label : row.reason,
          row.title,
          row.paidWon,
          row.buyer,
          row.seller,
          formatExportTime(row.createdAt),
          formatExportTime(row.updatedAt),
        ]),
      }
    },
  }
}

function createReviewsTable(actor: Actor, query: URLSearchParams): ExportTable {
  const { q: term, ...queryRest } = readQuery(AdminReviewsQuery, query)
  const reviewFilter = { removed: queryRest.removed === "1", term }
  return {
    name: "후기",
    header: ["평점", "후기", "분야", "고객", "전문가", "상태", "쓴 때"],
    count: () => countReviewsForAdmin(actor, reviewFilter),
    async page(cursor) {
      const found = await findReviewsForAdmin(actor, { ...reviewFilter, sort: queryRest.sort, cursor })
      const people = await findOfficeNames(
        actor,
        found.rows.flatMap((row) => [row.customerId, row.expertId]),
      )
      const stateLabels = { waiting: "공개 전", published: "공개", removed: "삭제" } as const
      return {
        cursor: found.cursor,
        rows: found.rows.map((row) => [
          row.rating,
          row.body,
          CATEGORY_LABELS[row.category],
          people.get(row.customerId)?.name ?? "",
          people.get(row.expertId)?.name ?? "",
          stateLabels[row.visibility],
          formatExportTime(row.createdAt),
        ]),
      }
    },
  }
}

function createReportsTable(actor: Actor, query: URLSearchParams): ExportTable {
  const { q: term, queue, sort } = readQuery(AdminReportsQuery, query)
  return {
    name: "신고",
    header: ["신고된 것", "종류", "이유", "상대", "상태", "들어온 때"],
    count: () => countFoundReports(actor, queue, term),
    async page(cursor) {
      const found = await listReportQueue(actor, {
        queue,
        term,
        newest: (sort ?? getDefaultSort(term, queue)) === "newest",
        cursor,
      })
      return {
        cursor: found?.cursor ?? null,
        rows: (found?.rows ?? []).map((row) => [
          row.title,
          KIND_LABELS[row.kind],
          REASON_LABELS[row.reason],
          row.accused ?? "",
          STATE_LABELS[row.state].label,
          formatExportTime(row.createdAt),
        ]),
      }
    },
  }
}

function createTicketsTable(actor: Actor, query: URLSearchParams): ExportTable {
  const { q: term, state, priority, sort } = readQuery(AdminTicketsQuery, query)
  const filter = { state: state === "all" ? null : state, priority, term }
  return {
    name: "문의",
    header: ["제목", "주제", "이름", "상태", "들어온 때", "바뀐 때"],
    count: () => countTickets(actor, filter),
    async page(cursor) {
      const found = await listTickets(actor, { ...filter, newest: sort === "newest", cursor })
      return {
        cursor: found.cursor,
        rows: found.rows.map((row) => [
          row.title,
          TICKET_TOPIC_LABELS[row.topic],
          row.name,
          TICKET_STATE_LABELS[row.state],
          formatExportTime(row.createdAt),
          formatExportTime(row.updatedAt),
        ]),
      }
    },
  }
}

/** Makes the table of each kind, for an admin, as `query` filters it. */
export const EXPORT_TABLES: Record<ExportKind, (actor: Actor, query: URLSearchParams) => ExportTable> = {
  users: createMembersTable,
  audit: createAuditTable,
  access: createAccessTable,
  orders: createOrdersTable,
  purchases: createPurchasesTable,
  claims: createClaimsTable,
  charges: createChargesTable,
  payouts: createPayoutsTable,
  transfers: createTransfersTable,
  invoices: createInvoicesTable,
  reviews: createReviewsTable,
  reports: createReportsTable,
  tickets: createTicketsTable,
  figures: createFiguresTable,
  cohorts: createCohortsTable,
  cash_receipts: createCashReceiptsTable,
  tax_months: createTaxMonthsTable,
}
