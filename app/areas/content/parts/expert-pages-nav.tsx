import { Link } from "react-router"

const PAGES = [
  { slug: "expert-guide", label: "가이드" },
  { slug: "expert-support", label: "센터" },
  { slug: "expert-insurance", label: "보험·보증" },
  { slug: "expert-tools", label: "도구" },
] as const

/** The pages for experts, side by side. */
export function ExpertPagesNav({ current }: { current: string }) {
  return (
    <nav aria-label="전문가 지원" className="bar-of-chips mb-6">
      {PAGES.map(({ slug, label }) => (
        <Link
          key={slug}
          to={`/${slug}`}
          aria-current={slug === current ? "page" : undefined}
          className={
            "hit inline-flex min-h-9 items-center rounded-full px-3.5 text-sm whitespace-nowrap " +
            (slug === current
              ? "bg-neutral font-semibold text-neutral-content"
              : "border border-line-strong font-medium hover:bg-fill")
          }
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
