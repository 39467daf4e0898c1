/**
 * Runs in every page before the first paint. It sets the colour mode, so that no page flashes, and shows the
 * notice "Loading chunk failed" when one of our scripts is missing, broken or later than 120 s. `data-ready`
 * says that the page has come to life. The browser's offer to install the product waits for a good moment.
 */
import { BROWSER_BAR_COLOURS } from "../basics/brand.ts"
import { CHUNK_ALERT_ID, SCRIPT_TIMEOUT_MS } from "./chunk-alert-names.ts"

const root = document.documentElement
let mode: string | null = null
try {
  mode = localStorage.getItem("colorMode")
} catch {
  // A browser that keeps nothing follows the system.
}
const isDark = mode === "dark" || (mode !== "light" && matchMedia("(prefers-color-scheme:dark)").matches)
const theme = isDark ? "dark" : "light"
root.dataset.theme = theme
for (const bar of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]"))
  bar.content = BROWSER_BAR_COLOURS[theme]

function showAlert(): void {
  if ("ready" in root.dataset) return
  const alertElement = document.getElementById(CHUNK_ALERT_ID)
  if (alertElement) alertElement.hidden = false
  else addEventListener("DOMContentLoaded", showAlert)
}
addEventListener(
  "error",
  ({ target }) => {
    const isScript = target instanceof HTMLScriptElement
    if (isScript || (target instanceof HTMLLinkElement && target.rel === "modulepreload")) showAlert()
  },
  true,
)
addEventListener("unhandledrejection", ({ reason }) => {
  if (/module/i.test(String(reason?.message))) showAlert()
})
setTimeout(showAlert, SCRIPT_TIMEOUT_MS)
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault()
  Object.assign(window, { installPrompt: event })
})
