import { createContext, type ReactNode } from "react"

/**
 * Renders `part` once for `of` and `variant`, and gives what stands for it in the page, as long as `of`
 * lives.
 */
export type CacheHtml = (source: object, variant: string, renderContent: () => ReactNode) => string

/** Set while a page is rendered on the server; null in the browser, and where nothing is kept. */
export const CachedHtmlContext = createContext<CacheHtml | null>(null)
