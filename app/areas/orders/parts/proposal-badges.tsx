import { ThumbsUp, TriangleAlert } from "#app/ui/icons.tsx"
import type { ReactNode } from "react"

/** The best of a row, right behind the value. */
export function BestMark({ children }: { children: ReactNode }) {
  return (
    <span
      className={
        "inline-flex min-h-6 flex-none items-center gap-1 rounded-sm bg-primary-tint px-2 text-xs " +
        "font-semibold whitespace-nowrap text-primary-ink"
      }
    >
      <ThumbsUp size={14} className="hidden md:block" />
      {children}
    </span>
  )
}

/** A proposal that says nothing about what is left out: the usual source of extra charges. */
export function MissingExclusions() {
  return (
    <div className="rounded-xl bg-warn-tint p-3.5 text-sm text-warn-ink">
      <p className="flex items-center gap-2 font-semibold">
        <TriangleAlert size={18} className="flex-none" />
        제외 항목이 비어 있어요
      </p>
      <p className="mt-1">추가 비용이 생길 수 있어요. 선택하기 전에 확인해 주세요.</p>
    </div>
  )
}
