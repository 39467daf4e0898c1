import type { ReactNode } from "react"
import { useHiddenColumns } from "./saved-views.tsx"

/**
 * Where a column stands on phones, where a row is two lines: the name and a badge, under them a detail and a
 * figure. `wide` is not shown there.
 */
type ColumnSlot = "name" | "badge" | "detail" | "figure" | "wide"

export type AdminTableColumn<Row> = {
  label: string
  slot: ColumnSlot
  /** Of its cells alone. */ className?: string
  /** Numbers, which line up at their end. */ isNumeric?: boolean
  render: (row: Row) => ReactNode
}

const PHONE_SLOT_CLASSES: Record<ColumnSlot, string> = {
  name: "min-w-0 max-md:order-1",
  badge: "max-md:order-2 max-md:justify-self-end",
  detail: "min-w-0 max-md:order-3 max-md:text-sm max-md:text-ink-2",
  figure: "whitespace-nowrap max-md:order-4 max-md:justify-self-end max-md:text-sm",
  wide: "max-md:hidden",
}

/**
 * A list of the back office: a table, of which each row is a card of two lines on phones. A link in the
 * column `name` with `after:absolute after:inset-0` opens the row wherever it is pressed. `renderCheckbox`
 * draws the box of a row, where several can be chosen.
 */
export function AdminTable<Row>({
  rows,
  keyOf,
  columns: allColumns,
  renderCheckbox,
  isFramed = true,
}: {
  rows: readonly Row[]
  keyOf: (row: Row) => string
  columns: readonly AdminTableColumn<Row>[]
  renderCheckbox?: (row: Row) => ReactNode
  /** False within a card that has its own frame. */ isFramed?: boolean
}) {
  const hidden = useHiddenColumns()
  const columns = allColumns.filter(({ slot, label }) => slot === "name" || !hidden.includes(label))
  const getEdgeClass = (index: number) =>
    `${index === 0 && !renderCheckbox ? "md:pl-5" : "md:pl-3"} ` +
    `${index === columns.length - 1 ? "md:pr-5" : "md:pr-3"}`
  const table = (
    <table className="w-full text-base">
      <caption className="sr-only">{columns.map(({ label }) => label).join(", ")} 목록</caption>
      <thead className="hidden text-left text-sm text-ink-3 md:table-header-group">
        <tr className="border-b border-base-300">
          {renderCheckbox ? (
            <th scope="col" className="w-12 py-3 pl-5">
              <span className="sr-only">고르기</span>
            </th>
          ) : null}
          {columns.map((column, index) => (
            <th
              key={column.label}
              scope="col"
              className={
                `py-3 font-normal whitespace-nowrap ${getEdgeClass(index)} ` +
                `${column.isNumeric ? "text-right" : ""}`
              }
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className={
              "relative border-base-300 not-first:border-t hover:bg-base-200 " +
              "max-md:grid max-md:gap-x-3 max-md:gap-y-1.5 max-md:p-4 " +
              (renderCheckbox
                ? "max-md:grid-cols-[1.75rem_minmax(0,1fr)_auto]"
                : "max-md:grid-cols-[minmax(0,1fr)_auto]")
            }
          >
            {renderCheckbox ? (
              <td className="max-md:row-span-2 md:py-3.5 md:pl-5">{renderCheckbox(row)}</td>
            ) : null}
            {columns.map((column, index) => (
              <td
                key={column.label}
                className={
                  `md:py-3.5 ${getEdgeClass(index)} ${PHONE_SLOT_CLASSES[column.slot]} ` +
                  `${column.isNumeric ? "num text-right" : ""} ${column.className ?? ""}`
                }
              >
                {column.render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return isFramed ? <div className="overflow-x-auto overscroll-x-contain card-line">{table}</div> : table
}

/** The labels of columns that a reader may leave out: all but the names of the rows. */
export const listHideableLabels = <Row,>(columns: readonly AdminTableColumn<Row>[]): string[] =>
  columns.filter(({ slot }) => slot !== "name").map(({ label }) => label)
