import { startTransition, useEffect, useState } from "react"

/** What is mounted later is drawn whole at once. */
let isPageHydrated = false

/**
 * False on the server and for the first render in the browser, true afterwards: what needs scripts appears
 * only where they run. It appears as a transition, piece by piece: a store that differs from the server's
 * page would be drawn in one go with all effects of the page, and a tap would wait for it.
 */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(isPageHydrated)
  useEffect(() => {
    isPageHydrated = true
    startTransition(() => setHydrated(true))
  }, [])
  return isHydrated
}
