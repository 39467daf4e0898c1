/** The tables of money that the back office exports: held charges, and the tax papers of a month. */
import { brand } from "#app/basics/brand.ts"
import { formatBusinessNumber } from "#app/basics/business-number.ts"
import { now } from "#app/basics/clock.ts"
import { readQuery } from "#app/basics/form.ts"
import { bankCode } from "#app/platform/payments/payment.ts"
import type { Actor } from "../../accounts/rules.ts"
import { CASH_RECEIPT_KIND_LABELS } from "../../money/cash-receipt-rules.ts"
import { CHARGE_KIND_LABELS, CHARGE_STATE_LABELS, formatChargeNumber } from "../../money/office-rules.ts"
import { countFilteredCharges } from "../../money/service/admin-charges.server.ts"
import { findIssuedCashReceipts, sumCashReceipts } from "../../money/service/cash-receipt-months.server.ts"
import { findTaxMonths } from "../../money/service/tax-months.server.ts"
import { findFeeInvoices, sumFeeInvoices } from "../../money/service/fee-invoices.server.ts"
import { PAYOUT_STATE_LABELS, splitVat } from "../../money/rules.ts"
import { countFilteredPayouts, findPayouts } from "../../money/service/payout-lists.server.ts"
import { AdminChargesQuery, AdminInvoicesQuery, AdminPayoutsQuery } from "../list-queries.ts"
import { getInvoiceMonth, listTaxMonths } from "../month-rules.ts"
import { findCharges, toChargeFilter } from "./charges.server.ts"
import { EXPORT_PAGE_SIZE, formatExportTime, type ExportTable } from "./export-table.ts"

export function createChargesTable(actor: Actor, query: URLSearchParams): ExportTable {
  const { after: _, ...asked } = readQuery(AdminChargesQuery, query)
  const filter = toChargeFilter(asked)
  return {
    name: "안심결제",
    header: [
      "번호",
      "종류",
      "내용",
      "상태",
      "낸 사람",
      "받을 사람",
      "결제 금액",
      "보관 금액",
      "지급 금액",
      "환불 금액",
      "결제번호",
      "요청한 때",
      "보관한 때",
      "끝난 때",
    ],
    count: async () => countFilteredCharges(actor, await filter, null),
    async page(cursor) {
      const found = await findCharges(actor, { filter: await filter, cursor, limit: EXPORT_PAGE_SIZE })
      return {
        cursor: found?.cursor ?? null,
        rows: (found?.rows ?? []).map((row) => [
          row.number,
          CHARGE_KIND_LABELS[row.kind],
          row.title,
          CHARGE_STATE_LABELS[row.state],
          row.payer,
          row.payee,
          row.totalWon,
          row.heldWon,
          row.releasedWon,
          row.refundedWon,
          row.payment?.id ?? "",
          formatExportTime(row.askedAt),
          row.heldAt ? formatExportTime(row.heldAt) : "",
          row.settledAt ? formatExportTime(row.settledAt) : "",
        ]),
      }
    },
  }
}

const readPayoutFilter = (query: URLSearchParams) => {
  const { q: term, state } = readQuery(AdminPayoutsQuery, query)
  return { term, state }
}

export function createPayoutsTable(actor: Actor, query: URLSearchParams): ExportTable {
  const filter = readPayoutFilter(query)
  return {
    name: `정산 지급 ${PAYOUT_STATE_LABELS[filter.state]}`,
    header: [
      "번호",
      "종류",
      "받을 사람",
      "은행",
      "계좌번호",
      "예금주",
      "금액",
      "상태",
      "실패한 이유",
      "만든 때",
    ],
    count: () => countFilteredPayouts(actor, filter, null),
    async page(cursor) {
      const found = await findPayouts(actor, { filter, cursor, limit: EXPORT_PAGE_SIZE })
      return {
        cursor: found?.cursor ?? null,
        rows: (found?.rows ?? []).map((row) => [
          formatChargeNumber(row.id),
          row.source === "person" ? "개인" : "상점",
          row.name,
          row.bank,
          row.accountNumber,
          row.accountHolder,
          row.amountWon,
          PAYOUT_STATE_LABELS[row.state],
          row.failureReason,
          formatExportTime(row.createdAt),
        ]),
      }
    },
  }
}

/** How many letters a bank prints of a transfer. */
const PASSBOOK_LETTERS = 7

/**
 * The transfers that were begun and are made by hand, in the columns that the banks' 대량이체 takes: code of
 * the bank, account, won, and what stands in both passbooks.
 */
export function createTransfersTable(actor: Actor, query: URLSearchParams): ExportTable {
  const filter = { ...readPayoutFilter(query), state: "processing" as const, shopsOnly: true }
  return {
    name: "대량이체",
    workbookWidths: [14, 20, 14, 16, 16, 16],
    header: ["입금은행코드", "입금계좌번호", "입금액", "예금주", "받는분통장표시", "내통장표시"],
    count: () => countFilteredPayouts(actor, filter, null),
    async page(cursor) {
      const found = await findPayouts(actor, { filter, cursor, limit: EXPORT_PAGE_SIZE })
      return {
        cursor: found?.cursor ?? null,
        rows: (found?.rows ?? []).map((row) => [
          bankCode(row.bank).padStart(3, "0"),
          row.accountNumber.replaceAll(/\D/g, ""),
          row.amountWon,
          row.accountHolder,
          "바로일당",
          [...row.name].slice(0, PASSBOOK_LETTERS).join(""),
        ]),
      }
    },
  }
}

export function createInvoicesTable(actor: Actor, query: URLSearchParams): ExportTable {
  const month = getInvoiceMonth(readQuery(AdminInvoicesQuery, query).month, now())
  return {
    name: `수수료 세금계산서 ${month}`,
    header: [
      "관리번호",
      "종류",
      "작성일",
      "공급자",
      "공급자 등록번호",
      "공급받는 자",
      "공급받는 자 등록번호",
      "대표자",
      "품목",
      "공급가액",
      "부가세",
      "합계",
    ],
    count: async () => (await sumFeeInvoices(actor, month)).count,
    async page(cursor) {
      const found = await findFeeInvoices(actor, { month, cursor, limit: EXPORT_PAGE_SIZE })
      return {
        cursor: found?.cursor ?? null,
        rows: (found?.rows ?? []).map((row) => [
          row.number,
          row.businessNumber ? "세금계산서" : "현금영수증",
          row.date,
          brand.company.name,
          brand.company.businessNumber,
          row.name,
          row.businessNumber ? formatBusinessNumber(row.businessNumber) : "",
          row.representative,
          `중개 수수료 ${row.releases}건`,
          row.supplyWon,
          row.vatWon,
          row.feeWon,
        ]),
      }
    },
  }
}

export function createCashReceiptsTable(actor: Actor, query: URLSearchParams): ExportTable {
  const month = getInvoiceMonth(readQuery(AdminInvoicesQuery, query).month, now())
  return {
    name: `현금영수증 ${month}`,
    header: [
      "발급",
      "승인번호",
      "용도",
      "식별번호",
      "판매자 등록번호",
      "거래",
      "공급가액",
      "부가세",
      "발급 금액",
      "취소 금액",
    ],
    count: async () => (await sumCashReceipts(actor, month)).count,
    async page(cursor) {
      const found = await findIssuedCashReceipts(actor, { month, cursor, limit: EXPORT_PAGE_SIZE })
      return {
        cursor: found?.cursor ?? null,
        rows: (found?.rows ?? []).map((row) => {
          const { supplyWon, vatWon } = splitVat(row.issuedWon)
          return [
            formatExportTime(row.issuedAt.toISOString()),
            row.issueNumber,
            CASH_RECEIPT_KIND_LABELS[row.kind],
            row.maskedNumber,
            formatBusinessNumber(row.businessNumber),
            row.title,
            supplyWon,
            vatWon,
            row.issuedWon,
            row.cancelledWon,
          ]
        }),
      }
    },
  }
}

export function createTaxMonthsTable(actor: Actor, query: URLSearchParams): ExportTable {
  const months = listTaxMonths(readQuery(AdminInvoicesQuery, query).month, now())
  return {
    name: `세금계산서·현금영수증 ${months.at(0)}~${months.at(-1)}`,
    header: [
      "달",
      "수수료 발급 건수",
      "공급가액",
      "부가세",
      "수수료 합계",
      "구매자 현금영수증 건수",
      "발급 금액",
      "취소 금액",
    ],
    count: async () => months.length,
    async page() {
      const found = await findTaxMonths(actor, months)
      return {
        cursor: null,
        rows: (found ?? []).map((row) => [
          row.month,
          row.invoices,
          row.supplyWon,
          row.vatWon,
          row.feeWon,
          row.receipts,
          row.issuedWon,
          row.cancelledWon,
        ]),
      }
    },
  }
}
