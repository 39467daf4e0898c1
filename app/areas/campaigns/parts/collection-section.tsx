import type { ComponentProps } from "react"
import { Section } from "#app/ui/section.tsx"
import { ServerHtml } from "#app/ui/server-html.tsx"
import { ProductCard } from "../../shop/parts/product-card.tsx"

type Card = ComponentProps<typeof ProductCard>["card"]

export type Collection = { id: string; title: string; text: string; href: string; cards?: readonly Card[] }

/** Goods that were put together, with the way to more of them. */
export const CollectionSection = ({ collection }: { collection: Collection }) => (
  <Section
    title={collection.title}
    subtitle={collection.text || undefined}
    more={{ href: collection.href, label: "전체보기" }}
  >
    <ServerHtml
      data={collection.cards}
      prefetch="intent"
      className="card-row md:grid-cols-4 md:[&>:nth-child(n+5)]:hidden"
    >
      {(cards) =>
        cards.map((card) => (
          <ProductCard key={card.id} card={card} className="w-[min(9.5rem,70vw)] md:w-auto" />
        ))
      }
    </ServerHtml>
  </Section>
)
