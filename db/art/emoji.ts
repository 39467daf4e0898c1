/** Things from the Fluent emoji set, placed into our drawings. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { turnHue } from "./palette.ts"
import type { Svg } from "./svg.ts"

interface IconSet {
  width?: number
  icons: Record<string, { body: string; width?: number }>
}

const set = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve("@iconify-json/fluent-emoji/icons.json")), "utf8"),
) as IconSet

let uses = 0

interface Look {
  rotate?: number
  flip?: boolean
  /** Degrees by which all colours are turned, so that one drawing serves as several goods. */
  hue?: number
}

/**
 * One thing with its upper left corner at (x, y), `size` units wide and high.
 * Every use gets ids of its own: two things on a board would otherwise share their gradients.
 */
export const emoji = (
  name: string,
  x: number,
  y: number,
  size: number,
  { rotate = 0, flip = false, hue = 0 }: Look = {},
): Svg => {
  const icon = set.icons[name]
  if (!icon) throw new Error(`Fluent emoji has no "${name}"`)
  uses += 1
  const own = `thing${uses}-`
  const body = icon.body
    .replaceAll(/id="([^"]+)"/g, `id="${own}$1"`)
    .replaceAll(/url\(#([^)]+)\)/g, `url(#${own}$1)`)
    .replaceAll(/href="#([^"]+)"/g, `href="#${own}$1"`)
  const coloured =
    hue === 0 ? body : body.replaceAll(/#(?:[\da-f]{6}|[\da-f]{3})\b(?!\))/gi, (hex) => turnHue(hex, hue))
  const scale = size / (icon.width ?? set.width ?? 32)
  const turn = rotate === 0 ? "" : ` rotate(${rotate} ${size / 2} ${size / 2})`
  const mirror = flip ? ` translate(${size} 0) scale(-1 1)` : ""
  return `<g transform="translate(${x} ${y})${turn}${mirror} scale(${scale})">${coloured}</g>`
}

/** One thing standing with the middle of its foot at (x, base). */
export const standingEmoji = (name: string, x: number, base: number, size: number, look: Look = {}): Svg =>
  emoji(name, x - size / 2, base - size, size, look)
