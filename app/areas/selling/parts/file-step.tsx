import type { ReactNode } from "react"
import { Card } from "#app/ui/section.tsx"

/** One of the two steps of what is done with a file: it is fetched, then sent. */
export const FileStep = ({
  step,
  title,
  text,
  children,
}: {
  step: 1 | 2
  title: string
  text: string
  children: ReactNode
}) => (
  <Card className="md:p-6">
    <p className="text-sm font-semibold text-primary-ink">{step}단계</p>
    <h2 className="mt-1 text-lg font-bold">{title}</h2>
    <p className="mt-2 text-base text-ink-2">{text}</p>
    {children}
  </Card>
)
