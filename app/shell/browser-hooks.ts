/** What every page needs of its browser, whoever is signed in. */
import { useEffect } from "react"
import { useLocation } from "react-router"
import { runWhenIdle } from "../ui/idle.ts"
import { loadDocumentsWhenOffline, reportVisitedPath, startServiceWorker } from "./service-worker-client.ts"
import { clearPersonalData, consumeClosingMark, hasStoredUser } from "./session-store.ts"
import { warnAboutTabs } from "./tab-watch.ts"

/** Keeps pages for when there is no network, and knows of other tabs. */
export function useOfflinePages(userId: string | null, staysSignedIn: boolean): void {
  const { pathname, search } = useLocation()
  useEffect(() => startServiceWorker(userId, staysSignedIn), [userId, staysSignedIn])
  useEffect(() => loadDocumentsWhenOffline(), [])
  useEffect(() => reportVisitedPath(pathname + search), [pathname, search])
  useEffect(() => warnAboutTabs(), [])
}

/** Forgets who was signed in here and is no longer, wherever that was decided. */
export function useForgottenUser(userId: string | null): void {
  useEffect(() => {
    if (userId !== null) return
    if (hasStoredUser(localStorage)) clearPersonalData(localStorage)
    consumeClosingMark(localStorage, Date.now())
  }, [userId])
}

/** Shows on the icon of the installed product how much waits for the person; nothing at 0. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    if (!("setAppBadge" in navigator)) return
    return runWhenIdle(() => {
      const isShown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
      // Refused where the product is not installed.
      isShown.catch(() => undefined)
    })
  }, [count])
}
