/** Colours of the demo pictures and the arithmetic on them. */

export type Tint = "blue" | "pink" | "mint" | "sand" | "lilac" | "sky" | "peach" | "grey"

/** Light, middle and deep step of each pastel ground. */
export const tints: Record<Tint, { light: string; middle: string; deep: string }> = {
  blue: { light: "#eef4ff", middle: "#d3e2ff", deep: "#b5cdff" },
  pink: { light: "#fff2f4", middle: "#ffdbe2", deep: "#ffc2ce" },
  mint: { light: "#ecf9f2", middle: "#cfeede", deep: "#b0e0c8" },
  sand: { light: "#fdf6ea", middle: "#f8e6ca", deep: "#eed3a8" },
  lilac: { light: "#f5f1ff", middle: "#e2d9ff", deep: "#cdc0ff" },
  sky: { light: "#ebf8fd", middle: "#cdecf8", deep: "#abdaee" },
  peach: { light: "#fff4ec", middle: "#ffdfcc", deep: "#fac6a8" },
  grey: { light: "#f4f6f9", middle: "#e3e8ef", deep: "#cdd5df" },
}

export const woods = {
  pale: "#ecd8ba",
  oak: "#e4c69d",
  honey: "#d9a878",
  walnut: "#a97a55",
  ash: "#d5cfc6",
  stone: "#d6dbe2",
} as const

export const ink = "#1b2740"

type Rgb = [number, number, number]

const toRgb = (hex: string): Rgb => {
  const full = hex.length === 4 ? hex.replace(/[\da-f]/gi, "$&$&") : hex
  const value = Number.parseInt(full.slice(1, 7), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

const toHex = (rgb: Rgb): string =>
  `#${rgb
    .map((part) =>
      Math.round(Math.min(255, Math.max(0, part)))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`

/** The colour that lies `share` (0 to 1) of the way from one colour to the other. */
export const mix = (from: string, to: string, share: number): string => {
  const [r, g, b] = toRgb(from)
  const [r2, g2, b2] = toRgb(to)
  return toHex([r + (r2 - r) * share, g + (g2 - g) * share, b + (b2 - b) * share])
}

export const darker = (hex: string, share = 0.14): string => mix(hex, "#1a1f33", share)
export const lighter = (hex: string, share = 0.3): string => mix(hex, "#ffffff", share)

/** Turns the hue of a colour by degrees (luminance-preserving matrix of the SVG filter hueRotate). */
export const turnHue = (hex: string, degrees: number): string => {
  const [r, g, b] = toRgb(hex)
  const c = Math.cos((degrees * Math.PI) / 180)
  const s = Math.sin((degrees * Math.PI) / 180)
  return toHex([
    r * (0.213 + c * 0.787 - s * 0.213) +
      g * (0.715 - c * 0.715 - s * 0.715) +
      b * (0.072 - c * 0.072 + s * 0.928),
    r * (0.213 - c * 0.213 + s * 0.143) +
      g * (0.715 + c * 0.285 + s * 0.14) +
      b * (0.072 - c * 0.072 - s * 0.283),
    r * (0.213 - c * 0.213 - s * 0.787) +
      g * (0.715 - c * 0.715 + s * 0.715) +
      b * (0.072 + c * 0.928 + s * 0.072),
  ])
}
