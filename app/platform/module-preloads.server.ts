/**
 * What a page says of its scripts in advance. React writes these links before the stylesheet, as many as
 * thirty, so that the first paint waits behind scripts that only the first tap needs.
 */
const MODULE_PRELOAD = /<link rel="modulepreload" [^>]*>/g
const HEAD_END = "</head>"

/** Puts the links behind the stylesheet, at a low priority: what is seen comes first. */
export function deferModulePreloads(html: string): string {
  const end = html.indexOf(HEAD_END)
  if (end < 0) return html
  const head = html.slice(0, end)
  const links = head.match(MODULE_PRELOAD)?.join("") ?? ""
  const lowLinks = links.replaceAll("<link ", '<link fetchpriority="low" ')
  return `${head.replaceAll(MODULE_PRELOAD, "")}${lowLinks}${html.slice(end)}`
}
