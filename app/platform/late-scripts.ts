import { HELD_SCRIPT_ID } from "./held-script.ts"

/**
 * Holds a page's scripts back until it has been painted. React names as many as forty of them before the
 * stylesheet; only the first tap needs them, and what is seen shares the line with nothing (decision 091).
 */
const MODULE_PRELOAD = /<link rel="modulepreload" href="\/assets\/([^">\s]+)\.js"\/>/g
const HEAD_END = "</head>"
/** How the router begins the script that loads the others. */
const START = '<script type="module" async="">'

/**
 * Takes the links to scripts out of the head, and keeps the script that loads them from running:
 * `start-script.ts` runs it. A page without such a script stays as it is.
 */
export function holdScripts(html: string): string {
  const end = html.indexOf(HEAD_END)
  const start = html.lastIndexOf(START)
  if (end < 0 || start < end) return html
  const links: string[] = []
  const head = html.slice(0, end).replaceAll(MODULE_PRELOAD, (_, name: string) => {
    links.push(name)
    return ""
  })
  const held = `<script type="text/plain" id="${HELD_SCRIPT_ID}" data-links="${links.join(" ")}">`
  return `${head}${html.slice(end, start)}${held}${html.slice(start + START.length)}`
}
