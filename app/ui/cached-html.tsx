import { createElement, useContext, type ReactNode } from "react"
import {
  UNSAFE_DataRouterContext,
  UNSAFE_DataRouterStateContext,
  UNSAFE_FrameworkContext,
  UNSAFE_LocationContext,
  UNSAFE_NavigationContext,
  UNSAFE_RouteContext,
} from "react-router"
import { CachedHtmlContext } from "./cached-html-context.ts"

type ElementName = "div" | "ul" | "ol" | "nav" | "section" | "p"

/**
 * An element whose content the server writes once and then gives to everybody, as long as `of`, an object
 * that all requests share, is the same: an answer of the short cache, or a constant. What is inside may
 * depend on nothing but `of` and `variant` (at most a few hundred of them): not on who looks, not on the
 * address. No useId inside. In the browser it is a plain element.
 */
export function CachedHtml({
  as = "div",
  source,
  variant = "",
  children,
  ...attributes
}: {
  as?: ElementName
  source: object
  variant?: string
  className?: string
  "aria-label"?: string
  children: () => ReactNode
}) {
  const cacheHtml = useContext(CachedHtmlContext)
  const wrapInRouter = useRouterWrapper()
  if (!cacheHtml) return createElement(as, attributes, children())
  return createElement(as, {
    ...attributes,
    dangerouslySetInnerHTML: { __html: cacheHtml(source, variant, () => wrapInRouter(children())) },
  })
}

/** Kept parts are rendered apart from the page, so the router's contexts are handed to them. */
function useRouterWrapper(): (content: ReactNode) => ReactNode {
  const dataRouter = useContext(UNSAFE_DataRouterContext)
  const state = useContext(UNSAFE_DataRouterStateContext)
  const framework = useContext(UNSAFE_FrameworkContext)
  const location = useContext(UNSAFE_LocationContext)
  const navigation = useContext(UNSAFE_NavigationContext)
  const route = useContext(UNSAFE_RouteContext)
  return (content) => (
    <UNSAFE_DataRouterContext value={dataRouter}>
      <UNSAFE_DataRouterStateContext value={state}>
        <UNSAFE_FrameworkContext value={framework}>
          <UNSAFE_NavigationContext value={navigation}>
            <UNSAFE_LocationContext value={location}>
              <UNSAFE_RouteContext value={route}>{content}</UNSAFE_RouteContext>
            </UNSAFE_LocationContext>
          </UNSAFE_NavigationContext>
        </UNSAFE_FrameworkContext>
      </UNSAFE_DataRouterStateContext>
    </UNSAFE_DataRouterContext>
  )
}
