/** A thing as its owner photographs it: on a table at home, by the light of a window. */
import { standingEmoji } from "./emoji.ts"
import { tints, woods } from "./palette.ts"
import type { Tint } from "./palette.ts"
import { box, drawAt, grid, line, mirrored, repeat, shadow, shape, softShadow } from "./svg.ts"
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
}

export interface ThingPicture {
  name: string
  tags: string[]
  alt: string
  /** The same thing in another home: 0 to {@link HOMES} - 1. */
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
  (tint) => repeat(9, (i) => line(`M${30 + i * 68} 0V420`, tints[tint].deep, 5, 'opacity=".35"')),
  () =>
    box(70, 40, 190, 230, "#ffffff", 6) +
    box(82, 52, 166, 206, "#cfe6fa") +
    line("M165 52v206M82 155h166", "#ffffff", 7),
  (tint) =>
    box(0, 0, 96, 420, tints[tint].deep, 0, 'opacity=".55"') +
    box(504, 0, 96, 420, tints[tint].deep, 0, 'opacity=".55"'),
  () => grid(8, 6, (i, j) => box(i * 76 + 3, j * 72 + 3, 70, 66, "#ffffff", 3, 'opacity=".4"')),
]

/**
 * On the table (or, for large things, on the floor) of one of several homes: each has its own wall, light,
 * table, and side from which the picture is taken.
 */
export const inHome = (home: number, tint: Tint, ground: string, things: Svg): Svg => {
  const own = nth(TINTS, TINTS.indexOf(tint) + home * 3)
  const closer = nth([1, 0.9, 1.1, 0.96, 1.06, 0.86], home)
  const room = atHome(
    own,
    GROUNDS.includes(ground) ? nth(GROUNDS, GROUNDS.indexOf(ground) + home) : ground,
    nth(WALLS, home),
  )
  return (
    (home % 2 ? mirrored(thingBoard, room) : room) +
    drawAt(nth([300, 270, 306, 326, 290, 310], home), 500, drawAt(-300, -500, things), { scale: closer })
  )
}

const atHome = (tint: Tint, ground: string, wall: (tint: Tint) => Svg): Svg => {
  const { light, middle } = tints[tint]
  return (
    `<defs>${gradient("wall", light, middle, 1)}</defs>` +
    box(0, 0, 600, 600, "url(#wall)") +
    wall(tint) +
    box(0, 420, 600, 180, ground) +
    shape("M0 420h600v60H0z", "#ffffff", 'opacity=".12"') +
    box(0, 420, 600, 6, "#ffffff", 0, 'opacity=".35"') +
    line(
      "M0 480h600M0 541h600M170 427v53M420 480v61M90 541v59M520 427v53M330 541v59",
      "#6a4220",
      3,
      'opacity=".12"',
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

const appliance = (
  thing: "washer" | "fridge" | "sofa" | "table" | "drawers" | "microwave" | "fan" | "monitor",
): Svg => {
  const drawn: Record<typeof thing, Svg> = {
    washer:
      box(-120, -300, 240, 300, "#f7f9fb", 18) +
      box(-120, -300, 240, 62, "#e3e8ef", 18) +
      box(-96, -282, 70, 26, "#ffffff", 6) +
      `<circle cx="80" cy="-268" r="16" fill="#b9c5d3"/><circle cy="-124" r="92" fill="#d3dce6"/><circle
cy="-124" r="76" fill="#4d6384"/><circle cy="-124" r="76" fill="#7fb4e8" opacity=".45"/>` +
      shape("M-70-110q34-24 70 0t70 0a76 76 0 0 1-140 0z", "#a9d6f7") +
      shape("M-50-170q20-22 46-24l-70 90q0-40 24-66z", "#ffffff", 'opacity=".4"'),
    fridge:
      box(-115, -400, 230, 400, "#eef1f5", 16) +
      line("M-115-250h230", "#c9d2dd", 5) +
      box(84, -370, 9, 90, "#aab6c5", 4) +
      box(84, -226, 9, 120, "#aab6c5", 4) +
      box(-90, -340, 44, 32, "#ffd27a", 4) +
      box(-74, -296, 34, 28, "#ffb4c2", 4),
    sofa:
      box(-220, -190, 440, 150, "#86a8a0", 34) +
      box(-196, -120, 196, 80, "#98b8b0", 20) +
      box(0, -120, 196, 80, "#98b8b0", 20) +
      box(-246, -146, 66, 132, "#6f938a", 26) +
      box(180, -146, 66, 132, "#6f938a", 26) +
      box(-200, -44, 400, 28, "#6f938a", 10) +
      box(-150, -168, 86, 80, "#fff3dc", 18) +
      line("M-190-14v16M190-14v16", "#8a6a4a", 12),
    table:
      box(-230, -220, 460, 26, "#c99666", 10) +
      line("M-196-190L-210 0M196-190L210 0M-150-190v140M150-190v140", "#a97a4c", 16) +
      box(-200, -196, 400, 26, "#b58457", 4),
    drawers:
      box(-150, -330, 300, 316, "#f0dfc4", 10) +
      [0, 1, 2, 3]
        .map(
          (i) =>
            box(-136, -316 + i * 75, 272, 66, "#f9eeda", 6) + box(-26, -290 + i * 75, 52, 9, "#b98957", 4.5),
        )
        .join("") +
      line("M-130-14V2M130-14V2", "#8a6a4a", 14),
    microwave:
      box(-190, -220, 380, 220, "#f3f5f8", 18) +
      box(-168, -196, 256, 172, "#39435a", 12) +
      box(-150, -178, 220, 136, "#56627d", 8) +
      shape("M-140-60L-60-170h50L-90-60z", "#ffffff", 'opacity=".18"') +
      box(106, -190, 66, 30, "#2f3a50", 5) +
      `<circle cx="139" cy="-116" r="24" fill="#dbe2ea"/><circle cx="139" cy="-60" r="24" fill="#dbe2ea"/>` +
      line("M139-116v-16M139-60l10-10", "#8793a3", 5),
    fan:
      box(-80, -22, 160, 22, "#dfe6ee", 11) +
      line("M0-26v-120", "#c3cedb", 18) +
      `<circle cy="-250" r="130" fill="#ffffff"/><circle cy="-250" r="130" fill="#d9e8f7" opacity=".6"/>` +
      [0, 120, 240]
        .map((turn) =>
          drawAt(0, -250, shape("M0 0q-60-30-36-104q50 0 54 62q2 26-18 42z", "#8fbcf0", 'opacity=".85"'), {
            rotate: turn,
          }),
        )
        .join("") +
      `<circle cy="-250" r="130" fill="none" stroke="#c3cedb" stroke-width="8"/><circle cy="-250" r="92"
fill="none" stroke="#c3cedb" stroke-width="3"/><circle cy="-250" r="56" fill="none" stroke="#c3cedb"
stroke-width="3"/><circle cy="-250" r="24" fill="#5b8af5"/>`,
    monitor:
      box(-210, -310, 420, 250, "#2a3142", 14) +
      box(-198, -298, 396, 226, "#4d74d6", 6) +
      shape("M-198-150q110-70 210 0t186-30v108h-396z", "#7fb4f0") +
      shape("M-150-72L-20-298h70L-80-72z", "#ffffff", 'opacity=".1"') +
      box(-24, -62, 48, 46, "#aab6c5", 2) +
      box(-90, -18, 180, 18, "#c3cedb", 9),
  }
  return shadow(0, 0, 190, 12, 0.18) + drawn[thing]
}

export const home = (
  name: string,
  tag: string,
  alt: string,
  items: Item[],
  tint: Tint,
  ground: string = woods.honey,
): ThingPicture => ({
  name: `thing-${name}`,
  tags: [tag],
  alt,
  draw: (number) => inHome(number, tint, ground, standingItems(items)),
})

export const drawnHome = (
  name: string,
  tag: string,
  alt: string,
  thing: Parameters<typeof appliance>[0],
  tint: Tint,
  ground: string,
  scale = 1,
  extra: Item[] = [],
): ThingPicture => ({
  name: `thing-${name}`,
  tags: [tag],
  alt,
  draw: (number) =>
    inHome(
      number,
      tint,
      ground,
      drawAt(300, 510, appliance(thing), { scale }) +
        extra
          .map(({ x = 300, base = 510, size = 100, ...item }) =>
            standingEmoji(item.thing, x, base, size, item),
          )
          .join(""),
    ),
})
