/** Defines the file of prices and stock of what is for sale: its columns, and what its rows change. Pure. */
import { StockForm } from "./forms.ts"
import type { RowProblem } from "./product-file.ts"

export const STOCK_FILE_LIMITS = { rows: 2_000 } as const

const COLUMNS = {
  variantId: "옵션 번호",
  title: "상품 이름",
  option: "옵션 이름",
  was: "지금 재고",
  priceWon: "판매가",
  stock: "재고",
} as const
type Column = keyof typeof COLUMNS
const REQUIRED: readonly Column[] = ["variantId", "was", "priceWon", "stock"]

export type StockFileRow = {
  variantId: string
  title: string
  option: string
  priceWon: number
  stock: number
}
/** What a row of the file wants of an option; `was` is the stock when the file was made. */
export type StockFileChange = {
  line: number
  variantId: string
  priceWon: number
  stock: number
  was: number
}

export const buildStockTable = (rows: readonly StockFileRow[]): (string | number)[][] => [
  Object.values(COLUMNS),
  ...rows.map((row) => [row.variantId, row.title, row.option, row.stock, row.priceWon, row.stock]),
]

/** Reads the rows of a file with the form of the screen. `missing` names columns that are not there. */
export function readStockRows(table: readonly string[][]): {
  missing: string[]
  changes: StockFileChange[]
  problems: RowProblem[]
} {
  const header = (table[0] ?? []).map((cell) => cell.replace(/\s/g, ""))
  const indexOf = (name: Column) => header.indexOf(COLUMNS[name].replace(/\s/g, ""))
  const missing = REQUIRED.filter((name) => indexOf(name) < 0).map((name) => COLUMNS[name])
  const changes: StockFileChange[] = []
  const problems: RowProblem[] = []
  if (missing.length > 0) return { missing, changes, problems }
  const lineOf = new Map<string, number>()
  for (const [index, cells] of table.entries()) {
    if (index === 0 || cells.every((cell) => cell === "")) continue
    const line = index + 1
    const parsed = StockForm.safeParse(
      Object.fromEntries(REQUIRED.map((name) => [name, cells[indexOf(name)] ?? ""])),
    )
    if (!parsed.success) {
      problems.push(
        ...parsed.error.issues.map(({ path, message }) => ({
          line,
          column: COLUMNS[path[0] as Column] ?? COLUMNS.variantId,
          problem: message,
        })),
      )
      continue
    }
    const before = lineOf.get(parsed.data.variantId)
    if (before === undefined) changes.push({ line, ...parsed.data })
    else
      problems.push({
        line,
        column: COLUMNS.variantId,
        problem: `${before}번째 줄과 같은 옵션이에요. 한 줄만 남겨 주세요.`,
      })
    lineOf.set(parsed.data.variantId, line)
  }
  return { missing, changes, problems }
}

export const locateStockProblem = (
  line: number,
  name: "variantId" | "priceWon" | "stock",
  problem: string,
) => ({
  line,
  column: COLUMNS[name],
  problem,
})
