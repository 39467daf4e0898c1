/**
 * Stands at the end of the page and runs the script that `holdScripts` held back: after the first paint, or
 * at once where nobody looks yet and nothing is painted. It goes into the head, whose children React leaves
 * alone.
 */
import { HELD_SCRIPT_ID } from "./held-script.ts"

/** A browser that does not tell of its paints must not keep a page from coming to life. */
const MAX_WAIT_MS = 3_000

const held = document.getElementById(HELD_SCRIPT_ID)
let isStarted = false

function start(): void {
  if (!held || isStarted) return
  isStarted = true
  for (const name of held.dataset.links?.split(" ").filter(Boolean) ?? []) {
    const link = document.createElement("link")
    link.rel = "modulepreload"
    link.href = `/assets/${name}.js`
    document.head.append(link)
  }
  const script = document.createElement("script")
  script.type = "module"
  script.textContent = held.textContent
  document.head.append(script)
}

if (held) {
  if (document.hidden || !window.PerformanceObserver?.supportedEntryTypes?.includes("paint")) start()
  else {
    new PerformanceObserver(start).observe({ type: "paint", buffered: true })
    setTimeout(start, MAX_WAIT_MS)
  }
}
