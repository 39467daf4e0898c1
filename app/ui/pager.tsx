import { Link } from "react-router"

/**
 * Links to the next page of a list and back to the first. `buildHref` makes the address after a cursor, or of
 * the first page; `nextCursor` is null on the last.
 */
export function Pager({
  isFirstPage,
  nextCursor,
  buildHref,
  label = "다음",
}: {
  isFirstPage: boolean
  nextCursor: string | null
  buildHref: (cursor?: string) => string
  label?: string
}) {
  return isFirstPage && nextCursor === null ? null : (
    <nav aria-label="페이지" className="flex justify-center gap-2 py-6">
      {isFirstPage ? null : (
        <Link to={buildHref()} className="btn btn-quiet">
          처음으로
        </Link>
      )}
      {nextCursor ? (
        <Link to={buildHref(nextCursor)} className="btn btn-quiet min-w-40">
          {label}
        </Link>
      ) : null}
    </nav>
  )
}

/** Leads to the next part of a list; nothing at its end, where `href` is null. */
export const NextPageLink = ({ href }: { href: string | null }) =>
  href === null ? null : (
    <p className="py-6 text-center">
      <Link to={href} className="btn btn-quiet min-w-40">
        더 보기
      </Link>
    </p>
  )
