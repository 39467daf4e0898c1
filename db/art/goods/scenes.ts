/** Where goods stand: the stages of a shop's first pictures, rooms where they are used, a buyer's table. */
import { emoji, standingEmoji } from "../emoji.ts"
import { darker, tints, woods, type Tint } from "../palette.ts"
import { box, circle, drawAt, grid, line, repeat, shape, softShadow, type Svg } from "../svg.ts"
import { gradient, thingBoard } from "../things.ts"

/** How a thing is set up: on a table, on the floor, on a wall, or hanging from the ceiling. */
export type Setting = "table" | "floor" | "wall" | "ceiling"
/** A thing with the size of what is drawn: its box around the origin. */
export type Fitted = { piece: Svg; left: number; top: number; width: number; height: number }

/** `thing` made to fit a box, its foot in the middle at (x, base). */
export function standing(
  thing: Fitted,
  x: number,
  base: number,
  width: number,
  height: number,
  turn: { flip?: boolean; rotate?: number } = {},
): Svg {
  const scale = Math.min(width / thing.width, height / thing.height, 1.5)
  const middle = thing.left + thing.width / 2
  const inner = drawAt(-middle, -(thing.top + thing.height), thing.piece)
  return (
    softShadow(x, base - 2, thing.width * scale * 0.42, 11) +
    drawAt(x, base, drawAt(0, 0, inner, turn), { scale })
  )
}

/** As {@link standing}, with the middle of the thing at (x, y) and a shadow on the wall behind. */
export function onWall(thing: Fitted, x: number, y: number, width: number, height: number): Svg {
  const scale = Math.min(width / thing.width, height / thing.height, 1.5)
  const inner = drawAt(-(thing.left + thing.width / 2), -(thing.top + thing.height / 2), thing.piece)
  return `<g filter="url(#lift)">${drawAt(x, y, inner, { scale })}</g>`
}

/** As {@link standing}, hanging from the upper edge. */
const hanging = (thing: Fitted, x: number, width: number, height: number): Svg => {
  const scale = Math.min(width / thing.width, height / thing.height, 1.5)
  return drawAt(x, 0, drawAt(-(thing.left + thing.width / 2), -thing.top, thing.piece), { scale })
}

const ground = (from: string, to: string): Svg =>
  `<defs>${gradient("ground", from, to)}</defs>` + box(0, 0, thingBoard, thingBoard, "url(#ground)")

type Stage = (tint: Tint) => Svg
const TABLE_STAGES: readonly Stage[] = [
  (tint) => {
    const { light, middle, deep } = tints[tint]
    return (
      ground(middle, light) +
      `<ellipse cx="300" cy="512" rx="232" ry="40" fill="${deep}" opacity=".6" filter="url(#blur-s)"/>` +
      shape("M90 468v30c0 22 94 40 210 40s210-18 210-40v-30z", deep, 'opacity=".8"') +
      `<ellipse cx="300" cy="468" rx="210" ry="40" fill="#ffffff"/>`
    )
  },
  (tint) =>
    ground(tints[tint].light, tints[tint].middle) +
    circle(300, 270, 216, "#ffffff", 'opacity=".75"') +
    box(0, 470, 600, 130, tints[tint].deep, 0, 'opacity=".7"') +
    box(0, 470, 600, 6, "#ffffff", 0, 'opacity=".7"'),
  (tint) =>
    ground("#ffffff", tints[tint].light) +
    shape("M90 600V250a210 210 0 0 1 420 0v350z", tints[tint].middle) +
    `<ellipse cx="300" cy="492" rx="250" ry="46" fill="#ffffff" opacity=".9"/>`,
  (tint) =>
    box(0, 0, 600, 600, tints[tint].middle) +
    shape("M0 0h600v210L0 420z", tints[tint].light) +
    box(60, 476, 480, 40, "#ffffff", 8) +
    box(60, 506, 480, 94, tints[tint].deep, 0, 'opacity=".55"'),
  (tint) =>
    ground("#ffffff", "#eef1f5") +
    box(0, 480, 600, 120, tints[tint].light) +
    repeat(2, (i) => circle(i ? 520 : 70, i ? 110 : 60, i ? 90 : 150, tints[tint].middle, 'opacity=".55"')),
  (tint) =>
    box(0, 0, 600, 600, tints[tint].light) +
    grid(8, 6, (i, j) => box(i * 76 + 3, j * 80 + 3, 70, 74, "#ffffff", 4, 'opacity=".6"')) +
    box(0, 470, 600, 130, woods.oak) +
    box(0, 470, 600, 8, "#ffffff", 0, 'opacity=".45"'),
]
const FLOOR_STAGES: readonly Stage[] = [
  (tint) =>
    box(0, 0, 600, 600, tints[tint].light) +
    box(0, 440, 600, 160, woods.pale) +
    box(0, 430, 600, 12, "#ffffff") +
    line("M0 500h600M0 556h600M160 442v58M420 500v56", "#6a4220", 3, 'opacity=".1"') +
    box(60, 60, 130, 170, "#ffffff", 6) +
    box(70, 70, 110, 150, "#d7ecfb", 4),
  (tint) =>
    ground("#ffffff", tints[tint].light) +
    `<ellipse cx="300" cy="506" rx="270" ry="54" fill="${tints[tint].middle}"/>`,
  (tint) =>
    box(0, 0, 600, 600, tints[tint].middle) +
    box(0, 450, 600, 150, tints[tint].deep) +
    shape("M380 0h220v300z", "#ffffff", 'opacity=".25"') +
    emojiPlant(540, 470, 120),
  (tint) =>
    box(0, 0, 600, 600, "#f6f2ec") +
    box(0, 446, 600, 154, woods.honey) +
    box(0, 446, 600, 8, "#ffffff", 0, 'opacity=".4"') +
    `<ellipse cx="300" cy="520" rx="280" ry="50" fill="${tints[tint].light}" opacity=".95"/>`,
]
const emojiPlant = (x: number, base: number, size: number): Svg =>
  standingEmoji("potted-plant", x, base, size)
const WALL_STAGES: readonly Stage[] = [
  (tint) =>
    ground(tints[tint].light, tints[tint].middle) +
    shape("M340 0h120L200 600H40z", "#ffffff", 'opacity=".28"'),
  (tint) =>
    box(0, 0, 600, 600, tints[tint].middle) +
    box(0, 510, 600, 90, woods.oak) +
    box(0, 504, 600, 10, "#ffffff", 0, 'opacity=".7"') +
    emojiPlant(530, 512, 96),
  (tint) =>
    box(0, 0, 600, 600, tints[tint].light) +
    repeat(6, (i) => line(`M${50 + i * 100} 0V600`, tints[tint].middle, 4)) +
    box(0, 556, 600, 44, tints[tint].deep),
]

const PROPS: Readonly<Record<string, readonly string[]>> = {
  kitchen: ["tomato", "lemon", "egg", "herb", "garlic", "bell-pepper", "carrot"],
  detergent: ["t-shirt", "lemon", "tulip", "herb", "cherry-blossom"],
  storage: ["t-shirt", "socks", "teddy-bear", "scarf"],
  tools: ["nut-and-bolt", "wood", "triangular-ruler"],
  materials: ["paintbrush", "straight-ruler", "brick", "nut-and-bolt"],
  safety: ["construction", "wood", "nut-and-bolt"],
  electric: ["potted-plant", "books", "open-book"],
}
const bubbles = (x: number, y: number): Svg =>
  repeat(
    7,
    (i) =>
      circle(x + ((i * 37) % 90) - 40, y - i * 17, 17 - i * 1.7, "#ffffff", 'opacity=".8"') +
      circle(x + ((i * 37) % 90) - 45, y - 6 - i * 17, 4, "#bfe6f7"),
  )

/** Something that lies beside goods of `department`. */
function beside(department: string, number: number, x: number, base: number, size: number): Svg {
  const list = PROPS[department]
  if (!list) return department === "cleaning" || department === "bath" ? bubbles(x, base - 20) : ""
  return (
    softShadow(x, base - 2, size * 0.34, 7) +
    standingEmoji(list[number % list.length] ?? "herb", x, base, size)
  )
}

const TINTS: readonly Tint[] = ["blue", "sand", "mint", "pink", "sky", "lilac", "peach", "grey"]
const pick = <Piece>(list: readonly Piece[], number: number): Piece => list[number % list.length] as Piece

/** The first picture of goods: on a stage of its own colour. */
export function onStage(thing: Fitted, setting: Setting, department: string, number: number): Svg {
  const tint = pick(TINTS, number * 3 + Math.floor(number / 8))
  if (setting === "ceiling") return pick(WALL_STAGES, number)(tint) + hanging(thing, 300, 400, 470)
  if (setting === "wall") return pick(WALL_STAGES, number)(tint) + onWall(thing, 300, 268, 380, 430)
  if (setting === "floor") return pick(FLOOR_STAGES, number)(tint) + standing(thing, 300, 512, 500, 400)
  const side = number % 2 ? 496 : 104
  return (
    pick(TABLE_STAGES, number)(tint) +
    standing(thing, 300, 492, 430, 384) +
    (number % 3 ? beside(department, number, side, 508, 104) : "")
  )
}

const kitchenRoom = (tint: Tint): Svg =>
  box(0, 0, 600, 600, tints[tint].light) +
  grid(10, 7, (i, j) => box(i * 62 + 2, j * 62 + 2, 56, 56, "#ffffff", 4, 'opacity=".75"')) +
  box(0, 90, 600, 14, woods.walnut) +
  repeat(3, (i) => standingEmoji(pick(["jar", "honey-pot", "salt"], i), 110 + i * 90, 92, 74)) +
  box(0, 430, 600, 170, "#ffffff") +
  box(0, 430, 600, 92, woods.honey) +
  box(0, 430, 600, 7, "#ffffff", 0, 'opacity=".4"') +
  box(0, 512, 600, 10, darker(woods.honey, 0.2)) +
  line("M200 530v70M400 530v70", "#dfe4ea", 5)
const bathRoom = (tint: Tint): Svg =>
  box(0, 0, 600, 600, tints[tint].middle) +
  grid(6, 6, (i, j) => box(i * 102 + 3, j * 72 + 3, 96, 66, "#ffffff", 4, 'opacity=".55"')) +
  box(0, 430, 600, 170, "#f4f6f9") +
  box(0, 424, 600, 18, "#ffffff") +
  bubbles(80, 440) +
  emoji("potted-plant", 476, 322, 106)
const workRoom = (tint: Tint): Svg =>
  box(0, 0, 600, 600, tints[tint].deep) +
  grid(15, 10, (i, j) => circle(22 + i * 40, 22 + j * 40, 4, darker(tints[tint].deep, 0.25))) +
  emoji("hammer-and-wrench", 50, 40, 110) +
  emoji("carpentry-saw", 430, 40, 110) +
  box(0, 430, 600, 170, woods.honey) +
  box(0, 430, 600, 20, darker(woods.honey, 0.14)) +
  line("M0 500h600M0 560h600", "#6a4220", 3, 'opacity=".16"')
const livingRoom = (tint: Tint): Svg =>
  box(0, 0, 600, 600, tints[tint].light) +
  box(60, 50, 180, 220, "#ffffff", 6) +
  box(72, 62, 156, 196, "#cfe6fa") +
  line("M150 62v196M72 160h156", "#ffffff", 8) +
  shape("M40 40h50q10 120-20 250H40zM260 40h-50q-10 120 20 250h30z", tints[tint].middle) +
  box(0, 440, 600, 160, woods.oak) +
  box(0, 432, 600, 10, "#ffffff") +
  emojiPlant(540, 446, 130)

const ROOMS: Readonly<Record<string, (tint: Tint) => Svg>> = {
  kitchen: kitchenRoom,
  cleaning: bathRoom,
  bath: bathRoom,
  detergent: bathRoom,
  tools: workRoom,
  materials: workRoom,
  safety: workRoom,
}

/** Goods where they are used, smaller and from the other side. */
export function inUse(thing: Fitted, setting: Setting, department: string, number: number): Svg {
  const room = (ROOMS[department] ?? livingRoom)(pick(TINTS, number * 5 + 2))
  if (setting === "ceiling")
    return (
      room +
      hanging(thing, 320, 260, 300) +
      box(150, 470, 330, 20, woods.walnut, 8) +
      line("M190 490v110M440 490v110", woods.walnut, 16) +
      standingEmoji("teapot", 320, 472, 90)
    )
  if (setting === "wall") return room + onWall(thing, 390, 210, 260, 310)
  if (setting === "floor") return room + standing(thing, 290, 540, 430, 330, { flip: number % 2 === 0 })
  const table =
    (ROOMS[department] ?? null) === null
      ? box(90, 420, 420, 26, woods.walnut, 8) + line("M130 446v154M470 446v154", woods.walnut, 18)
      : ""
  return (
    room +
    table +
    standing(thing, 286, table ? 424 : 486, 320, 290, { flip: true, rotate: number % 3 === 0 ? -4 : 0 }) +
    beside(department, number + 2, 486, table ? 424 : 500, 96)
  )
}

/** Goods as their buyer photographed them: on a table at home, a little askew. */
export function atBuyersHome(thing: Fitted, setting: Setting, number: number): Svg {
  const { light, middle } = tints[pick(TINTS, number * 3 + 5)]
  const wood = pick([woods.honey, woods.pale, woods.walnut, woods.ash, woods.stone], number)
  const room =
    `<defs>${gradient("wall", middle, light, 1)}</defs>` +
    box(0, 0, 600, 600, "url(#wall)") +
    shape("M40 0h150l-120 420H-60z", "#ffffff", 'opacity=".4"') +
    box(0, 400, 600, 200, wood) +
    box(0, 400, 600, 6, "#ffffff", 0, 'opacity=".35"') +
    line("M0 470h600M0 541h600M170 406v64M420 470v71", "#4a3018", 3, 'opacity=".14"')
  const box1 =
    shape("M392 420l26-70h140l30 70z", "#c79a66") +
    box(392, 418, 196, 96, "#d9ae7c") +
    box(478, 418, 24, 96, "#e9d3b0")
  if (setting === "ceiling") return room + hanging(thing, 300, 360, 420)
  if (setting === "wall") return room + onWall(thing, 280, 200, 300, 330)
  return (
    room +
    (setting === "table" ? box1 : "") +
    standing(
      thing,
      setting === "table" ? 250 : 300,
      520,
      setting === "table" ? 330 : 480,
      330,
      setting === "table" ? { rotate: number % 2 ? 3 : -3 } : {},
    ) +
    `<rect width="600" height="600" fill="#20150a" opacity=".07"/>`
  )
}
