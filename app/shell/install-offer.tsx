import { lazy, Suspense, useEffect, useState } from "react"

const InstallCard = lazy(() => import("./install-card.tsx"))

/** What Chromium sends where the product can be installed; the script in the head keeps it. */
type InstallPrompt = Event & {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>
}
declare global {
  interface Window {
    installPrompt?: InstallPrompt | undefined
  }
}

/**
 * Offers to install the product, where the browser can and at a good moment (install-card.tsx). `isAllowed`
 * is false in the middle of a task; `hasSucceeded` says that something was just done.
 */
export function InstallOffer({ isAllowed, hasSucceeded }: { isAllowed: boolean; hasSucceeded: boolean }) {
  const [canInstall, setCanInstall] = useState(false)
  useEffect(() => {
    const handlePrompt = () => setCanInstall(true)
    if (window.installPrompt) handlePrompt()
    addEventListener("beforeinstallprompt", handlePrompt)
    return () => removeEventListener("beforeinstallprompt", handlePrompt)
  }, [])
  return canInstall && isAllowed ? (
    <Suspense fallback={null}>
      <InstallCard key={String(hasSucceeded)} hasSucceeded={hasSucceeded} />
    </Suspense>
  ) : null
}
