/** The board of a room picture: its size, its walls and its floor. */
import { type Svg, repeat, box, grid, circle, line, drawAt, shape } from "./svg.ts"
import { lighter, mix, darker } from "./palette.ts"

export const boardWidth = 800

export const boardHeight = 600

/** Where the wall meets the floor. */
export const floorLine = 440

export type WallPattern = "plain" | "stripes" | "dots" | "panel" | "waves" | "leaves" | "two-tone"

const patternPiece: Record<WallPattern, (colour: string) => Svg> = {
  plain: () => "",
  stripes: (colour) => repeat(19, (i) => box(i * 44, 0, 20, floorLine, lighter(colour, 0.45))),
  dots: (colour) =>
    grid(14, 8, (x, y) => circle(x * 60 + (y % 2) * 30, y * 58 + 20, 5.5, lighter(colour, 0.55))),
  panel: (colour) =>
    grid(5, 1, (x) =>
      box(28 + x * 158, 28, 130, 250, "none", 4, `stroke="${lighter(colour, 0.6)}" stroke-width="5"`),
    ) +
    grid(5, 1, (x) =>
      box(28 + x * 158, 306, 130, 100, "none", 4, `stroke="${lighter(colour, 0.6)}" stroke-width="5"`),
    ),
  waves: (colour) =>
    repeat(11, (i) => line(`M-20 ${i * 42 + 16}${"q20-16 40 0t40 0".repeat(11)}`, lighter(colour, 0.5), 4)),
  leaves: (colour) =>
    grid(12, 6, (x, y) =>
      drawAt(
        x * 70 + (y % 2) * 35,
        y * 74 + 36,
        shape(
          "M0 0q9-18 0-32q-9 14 0 32zM0 0q18 0 26-14q-18-2-26 14zM0 0q-18 0-26-14q18-2 26 14z",
          lighter(colour, 0.5),
        ),
      ),
    ),
  "two-tone": (colour) =>
    box(0, 270, boardWidth, 170, mix(colour, "#5a74a8", 0.22)) + box(0, 264, boardWidth, 8, "#ffffff"),
}

export const wall = (colour: string, pattern: WallPattern = "plain", height = floorLine): Svg =>
  box(0, 0, boardWidth, height, colour) + patternPiece[pattern](colour)

export type FloorKind = "plank" | "herringbone" | "tile" | "sheet"

export const floor = (colour: string, kind: FloorKind = "plank", top = floorLine): Svg => {
  const ground = box(0, top, boardWidth, boardHeight - top, colour)
  const seam = darker(colour, 0.18)
  if (kind === "sheet") return ground + box(0, top, boardWidth, 30, lighter(colour, 0.25))
  if (kind === "tile") {
    const rows = [0, 40, 92].map((y) => `M0 ${top + y}h800`).join("")
    const columns = Array.from(
      { length: 11 },
      (_, i) => `M${i * 100 - 100} ${boardHeight}L${80 + i * 64} ${top}`,
    ).join("")
    return ground + line(rows + columns, lighter(colour, 0.55), 3)
  }
  if (kind === "herringbone") {
    const pair = (x: number, y: number) =>
      shape(
        `M${x * 40 - 20} ${top + y * 44}l20 20v24l-20-20z`,
        y % 2 ? darker(colour, 0.07) : lighter(colour, 0.12),
      ) +
      shape(
        `M${x * 40 + 20} ${top + y * 44}l-20 20v24l20-20z`,
        y % 2 ? lighter(colour, 0.1) : darker(colour, 0.1),
      )
    return `${ground}<g clip-path="inset(0)">${grid(22, 4, pair)}</g>`
  }
  const rows = [34, 78, 130].map((y) => `M0 ${top + y}h800`).join("")
  const joints = [
    [0, 34, 120, 260],
    [34, 44, 40, 230],
    [78, 52, 150, 270],
    [130, 60, 300, 280],
  ]
    .map(([y = 0, height = 0, first = 0, step = 1]) =>
      Array.from({ length: 4 }, (_, i) => `M${first + i * step} ${top + y}v${height}`).join(""),
    )
    .join("")
  return ground + line(rows + joints, seam, 2, 'opacity=".5"')
}

export const skirting = (colour = "#ffffff", top = floorLine): Svg => box(0, top - 12, boardWidth, 13, colour)
