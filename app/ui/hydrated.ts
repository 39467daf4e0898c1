import { useSyncExternalStore } from "react"

const never = () => () => {}

/**
 * False on the server and for the first render in the browser, true afterwards: what needs scripts appears
 * only where they run.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
