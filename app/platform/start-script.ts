/**
 * Stands at the end of the page and runs the script that `holdScripts` held back: after the first paint, or
 * at once where nobody looks yet and nothing is painted. It goes into the head, whose children React leaves
 * alone.
 */
import { HELD_SCRIPT_ID } from "./held-script.ts"

/** A browser that does not tell of its paints must not keep a page from coming to life. */
const MAX_WAIT_MS = 3_000
/** As many files as a slow phone asks for within fifty milliseconds. */
const GROUP_SIZE = 3

const held = document.getElementById(HELD_SCRIPT_ID)
let isStarted = false

function start(): void {
  if (!held || isStarted) return
  isStarted = true
  askForScripts(held.dataset.links?.split(" ").filter(Boolean) ?? [])
}

/** Asks for some of the files, and for the rest after whatever else waits; last comes what runs them. */
function askForScripts(names: string[]): void {
  // Timers of a tab that nobody sees wait for a second.
  const group = names.slice(0, document.hidden ? names.length : GROUP_SIZE)
  for (const name of group) {
    const link = document.createElement("link")
    link.rel = "modulepreload"
    link.href = `/assets/${name}.js`
    document.head.append(link)
  }
  if (group.length < names.length) {
    setTimeout(() => askForScripts(names.slice(group.length)))
    return
  }
  const script = document.createElement("script")
  script.type = "module"
  script.textContent = held?.textContent ?? ""
  document.head.append(script)
}

if (held) {
  if (document.hidden || !window.PerformanceObserver?.supportedEntryTypes?.includes("paint")) start()
  else {
    new PerformanceObserver(start).observe({ type: "paint", buffered: true })
    setTimeout(start, MAX_WAIT_MS)
  }
}
