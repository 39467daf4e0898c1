/** A thing as its owner photographs it: on a table at home, by the light of a window. */
import { standingEmoji } from "./emoji.ts"
import { tints, woods } from "./palette.ts"
import type { Tint } from "./palette.ts"
import { floorLamp } from "./furniture.ts"
import { box, drawAt, grid, line, mirrored, repeat, shape, softShadow } from "./svg.ts"
import type { Svg } from "./svg.ts"

/** Things are drawn on a square of this many units. */
export const thingBoard = 600

export interface Item {
  thing: string
  x?: number
  base?: number
  size?: number
  rotate?: number
  flip?: boolean
  hue?: number
  /** Keeps its colour where the others change theirs. */
  still?: true
}

export interface ThingPicture {
  name: string
  tags: string[]
  alt: string
  /** What the owner of a home, 0 to {@link HOMES} - 1, has to sell. */
  thing: (home: number) => Svg
  /** The same, photographed there. */
  draw: (home: number) => Svg
}

export const gradient = (id: string, from: string, to: string, slant = 0): Svg =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${slant}" y2="1"><stop offset="0" stop-color="${from}"/><stop
offset="1" stop-color="${to}"/></linearGradient>`

const windowLight = `<g fill="#ffffff" opacity=".55"
transform="skewX(-14)">${[
  [150, -10, 180],
  [280, -10, 180],
  [150, 182, 150],
  [280, 182, 150],
]
  .map(([x = 0, y = 0, height = 0]) => box(x, y, 118, height, "#ffffff"))
  .join("")}</g>`

/** In how many homes each second-hand thing is photographed; the last is for what is paid safely. */
export const HOMES = 7
const TINTS = Object.keys(tints) as Tint[]
const GROUNDS: readonly string[] = Object.values(woods)
const nth = <Piece>(list: readonly Piece[], number: number): Piece => list[number % list.length] as Piece

/** What a home has on the wall behind the table. */
const WALLS: readonly ((tint: Tint) => Svg)[] = [
  () => windowLight,
  (tint) => box(420, 60, 120, 150, "#ffffff", 4) + box(432, 72, 96, 126, tints[tint].deep, 2, 'opacity=".6"'),
  (tint) => repeat(9, (i) => line(`M${30 + i * 68} 0V540`, tints[tint].deep, 5, 'opacity=".35"')),
  () => "",
  (tint) =>
    box(0, 0, 96, 420, tints[tint].deep, 0, 'opacity=".55"') +
    box(504, 0, 96, 420, tints[tint].deep, 0, 'opacity=".55"') +
    drawAt(84, 440, floorLamp(0, 0, "#ffd98a", false), { scale: 1.5 }),
  (tint) =>
    box(60, 30, 480, 330, "#ffffff", 6) +
    box(76, 46, 448, 314, "#cfe6fa") +
    shape("M76 300q90-90 190-30t258-50v140H76z", tints[tint].deep, 'opacity=".8"') +
    line("M300 46v314", "#ffffff", 10),
  (tint) =>
    grid(8, 6, (i, j) => box(i * 76 + 3, j * 72 + 3, 70, 66, "#ffffff", 3, 'opacity=".4"')) +
    box(20, 150, 150, 12, tints[tint].deep, 4),
]

/** From where the picture is taken: how near, from which side, and how far up the table or floor reaches. */
type Shot = { x: number; base: number; scale: number; horizon: number; flip?: true; cloth?: true }
const SHOTS: readonly Shot[] = [
  { x: 300, base: 500, scale: 1, horizon: 420 },
  { x: 276, base: 506, scale: 0.86, horizon: 400, flip: true },
  { x: 302, base: 556, scale: 1.22, horizon: 478 },
  { x: 300, base: 512, scale: 0.94, horizon: 210, flip: true, cloth: true },
  { x: 332, base: 520, scale: 0.88, horizon: 436 },
  { x: 296, base: 492, scale: 1.02, horizon: 364, flip: true },
  { x: 306, base: 528, scale: 1.1, horizon: 446 },
]

/**
 * On the table (or, for large things, on the floor) of one of several homes: each has its own wall, light,
 * table, and place from which the picture is taken.
 */
const inHome = (home: number, tint: Tint, ground: string, things: Svg): Svg => {
  const own = nth(TINTS, TINTS.indexOf(tint) + home * 3)
  const { x, base, scale, horizon, flip = false, cloth = false } = nth(SHOTS, home)
  const room = atHome(
    own,
    GROUNDS.includes(ground) ? nth(GROUNDS, GROUNDS.indexOf(ground) + home) : ground,
    nth(WALLS, home),
    horizon,
  )
  return (
    (home % 2 ? mirrored(thingBoard, room) : room) +
    (cloth
      ? shape("M40 290h520l36 310H4z", tints[own].light) + shape("M40 290h520l4 34H36z", tints[own].deep)
      : "") +
    `<g transform="translate(${x} ${base}) scale(${flip ? -scale : scale} ${scale}) translate(-300 -500)">` +
    `${things}</g>`
  )
}

const atHome = (tint: Tint, ground: string, wall: (tint: Tint) => Svg, horizon: number): Svg => {
  const { light, middle } = tints[tint]
  return (
    `<defs>${gradient("wall", light, middle, 1)}</defs>` +
    box(0, 0, 600, 600, "url(#wall)") +
    wall(tint) +
    box(0, horizon, 600, 600 - horizon, ground) +
    shape(`M0 ${horizon}h600v60H0z`, "#ffffff", 'opacity=".12"') +
    box(0, horizon, 600, 6, "#ffffff", 0, 'opacity=".35"') +
    repeat(Math.ceil((600 - horizon) / 61), (row) =>
      line(
        `M0 ${horizon + 60 + row * 61}h600M${row % 2 ? 90 : 170} ${horizon + 7 + row * 61}v53` +
          `M${row % 2 ? 420 : 520} ${horizon + 7 + row * 61}v53`,
        "#6a4220",
        3,
        'opacity=".12"',
      ),
    )
  )
}

const standingItems = (items: Item[]): Svg =>
  items
    .map(
      ({ x = 300, base = 490, size = 330, ...item }) =>
        softShadow(x, base - 3, size * 0.38, 13, "#3b2410", 0.3) +
        standingEmoji(item.thing, x, base, size, item),
    )
    .join("")

type Place = readonly [tint: Tint, ground?: string]

const photographed = (
  [name, tag, alt]: readonly [name: string, tag: string, alt: string],
  [tint, ground = woods.honey]: Place,
  thing: (home: number) => Svg,
): ThingPicture => ({
  name: `thing-${name}`,
  tags: [tag],
  alt,
  thing,
  draw: (number) => inHome(number, tint, ground, thing(number)),
})

/** The same in every home. */
export const home = (
  name: string,
  tag: string,
  alt: string,
  items: Item[],
  tint: Tint,
  ground?: string,
): ThingPicture => photographed([name, tag, alt], [tint, ground], () => standingItems(items))

const HUES = [0, 200, 96, 300, 40, 150, 250]

/** Of another colour in every home: for what neither name nor titles call by one. */
export const colourfulHome = (
  name: string,
  tag: string,
  alt: string,
  items: Item[],
  tint: Tint,
  ground?: string,
): ThingPicture =>
  photographed([name, tag, alt], [tint, ground], (number) =>
    standingItems(
      items.map((item) => (item.still ? item : { ...item, hue: (item.hue ?? 0) + nth(HUES, number) })),
    ),
  )

/** Another model in every home. */
export const drawnHome = (
  name: string,
  tag: string,
  alt: string,
  draw: (form: number) => Svg,
  tint: Tint,
  ground: string,
  scale = 1,
): ThingPicture =>
  photographed([name, tag, alt], [tint, ground], (number) => drawAt(300, 504, draw(number), { scale }))
