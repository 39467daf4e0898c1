/** The empty room that every room picture begins with, and how it ends: worn, or mirrored. */
import { type WallPattern, type FloorKind, wall, floor, skirting, boardWidth } from "./surfaces.ts"
import { mix, woods, darker } from "./palette.ts"
import { type Svg, mirrored, line, box, circle } from "./svg.ts"
import { sunbeam } from "./windows.ts"

export interface Shell {
  wallColour: string
  pattern?: WallPattern
  floorColour?: string
  floorKind?: FloorKind
  worn?: boolean
  flip?: boolean
}

export const faded = (colour: string): string => mix(colour, "#d6c8a2", 0.5)

export const shell = ({
  wallColour,
  pattern = "plain",
  floorColour = woods.oak,
  floorKind = "plank",
  worn = false,
}: Shell): Svg =>
  worn
    ? wall(faded(wallColour), pattern) + floor(faded(darker(floorColour)), floorKind) + skirting("#a9926c")
    : wall(wallColour, pattern) + floor(floorColour, floorKind) + skirting()

export const finish = (room: Svg, { flip = false, worn = false }: Shell): Svg => {
  const lit = worn ? room : room + sunbeam
  return flip ? mirrored(boardWidth, lit) : lit
}

export const bareBulb = (x: number): Svg =>
  line(`M${x} 0v70`, "#5b6270", 4) + box(x - 7, 66, 14, 16, "#5b6270", 3) + circle(x, 96, 17, "#e9e0bd")
