import { useEffect, useEffectEvent, useRef } from "react"
import { createPath, Link, useNavigate, useNavigation, useResolvedPath } from "react-router"
import { SkeletonCards, SkeletonRows } from "./skeleton.tsx"

/**
 * The end of a list that goes on. Without scripts a link to `href`; with them the same is done when the end
 * comes near, without a step in the history. `href` must show everything so far and more (`?show=48`), unless
 * `onLoadMore` loads the next page itself. Meanwhile a `skeleton` of what comes takes its room.
 */
export function MoreLink({
  href,
  children = "더 보기",
  onLoadMore,
  isPending = false,
  skeleton,
}: {
  href: string
  children?: string
  onLoadMore?: () => void
  isPending?: boolean
  skeleton?: "rows" | "cards"
}) {
  const navigate = useNavigate()
  const navigation = useNavigation()
  const sentinel = useRef<HTMLDivElement>(null)
  const isBusy = isPending || navigation.state !== "idle"
  const targetPath = createPath(useResolvedPath(href))
  const isLoading =
    isPending || (navigation.state === "loading" && createPath(navigation.location) === targetPath)
  const loadMore = () => {
    if (isBusy) return
    if (onLoadMore) onLoadMore()
    else void navigate(href, { replace: true, preventScrollReset: true })
  }
  const loadMoreWhenNear = useEffectEvent(loadMore)
  useEffect(() => {
    if (!sentinel.current || isBusy) return undefined
    // A new observer reports at once, so a short next part is followed by another.
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && loadMoreWhenNear(),
      { rootMargin: "600px" },
    )
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [isBusy])
  return (
    <div ref={sentinel} className="py-6">
      {isLoading && skeleton === "rows" ? <SkeletonRows rows={2} /> : null}
      {isLoading && skeleton === "cards" ? <SkeletonCards cards={4} /> : null}
      <div className={`flex justify-center ${isLoading && skeleton ? "sr-only" : ""}`}>
        <Link
          to={href}
          replace
          preventScrollReset
          onClick={(event) => {
            event.preventDefault()
            loadMore()
          }}
          className="btn btn-quiet min-w-40"
        >
          {isLoading ? <output>loading...</output> : children}
        </Link>
      </div>
    </div>
  )
}
