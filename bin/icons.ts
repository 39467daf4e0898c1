/**
 * Draws `app/ui/icons.svg` and `common-icons.svg` anew: one symbol for every icon that `app/ui/icons.tsx`
 * exports, from the shapes of lucide; `app/ui/icons.css`: those that cards repeat and the logo, for a
 * stylesheet; and in `public` the icons of the shortcuts of an installed app. Run by `npm run icons` after a
 * name was added or taken away there, in `ICONS_OF_CARDS` or in `ICONS_OF_SHORTCUTS`.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as lucide from "lucide-react"
import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import sharp from "sharp"

const folder = join(import.meta.dirname, "../app/ui")
const PUBLIC = join(import.meta.dirname, "../public")

const LINES = "fill='none' stroke='black' stroke-width='1.75' stroke-linecap='round' stroke-linejoin='round'"
const OUTLINED = LINES.replace("none", "black")
/** What the stylesheet draws: the icon, the name of the property that holds it, how it is drawn. */
const ICONS_OF_CARDS = [
  ["BadgeCheck", "badge-check", LINES],
  ["ChevronDown", "chevron-down", LINES],
  ["Heart", "heart", LINES],
  ["Heart", "heart-filled", OUTLINED],
  ["Heart", "heart-on-picture", OUTLINED.replace("stroke='black'", "stroke='white' fill-opacity='.35'")],
  ["MessageCircle", "message-circle", LINES],
  ["Star", "star", ""],
] as const

/** Four dots for each px of the largest of them. */
const CARD_ICON_PX = 96

/** The file of each shortcut of the manifest, and its icon. */
const ICONS_OF_SHORTCUTS = [
  ["shortcut-orders.png", "ClipboardList"],
  ["shortcut-chat.png", "MessageCircle"],
  ["shortcut-sell.png", "Tag"],
  ["shortcut-jobs.png", "BriefcaseBusiness"],
] as const
/** The blue of the brand on its tint, as tiles of the menu have them. */
const SHORTCUT_COLOURS = { line: "#2f6bff", ground: "#e8f0ff" }

/** The shapes of one icon, as lucide draws them. */
function drawShapes(name: string): string {
  const icon = (lucide as unknown as Record<string, lucide.LucideIcon>)[name]
  if (!icon) throw new Error(`lucide has no icon ${name}`)
  const drawn = renderToStaticMarkup(createElement(icon))
  return drawn.replaceAll(/^<svg[^>]*>|<\/svg>$/g, "").replaceAll(/><\/\w+>/g, "/>")
}

/**
 * Draws the icons of cards, and the logo, as custom properties, each a picture for a mask or a background.
 * Not as SVG: a browser reads every such picture as a document, before the first paint.
 */
export async function drawIconsOfCards(): Promise<string> {
  const pictures = ICONS_OF_CARDS.map(([name, property, look]) => ({
    property: `icon-${property}`,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" ${look}>${drawShapes(name)}</svg>`,
  }))
  pictures.push({ property: "logo", svg: readFileSync(join(folder, "art/logo.svg"), "utf8") })
  const properties = pictures.map(async ({ property, svg }) => {
    const sized = svg.replace("<svg ", `<svg width="${CARD_ICON_PX}" height="${CARD_ICON_PX}" `)
    const png = await sharp(Buffer.from(sized)).png({ palette: true, colours: 16, effort: 10 }).toBuffer()
    return `  --${property}: url("data:image/png;base64,${png.toString("base64")}");`
  })
  return `/* Drawn by npm run icons. */\n:root {\n${(await Promise.all(properties)).join("\n")}\n}\n`
}

/** Draws the icons of the shortcuts, 192 px: filled to the edges, shapes in the circle that phones cut. */
export function drawIconsOfShortcuts(): { file: string; png: Promise<Buffer> }[] {
  const { line, ground } = SHORTCUT_COLOURS
  return ICONS_OF_SHORTCUTS.map(([file, name]) => {
    const look = LINES.replace("black", line).replaceAll("'", '"')
    const shapes = drawShapes(name).replaceAll("currentColor", line)
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" width="192" height="192">` +
      `<rect width="192" height="192" fill="${ground}"/>` +
      `<svg x="48" y="48" width="96" height="96" viewBox="0 0 24 24" ${look}>${shapes}</svg></svg>`
    return { file, png: sharp(Buffer.from(svg)).png({ palette: true }).toBuffer() }
  })
}

/** Draws the icons that `source`, the text of `icons.tsx`, takes from one of its two files. */
export function drawIcons(source: string, file: "common-icons" | "icons"): string {
  const exported = source.matchAll(/export const (\w+) = .*createIcon\("([a-z0-9-]+)"(, commonSheet)?\)/g)
  const symbols = [...exported]
    .filter(([, , , common]) => Boolean(common) === (file === "common-icons"))
    .map(([, name, id]) => `<symbol id="${id}" viewBox="0 0 24 24">${drawShapes(name ?? "")}</symbol>`)
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`
}

if (process.argv[1] === import.meta.filename) {
  const source = readFileSync(join(folder, "icons.tsx"), "utf8")
  for (const file of ["common-icons", "icons"] as const)
    writeFileSync(join(folder, `${file}.svg`), drawIcons(source, file))
  writeFileSync(join(folder, "icons.css"), await drawIconsOfCards())
  for (const { file, png } of drawIconsOfShortcuts()) writeFileSync(join(PUBLIC, file), await png)
}
