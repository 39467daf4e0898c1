/**
 * What a page says of its scripts in advance. React writes these links before the stylesheet, as many as
 * thirty, so that the first paint waits behind scripts that only the first tap needs.
 */
const MODULE_PRELOAD = /<link rel="modulepreload" href="([^">\s]+)"\/>/g
const HEAD_END = "</head>"

/** Puts the links behind the stylesheet, at a low priority and in few letters: what is seen comes first. */
export function deferModulePreloads(html: string): string {
  const end = html.indexOf(HEAD_END)
  if (end < 0) return html
  const head = html.slice(0, end)
  let links = ""
  const rest = head.replaceAll(MODULE_PRELOAD, (_, path: string) => {
    links += `<link rel=modulepreload fetchpriority=low href=${path}>`
    return ""
  })
  return `${rest}${links}${html.slice(end)}`
}
