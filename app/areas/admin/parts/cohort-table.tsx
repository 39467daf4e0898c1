import { formatMonth } from "#app/basics/month.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { ExportButton } from "./export-button.tsx"

export type CohortRow = { joinedMonth: string; people: number; active: readonly number[] }

/** How strongly a share of the customers is shown, of five. */
const TINTS = ["", "bg-primary/10", "bg-primary/20", "bg-primary/30", "bg-primary/40"] as const
const getTint = (share: number) => TINTS[Math.min(4, Math.ceil(share * 8))] ?? ""

/** Which share of the customers who joined in a month asked for work or bought in that month and later. */
export function CohortTable({ cohorts }: { cohorts: readonly CohortRow[] }) {
  const months = Math.max(...cohorts.map(({ active }) => active.length))
  return (
    <section className="mt-3 overflow-hidden card-line lg:mt-4">
      <div className="flex items-center justify-between gap-3 border-b border-base-300 px-4 py-4 md:px-5">
        <div>
          <h2 className="text-lg font-bold">가입한 달별 이용</h2>
          <p className="mt-0.5 text-sm text-ink-3">
            그달에 견적을 요청하거나, 중고를 사거나, 쇼핑에서 결제한 고객의 비율이에요.
          </p>
        </div>
        <ExportButton kind="cohorts" listUrl="" rows={cohorts} />
      </div>
      <section
        aria-label="가입한 달별 이용"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys
        tabIndex={0}
        className="overflow-x-auto overscroll-x-contain"
      >
        <table className="num w-full text-base whitespace-nowrap">
          <caption className="sr-only">가입한 달별 이용</caption>
          <thead className="text-sm text-ink-3">
            <tr>
              <th
                scope="col"
                className="sticky left-0 bg-base-100 py-3 pr-3 pl-4 text-left font-normal md:pl-5"
              >
                가입한 달
              </th>
              <th scope="col" className="px-3 py-3 text-right font-normal">
                가입
              </th>
              {Array.from({ length: months }, (_, age) => (
                <th key={age} scope="col" className="px-3 py-3 text-right font-normal">
                  {age === 0 ? "그달" : `${age}달 뒤`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cohorts.map(({ joinedMonth, people, active }) => (
              <tr key={joinedMonth} className="border-t border-base-300">
                <th
                  scope="row"
                  className="sticky left-0 bg-base-100 py-2.5 pr-3 pl-4 text-left font-medium md:pl-5"
                >
                  {formatMonth(joinedMonth)}
                </th>
                <td className="px-3 py-2.5 text-right">{formatNumber(people)}명</td>
                {Array.from({ length: months }, (_, age) => {
                  const count = active[age]
                  const share = count === undefined || people === 0 ? 0 : count / people
                  return (
                    <td key={age} className={`px-3 py-2.5 text-right ${getTint(share)}`}>
                      {count === undefined ? "" : people === 0 ? "-" : `${Math.round(share * 100)}%`}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
