import { Link } from "react-router"
import { formatDate } from "#app/basics/time.ts"
import { formatManwon } from "#app/basics/won.ts"
import { Sheet } from "#app/ui/dialog.tsx"
import { Picture } from "#app/ui/picture.tsx"
import { CATEGORY_LABELS } from "../../orders/rules.ts"
import type { PortfolioView } from "../views.ts"
import { CompareSlider } from "./compare-slider.tsx"

const INITIAL_ITEM_COUNT = 6

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
  allHref,
}: {
  items: readonly PortfolioView[]
  /** Where all are shown; null when they are. */ allHref: string | null
}) {
  const visibleItems = allHref === null ? items : items.slice(0, INITIAL_ITEM_COUNT)
  return (
    <>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-7 md:grid-cols-3 md:gap-x-4 md:gap-y-8">
        {visibleItems.map((item) => (
          <li key={item.id} className="min-w-0">
            <Sheet
              triggerClassName="block w-full cursor-pointer rounded-lg text-left"
              title={item.title}
              trigger={<Cover item={item} />}
            >
              {item.before ? (
                <CompareSlider before={item.before} after={item.after} title={item.title} />
              ) : (
                <Picture
                  {...item.after}
                  alt={item.after.alt || item.title}
                  ratio="4/3"
                  sizes="(min-width: 56.25rem) 27rem, 100vw"
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
      {allHref !== null && items.length > INITIAL_ITEM_COUNT && (
        <Link to={allHref} preventScrollReset className="btn btn-quiet mt-7 w-full md:hidden">
          포트폴리오 {items.length}개 전체보기
        </Link>
      )}
    </>
  )
}

function Cover({ item }: { item: PortfolioView }) {
  const details = formatDetails(item)
  return (
    <>
      <span className="relative block">
        <Picture
          {...item.after}
          alt={item.after.alt || item.title}
          ratio="4/3"
          sizes="(min-width: 56.25rem) 16rem, 45vw"
          className="rounded-lg"
        />
        {item.before && (
          <span
            className={
              "absolute top-2.5 left-2.5 rounded-sm bg-black/62 px-2 py-1 text-xs font-medium text-white"
            }
          >
            전·후 비교
          </span>
        )}
      </span>
      <span className="mt-3 block truncate text-base font-semibold">{item.title}</span>
      {details && <span className="mt-0.5 block text-sm text-ink-3">{details}</span>}
    </>
  )
}
