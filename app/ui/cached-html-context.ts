import { createContext, type ReactNode } from "react"

export type CachedElementProps = {
  as: "div" | "article" | "ul" | "ol" | "nav" | "section" | "p"
  source: object
  variant: string
  attributes: { id?: string; className?: string; "aria-label"?: string }
  renderContent: () => ReactNode
}

/**
 * Makes an element whose content is written once for `source` and `variant`, for as long as `source` lives.
 * Set while a page is rendered on the server; null in the browser, and where nothing is cached.
 */
export const CachedHtmlContext = createContext<((element: CachedElementProps) => ReactNode) | null>(null)
