import type { ComponentProps } from "react"
import { Link } from "react-router"
import { HeartForm } from "#app/ui/heart-button.tsx"
import { ServerHtml } from "#app/ui/server-html.tsx"
import { WishableCard } from "./product-grid.tsx"

type Card = ComponentProps<typeof WishableCard>["card"]

/** The products whose price is down today, in a row above the shelves. */
export function DealSection({
  cards,
  wishedIds,
  allHref,
}: {
  /** Undefined with `wishedIds` where the page says them already. */
  cards: readonly Card[] | undefined
  wishedIds: readonly string[] | undefined
  allHref: string
}) {
  return (
    <HeartForm intent="favorite">
      <section aria-labelledby="deals" className="mt-6 pb-7 md:mt-8 md:pb-0">
        <div className="mb-4 flex items-end justify-between">
          <h2 id="deals" className="text-xl font-bold">
            오늘특가
          </h2>
          <Link to={allHref} className="hit text-sm font-medium text-ink-2 hover:underline">
            전체보기
          </Link>
        </div>
        <ServerHtml
          data={cards}
          prefetch="intent"
          className="card-row md:grid-cols-4 md:gap-5 md:[&>:nth-child(n+5)]:hidden"
        >
          {(all) =>
            all.map((card, index) => (
              <div key={card.id} className="deal-cell">
                <WishableCard
                  card={card}
                  isWished={wishedIds?.includes(card.id) ?? false}
                  eager={index < 2}
                />
              </div>
            ))
          }
        </ServerHtml>
      </section>
    </HeartForm>
  )
}
