import { Link } from "react-router"
import { formatFigure } from "../figure-labels.ts"
import { getFigure, type FigureColumn, type Sums } from "../figure-rules.ts"

export type FigureRow = { key: string; label: string; href?: string; sums: Sums }

/** The figures behind the charts, a line each; on phones it scrolls beside its first column. */
export const FigureTable = ({
  title,
  keyLabel,
  columns,
  rows,
}: {
  title: string
  keyLabel: string
  columns: readonly FigureColumn[]
  rows: readonly FigureRow[]
}) => (
  <section className="mt-3 overflow-hidden card-line lg:mt-4">
    <h2 className="border-b border-base-300 px-4 py-4 text-lg font-bold md:px-5">{title}</h2>
    <section
      aria-label={title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys
      tabIndex={0}
      className="max-h-[32rem] overflow-auto overscroll-x-contain"
    >
      <table className="num w-full text-base whitespace-nowrap">
        <caption className="sr-only">{title}</caption>
        <thead className="text-sm text-ink-3">
          <tr>
            <th scope="col" className={`${FIRST} z-20 py-3 text-left font-normal`}>
              {keyLabel}
            </th>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className="sticky top-0 bg-base-100 px-3 py-3 text-right font-normal last:pr-4 md:last:pr-5"
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-t border-base-300">
              <th scope="row" className={`${FIRST} py-2.5 text-left font-medium`}>
                {row.href ? (
                  <Link to={row.href} preventScrollReset className="hit hover:underline">
                    {row.label}
                  </Link>
                ) : (
                  row.label
                )}
              </th>
              {columns.map((column) => (
                <td key={column.key} className="px-3 py-2.5 text-right last:pr-4 md:last:pr-5">
                  {formatFigure(getFigure(column, row.sums), column.unit)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </section>
)

const FIRST = "sticky top-0 left-0 bg-base-100 pr-3 pl-4 md:pl-5"
