import { useEffect, useEffectEvent, useRef } from "react"
import { Link, useNavigate, useNavigation } from "react-router"

/**
 * The end of a list that goes on. Without scripts a link to `href`; with them the same is done when the end comes near, in the
 * same place and without a step in the history. `href` must show everything so far and more (`?show=48`), unless `onMore`
 * fetches the next part itself.
 */
export function MoreLink({ href, children = "더 보기", onMore, pending = false }: { href: string; children?: string; onMore?: () => void; pending?: boolean }) {
  const navigate = useNavigate()
  const navigation = useNavigation()
  const place = useRef<HTMLDivElement>(null)
  const busy = pending || navigation.state !== "idle"
  const go = () => {
    if (busy) return
    if (onMore) onMore()
    else void navigate(href, { replace: true, preventScrollReset: true })
  }
  const near = useEffectEvent(go)
  useEffect(() => {
    if (!place.current || busy) return undefined
    // A new observer reports at once, so a short next part is followed by another.
    const watch = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && near(), { rootMargin: "600px" })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [busy])
  return (
    <div ref={place} className="flex justify-center py-6">
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
        {busy ? <output>loading...</output> : children}
      </Link>
    </div>
  )
}
