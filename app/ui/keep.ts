import { createContext, type ReactNode } from "react"

/**
 * Renders `part` once for `of` and `variant`, and gives what stands for it in the page, as long as `of`
 * lives.
 */
export type Keep = (of: object, variant: string, part: () => ReactNode) => string

/** Set while a page is rendered on the server; null in the browser, and where nothing is kept. */
export const KeepContext = createContext<Keep | null>(null)
