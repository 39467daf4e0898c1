import { Link } from "react-router"

/**
 * The next part of a list by a link, and the way back to its beginning. `address` is the list's, gone on
 * after a place; `next` is null at the end.
 */
export function Pager({
  first,
  next,
  address,
  label = "다음",
}: {
  first: boolean
  next: string | null
  address: (after?: string) => string
  label?: string
}) {
  return first && next === null ? null : (
    <nav aria-label="페이지" className="flex justify-center gap-2 py-6">
      {first ? null : (
        <Link to={address()} className="btn btn-quiet">
          처음으로
        </Link>
      )}
      {next ? (
        <Link to={address(next)} className="btn btn-quiet min-w-40">
          {label}
        </Link>
      ) : null}
    </nav>
  )
}
