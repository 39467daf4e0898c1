import { Download } from "#app/ui/icons.tsx"
import { formatMonth } from "#app/basics/month.ts"
import { formatWon } from "#app/basics/won.ts"
import { splitVat } from "../rules.ts"
import type { MoneyMonth } from "../views.ts"

/** What each month came to, with the tax of the fee and its statement as a file. */
export function MoneyMonths({
  months,
  buildHref,
}: {
  months: readonly MoneyMonth[]
  buildHref: (file: string) => string
}) {
  return (
    <ul>
      {months.map(({ month, count, netWon, feeWon }) => {
        const { supplyWon, vatWon } = splitVat(feeWon)
        return (
          <li
            key={month}
            className={
              "flex flex-wrap items-center gap-x-4 gap-y-3 border-base-300 p-4 not-first:border-t md:px-5"
            }
          >
            <div className="min-w-0 flex-1 basis-52">
              <h3 className="text-base font-semibold">{formatMonth(month)}</h3>
              <p className="num mt-0.5 text-sm text-ink-3">
                {count}건 · 수수료 {formatWon(feeWon)} (공급가액 {formatWon(supplyWon)}, 부가세{" "}
                {formatWon(vatWon)})
              </p>
            </div>
            <b className="num text-base font-bold">{formatWon(netWon)}</b>
            <div className="flex gap-2">
              {(["csv", "pdf"] as const).map((ending) => (
                <a
                  key={ending}
                  href={buildHref(`${month}.${ending}`)}
                  download
                  className="btn btn-line btn-sm hit"
                  aria-label={`${formatMonth(month)} 명세 ${ending.toUpperCase()} 받기`}
                >
                  <Download size={16} />
                  {ending.toUpperCase()}
                </a>
              ))}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
