import { href } from "react-router"
import { FilterChip } from "#app/ui/chips.tsx"

const TABS = [
  { href: href("/my-info/wishes"), label: "중고 물건" },
  { href: href("/my-info/wishes/products"), label: "쇼핑 상품" },
  { href: href("/my-info/wishes/experts"), label: "전문가" },
  { href: href("/my-info/wishes/restock"), label: "재입고 알림" },
] as const

/** What somebody wants to come back to: second-hand, of the shop, experts, and what is sold out. */
export const WishTabs = ({ current }: { current: (typeof TABS)[number]["href"] }) => (
  <nav aria-label="찜한 것" className="bar-of-chips mb-5">
    {TABS.map((tab) => (
      <FilterChip key={tab.href} href={tab.href} isActive={tab.href === current}>
        {tab.label}
      </FilterChip>
    ))}
  </nav>
)
