import { formatDateTime } from "#app/basics/time.ts"
import { HISTORY_LABELS, HISTORY_ROLE_LABELS } from "../history-labels.ts"
import type { OrderEventView } from "../views.ts"

/** What has happened to the order, newest first. */
export function OrderHistory({ events }: { events: readonly OrderEventView[] }) {
  return (
    <ol className="relative">
      {events.toReversed().map((event, index) => (
        <li key={`${event.at} ${event.move}`} className="relative flex gap-4 pb-5 last:pb-0">
          {index < events.length - 1 && (
            <span
              aria-hidden
              className="absolute top-4 bottom-[-0.25rem] left-[0.3125rem] w-px bg-base-300"
            />
          )}
          <span
            aria-hidden
            className={
              "mt-1.5 size-[0.6875rem] flex-none rounded-full " +
              `${index === 0 ? "bg-primary" : "bg-base-300"}`
            }
          />
          <div className="min-w-0 flex-1">
            <p className={index === 0 ? "font-semibold" : ""}>{HISTORY_LABELS[event.move] ?? event.move}</p>
            <p className="mt-0.5 text-sm text-ink-3">
              {HISTORY_ROLE_LABELS[event.role]} · <time dateTime={event.at}>{formatDateTime(event.at)}</time>
            </p>
            {event.note ? (
              <p className="mt-2 rounded-lg bg-fill p-3 text-sm whitespace-pre-line text-ink-2">
                {event.note}
              </p>
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  )
}
