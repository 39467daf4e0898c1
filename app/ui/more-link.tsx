import { useEffect, useEffectEvent, useRef } from "react"
import { createPath, Link, useNavigate, useNavigation, useResolvedPath } from "react-router"
import { SkeletonCards, SkeletonRows } from "./skeleton.tsx"

/**
 * The end of a list that goes on. Without scripts a link to `href`; with them the same is done when the end
 * comes near, in the same place and without a step in the history. `href` must show everything so far and
 * more (`?show=48`), unless `onMore` fetches the next part itself. Meanwhile the `shape` of what comes keeps
 * its place.
 */
export function MoreLink({
  href,
  children = "더 보기",
  onMore,
  pending = false,
  shape,
}: {
  href: string
  children?: string
  onMore?: () => void
  pending?: boolean
  shape?: "rows" | "cards"
}) {
  const navigate = useNavigate()
  const navigation = useNavigation()
  const place = useRef<HTMLDivElement>(null)
  const busy = pending || navigation.state !== "idle"
  const target = createPath(useResolvedPath(href))
  const coming = pending || (navigation.state === "loading" && createPath(navigation.location) === target)
  const go = () => {
    if (busy) return
    if (onMore) onMore()
    else void navigate(href, { replace: true, preventScrollReset: true })
  }
  const near = useEffectEvent(go)
  useEffect(() => {
    if (!place.current || busy) return undefined
    // A new observer reports at once, so a short next part is followed by another.
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && near(),
      { rootMargin: "600px" },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [busy])
  return (
    <div ref={place} className="py-6">
      {coming && shape === "rows" ? <SkeletonRows rows={2} /> : null}
      {coming && shape === "cards" ? <SkeletonCards cards={4} /> : null}
      <div className={`flex justify-center ${coming && shape ? "sr-only" : ""}`}>
        <Link
          to={href}
          replace
          preventScrollReset
          onClick={(event) => {
            event.preventDefault()
            go()
          }}
          className="btn btn-quiet min-w-40"
        >
          {coming ? <output>loading...</output> : children}
        </Link>
      </div>
    </div>
  )
}
