/** Furniture as neighbours sell it: each form is another piece, its foot's middle at 0, 0. */
import { standingEmoji } from "./emoji.ts"
import { byForm, ellipse, face, rod } from "./goods/drawing.ts"
import { darker, lighter } from "./palette.ts"
import { box, circle, drawAt, line, repeat, shadow, shape, type Svg } from "./svg.ts"

/** What is drawn of a kind for its `form`, 0 to 6. */
export type DrawForm = (form: number) => Svg

const [OAK, BEECH, WALNUT, BLACK, WHITE] = ["#d3a06a", "#ecca9a", "#8a5a3c", "#3a3a40", "#f4f1ea"] as const

const chairLegs = (wood: string, spread: number): Svg =>
  rod(`M-62-150L-${48 + spread / 2}-22M62-150L${48 + spread / 2}-22`, darker(wood, 0.22), 14) +
  rod(`M-88-150L-${88 + spread} 0M88-150L${88 + spread} 0`, wood, 18)

const posts = (wood: string, top: number): Svg => rod(`M-86-160L-92-${top}M86-160L92-${top}`, wood, 16)
const seat = (colour: string, radius = 12): Svg => face(-106, -176, 212, 34, colour, radius)

/** The back and the seat of each chair: spindles, slats, a cross, a bow, a cushioned panel, cane, boards. */
const CHAIRS: readonly [Svg, ...Svg[]] = [
  chairLegs(OAK, 12) +
    posts(OAK, 340) +
    repeat(5, (i) => rod(`M${-56 + i * 28}-168V-344`, lighter(OAK, 0.15), 8)) +
    face(-106, -376, 212, 36, OAK, 18) +
    seat(OAK),
  chairLegs(WALNUT, 4) +
    posts(WALNUT, 372) +
    repeat(3, (i) => face(-88, -362 + i * 58, 176, 30, WALNUT, 8)) +
    seat("#d9c3a0", 8) +
    line("M-96-166h192M-96-156h192", "#b79c72", 3),
  chairLegs(BLACK, 0) +
    rod("M-84-160V-318Q-84-372 0-372Q84-372 84-318V-160", BLACK, 16) +
    rod("M-78-190Q0-270 74-330M78-190Q0-270-74-330", BLACK, 10) +
    seat("#c99666", 17),
  chairLegs(BEECH, -18) +
    rod("M-82-164Q-112-350 0-362Q112-350 82-164", BEECH, 18) +
    rod("M-48-168Q-62-296 0-304Q62-296 48-168", BEECH, 12) +
    ellipse(0, -160, 112, 24, darker(BEECH, 0.2)) +
    ellipse(0, -168, 112, 24, "#e2808c"),
  chairLegs("#4a4f5c", -4) +
    face(-98, -386, 196, 196, "#9fb2c4", 38) +
    line("M-70-324h140M-70-262h140", "#86a0b4", 4) +
    seat("#b4c4d3", 20) +
    box(-92, -190, 184, 10, "#6f8698", 5),
  chairLegs(OAK, 26) +
    rod("M-96-160L-112-286M96-160L112-286", OAK, 16) +
    face(-132, -316, 264, 62, "#f0dfc0", 30) +
    line("M-112-300l30 34M-78-304l40 44M-34-304l40 44M10-304l40 44M54-304l40 44M96-302l20 24", "#cfae78", 3) +
    seat("#f0dfc0", 17) +
    line("M-90-170l24 22M-50-170l24 22M-10-170l24 22M30-170l24 22M70-170l24 22", "#cfae78", 3),
  chairLegs(WALNUT, 16) +
    rod("M-46-160V-270M46-160V-270", WALNUT, 18) +
    face(-104, -356, 208, 92, WALNUT, 26) +
    seat(WALNUT, 18),
]

export const chair: DrawForm = (form) => shadow(0, 0, 118, 9, 0.2) + byForm(form, CHAIRS)

export const twoChairs: DrawForm = (form) =>
  drawAt(-122, -22, chair(form), { scale: 0.84 }) + drawAt(124, 4, chair(form), { scale: 0.94, flip: true })

/** In a row, or two before two. */
export const fourChairs: DrawForm = (form) =>
  form % 2 === 0
    ? repeat(4, (i) => drawAt(-171 + i * 114, i % 2 === 0 ? 0 : 14, chair(form), { scale: 0.47 }))
    : [-92, 92].map((x) => drawAt(x, -132, chair(form), { scale: 0.54 })).join("") +
      [-172, 172].map((x) => drawAt(x, 16, chair(form), { scale: 0.68 })).join("")

type TableLook = readonly [wood: string, frame: string, on: string]
const TABLES: readonly [TableLook, ...TableLook[]] = [
  ["#c99666", "legs", "tulip"],
  ["#ecca9a", "round", "teapot"],
  ["#8a5a3c", "trestle", "potted-plant"],
  ["#d9b282", "drawer", "red-apple"],
  ["#b57a4a", "panels", "bread"],
  ["#e6c08a", "iron", "pear"],
  ["#a97a4c", "legs", "green-apple"],
]

const tableFrame = (frame: string, wood: string): Svg => {
  const deep = darker(wood, 0.2)
  if (frame === "round") return rod("M0-200V-40", deep, 34) + rod("M0-40L-120 0M0-40L120 0M0-40V-6", deep, 18)
  if (frame === "trestle")
    return rod("M-150-200L-196 0M-150-200L-104 0M150-200L196 0M150-200L104 0M-150-70H150", deep, 15)
  if (frame === "panels")
    return (
      box(-206, -200, 34, 200, deep, 4) + box(172, -200, 34, 200, deep, 4) + box(-180, -120, 360, 24, deep)
    )
  if (frame === "iron") return rod("M-196-200V-6H-120V-200M196-200V-6H120V-200", "#33373f", 12)
  return (
    rod("M-150-190v140M150-190v140", darker(deep, 0.2), 14) +
    rod("M-196-190L-208 0M196-190L208 0", deep, 18) +
    box(-196, -198, 392, frame === "drawer" ? 62 : 28, deep, 4) +
    (frame === "drawer"
      ? face(-74, -190, 148, 46, lighter(wood, 0.2), 5) + circle(0, -168, 8, "#5f4a35")
      : "")
  )
}

export const table: DrawForm = (form) => {
  const [wood, frame, on] = byForm(form, TABLES)
  const top =
    frame === "round"
      ? ellipse(0, -204, 226, 30, darker(wood, 0.16)) + ellipse(0, -214, 226, 30, wood)
      : face(-232, -224, 464, frame === "trestle" ? 34 : 24, wood, 9)
  return (
    shadow(0, 0, 210, 12, 0.18) +
    tableFrame(frame, wood) +
    top +
    standingEmoji(on, (form % 3) * 70 - 60, -216, 106)
  )
}

type DrawersLook = readonly [body: string, front: string, half: number, pull: "bar" | "knob" | "cut" | "two"]
const DRAWERS: readonly [DrawersLook, ...DrawersLook[]] = [
  ["#f0dfc4", "#f9eeda", 150, "bar"],
  ["#c08a55", "#d9a878", 176, "knob"],
  ["#e2e7ee", "#ffffff", 130, "cut"],
  ["#d9b282", "#cfe6da", 160, "two"],
  ["#7a4f35", "#96674a", 184, "two"],
  ["#ecca9a", "#f6c9c4", 124, "knob"],
  ["#b9a38c", "#d8c8b4", 168, "cut"],
]

const pulls = (pull: DrawersLook[3], half: number, y: number): Svg => {
  if (pull === "bar") return box(-30, y, 60, 9, "#b98957", 4.5)
  if (pull === "knob")
    return circle(0, y + 4, 11, "#5f4a35") + circle(-3, y + 1, 4, "#ffffff", 'opacity=".5"')
  if (pull === "cut") return box(-34, y - 26, 68, 14, "#00000022", 7)
  return circle(-half / 2, y + 4, 9, "#6b553e") + circle(half / 2, y + 4, 9, "#6b553e")
}

/** Four drawers, each chest another. */
export const drawers: DrawForm = (form) => {
  const [body, front, half, pull] = byForm(form, DRAWERS)
  return (
    shadow(0, 0, half + 24, 11, 0.18) +
    line(`M-${half - 22}-14V0M${half - 22}-14V0`, darker(body, 0.4), 15) +
    box(-half, -330, half * 2, 318, body, form % 2 === 0 ? 10 : 3) +
    face(-half - 10, -338, half * 2 + 20, 20, darker(body, 0.08), 6) +
    repeat(
      4,
      (i) => face(-half + 14, -308 + i * 73, half * 2 - 28, 64, front, 5) + pulls(pull, half, -282 + i * 73),
    ) +
    standingEmoji(byForm(form, ["potted-plant", "framed-picture", "alarm-clock"]), half / 2 - 20, -336, 84)
  )
}

type SofaLook = readonly [colour: string, arms: "round" | "square" | "wood" | "none", legs: string]
const SOFAS: readonly [SofaLook, ...SofaLook[]] = [
  ["#86a8a0", "round", "#8a6a4a"],
  ["#c9a27a", "square", "#33302e"],
  ["#7d8fb8", "wood", "#b98957"],
  ["#d8d2c6", "round", "#b98957"],
  ["#6d7480", "square", "#c9d2dd"],
  ["#d99a8c", "none", "#5f4a35"],
  ["#a7b48a", "wood", "#8a5a3c"],
]

/** A sofa of so many seats with a cushion on it. */
const sofaOf = (seats: number, form: number): Svg => {
  const [colour, arms, legs] = byForm(form, SOFAS)
  const half = seats === 2 ? 176 : 216
  const [deep, width] = [darker(colour, 0.16), (half * 2) / seats]
  const arm = (x: number): Svg =>
    arms === "wood"
      ? rod(`M${x} 0V-150M${x - 26}-150H${x + 26}`, legs, 16)
      : arms === "none"
        ? ""
        : box(x - 32, -150, 64, 136, deep, arms === "round" ? 30 : 8)
  return (
    shadow(0, 0, half + 40, 12, 0.2) +
    line(`M-${half - 20}-20V0M${half - 20}-20V0`, legs, 13) +
    box(-half, arms === "square" ? -196 : -226, half * 2, 190, deep, arms === "square" ? 12 : 38) +
    repeat(seats, (i) =>
      face(-half + 6 + i * width, -206, width - 12, 110, lighter(colour, 0.06), arms === "square" ? 8 : 26),
    ) +
    (arms === "none"
      ? repeat(seats * 3, (i) => circle(-half + (i + 0.5) * (width / 3), -154, 5, darker(colour, 0.3)))
      : "") +
    repeat(seats, (i) => face(-half + 3 + i * width, -112, width - 6, 62, lighter(colour, 0.16), 16)) +
    box(-half, -54, half * 2, 36, deep, 8) +
    arm(-half - 14) +
    arm(half + 14) +
    drawAt(form % 2 === 0 ? -half * 0.6 : half * 0.5, -136, box(-42, -40, 84, 80, "#fff3dc", 16), {
      rotate: form * 7 - 16,
    })
  )
}

export const sofa: DrawForm = (form) => sofaOf(2, form)
export const longSofa: DrawForm = (form) => sofaOf(3, form + 3)

type BedLook = readonly [cover: string, frame: string, head: "panel" | "bars" | "soft" | "shelf"]
const BEDS: readonly [BedLook, ...BedLook[]] = [
  ["#6f8fd8", "#4a5a8a", "panel"],
  ["#e8b7b0", "#c99666", "bars"],
  ["#b8c9b0", "#a9a2b8", "soft"],
  ["#f0dcae", "#8a5a3c", "shelf"],
  ["#c8d2e2", "#3a3a40", "bars"],
  ["#a9d0dc", "#ecca9a", "panel"],
  ["#d8c4e6", "#f0ece4", "soft"],
]

/** A bed seen from its side, the head on the left. */
export const bed: DrawForm = (form) => {
  const [cover, frame, head] = byForm(form, BEDS)
  const headBoard =
    head === "bars"
      ? rod("M-226 0V-250M-226-246H-190V-60", frame, 16) + rod("M-208-246V-80", frame, 8)
      : head === "soft"
        ? box(-244, -236, 58, 232, frame, 28)
        : box(-238, head === "shelf" ? -262 : -230, 42, 262, frame, 6) +
          (head === "shelf" ? box(-238, -262, 96, 18, darker(frame, 0.14), 5) : "")
  return (
    shadow(0, 0, 236, 11, 0.2) +
    headBoard +
    rod("M214-90V0", frame, 18) +
    box(-206, -82, 420, 46, frame, 6) +
    (form % 2 === 0 ? line("M-196-30H206", darker(frame, 0.1), 30, "", "butt") : "") +
    box(-200, -128, 410, 56, WHITE, 18) +
    drawAt(-148, -132, box(-46, -32, 92, 50, "#ffffff", 22), { rotate: -8 }) +
    shape("M-84-136q40-16 150-10t148 4v70q0 10-12 10H-84z", cover) +
    shape("M-84-136q20-8 46-10v84h-46z", lighter(cover, 0.45)) +
    line("M60-126q14 28 0 58M140-124q-10 26 4 54", darker(cover, 0.12), 4)
  )
}
