/**
 * Draws `app/ui/icons.svg` anew: one symbol for every icon that `app/ui/icons.tsx` exports, from the shapes
 * of lucide. Run by `npm run icons` after a name was added or taken away there.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as lucide from "lucide-react"
import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"

const folder = join(import.meta.dirname, "../app/ui")

/** Draws all icons that `source`, the text of `icons.tsx`, names. */
export function drawIcons(source: string): string {
  const exported = source.matchAll(/export const (\w+) = .*createIcon\("([a-z0-9-]+)"\)/g)
  const symbols = [...exported].map(([, name, id]) => {
    const icon = (lucide as unknown as Record<string, lucide.LucideIcon>)[name ?? ""]
    if (!icon) throw new Error(`lucide has no icon ${name}`)
    const drawn = renderToStaticMarkup(createElement(icon))
    const shapes = drawn.replaceAll(/^<svg[^>]*>|<\/svg>$/g, "").replaceAll(/><\/\w+>/g, "/>")
    return `<symbol id="${id}" viewBox="0 0 24 24">${shapes}</symbol>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(folder, "icons.svg"), drawIcons(readFileSync(join(folder, "icons.tsx"), "utf8")))
}
