import type { ReactNode } from "react"
import { ChevronDown } from "./icons.tsx"

/** The line that opens a `<details>`, with an arrow that says so. */
export function FoldSummary({ children, className = "" }: { children: ReactNode; className?: string }) {
  return (
    <summary className={`hit flex w-fit items-center gap-1 rounded-sm hover:underline ${className}`}>
      {children}
      <ChevronDown
        size={16}
        className="flex-none transition-transform [details[open]>summary>&]:rotate-180"
      />
    </summary>
  )
}
