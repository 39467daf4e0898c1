import { Form, href } from "react-router"
import { useHydrated } from "#app/ui/hydrated.ts"
import type { BulkKind, BulkMove } from "../bulk-rules.ts"
import { BULK_BAR_CLASS, BULK_FORM_ID, BulkSelection, useBulkSelection } from "./bulk-action-bar.tsx"
import { listBulkMoves } from "./bulk-texts.ts"

/** The keys of moves that are made all day. */
const SHORTCUTS: Partial<Record<BulkMove, string>> = {
  approve: "a",
  publish: "a",
  start: "a",
  pay: "a",
  reject: "r",
}

/**
 * What can be done with the rows that are ticked; each button leads to a page that says what would happen to
 * each of them. `moves` are those that fit the list as it is filtered, all by default.
 */
export function BulkPreviewBar({ kind, moves }: { kind: BulkKind; moves?: readonly BulkMove[] }) {
  const hydrated = useHydrated()
  const [selected, setSelected] = useBulkSelection()
  const bar = (
    <Form
      id={BULK_FORM_ID}
      method="get"
      action={href("/admin/bulk/:kind", { kind })}
      aria-label="고른 것에 할 일"
      className={
        "card-line flex flex-wrap items-center gap-x-4 gap-y-3 bg-primary-tint p-3 shadow-(--float) md:px-5"
      }
    >
      {hydrated ? <BulkSelection selected={selected} setSelected={setSelected} /> : null}
      <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
        {listBulkMoves(kind)
          .filter(({ move }) => moves === undefined || moves.includes(move))
          .map(({ move, label, isDangerous }) => (
            <button
              key={move}
              name="move"
              value={move}
              aria-keyshortcuts={SHORTCUTS[move]}
              className={`btn whitespace-nowrap ${isDangerous ? "btn-error" : "btn-line"}`}
            >
              {label}
            </button>
          ))}
      </div>
    </Form>
  )
  if (!hydrated)
    return (
      <noscript>
        <div className={BULK_BAR_CLASS}>{bar}</div>
      </noscript>
    )
  return <div className={selected.length === 0 ? "hidden" : BULK_BAR_CLASS}>{bar}</div>
}
