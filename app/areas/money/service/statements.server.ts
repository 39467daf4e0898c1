/** The statement of a month: what was released to a person, the market's fee with its tax, and payouts. */
import { sql } from "drizzle-orm"
import { brand } from "#app/basics/brand.ts"
import { addDays, startOfKstDay, toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { isMonth, maskAccountNumber, splitVat } from "../rules.ts"
import type { PayeeBusiness } from "../views.ts"

export type Statement = {
  /** YYYY-MM. */
  month: string
  releases: { at: string; title: string; grossWon: number; feeWon: number; netWon: number }[]
  payouts: { at: string; account: string; amountWon: number }[]
  grossWon: number
  feeWon: number
  netWon: number
  /** What a tax invoice of the fee says; it is dated the last day of the month. */
  tax: { date: string; supplyWon: number; vatWon: number }
}

/** The first moment of a month in Korea, and that of the next. */
export function getMonthBounds(month: string): { from: string; until: string } {
  const firstDay = `${month}-01`
  const nextMonth = addDays(firstDay, 31).slice(0, 7)
  return {
    from: startOfKstDay(firstDay).toISOString(),
    until: startOfKstDay(`${nextMonth}-01`).toISOString(),
  }
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, won) => sum + won, 0)

/** The actor's own statement of a month; null for what is no month. */
export async function findStatement(actor: Member, month: string): Promise<Statement | null> {
  if (!isMonth(month)) return null
  const { from, until } = getMonthBounds(month)
  const [releases, paid] = await Promise.all([
    db().execute<{ at: string; title: string; net: string; fee: string }>(sql`
      select min(l.at)::text as at, c.title,
        coalesce(sum(l.amount_won) filter (where l.account = 'seller'), 0)::text as net,
        coalesce(sum(l.amount_won) filter (where l.account = 'platform' and c.payer_fee_won = 0), 0)::text
          as fee
      from ledger l join charges c on c.id = l.group_id
      where l.seller_id = ${actor.userId}::uuid and l.kind = 'release'
        and l.at >= ${from}::timestamptz and l.at < ${until}::timestamptz
      group by l.posting, c.title order by min(l.at), l.posting`),
    db().execute<{ at: string; bank: string; account_number: string; won: string }>(sql`
      select updated_at::text as at, bank, account_number, amount_won::text as won from payouts
      where seller_id = ${actor.userId}::uuid and source = 'person' and state = 'paid'
        and updated_at >= ${from}::timestamptz and updated_at < ${until}::timestamptz
      order by updated_at, id`),
  ])
  const rows = releases.map(({ at, title, net, fee }) => ({
    at: new Date(at).toISOString(),
    title,
    grossWon: Number(net) + Number(fee),
    feeWon: Number(fee),
    netWon: Number(net),
  }))
  const feeWon = sumOf(rows.map((row) => row.feeWon))
  return {
    month,
    releases: rows,
    payouts: paid.map((row) => ({
      at: new Date(row.at).toISOString(),
      account: `${row.bank} ${maskAccountNumber(row.account_number)}`,
      amountWon: Number(row.won),
    })),
    grossWon: sumOf(rows.map((row) => row.grossWon)),
    feeWon,
    netWon: sumOf(rows.map((row) => row.netWon)),
    tax: { date: addDays(toKstDateString(until), -1), ...splitVat(feeWon) },
  }
}

/** A cell that no spreadsheet takes for a formula. */
const toCsvCell = (value: string | number) =>
  `"${String(value)
    .replace(/^[=+\-@\t\r]/, "'$&")
    .replaceAll('"', '""')}"`

/** The statement as CSV, with the mark that makes spreadsheets read Korean. */
export function buildStatementCsv(statement: Statement, business: PayeeBusiness): string {
  const { tax } = statement
  const lines: (string | number)[][] = [
    ["구분", "날짜", "내용", "작업 금액", "수수료(부가세 포함)", "받을 돈"],
    ...statement.releases.map((row) => [
      "지급 확정",
      toKstDateString(row.at),
      row.title,
      row.grossWon,
      row.feeWon,
      row.netWon,
    ]),
    ["합계", "", "", statement.grossWon, statement.feeWon, statement.netWon],
    ...statement.payouts.map((row) => [
      "보낸 돈",
      toKstDateString(row.at),
      row.account,
      "",
      "",
      row.amountWon,
    ]),
    [],
    [
      "세금계산서",
      "작성일",
      "공급자",
      "공급자 등록번호",
      "공급받는 자",
      "공급받는 자 등록번호",
      "대표자",
      "공급가액",
      "부가세",
      "합계",
    ],
    [
      "수수료",
      tax.date,
      brand.company.name,
      brand.company.businessNumber,
      business.name,
      business.businessNumber,
      business.representative,
      tax.supplyWon,
      tax.vatWon,
      statement.feeWon,
    ],
  ]
  return `\uFEFF${lines.map((line) => line.map(toCsvCell).join(",")).join("\r\n")}\r\n`
}

/** What a file of a statement is called. */
export const getStatementFileName = ({ month }: Statement, ending: "csv" | "pdf") =>
  `바로일당 정산 명세 ${month}.${ending}`
