/**
 * Defines the file of products: its columns, and how its rows become what the form of a product takes. Pure.
 */
import { DISCLOSURE_KINDS, DISCLOSURES, type DisclosureKind } from "../shop/disclosure.ts"
import { DEPARTMENT_LABELS, DEPARTMENTS } from "../shop/rules.ts"

export const PRODUCT_FILE_LIMITS = { products: 500, rows: 2_000 } as const

const COLUMNS = {
  title: "상품 이름",
  brand: "브랜드",
  department: "분류",
  description: "상품 설명",
  listPriceWon: "정가",
  optionLabel: "옵션 종류",
  option: "옵션 이름",
  priceWon: "판매가",
  stock: "재고",
  freeShipping: "무료배송",
  madeToOrder: "주문제작",
  noticeKind: "상품군",
} as const
type Column = keyof typeof COLUMNS

const REQUIRED: readonly Column[] = ["title", "department", "description", "priceWon", "stock", "noticeKind"]
const NOTICE_PREFIX = "고시: "

/** A product of the file as the form takes it, and the rows of the file that it is made of. */
export type FileProduct = { lines: number[]; typed: Record<string, unknown> }
export type RowProblem = { line: number; column: string; problem: string }

const withoutSpaces = (text: string) => text.replace(/\s/g, "")
const isYes = (text: string) => /^(?:예|네|y|yes|o|1|true)$/i.test(text)

/** The header of the template for a kind of goods. */
export const buildProductHeader = (kind: DisclosureKind): string[] => [
  ...Object.values(COLUMNS),
  ...DISCLOSURES[kind].rows.map((label) => `${NOTICE_PREFIX}${label}`),
]

/** Two rows that show how a product with two options is written. */
export const buildProductExamples = (kind: DisclosureKind): (string | number)[][] => {
  const common: Record<Column, string | number> = {
    title: "접이식 사다리",
    brand: "",
    department: DEPARTMENT_LABELS.tools,
    description: "혼자서도 들 수 있는 가벼운 알루미늄 사다리예요. (예시: 지우고 채워 주세요)",
    listPriceWon: 60_000,
    optionLabel: "높이",
    option: "3단",
    priceWon: 45_000,
    stock: 7,
    freeShipping: "아니요",
    madeToOrder: "아니요",
    noticeKind: DISCLOSURES[kind].label,
  }
  const second: (string | number)[] = Object.keys(COLUMNS).map((name) =>
    name === "option" ? "4단" : name === "priceWon" ? 52_000 : name === "stock" ? 3 : "",
  )
  return [
    [
      ...Object.values(common),
      ...DISCLOSURES[kind].rows.map((_label, at) => (at === 0 ? "알루미늄 사다리" : "해당 없음")),
    ],
    [...second, ...DISCLOSURES[kind].rows.map(() => "")],
  ]
}

/**
 * Puts the rows of a file together: one with a name begins a product, those under it without a name are more
 * options of it. `missing` names columns that are not there.
 */
export function groupProductRows(table: readonly string[][]): { missing: string[]; products: FileProduct[] } {
  const header = (table[0] ?? []).map(withoutSpaces)
  const indexOf = (label: string) => header.indexOf(withoutSpaces(label))
  const missing = REQUIRED.map((name) => COLUMNS[name]).filter((label) => indexOf(label) < 0)
  if (missing.length > 0) return { missing, products: [] }
  const products: FileProduct[] = []
  for (const [index, cells] of table.entries()) {
    if (index === 0 || cells.every((cell) => cell === "")) continue
    const read = (label: string) => cells[indexOf(label)] ?? ""
    const variant = {
      name: read(COLUMNS.option),
      priceWon: read(COLUMNS.priceWon),
      stock: read(COLUMNS.stock),
    }
    const current = products.at(-1)
    if (read(COLUMNS.title) === "" && current) {
      current.lines.push(index + 1)
      ;(current.typed.variants as unknown[]).push(variant)
    } else products.push({ lines: [index + 1], typed: readProduct(read, variant) })
  }
  return { missing, products }
}

function readProduct(read: (label: string) => string, variant: object): Record<string, unknown> {
  const kind = DISCLOSURE_KINDS.find(
    (each) => withoutSpaces(DISCLOSURES[each].label) === withoutSpaces(read(COLUMNS.noticeKind)),
  )
  const department = DEPARTMENTS.find(
    (each) => withoutSpaces(DEPARTMENT_LABELS[each]) === withoutSpaces(read(COLUMNS.department)),
  )
  return {
    title: read(COLUMNS.title),
    brand: read(COLUMNS.brand),
    department: department ?? read(COLUMNS.department),
    description: read(COLUMNS.description),
    listPriceWon: read(COLUMNS.listPriceWon),
    optionLabel: read(COLUMNS.optionLabel),
    variants: [variant],
    freeShipping: isYes(read(COLUMNS.freeShipping)) ? "true" : "",
    madeToOrder: isYes(read(COLUMNS.madeToOrder)) ? "true" : "",
    noticeKind: kind ?? read(COLUMNS.noticeKind),
    notice: (kind ? DISCLOSURES[kind].rows : []).map((label) => read(`${NOTICE_PREFIX}${label}`)),
  }
}

/** Where in the file the field at `path` of a product stands. */
export function locateProblem(
  { lines, typed }: FileProduct,
  path: readonly PropertyKey[],
): { line: number; column: string } {
  const [field, index, part] = path
  const firstLine = lines[0] ?? 0
  if (field === "variants")
    return {
      line: typeof index === "number" ? (lines[index] ?? firstLine) : firstLine,
      column: part === "priceWon" ? COLUMNS.priceWon : part === "stock" ? COLUMNS.stock : COLUMNS.option,
    }
  if (field === "notice" && typeof index === "number") {
    const kind = DISCLOSURE_KINDS.find((each) => each === typed.noticeKind)
    const label = kind ? DISCLOSURES[kind].rows[index] : undefined
    return { line: firstLine, column: label ? `${NOTICE_PREFIX}${label}` : COLUMNS.noticeKind }
  }
  const column = Object.entries(COLUMNS).find(([name]) => name === field)?.[1]
  return { line: firstLine, column: column ?? COLUMNS.title }
}
