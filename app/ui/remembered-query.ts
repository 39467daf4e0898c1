/** The way back to a list as one left it: its filter, sort and page, for as long as the tab is open. */
import { useEffect } from "react"
import { useLocation } from "react-router"

/**
 * By path, the query with which a screen was looked at last. Written in the browser alone, so every page
 * begins without.
 */
const queryByPath = new Map<string, string>()

/** Remembers how the screen is looked at, for the links that lead back to it. */
export function useRememberQuery(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    queryByPath.set(pathname, search)
  }, [pathname, search])
}

/** The address `href` with the query it was left with; one that has a query of its own stays as it is. */
export const withRememberedQuery = (href: string): string =>
  href.includes("?") ? href : href + (queryByPath.get(href) ?? "")
