import { useEffect, useMemo } from "react"
import { href, Link, useFetcher } from "react-router"
import { Picture } from "#app/ui/picture.tsx"
import { formatWon } from "#app/basics/won.ts"
import type { ProductCard } from "../views.ts"
import { useRecentViews } from "./recent-views.ts"

const MAX_CARDS = 12

/** The address of the list: a visitor's browser says what it keeps. */
export const getRecentHref = (ids: string | null): string =>
  ids ? `${href("/shopping/recent")}?${new URLSearchParams({ ids })}` : href("/shopping/recent")

/**
 * The products that were looked at last, fetched once the page runs, so that the page itself is everybody's;
 * nothing where there are none. What the page leads to by itself is left out, and `exceptId`.
 */
export function RecentStrip({
  isMember,
  exceptId,
  className = "",
}: {
  isMember: boolean
  exceptId?: string
  className?: string
}) {
  const fetcher = useFetcher<{ cards: ProductCard[] }>()
  const ids = useRecentViews()
  const isWanted = isMember ? ids !== null : Boolean(ids)
  const address = getRecentHref(isMember ? null : ids)
  const { load } = fetcher
  useEffect(() => {
    if (isWanted) void load(address)
  }, [isWanted, address, load])
  const fetched = fetcher.data?.cards
  const cards = useMemo(
    () => (fetched ?? []).filter(({ id }) => id !== exceptId && !isLinkedElsewhere(id)).slice(0, MAX_CARDS),
    // A list that grows later takes no card away.
    [fetched, exceptId],
  )
  if (cards.length === 0) return null
  return (
    <section aria-labelledby="recent" className={className}>
      <div className="mb-3 flex items-end justify-between">
        <h2 id="recent" className="text-xl font-bold">
          최근 본 상품
        </h2>
        <Link to={address} className="hit text-sm font-medium text-ink-2 hover:underline">
          전체보기
        </Link>
      </div>
      <ul
        className={
          "-mx-4 flex snap-x gap-3 overflow-x-auto scroll-px-4 px-4 pb-1 [scrollbar-width:none] " +
          "md:mx-0 md:px-0"
        }
      >
        {cards.map((card) => (
          <li key={card.id} className="w-26 min-w-[6.5rem] flex-none snap-start">
            <Link
              to={href("/shopping/product/:productId", { productId: card.id })}
              className="group block rounded-lg"
            >
              {card.picture ? (
                <Picture {...card.picture} alt="" ratio="square" size="thumb" className="rounded-lg" />
              ) : (
                <span className="block aspect-square rounded-lg bg-fill" />
              )}
              <span className="mt-2 block truncate text-sm group-hover:underline">{card.title}</span>
              <b className="block text-sm font-bold">
                {card.soldOut ? <span className="text-ink-3">품절</span> : formatWon(card.priceWon)}
              </b>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Whether the page leads to the product outside this strip. */
const isLinkedElsewhere = (productId: string): boolean =>
  [...document.querySelectorAll(`a[href="${href("/shopping/product/:productId", { productId })}"]`)].some(
    (link) => !link.closest("[aria-labelledby=recent]"),
  )
