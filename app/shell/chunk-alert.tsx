import { useEffect } from "react"
import { createPath, useLocation, useNavigation } from "react-router"
import { useDataRouter } from "../platform/overrides/data-router.ts"
import { CHUNK_ALERT_ID, SCRIPT_TIMEOUT_MS } from "./chunk-alert-names.ts"

/**
 * Hidden until a script chunk is missing or late (specification §8); the link loads the page anew, which
 * needs no script.
 */
export function ChunkAlert() {
  const currentPath = createPath(useLocation())
  return (
    <div id={CHUNK_ALERT_ID} hidden role="alert" suppressHydrationWarning className="chunk-alert">
      <b>Loading chunk failed</b>
      화면을 다 불러오지 못했어요. 새로고침하면 이어서 볼 수 있어요.
      {/* The server's address says "+" where the browser's says "%20". */}
      <a href={currentPath} suppressHydrationWarning className="btn btn-primary">
        새로고침
      </a>
    </div>
  )
}

function showChunkAlert(href: string): void {
  const alertElement = document.getElementById(CHUNK_ALERT_ID)
  if (!alertElement) return
  alertElement.querySelector("a")?.setAttribute("href", href)
  alertElement.hidden = false
}

type ReloadEvent = Event & { navigationType?: string; userInitiated?: boolean }
const isScriptedReload = (event: ReloadEvent) =>
  event.navigationType === "reload" && event.userInitiated !== true && event.cancelable

/**
 * Watches the scripts of screens one goes to. The router answers a missing chunk by reloading the page one
 * leaves; we say what happened instead and offer the page one wanted. Where nobody has tapped yet, and the
 * router only loads ahead what a finger rests on, the page stays as it is, with the words in its forms. A
 * browser without the Navigation API reloads, which leads on as well.
 */
export function ChunkWatcher() {
  const navigation = useNavigation()
  // The chunk can fail before React hears of the navigation, so the router itself is asked where one was
  // going.
  const router = useDataRouter()
  const targetPath = navigation.state === "loading" ? createPath(navigation.location) : null
  useEffect(() => {
    document.documentElement.setAttribute("data-ready", "")
    const alertElement = document.getElementById(CHUNK_ALERT_ID)
    if (alertElement) alertElement.hidden = true
  }, [])
  useEffect(() => {
    const navigationApi: unknown = Reflect.get(window, "navigation")
    if (!(navigationApi instanceof EventTarget) || !router) return undefined
    const preventReload = (event: Event) => {
      if (!isScriptedReload(event)) return
      event.preventDefault()
      const { navigation: pendingNavigation } = router.state
      if (pendingNavigation.state === "loading") showChunkAlert(createPath(pendingNavigation.location))
    }
    navigationApi.addEventListener("navigate", preventReload)
    return () => navigationApi.removeEventListener("navigate", preventReload)
  }, [router])
  useEffect(() => {
    if (targetPath === null) return undefined
    const timer = setTimeout(() => showChunkAlert(targetPath), SCRIPT_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [targetPath])
  return null
}
