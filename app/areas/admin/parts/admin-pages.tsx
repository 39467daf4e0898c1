import { Link } from "react-router"

/** The way on through a list of the back office. `here` is its address without a place. */
export function AdminPages({ here, first, cursor }: { here: string; first: boolean; cursor: string | null }) {
  if (first && !cursor) return <div className="h-6" />
  return (
    <nav aria-label="페이지" className="flex justify-center gap-2 py-6">
      {first ? null : <Link to={here} className="btn btn-quiet">처음으로</Link>}
      {cursor ? <Link to={`${here}${here.includes("?") ? "&" : "?"}after=${cursor}`} className="btn btn-quiet min-w-40">다음</Link> : null}
    </nav>
  )
}
