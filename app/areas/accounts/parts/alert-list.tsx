import { Form } from "react-router"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Trash2 } from "#app/ui/icons.tsx"

/** One alert in words: what it waits for, what narrows it, and what its button is called. */
export type AlertRow = { id: string; name: string; facts: string; removeLabel: string }

/** The alerts of somebody, out of `max`. The button of each sends `alertId` with the intent `remove`. */
export function AlertList({
  title,
  max,
  rows,
  empty,
}: {
  title: string
  max: number
  rows: readonly AlertRow[]
  empty: { title: string; text: string }
}) {
  return (
    <>
      <h2 className="mt-8 text-lg font-bold">
        {title}{" "}
        <span className="num text-ink-3">
          {rows.length}/{max}
        </span>
      </h2>
      {rows.length > 0 ? (
        <ul className="mt-2 divide-y divide-base-300">
          {rows.map((row) => (
            <li key={row.id} className="flex min-h-16 items-center gap-3">
              <div className="min-w-0 flex-1">
                <p className="truncate font-semibold">{row.name}</p>
                <p className="truncate text-sm text-ink-3">{row.facts}</p>
              </div>
              <Form method="post">
                <input type="hidden" name="alertId" value={row.id} />
                <button
                  type="submit"
                  name="intent"
                  value="remove"
                  aria-label={row.removeLabel}
                  className={
                    "grid size-11 cursor-pointer place-items-center rounded-full text-ink-3 hover:bg-fill"
                  }
                >
                  <Trash2 size={20} />
                </button>
              </Form>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState art="notifications" heading="h3" {...empty} />
      )}
    </>
  )
}
