/** What time does to a room: faded colour, veil, cracks, damp, peeling paper, clutter. */
import { emoji, standingEmoji } from "./emoji.ts"
import { carton, stepLadder } from "./furniture.ts"
import { box, createRandom, circle, line, drawAt, repeat, shape, softShadow } from "./svg.ts"
import type { Svg } from "./svg.ts"
import { boardWidth, boardHeight } from "./surfaces.ts"

/** A jagged crack that runs down from (x, y). */
export const crack = (x: number, y: number, length: number, seed: number, colour = "#6d6350"): Svg => {
  const next = createRandom(seed)
  const steps = Math.max(4, Math.round(length / 26))
  let path = `M${x} ${y}`
  let branch = ""
  let px = x
  let py = y
  for (let i = 0; i < steps; i += 1) {
    px += (next() - 0.42) * 40
    py += length / steps
    path += `L${px.toFixed(1)} ${py.toFixed(1)}`
    if (i % 3 === 1)
      branch +=
        `M${px.toFixed(1)} ${py.toFixed(1)}l${((next() - 0.5) * 60).toFixed(1)} ` +
        `${(14 + next() * 16).toFixed(1)}`
  }
  return line(path, colour, 3.5) + line(branch, colour, 2)
}

/** A damp patch with a dark rim, as it stands under a leaking roof or behind a wardrobe. */
export const damp = (x: number, y: number, width: number, height: number, strength = 0.36): Svg =>
  `<ellipse cx="${x}" cy="${y}" rx="${width}" ry="${height}" fill="#4d4526" opacity="${strength}"
filter="url(#blur-l)"/>` +
  `<ellipse cx="${x}" cy="${y}" rx="${width * 0.72}" ry="${height * 0.66}" fill="none" stroke="#5d5028"
stroke-width="5" opacity="${strength * 0.5}" filter="url(#blur-s)"/>`

/** Mould: many small dark spots around a centre. */
export const mould = (x: number, y: number, spread: number, count: number, seed: number): Svg => {
  const next = createRandom(seed)
  return (
    `<ellipse cx="${x}" cy="${y}" rx="${spread}" ry="${spread * 0.8}" fill="#3c4434" opacity=".3"
filter="url(#blur-l)"/>` +
    repeat(count, () => {
      const angle = next() * Math.PI * 2
      const distance = next() ** 0.7 * spread
      return circle(
        Math.round(x + Math.cos(angle) * distance),
        Math.round(y + Math.sin(angle) * distance * 0.8),
        Math.round(2 + next() ** 2 * 11),
        "#363c2c",
        `opacity="${(0.25 + next() * 0.4).toFixed(2)}"`,
      )
    })
  )
}

/** Wallpaper that has come off the corner and hangs over. */
export const peeling = (x: number, y: number, scale = 1): Svg =>
  drawAt(
    x,
    y,
    shape("M0 0h220v250q-70-16-100-80T0 0z", "#b9ad92") +
      line("M40 30h150M80 90h120M120 150h90", "#a79b80", 3, 'opacity=".5"') +
      shape("M0 0q20 110 120 170q60 60 100 80l-16 14q-80-30-110-80T-14 14z", "#efe6cf") +
      shape("M0 0q20 110 120 170l-10 12Q10 120-8 8z", "#d9cdb0"),
    { scale },
  )

export type Clutter = "boxes" | "tools" | "bath" | "none"

const clutterPiece: Record<Clutter, () => Svg> = {
  none: () => "",
  boxes: () =>
    softShadow(560, 548, 150, 12) +
    carton(440, 556, 128, 96, "lines", "#c59a68") +
    carton(576, 562, 104, 78, "fragile", "#cda473") +
    carton(470, 462, 88, 62, "none", "#cfa878"),
  tools: () =>
    stepLadder(610, 566, 240) +
    standingEmoji("bucket", 480, 570, 92) +
    carton(330, 566, 110, 74, "lines", "#c59a68"),
  bath: () =>
    standingEmoji("plunger", 400, 556, 110) +
    standingEmoji("bucket", 500, 566, 100) +
    emoji("droplet", 482, 420, 34),
}

interface Wear {
  seed: number
  clutter?: Clutter
  /** Where the damp patch sits, and where the long crack begins. */
  dampAt?: [number, number]
  crackAt?: [number, number]
  peel?: boolean
  mouldAt?: [number, number]
}

/** The same room before the work. `body` is the room drawn in its worn state. */
export const drawAged = (
  body: Svg,
  { seed, clutter = "boxes", dampAt = [110, 90], crackAt = [400, 0], peel = false, mouldAt }: Wear,
): Svg =>
  `<g filter="url(#faded)">${body}${peel ? peeling(580, 0) : ""}</g>` +
  box(0, 0, boardWidth, boardHeight, "#8a7440", 0, 'opacity=".15"') +
  damp(dampAt[0], dampAt[1], 130, 64, 0.3) +
  damp(boardWidth - dampAt[0] * 0.6, 425, 100, 36, 0.2) +
  (mouldAt ? mould(mouldAt[0], mouldAt[1], 90, 60, seed) : "") +
  crack(crackAt[0], crackAt[1], 170, seed) +
  `<g filter="url(#faded)">${clutterPiece[clutter]()}</g>` +
  box(0, 0, boardWidth, boardHeight, "#3c3210", 0, 'opacity=".04"')
