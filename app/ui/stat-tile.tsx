import { Link } from "react-router"

/** One number of a desk, in a `dl`; `isUrgent` where somebody waits too long. */
export function StatTile({
  name,
  value,
  note,
  href,
  isUrgent = false,
}: {
  name: string
  value: string
  note?: string | undefined
  href?: string
  isUrgent?: boolean
}) {
  return (
    <div className={`relative card-line p-4 md:p-5 ${href ? "hover:bg-base-200" : ""}`}>
      <dt className="text-sm text-ink-3">
        {href ? (
          <Link to={href} className="after:absolute after:inset-0 after:rounded-xl">
            {name}
          </Link>
        ) : (
          name
        )}
      </dt>
      <dd className="mt-1">
        <span className="text-xl font-bold">{value}</span>
        {note ? (
          <span
            className={`mt-0.5 block text-sm ${isUrgent ? "font-medium text-refused-ink" : "text-ink-3"}`}
          >
            {note}
          </span>
        ) : null}
      </dd>
    </div>
  )
}
