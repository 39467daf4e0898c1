/**
 * Override `data-router`: reads the router itself from React Router's `UNSAFE_DataRouterContext`.
 *
 * Reason: a missing script can fail before React hears of the navigation, and no public hook says where the
 * visitor was going. Gain: not speed, but the message "Loading chunk failed" with a link to the page that was
 * wanted (specification §8). Off: the router reloads the page instead, which leads on as well.
 * Relies on: the context's value has `router.state.navigation` (data-router.test.ts).
 */
import { useContext } from "react"
import { UNSAFE_DataRouterContext, type DataRouter } from "react-router"
import type { OverrideName } from "./names.ts"

const NAME: OverrideName = "data-router"

/** What the page says about overrides that are off, in an attribute of its root element. */
const isOffInPage = (): boolean =>
  typeof document !== "undefined" &&
  (document.documentElement.dataset.overridesOff ?? "").split(",").includes(NAME)

/** The router of this page, or undefined where the override is off or there is none. */
export function useDataRouter(): DataRouter | undefined {
  const context = useContext(UNSAFE_DataRouterContext)
  return isOffInPage() ? undefined : context?.router
}
