/** What the drawings of goods are made of: a thing stands with the middle of its foot at the origin. */
import { darker, lighter } from "../palette.ts"
import { box, line, shape, type Svg } from "../svg.ts"

/** How one model looks: its colour, and which of the forms of its kind it has (0 to 4). */
type GoodsLook = { colour: string; form: number }
/** Draws a thing of about 360 × 360 units. */
export type DrawGoods = (look: GoodsLook) => Svg

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ""): Svg =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`

/** A light edge on the left and a dark one on the right, so that a box looks round. */
const rounding = (x: number, y: number, width: number, height: number, radius: number, inset: number): Svg =>
  box(
    x + width * 0.1,
    y + 6 + inset / 2,
    width * 0.13,
    height - 12 - inset,
    "#ffffff",
    radius,
    'opacity=".34"',
  ) + box(x + width * 0.8, y + inset, width * 0.2, height - inset * 2, "#0c1322", radius, 'opacity=".13"')

/** A box that looks round, for cans, bottles and rolls. */
export const can = (x: number, y: number, width: number, height: number, colour: string, radius = 12): Svg =>
  box(x, y, width, height, colour, radius) +
  rounding(x, y, width, height, Math.min(radius, width * 0.06), Math.min(radius * 0.7, height * 0.2))

/** A flat face with a lit upper edge. */
export const face = (x: number, y: number, width: number, height: number, colour: string, radius = 8): Svg =>
  box(x, y, width, height, colour, radius) +
  box(x + 4, y + 3, width - 8, 5, "#ffffff", 2.5, 'opacity=".4"') +
  box(x, y + height * 0.82, width, height * 0.18, "#0c1322", radius, 'opacity=".08"')

/** A bar from one point to another with a lit side. */
export const rod = (path: string, colour: string, width: number): Svg =>
  line(path, darker(colour, 0.16), width) +
  line(path, colour, width * 0.7) +
  line(path, lighter(colour, 0.5), width * 0.2, 'opacity=".7"')

/** A blank paper label with lines where words would be. */
export const label = (x: number, y: number, width: number, height: number, accent: string): Svg =>
  box(x, y, width, height, "#ffffff", 8, 'opacity=".94"') +
  box(x + width * 0.14, y + height * 0.2, width * 0.72, height * 0.16, accent, 4) +
  box(x + width * 0.22, y + height * 0.48, width * 0.56, height * 0.08, "#c3cddb", 3) +
  box(x + width * 0.3, y + height * 0.66, width * 0.4, height * 0.08, "#dbe2ec", 3)

/** A soft streak of light over what lies under `path`. */
export const shine = (path: string, strength = 0.3): Svg => shape(path, "#ffffff", `opacity="${strength}"`)

/** The piece of `list` for this form; forms beyond the list begin anew. */
export const byForm = <Piece>(form: number, list: readonly [Piece, ...Piece[]]): Piece =>
  list[form % list.length] ?? list[0]
