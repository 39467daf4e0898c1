/** The tables of money that the back office exports: held charges, and tax invoices of a month's fees. */
import { brand } from "#app/basics/brand.ts"
import { formatBusinessNumber } from "#app/basics/business-number.ts"
import { now } from "#app/basics/clock.ts"
import { readQuery } from "#app/basics/form.ts"
import type { Actor } from "../../accounts/rules.ts"
import { CHARGE_KIND_LABELS, CHARGE_STATE_LABELS } from "../../money/office-rules.ts"
import { countFilteredCharges } from "../../money/service/admin-charges.server.ts"
import { findFeeInvoices, sumFeeInvoices } from "../../money/service/fee-invoices.server.ts"
import { AdminChargesQuery, AdminInvoicesQuery } from "../list-queries.ts"
import { getInvoiceMonth } from "../rules.ts"
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
