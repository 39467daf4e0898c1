/** Appliances and devices as neighbours sell them: each form is another model, its foot's middle at 0, 0. */
import { standingEmoji } from "./emoji.ts"
import { byForm, ellipse, face, rod } from "./goods/drawing.ts"
import type { DrawForm } from "./home-furniture.ts"
import { darker, lighter } from "./palette.ts"
import { box, circle, drawAt, line, repeat, shadow, shape, type Svg } from "./svg.ts"

const [WHITE, STEEL, BLACK, CREAM, MINT] = ["#f4f6f9", "#c3ccd6", "#3b4150", "#f3ead6", "#b5dccb"] as const
const HANDLE = "#9aa7b6"

const magnets = (x: number, y: number): Svg =>
  box(x, y, 42, 30, "#ffd27a", 4) + box(x + 18, y + 42, 32, 26, "#ffb4c2", 4)

type FridgeLook = {
  body: string
  half: number
  height: number
  /** Where the doors meet, from the top. */
  split: number
  radius: number
  handle: "bars" | "chrome" | "grooves" | "left"
  more?: Svg
}

const handles = ({ handle, half, height, split }: FridgeLook): Svg => {
  const [top, meet] = [-height + 34, -height + split]
  if (handle === "grooves") return box(-half + 20, meet - 16, half * 2 - 40, 9, "#00000033", 4.5)
  const x = handle === "left" ? -half + 18 : half - 26
  if (handle === "chrome") return rod(`M${x - 30} ${meet - 40}h36M${x - 30} ${meet + 44}h36`, "#aeb9c6", 14)
  return (
    box(x, top, 9, Math.min(90, split - 60), HANDLE, 4) +
    box(x, meet + 26, 9, height - split > 200 ? 120 : 70, HANDLE, 4)
  )
}

const fridgeOf = (look: FridgeLook): Svg => {
  const { body, half, height, split, radius, more = "" } = look
  return (
    shadow(0, 0, half + 40, 11, 0.2) +
    line(`M-${half - 24}-10V0M${half - 24}-10V0`, "#5b6472", 16) +
    box(-half, -height, half * 2, height - 6, body, radius) +
    box(half - 26, -height + radius, 26, height - 12 - radius * 2, "#0c1322", 6, 'opacity=".07"') +
    line(`M-${half} ${-height + split}h${half * 2}`, darker(body, 0.24), 5) +
    handles(look) +
    more
  )
}

const insideFridge =
  box(-108, -240, 216, 220, "#eef5fb", 8) +
  line("M-108-170h216M-108-96h216", "#b8c9d8", 5) +
  standingEmoji("glass-of-milk", -66, -174, 56) +
  standingEmoji("cheese-wedge", 40, -174, 56) +
  standingEmoji("red-apple", -60, -100, 52) +
  standingEmoji("leafy-green", 40, -100, 60) +
  standingEmoji("grapes", -40, -26, 62) +
  shape("M108-250l78 26v214l-78-16z", "#e2e8ef") +
  line("M122-190l50 14M122-110l50 14", "#b8c9d8", 5)

/** Two doors: freezer above or below, round or square, one left open. */
const FRIDGES: readonly [FridgeLook, ...FridgeLook[]] = [
  { body: WHITE, half: 115, height: 400, split: 150, radius: 16, handle: "bars", more: magnets(-90, -340) },
  { body: MINT, half: 104, height: 330, split: 106, radius: 46, handle: "chrome" },
  { body: STEEL, half: 122, height: 420, split: 270, radius: 8, handle: "left" },
  {
    body: BLACK,
    half: 108,
    height: 410,
    split: 160,
    radius: 10,
    handle: "grooves",
    more: box(-26, -380, 52, 20, "#ffffff", 4, 'opacity=".35"'),
  },
  { body: WHITE, half: 122, height: 380, split: 128, radius: 12, handle: "bars", more: insideFridge },
  {
    body: CREAM,
    half: 96,
    height: 300,
    split: 100,
    radius: 40,
    handle: "chrome",
    more: standingEmoji("potted-plant", -30, -298, 96),
  },
  { body: "#d4dae2", half: 112, height: 390, split: 250, radius: 14, handle: "grooves" },
]

export const fridge: DrawForm = (form) => fridgeOf(byForm(form, FRIDGES))

const glassDoor =
  box(-96, -226, 192, 196, "#22304a", 10) +
  line("M-96-160h192M-96-96h192", "#6f83a3", 5) +
  repeat(4, (i) => standingEmoji("cup-with-straw", -66 + i * 44, -162, 46)) +
  repeat(3, (i) => standingEmoji("beverage-box", -54 + i * 54, -98, 50)) +
  repeat(3, (i) => standingEmoji("baby-bottle", -54 + i * 54, -34, 50)) +
  shape("M-80-226h50l-60 196h-6z", "#ffffff", 'opacity=".16"')

type SmallFridge = readonly [body: string, half: number, height: number, radius: number, more: Svg]
/** One door, as high as a table. */
const SMALL_FRIDGES: readonly [SmallFridge, ...SmallFridge[]] = [
  [WHITE, 112, 236, 12, box(80, -190, 9, 80, HANDLE, 4)],
  [BLACK, 112, 250, 12, glassDoor],
  [
    "#d9656a",
    104,
    240,
    44,
    rod("M50-160h40", "#e9edf3", 14) + box(-70, -206, 60, 14, "#ffffff", 7, 'opacity=".7"'),
  ],
  [STEEL, 124, 220, 6, box(-110, -200, 9, 90, "#8793a3", 4)],
  [CREAM, 100, 262, 18, rod("M70-200V-120", "#b98957", 12) + magnets(-70, -210)],
  ["#9cc3e8", 108, 230, 40, rod("M50-150h40", "#f4f6f9", 14) + standingEmoji("potted-plant", 0, -226, 96)],
  ["#eceff3", 118, 246, 14, box(-100, -238, 200, 10, "#00000022", 5)],
]

export const smallFridge: DrawForm = (form) => {
  const [body, half, height, radius, more] = byForm(form, SMALL_FRIDGES)
  return (
    shadow(0, 0, half + 40, 11, 0.2) +
    line(`M-${half - 20}-10V0M${half - 20}-10V0`, "#5b6472", 16) +
    box(-half, -height, half * 2, height - 6, body, radius) +
    box(half - 22, -height + radius, 22, height - 12 - radius * 2, "#0c1322", 6, 'opacity=".08"') +
    more
  )
}

type LargeFridge = readonly [upper: string, lower: string, split: number, more: Svg]
const dispenser = box(-96, -330, 56, 90, "#2c3646", 8) + box(-84, -316, 32, 20, "#7fd0f4", 4)
/** Four doors, two above two. */
const LARGE_FRIDGES: readonly [LargeFridge, ...LargeFridge[]] = [
  [STEEL, STEEL, 240, ""],
  [WHITE, "#f0c9cf", 220, ""],
  [CREAM, MINT, 230, ""],
  [BLACK, BLACK, 250, dispenser],
  ["#dfe5ec", "#dfe5ec", 210, magnets(34, -340)],
  ["#a9c4e2", WHITE, 236, ""],
  [STEEL, BLACK, 230, dispenser],
]

export const largeFridge: DrawForm = (form) => {
  const [upper, lower, split, more] = byForm(form, LARGE_FRIDGES)
  const door = (x: number, y: number, height: number, colour: string, grip: number): Svg =>
    face(x, y, 146, height, colour, 5) +
    (form % 2 === 0
      ? box(grip, y + height * 0.3, 8, height * 0.4, "#8793a3", 4)
      : box(x + 30, y + (y < -200 ? height - 14 : 6), 86, 8, "#00000033", 4))
  return (
    shadow(0, 0, 190, 12, 0.2) +
    box(-156, -414, 312, 408, darker(upper, 0.12), 8) +
    door(-150, -408, split - 8, upper, -22) +
    door(4, -408, split - 8, upper, 14) +
    door(-150, -408 + split - 4, 396 - split, lower, -22) +
    door(4, -408 + split - 4, 396 - split, lower, 14) +
    more
  )
}

type WasherLook = readonly [
  body: string,
  rim: string,
  radius: number,
  panel: "left" | "right" | "dial" | "base",
]
const WASHERS: readonly [WasherLook, ...WasherLook[]] = [
  ["#f7f9fb", "#d3dce6", 92, "left"],
  ["#4a5160", "#8c96a6", 96, "dial"],
  ["#f3ead6", "#d9b98a", 88, "right"],
  ["#c9d1da", "#5b6576", 98, "dial"],
  ["#ffffff", "#4a5160", 84, "base"],
  ["#dcebe4", "#9cc7b4", 90, "right"],
  ["#e6eaf0", "#b7c1ce", 94, "left"],
]

export const washer: DrawForm = (form) => {
  const [body, rim, radius, panel] = byForm(form, WASHERS)
  const y = panel === "base" ? -178 : -134
  const controls: Record<WasherLook[3], Svg> = {
    left: box(-96, -284, 70, 26, "#ffffff", 6) + circle(80, -270, 16, "#b9c5d3"),
    right: box(-8, -284, 100, 24, "#2c3646", 5) + box(-100, -286, 70, 30, darker(body, 0.08), 5),
    dial:
      circle(0, -270, 22, "#e3e8ef") + line("M0-270v-16", "#5b6576", 5) + box(44, -282, 56, 22, "#22304a", 5),
    base: box(-104, -74, 208, 58, darker(body, 0.1), 6) + box(-26, -50, 52, 9, "#8793a3", 4),
  }
  return (
    shadow(0, 0, 150, 11, 0.2) +
    box(-122, -306, 244, 304, body, form % 2 === 0 ? 18 : 6) +
    (panel === "base" ? "" : box(-122, -306, 244, 66, darker(body, 0.07), form % 2 === 0 ? 18 : 6)) +
    controls[panel] +
    circle(0, y, radius, rim) +
    circle(0, y, radius - 18, "#4d6384") +
    (form % 2 === 0
      ? drawAt(0, y + 22, shape("M-70-10q34-24 70 0t70 0a76 66 0 0 1-140 0z", "#a9d6f7"))
      : circle(-20, y + 26, 34, "#e8b7b0") + circle(26, y + 32, 28, "#f0dcae")) +
    drawAt(0, y, shape("M-50-46q20-22 46-24l-70 90q0-40 24-66z", "#ffffff", 'opacity=".4"'))
  )
}

type MicrowaveLook = readonly [body: string, door: string, dials: "side" | "below", width: number]
const MICROWAVES: readonly [MicrowaveLook, ...MicrowaveLook[]] = [
  ["#f3f5f8", "#39435a", "side", 190],
  ["#3a404d", "#20252f", "side", 200],
  ["#b5dccb", "#4d5f66", "below", 170],
  ["#c9d1da", "#2c3446", "side", 206],
  ["#f3ead6", "#5a4c40", "below", 178],
  ["#e79a8f", "#4a3538", "side", 176],
  ["#ffffff", "#8fa3b8", "below", 190],
]

export const microwave: DrawForm = (form) => {
  const [body, door, dials, half] = byForm(form, MICROWAVES)
  const doorWidth = dials === "side" ? half * 2 - 124 : half * 2 - 44
  const doorHeight = dials === "side" ? 172 : 126
  const dial = (x: number, y: number): Svg =>
    circle(x, y, 23, lighter(body, 0.5)) + circle(x, y, 15, "#dbe2ea") + line(`M${x} ${y}v-14`, "#5b6576", 5)
  return (
    shadow(0, 0, half + 6, 11, 0.2) +
    box(-half, -220, half * 2, 216, body, form % 2 === 0 ? 18 : 34) +
    box(-half + 22, -196, doorWidth, doorHeight, door, 12) +
    shape(
      `M${-half + 44}-${214 - doorHeight}L${-half + 120}-184h46l-70 ${doorHeight - 40}z`,
      "#ffffff",
      'opacity=".16"',
    ) +
    (dials === "side"
      ? box(half - 84, -190, 66, 30, "#2f3a50", 5) + dial(half - 51, -116) + dial(half - 51, -58)
      : dial(-half + 60, -36) + dial(half - 60, -36) + box(-50, -48, 100, 22, "#2f3a50", 5))
  )
}

type FanLook = readonly [frame: string, blade: string, blades: number, base: "round" | "square" | "legs"]
const FANS: readonly [FanLook, ...FanLook[]] = [
  ["#c3cedb", "#8fbcf0", 3, "round"],
  ["#4a5160", "#6f7a8c", 5, "square"],
  ["#f0b9c0", "#f7d9dd", 4, "round"],
  ["#9cc7b4", "#cfe9dd", 3, "legs"],
  ["#e6d3b0", "#b98957", 5, "legs"],
  ["#aebfd8", "#7f9cc9", 6, "square"],
  ["#d7dde6", "#b5c7ee", 4, "round"],
]

export const fan: DrawForm = (form) => {
  const [frame, blade, blades, base] = byForm(form, FANS)
  const foot: Record<FanLook[3], Svg> = {
    round: box(-80, -22, 160, 22, lighter(frame, 0.4), 11),
    square:
      box(-92, -44, 184, 44, darker(frame, 0.12), 8) +
      circle(50, -22, 9, "#ffffff") +
      circle(76, -22, 9, "#ffffff"),
    legs: rod("M0-120L-90 0M0-120L90 0M0-120V0", darker(frame, 0.2), 12),
  }
  return (
    shadow(0, 0, 120, 10, 0.2) +
    line("M0-26v-120", frame, 18) +
    foot[base] +
    circle(0, -250, 130, "#ffffff") +
    repeat(blades, (i) =>
      drawAt(0, -250, shape("M0 0q-50-30-30-104q44 0 48 62q2 26-18 42z", blade, 'opacity=".9"'), {
        rotate: (i * 360) / blades + form * 17,
      }),
    ) +
    [130, 92, 56]
      .map((radius, i) =>
        circle(0, -250, radius, "none", `stroke="${frame}" stroke-width="${i === 0 ? 9 : 3}"`),
      )
      .join("") +
    circle(0, -250, 24, darker(blade, 0.3))
  )
}

type MonitorLook = readonly [
  bezel: string,
  stand: "round" | "v" | "square" | "arm",
  picture: number,
  curve: number,
]
const MONITORS: readonly [MonitorLook, ...MonitorLook[]] = [
  ["#2a3142", "round", 0, 14],
  ["#1d222c", "v", 1, 6],
  ["#dfe4eb", "square", 2, 10],
  ["#2f3540", "square", 3, 4],
  ["#f2f4f7", "v", 1, 22],
  ["#191c22", "round", 2, 4],
  ["#2a3142", "arm", 3, 12],
]

const SCREENS: readonly [Svg, ...Svg[]] = [
  box(-198, -298, 396, 226, "#4d74d6", 6) + shape("M-198-150q110-70 210 0t186-30v108h-396z", "#7fb4f0"),
  box(-198, -298, 396, 226, "#22304a", 6) +
    repeat(5, (i) =>
      line(`M-170 ${-266 + i * 38}h${170 + ((i * 70) % 150)}`, i % 2 ? "#7fd0b4" : "#a9b9d8", 8),
    ),
  box(-198, -298, 396, 226, "#f7b98f", 6) +
    circle(60, -200, 46, "#fff1d0") +
    shape("M-198-130l120-80 90 70 80-50 106 80v38h-396z", "#a8627a"),
  box(-198, -298, 396, 226, "#ffffff", 6) +
    box(-184, -284, 90, 198, "#eef2f7", 4) +
    repeat(3, (i) => box(-78, -280 + i * 68, 262, 54, i === 1 ? "#d3e2ff" : "#f0f3f7", 6)),
]

export const monitor: DrawForm = (form) => {
  const [bezel, stand, picture, curve] = byForm(form, MONITORS)
  const metal = "#aab6c5"
  const feet: Record<MonitorLook[1], Svg> = {
    round: box(-24, -62, 48, 50, metal, 2) + ellipse(0, -8, 92, 11, "#c3cedb"),
    v: rod("M0-64L-96-4M0-64L96-4", "#5b6576", 14),
    square: box(-14, -62, 28, 56, metal, 2) + box(-110, -16, 220, 16, "#8793a3", 4),
    arm: rod("M0-64L40-30L0-6", "#5b6576", 16) + box(-46, -12, 92, 12, "#5b6576", 4),
  }
  return (
    shadow(0, 0, 150, 10, 0.2) +
    feet[stand] +
    box(-210, -310, 420, 250, bezel, curve) +
    byForm(picture, SCREENS) +
    shape("M-150-72L-20-298h70L-80-72z", "#ffffff", 'opacity=".1"')
  )
}

const TOWERS = ["#2a3142", "#e3e8ef", "#3b4150", "#cfd6df", "#20242c", "#f4f6f9", "#454c5a"] as const

/** A tower, a monitor and a keyboard. */
export const desktop: DrawForm = (form) => {
  const body = byForm(form, TOWERS)
  const glow = byForm(form, ["#6f9bff", "#7fd0b4", "#f29ab0"])
  return (
    drawAt(-64, -18, monitor(form), { scale: 0.86 }) +
    shadow(206, 4, 74, 9, 0.2) +
    box(146, -262, 122, 264, body, form % 2 === 0 ? 8 : 16) +
    (form % 3 === 1
      ? box(160, -246, 94, 26, darker(body, 0.2), 4) + circle(207, -176, 12, glow)
      : [-206, -120, -34]
          .map((y) => circle(207, y, 34, darker(body, 0.3)) + circle(207, y, 24, glow))
          .join("")) +
    box(-206, 6, 288, 46, lighter(body, 0.4), 8) +
    repeat(3, (i) =>
      line(`M-192 ${16 + i * 13}h260`, darker(body, 0.2), 6, 'stroke-dasharray="14 6"', "butt"),
    ) +
    ellipse(122, 30, 22, 28, lighter(body, 0.5))
  )
}

type PianoLook = readonly [body: string, stand: "x" | "z" | "wood"]
const PIANOS: readonly [PianoLook, ...PianoLook[]] = [
  ["#2b2f3a", "x"],
  ["#f4f6f9", "wood"],
  ["#8f6446", "wood"],
  ["#3b4150", "z"],
  ["#d9c3a0", "x"],
  ["#5b2f35", "z"],
  ["#2b2f3a", "wood"],
]
const WHITE_KEYS = 36
const KEY = 13

/** A keyboard of 61 keys on its stand. */
export const piano: DrawForm = (form) => {
  const [body, stand] = byForm(form, PIANOS)
  const half = (WHITE_KEYS * KEY) / 2
  const legs: Record<PianoLook[1], Svg> = {
    x: rod("M-150 0L150-190M150 0L-150-190", "#4a5160", 14),
    z: rod("M-190 0H-120L-170-190M190 0H120L170-190", "#4a5160", 14),
    wood:
      box(-190, -190, 26, 190, "#b98957", 4) +
      box(164, -190, 26, 190, "#b98957", 4) +
      box(-180, -80, 360, 18, "#a97a4c", 4),
  }
  return (
    shadow(0, 0, 200, 11, 0.2) +
    legs[stand] +
    box(-half - 14, -286, half * 2 + 28, 104, body, 10) +
    box(-60, -276, 120, 18, lighter(body, 0.25), 5) +
    [-170, -130, 130, 170].map((x) => circle(x, -266, 9, lighter(body, 0.35))).join("") +
    box(-half, -250, half * 2, 60, "#ffffff", 2) +
    repeat(WHITE_KEYS - 1, (i) => line(`M${-half + (i + 1) * KEY}-250v60`, "#b9c2cd", 1.5)) +
    repeat(WHITE_KEYS - 1, (i) =>
      [2, 6].includes(i % 7) ? "" : box(-half + (i + 1) * KEY - 4, -250, 8, 36, "#20242c", 1.5),
    )
  )
}
