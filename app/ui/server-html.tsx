import {
  createElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type TouchEvent,
} from "react"
import { PrefetchPageLinks, useNavigate, useRevalidator } from "react-router"
import type { CachedElementProps } from "./cached-html-context.ts"
import { CachedHtml } from "./cached-html.tsx"
import { openTappedPicture } from "./picture-links.ts"
import { keepTimesTrue } from "./relative-time.tsx"

/** As long as the router waits before it loads what a pointer rests on. */
const PREFETCH_DELAY_MS = 100

type ElementProps = { as: CachedElementProps["as"]; className?: string; "aria-label"?: string }
/** What `Link` would be given: of all links inside. */
type LinkProps = { prefetch?: "intent"; viewTransition?: boolean }

/**
 * An element that a page brings as HTML alone. `data` is what it is made of: undefined in the browser where
 * the loader has left it out of the page (`omitFromPageData`). Then the browser leaves the server's HTML as
 * it is, with links that change the screen without a page load and galleries that open, until `data` comes
 * with the next answer. Hearts inside belong to a `HeartForm` around it; other fields and buttons may not be
 * inside. With a `variant` everybody sees the same for that and the same object `data`, as in `CachedHtml`.
 */
export function ServerHtml<Data extends object>({
  as = "div",
  data,
  variant,
  prefetch,
  viewTransition,
  children,
  ...attributes
}: Partial<ElementProps> &
  LinkProps & { data: Data | undefined; variant?: string; children: (data: Data) => ReactNode }) {
  const id = useId()
  const focusedRef = useRef(-1)
  const hasData = data !== undefined
  useLayoutEffect(() => {
    // The element with the keyboard has gone with the server's HTML; its like is at the same place.
    if (!hasData || focusedRef.current < 0 || document.activeElement !== document.body) return
    const element = document.getElementById(id)
    if (element) listFocusable(element)[focusedRef.current]?.focus({ preventScroll: true })
    focusedRef.current = -1
  }, [hasData, id])
  if (data === undefined)
    return <WrittenHtml as={as} {...attributes} {...{ id, focusedRef, prefetch, viewTransition }} />
  return variant === undefined ? (
    createElement(as, { ...attributes, id }, children(data))
  ) : (
    <CachedHtml as={as} {...attributes} id={id} source={data} variant={variant}>
      {() => children(data)}
    </CachedHtml>
  )
}

const listFocusable = (element: Element) => [...element.querySelectorAll<HTMLElement>("a,button")]

/** The element as the server has written it. */
function WrittenHtml({
  as: Element,
  id,
  focusedRef,
  prefetch,
  viewTransition = false,
  ...attributes
}: ElementProps & { id: string; focusedRef: RefObject<number> } & {
  [Name in keyof LinkProps]: LinkProps[Name] | undefined
}) {
  const navigate = useNavigate()
  const [html] = useState(() => document.getElementById(id)?.innerHTML)
  const [wanted, setWanted] = useState<string>()
  useAskedOnce(html === undefined)
  useEffect(() => {
    const element = document.getElementById(id)
    return element ? keepTimesTrue(element) : undefined
  }, [id])
  const follow = (event: MouseEvent) => {
    openTappedPicture(event)
    const path = isPlainClick(event) ? getPathOfLink(event) : undefined
    if (path === undefined) return
    event.preventDefault()
    void navigate(path, { viewTransition })
  }
  return (
    <>
      <Element
        {...attributes}
        id={id}
        onClick={follow}
        onFocus={(event: FocusEvent) => {
          focusedRef.current = listFocusable(event.currentTarget).indexOf(event.target as HTMLElement)
          setWanted(getPathOfLink(event))
        }}
        onBlur={() => {
          focusedRef.current = -1
        }}
        onMouseOver={(event: MouseEvent) => setWanted(getPathOfLink(event))}
        onMouseLeave={() => setWanted(undefined)}
        onTouchStart={(event: TouchEvent) => setWanted(getPathOfLink(event))}
        dangerouslySetInnerHTML={{ __html: html ?? "" }}
        suppressHydrationWarning
      />
      {prefetch && wanted ? <PrefetchedPage key={wanted} path={wanted} /> : null}
    </>
  )
}

const isPlainClick = (event: MouseEvent): boolean =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)

/** Where the link leads that something happens in; undefined where it is not one of ours. */
function getPathOfLink({ target }: { target: EventTarget }): string | undefined {
  const link =
    target instanceof Element ? target.closest<HTMLAnchorElement>("a:not([data-pictures] a)") : null
  if (!link || link.target !== "" || link.hasAttribute("download") || link.origin !== location.origin)
    return undefined
  return link.pathname + link.search + link.hash
}

/** Loads a screen once its link has been pointed at for a moment. */
function PrefetchedPage({ path }: { path: string }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), PREFETCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return isDue ? <PrefetchPageLinks page={path} /> : null
}

/** Asks for the screen's data once, where the page had neither HTML nor data. */
function useAskedOnce(isNeeded: boolean): void {
  const { revalidate } = useRevalidator()
  const wasAsked = useRef(false)
  useEffect(() => {
    if (!isNeeded || wasAsked.current) return
    wasAsked.current = true
    void revalidate()
  }, [isNeeded, revalidate])
}
