import { StrictMode, startTransition, useEffect, type ReactNode } from "react"
import { hydrateRoot } from "react-dom/client"
import { HydratedRouter } from "react-router/dom"
import { restoreLinkMarks } from "./platform/overrides/unmarked-links.ts"
import { loadUsualLetters } from "./shell/fonts.ts"
import { holdRequestsWithoutConnection } from "./ui/connection.ts"
import { useHydrated } from "./ui/hydrated.ts"
import "./ui/history-steps.ts"

/**
 * Says on the document that scripts have taken over: forms and links work before that as well, only plainer.
 */
function HydrationMarker({ children }: { children: ReactNode }) {
  const isHydrated = useHydrated()
  useEffect(() => {
    if (!isHydrated) return
    document.documentElement.dataset.ready = "yes"
    void loadUsualLetters()
  }, [isHydrated])
  return children
}

// The browser breaks a view transition off where a second one begins or the tab is not seen; the screen has
// changed all the same.
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && event.reason.message.startsWith("Transition was "))
    event.preventDefault()
})

holdRequestsWithoutConnection()
restoreLinkMarks()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydrationMarker>
        <HydratedRouter />
      </HydrationMarker>
    </StrictMode>,
  )
})
