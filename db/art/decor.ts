/** What makes a room pretty: plants, pictures, a clock, a rug. */
import { type Svg, drawAt, shadow, shape, line, box, repeat, circle } from "./svg.ts"
import { darker } from "./palette.ts"

export const plant = (x: number, y: number, scale = 1, pot = "#ffffff"): Svg =>
  drawAt(
    x,
    y,
    shadow(0, 2, 38, 7) +
      shape("M0-58C-6-112-48-122-64-150c36-6 60 28 64 62z", "#3b9d66") +
      shape("M0-58C2-130 24-168 60-176c4 40-30 68-58 88z", "#349160") +
      shape("M-1-56c-6-60-20-100-8-146 24 28 22 90 14 136z", "#57bd82") +
      line("M-2-62q-4-60-2-110", "#3ea36c", 2.5) +
      shape("M-27-60h54l-8 60h-38z", pot) +
      shape("M-27-60h54l-2 13h-50z", darker(pot, 0.1)),
    { scale },
  )

export const bushPlant = (x: number, y: number, scale = 1, pot = "#e3a184"): Svg =>
  drawAt(
    x,
    y,
    shadow(0, 2, 34, 7) +
      [
        [-30, -96, -30],
        [30, -98, 30],
        [-16, -124, -12],
        [18, -126, 12],
        [0, -142, 0],
      ]
        .map(([px = 0, py = 0, turn = 0], i) =>
          drawAt(
            px,
            py,
            `<ellipse rx="19" ry="36" fill="${["#4fae79", "#3f9c69", "#66c290", "#57b582", "#4aa873"][i]}"/>`,
            { rotate: turn },
          ),
        )
        .join("") +
      line("M0-50v-60", "#3a8f60", 4) +
      shape("M-26-54h52l-6 54h-40z", pot) +
      box(-30, -62, 60, 14, darker(pot, 0.08), 4),
    { scale },
  )

export const hangingPlant = (x: number, length: number): Svg =>
  drawAt(
    x,
    0,
    line(`M0 0v${length}`, "#9aa5b4", 2.5) +
      repeat(5, (i) =>
        line(
          `M${-20 + i * 10} ${length + 30}q${-14 + i * 7} 30 ${-10 + i * 6} ${50 + (i % 2) * 24}`,
          i % 2 ? "#57bd82" : "#3fa46a",
          8,
        ),
      ) +
      shape(`M-28 ${length}h56l-9 40h-38z`, "#ffffff") +
      shape(`M-28 ${length}h56l-2 10h-52z`, "#e3e8ee"),
  )

export const picture = (
  x: number,
  y: number,
  w: number,
  h: number,
  ground: string,
  accent: string,
  edge = "#ffffff",
): Svg =>
  drawAt(
    x,
    y,
    box(0, 0, w, h, edge, 4, 'filter="url(#lift)"') +
      box(9, 9, w - 18, h - 18, ground) +
      circle(w * 0.5, h * 0.44, Math.min(w, h) * 0.2, accent) +
      shape(
        `M9 ${h - 9 - h * 0.2}q${(w - 18) * 0.26} ${-h * 0.16} ${(w - 18) * 0.5} 0t${(w - 18) * 0.5} ` +
          `0V${h - 9}H9z`,
        "#ffffff",
        'opacity=".6"',
      ),
  )

export const wallClock = (x: number, y: number, colour = "#ffffff"): Svg =>
  circle(x, y, 40, colour, 'filter="url(#lift)"') +
  circle(x, y, 32, "#f8fafc") +
  line(`M${x} ${y}v-20M${x} ${y}l14 8`, "#4a5568", 4) +
  circle(x, y, 4, "#f4335f")

export const rug = (x: number, y: number, halfWidth: number, colour: string, edge = "#ffffff"): Svg =>
  `<ellipse cx="${x}" cy="${y}" rx="${halfWidth}" ry="${halfWidth * 0.15}" fill="${edge}"
opacity=".85"/><ellipse cx="${x}" cy="${y}" rx="${halfWidth * 0.84}" ry="${halfWidth * 0.115}"
fill="${colour}"/>`
