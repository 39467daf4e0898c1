import type { ReactNode } from "react"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { Pager } from "#app/ui/pager.tsx"

/** What a queue's loader answers with. */
type LoadedQueue<Queue extends string, Row> = {
  queue: Queue
  rows: readonly Row[]
  cursor: string | null
  isFirstPage: boolean
}

/** A queue of things to decide, one below another: its states to choose from, what was refused, its pages. */
export function QueueList<Queue extends string, Row>({
  labels,
  loaded: { queue, rows, cursor, isFirstPage },
  buildHref,
  problem,
  emptyTitle,
  keyOf,
  children,
}: {
  /** Of every state, in their order. */
  labels: Readonly<Record<Queue, string>>
  loaded: LoadedQueue<Queue, Row>
  buildHref: (queue: Queue, after?: string) => string
  problem: string | null
  emptyTitle: string
  keyOf: (row: Row) => string
  children: (row: Row) => ReactNode
}) {
  return (
    <>
      <div className="bar-of-chips">
        {(Object.keys(labels) as Queue[]).map((each) => (
          <FilterChip key={each} href={buildHref(each)} isActive={each === queue}>
            {labels[each]}
          </FilterChip>
        ))}
      </div>
      <FormAlert className="mt-4" message={problem} />
      {rows.length === 0 ? (
        <EmptyState art="done" title={emptyTitle} />
      ) : (
        <ul className="mt-4 grid gap-3">
          {rows.map((row) => (
            <li key={keyOf(row)}>{children(row)}</li>
          ))}
        </ul>
      )}
      <Pager isFirstPage={isFirstPage} nextCursor={cursor} buildHref={(after) => buildHref(queue, after)} />
    </>
  )
}
