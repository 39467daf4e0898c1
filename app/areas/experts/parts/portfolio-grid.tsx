import { Link } from "react-router"
import { formatDate } from "#app/basics/time.ts"
import { formatManwon } from "#app/basics/won.ts"
import { Sheet } from "#app/ui/dialog.tsx"
import { Picture } from "#app/ui/picture.tsx"
import { CATEGORY_LABELS } from "../../orders/rules.ts"
import type { PortfolioView } from "../views.ts"
import { CompareSlider } from "./compare-slider.tsx"

const formatDetails = (item: PortfolioView) =>
  [
    item.areaPyeong === null ? null : `${item.areaPyeong}평`,
    item.priceWon === null ? null : formatManwon(item.priceWon),
  ]
    .filter((detail) => detail !== null)
    .join(" · ")

/**
 * Finished works as pictures; each opens with its words and, where there is one, the comparison of before and
 * after.
 */
export function PortfolioGrid({
  items,
  count,
  allHref,
}: {
  items: readonly PortfolioView[]
  /** How many there are in all, and where they are shown. */
  count: number
  allHref: string
}) {
  return (
    <>
      <ul className="portfolio">
        {items.map((item) => (
          <li key={item.id}>
            <Sheet triggerClassName="portfolio-cover" title={item.title} trigger={<Cover item={item} />}>
              {item.before ? (
                <CompareSlider before={item.before} after={item.after} title={item.title} />
              ) : (
                <Picture
                  {...item.after}
                  alt={item.after.alt || item.title}
                  ratio="4/3"
                  size="large"
                  className="rounded-lg"
                />
              )}
              <p className="mt-4 text-base font-semibold">
                {[CATEGORY_LABELS[item.category], formatDetails(item)]
                  .filter((detail) => detail !== "")
                  .join(" · ")}
              </p>
              {item.doneOn && <p className="mt-1 text-sm text-ink-3">{formatDate(item.doneOn)} 작업</p>}
              {item.description && (
                <p className="mt-3 text-base whitespace-pre-line text-ink-2">{item.description}</p>
              )}
            </Sheet>
          </li>
        ))}
      </ul>
      {count > items.length && (
        <Link to={allHref} preventScrollReset className="btn btn-quiet mt-7 w-full md:hidden">
          {`포트폴리오 ${count}개 전체보기`}
        </Link>
      )}
    </>
  )
}

function Cover({ item }: { item: PortfolioView }) {
  const details = formatDetails(item)
  return (
    <>
      <span>
        <Picture
          {...item.after}
          alt={item.after.alt || item.title}
          ratio="4/3"
          size="card"
          className="rounded-lg"
        />
        {item.before && <i>전·후 비교</i>}
      </span>
      <b>{item.title}</b>
      {details && <i>{details}</i>}
    </>
  )
}
