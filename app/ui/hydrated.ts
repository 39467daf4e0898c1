import { useSyncExternalStore } from "react"

const subscribeToNothing = () => () => {}

/**
 * False on the server and for the first render in the browser, true afterwards: what needs scripts appears
 * only where they run.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
