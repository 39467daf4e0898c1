/** Windows and what comes through them, drawn in units of the 800 × 600 board of a room. */
import { darker, mix } from "./palette.ts"
import { box, circle, line, drawAt, repeat, shape } from "./svg.ts"
import type { Svg } from "./svg.ts"

/** Light that falls through a window over wall and floor. */
export const sunbeam =
  `<linearGradient id="sunbeam" x1="0" y1="0" x2=".7" y2="1"><stop offset="0" stop-color="#fff"
stop-opacity="0"/><stop offset=".35" stop-color="#fff" stop-opacity=".2"/><stop offset="1" stop-color="#fff"
stop-opacity=".06"/></linearGradient>` + shape("M300 120L520 60L800 420V600H620z", "url(#sunbeam)")

export type Sky = "day" | "dusk" | "night" | "dull"

const skyView: Record<Sky, (width: number, height: number) => Svg> = {
  day: (w, h) =>
    circle(w * 0.75, h * 0.26, Math.min(w, h) * 0.095, "#fff1bd") +
    shape(
      `M0 ${h * 0.8}q${w * 0.2} ${-h * 0.2} ${w * 0.46} ${-h * 0.05}t${w * 0.54} ${-h * 0.06}V${h}H0z`,
      "#a8d9b6",
    ) +
    drawAt(w * 0.1, h * 0.32, cloud, { scale: Math.min(1.15, Math.min(w, h) / 190) }),
  dusk: (w, h) =>
    circle(w * 0.3, h * 0.55, Math.min(w, h) * 0.12, "#fff3d6") +
    repeat(5, (i) =>
      box(i * w * 0.2, h * (0.62 + (i % 3) * 0.09), w * 0.17, h, mix("#8f9be0", "#c9b4e8", i / 5), 3),
    ),
  night: (w, h) =>
    circle(w * 0.72, h * 0.26, h * 0.105, "#fff3c4") +
    circle(w * 0.762, h * 0.23, h * 0.088, "#1c2b60") +
    [
      [0.16, 0.18],
      [0.34, 0.32],
      [0.55, 0.52],
      [0.9, 0.12],
      [0.12, 0.55],
      [0.42, 0.12],
    ]
      .map(([x = 0, y = 0]) => circle(w * x, h * y, 2.2, "#ffffff"))
      .join("") +
    shape(
      `M0 ${h * 0.84}q${w * 0.2} ${-h * 0.18} ${w * 0.46} ${-h * 0.05}t${w * 0.54} ${-h * 0.06}V${h}H0z`,
      "#24406d",
    ),
  dull: () => "",
}

export const cloud = shape(
  "M6 0h62a13 13 0 0 0 0-26 21 21 0 0 0-40-7 16 16 0 0 0-23 12a11 11 0 0 0 1 21z",
  "#ffffff",
  'opacity=".92"',
)

let panes = 0

interface WindowLook {
  sky?: Sky
  frame?: string
  /** "cross" has four lights, "sliding" two tall ones, "wide" three. */
  bars?: "cross" | "sliding" | "wide"
  sill?: boolean
}

export const windowPane = (
  x: number,
  y: number,
  w: number,
  h: number,
  { sky = "day", frame = "#ffffff", bars = "cross", sill = true }: WindowLook = {},
): Svg => {
  panes += 1
  const clip = `pane${panes}`
  const barPath = {
    cross: `M${w / 2} 0v${h}M0 ${h * 0.46}h${w}`,
    sliding: `M${w / 2} 0v${h}`,
    wide: `M${w / 3} 0v${h}M${(w * 2) / 3} 0v${h}`,
  }[bars]
  const reflection = shape(
    `M${w * 0.1} ${h}L${w * 0.42} 0h${w * 0.12}L${w * 0.22} ${h}z`,
    "#ffffff",
    `opacity="${sky === "night" ? 0.06 : 0.18}"`,
  )
  return drawAt(
    x,
    y,
    `<clipPath id="${clip}"><rect width="${w}" height="${h}" rx="3"/></clipPath>` +
      box(-11, -11, w + 22, h + 22, frame, 8, sky === "dull" ? "" : 'filter="url(#lift)"') +
      `<g clip-path="url(#${clip})">${box(0, 0, w, h, `url(#sky-${sky})`)}` +
      `${skyView[sky](w, h)}${reflection}</g>` +
      line(barPath, frame, 7, "", "butt") +
      (sill
        ? box(-20, h + 9, w + 40, 12, frame, 4) + box(-16, h + 21, w + 32, 5, "#1b2740", 2, 'opacity=".06"')
        : ""),
  )
}

export const curtain = (x: number, y: number, w: number, h: number, colour: string): Svg =>
  drawAt(
    x,
    y,
    shape(`M0 0h${w}q-${w * 0.08} ${h * 0.5} 0 ${h}h-${w}q${w * 0.1}-${h * 0.5} 0-${h}z`, colour) +
      repeat(3, (i) =>
        shape(
          `M${w * (0.18 + i * 0.28)} 0h${w * 0.1}q-4 ${h * 0.5} 0 ${h}h-${w * 0.1}q6-${h * 0.5} 0-${h}z`,
          darker(colour, 0.09),
        ),
      ),
  )

export const curtainRod = (x: number, y: number, w: number, colour = "#b98957"): Svg =>
  line(`M${x} ${y}h${w}`, colour, 6) + circle(x, y, 7, colour) + circle(x + w, y, 7, colour)
