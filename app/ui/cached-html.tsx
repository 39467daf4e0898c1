import { createElement, useContext, type ReactNode } from "react"
import { CachedHtmlContext, type CachedElementProps } from "./cached-html-context.ts"

/**
 * An element whose content the server writes once and then gives to everybody, as long as `source`, an object
 * that all requests share, is the same: an answer of the short cache, or a constant. What is inside may
 * depend on nothing but `source` and `variant` (at most a few hundred of them): not on who looks, not on the
 * address. No useId inside. In the browser it is a plain element.
 */
export function CachedHtml({
  as = "div",
  source,
  variant = "",
  children,
  ...attributes
}: {
  as?: CachedElementProps["as"]
  source: object
  variant?: string
  id?: string
  className?: string
  "aria-label"?: string
  children: () => ReactNode
}) {
  const createCachedElement = useContext(CachedHtmlContext)
  return createCachedElement
    ? createCachedElement({ as, source, variant, attributes, renderContent: children })
    : createElement(as, attributes, children())
}
