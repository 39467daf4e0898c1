/** Pieces of a home, drawn in units of the 800 × 600 board of a room. */
import { darker, lighter } from "./palette.ts"
import { box, circle, line, drawAt, repeat, shadow, shape } from "./svg.ts"
import type { Svg } from "./svg.ts"

export const sofa = (x: number, y: number, colour: string, accent = "#ffb9c6"): Svg => {
  const deep = darker(colour, 0.16)
  return drawAt(
    x,
    y,
    shadow(0, 4, 172, 10) +
      line("M-128-10v12M128-10v12", "#8a6a4a", 8) +
      box(-138, -130, 276, 96, colour, 24) +
      box(-138, -130, 276, 40, lighter(colour, 0.12), 24) +
      box(-138, -108, 276, 40, colour, 0) +
      box(-122, -70, 122, 50, lighter(colour, 0.08), 14) +
      box(0, -70, 122, 50, lighter(colour, 0.08), 14) +
      line("M0-62v38", deep, 3.5) +
      box(-124, -26, 248, 17, deep, 7) +
      box(-158, -94, 44, 86, deep, 18) +
      box(114, -94, 44, 86, deep, 18) +
      box(-158, -94, 44, 40, lighter(deep, 0.1), 18) +
      box(114, -94, 44, 40, lighter(deep, 0.1), 18) +
      drawAt(-76, -78, box(-29, -27, 58, 54, "#ffffff", 13, 'opacity=".95"'), { rotate: -8 }) +
      drawAt(80, -76, box(-27, -26, 54, 52, accent, 13), { rotate: 7 }),
  )
}

export const armchair = (x: number, y: number, colour: string): Svg => {
  const deep = darker(colour, 0.16)
  return drawAt(
    x,
    y,
    shadow(0, 3, 70, 8) +
      line("M-44-10l-6 12M44-10l6 12", "#8a6a4a", 7) +
      box(-50, -132, 100, 110, colour, 30) +
      box(-46, -62, 92, 40, lighter(colour, 0.12), 14) +
      box(-66, -84, 28, 68, deep, 13) +
      box(38, -84, 28, 68, deep, 13) +
      box(-46, -26, 92, 14, deep, 6),
  )
}

/** `halo` off where the scene brings its own light. */
export const floorLamp = (x: number, y: number, colour = "#ffd98a", halo = true): Svg =>
  drawAt(
    x,
    y,
    shadow(0, 2, 34, 6) +
      (halo
        ? circle(0, -226, 96, colour, 'opacity=".2"') + circle(0, -226, 64, colour, 'opacity=".2"')
        : "") +
      line("M0-196V-4", "#6b7482", 6) +
      box(-26, -7, 52, 9, "#6b7482", 4.5) +
      shape("M-31-258h62l22 68h-106z", colour) +
      shape("M10-258h21l22 68h-30z", darker(colour, 0.08)),
  )

export const pendant = (x: number, length: number, colour: string): Svg =>
  drawAt(
    x,
    0,
    line(`M0 0v${length}`, "#6b7482", 3) +
      circle(0, length + 34, 62, "#ffe6a8", 'opacity=".32"') +
      shape(`M-36 ${length + 36}q2-40 36-42q34 2 36 42z`, colour) +
      shape(`M-22 ${length + 36}h44q-6 14-22 14t-22-14z`, "#fff1c9"),
  )

export const ceilingLight = (x: number, colour = "#fffbe8"): Svg =>
  shape(`M${x - 120} 18L${x - 260} 440h520L${x + 120} 18z`, "#fff4c8", 'opacity=".16"') +
  box(x - 120, 0, 240, 20, "#ffffff", 8) +
  box(x - 108, 14, 216, 10, colour, 5)

export const coffeeTable = (x: number, y: number, wood = "#e6bd8c"): Svg =>
  drawAt(
    x,
    y,
    shadow(0, 2, 76, 8) +
      line("M-42-28v28M42-28v28", darker(wood, 0.25), 7) +
      `<ellipse cy="-29" rx="82" ry="17" fill="${darker(wood, 0.14)}"/><ellipse cy="-34" rx="82" ry="17"
fill="${wood}"/>`,
  )

export const bookshelf = (x: number, y: number, wood = "#e6c79d", rows = 4): Svg => {
  const books = ["#5f8df5", "#f4a9b8", "#7fc8a0", "#ffd27a", "#a88bf0", "#8fb9d9"]
  const height = rows * 74 + 14
  return drawAt(
    x,
    y - height,
    shadow(75, height + 2, 88, 7) +
      box(0, 0, 150, height, wood, 6) +
      repeat(rows, (row) => {
        const top = 10 + row * 74
        const lying = row % 2 === 1
        return (
          box(10, top, 130, 62, darker(wood, 0.13), 3) +
          repeat(lying ? 3 : 5, (i) =>
            box(
              18 + i * 15,
              top + 62 - 40 - ((i * 7 + row * 5) % 14),
              12,
              40 + ((i * 7 + row * 5) % 14),
              books[(i + row * 2) % 6] ?? "#5f8df5",
              2,
            ),
          ) +
          (lying
            ? circle(112, top + 44, 18, "#ffffff") + circle(112, top + 26, 12, "#57bd82")
            : box(104, top + 50, 30, 12, "#fff", 2) + box(107, top + 40, 24, 10, "#f4a9b8", 2))
        )
      }),
  )
}

export const mediaConsole = (x: number, y: number, w: number, colour: string): Svg =>
  drawAt(
    x,
    y,
    shadow(w / 2, 2, w * 0.54, 8) +
      line(`M24-14v14M${w - 24}-14v14`, darker(colour, 0.35), 8) +
      box(0, -76, w, 64, colour, 8) +
      line(`M${w / 3}-72v56M${(w * 2) / 3}-72v56`, darker(colour, 0.14), 3) +
      repeat(3, (i) => box((w / 3) * i + w / 6 - 16, -48, 32, 5, darker(colour, 0.3), 2.5)),
  )

export const television = (x: number, y: number, w: number, h: number): Svg =>
  drawAt(
    x,
    y,
    box(0, 0, w, h, "#20283a", 10, 'filter="url(#lift)"') +
      box(8, 8, w - 16, h - 16, "#3a5fc4", 5) +
      shape(`M8 ${h * 0.66}q${w * 0.2}-40 ${w * 0.4} 0t${w * 0.6 - 16}-20V${h - 8}H8z`, "#5fa0f0") +
      shape(`M8 ${h * 0.8}q${w * 0.26}-30 ${w * 0.5} 0t${w * 0.5 - 16} -8V${h - 8}H8z`, "#7fd0b4") +
      circle(w * 0.74, h * 0.3, h * 0.1, "#ffd98a") +
      shape(`M${w * 0.1} ${h - 8}L${w * 0.5} 8h${w * 0.14}L${w * 0.24} ${h - 8}z`, "#ffffff", 'opacity=".1"'),
  )

export const wallAircon = (x: number, y: number, w = 290, blowing = true): Svg =>
  drawAt(
    x,
    y,
    box(0, 0, w, 98, "#ffffff", 20, 'filter="url(#lift)"') +
      box(18, 68, w - 36, 14, "#dbe3ec", 7) +
      box(18, 78, w - 36, 6, "#b9c5d3", 3) +
      circle(w - 30, 30, 5, "#33c98a") +
      box(w - 92, 25, 44, 10, "#e6edf4", 5) +
      (blowing
        ? repeat(4, (i) =>
            line(`M${w * (0.17 + i * 0.22)} 116q-16 26 0 50t0 50`, "#8ec5ff", 6, 'opacity=".75"'),
          )
        : ""),
  )

export const standAircon = (x: number, y: number, colour = "#ffffff"): Svg =>
  drawAt(
    x,
    y,
    shadow(0, 3, 70, 9) +
      box(-56, -330, 112, 330, colour, 26) +
      box(-40, -310, 80, 190, darker(colour, 0.06), 20) +
      [-270, -212, -154]
        .map(
          (cy) => circle(0, cy, 24, "#e9f0f7") + circle(0, cy, 15, "#c3d2e2") + circle(0, cy, 5, "#8ea3b9"),
        )
        .join("") +
      box(-18, -96, 36, 8, "#cdd7e2", 4) +
      circle(0, -70, 5, "#33c98a") +
      box(-64, -8, 128, 10, darker(colour, 0.16), 5),
  )

export const bed = (x: number, y: number, w: number, cover: string, head: string): Svg =>
  drawAt(
    x,
    y,
    shadow(w / 2, 4, w * 0.55, 10) +
      box(-10, -210, w + 20, 190, head, 26) +
      repeat(3, (i) => line(`M${(w / 4) * (i + 1)}-200v100`, darker(head, 0.12), 3)) +
      box(0, -112, w, 104, "#ffffff", 18) +
      box(w * 0.08, -146, w * 0.38, 62, "#ffffff", 20) +
      box(w * 0.54, -146, w * 0.38, 62, "#ffffff", 20) +
      box(w * 0.08, -112, w * 0.38, 28, "#e9eef5", 14) +
      box(w * 0.54, -112, w * 0.38, 28, "#e9eef5", 14) +
      shape(`M-12-84q${w * 0.25}-18 ${w * 0.5}-4t${w * 0.5 + 24} 2v68q0 14-14 14H2q-14 0-14-14z`, cover) +
      shape(
        `M-12-84q${w * 0.25}-18 ${w * 0.5}-4t${w * 0.5 + 24} 2v22q-${w * 0.26} 14-${w * 0.5} 0t-` +
          `${w * 0.5 + 24} 4z`,
        lighter(cover, 0.4),
      ) +
      line(`M${w * 0.24}-50q8 24 0 44M${w * 0.7}-52q-8 24 2 46`, darker(cover, 0.1), 3),
  )

export const nightstand = (x: number, y: number, wood: string, shade: string): Svg =>
  drawAt(
    x,
    y,
    shadow(0, 2, 46, 6) +
      circle(0, -134, 58, shade, 'opacity=".28"') +
      line("M0-112v34", "#8b94a3", 5) +
      shape("M-20-156h40l14 46h-68z", shade) +
      box(-40, -78, 80, 70, wood, 6) +
      line("M-34-44h68", darker(wood, 0.16), 3) +
      box(-10, -62, 20, 5, darker(wood, 0.3), 2.5) +
      box(-10, -28, 20, 5, darker(wood, 0.3), 2.5) +
      line("M-30-10v8M30-10v8", darker(wood, 0.3), 6),
  )

export const wardrobe = (x: number, y: number, w: number, h: number, colour: string, doors = 2): Svg =>
  drawAt(
    x,
    y - h,
    shadow(w / 2, h + 2, w * 0.54, 7) +
      box(0, 0, w, h, colour, 8) +
      repeat(
        doors,
        (i) =>
          box(8 + (i * (w - 8)) / doors, 8, (w - 8) / doors - 8, h - 24, lighter(colour, 0.28), 5) +
          box(
            (i % 2 ? 18 : (w - 8) / doors - 14) + (i * (w - 8)) / doors,
            h * 0.44,
            6,
            44,
            darker(colour, 0.25),
            3,
          ),
      ),
  )

export const desk = (x: number, y: number, w: number, wood: string): Svg =>
  drawAt(
    x,
    y,
    shadow(w / 2, 2, w * 0.52, 8) +
      line(`M14-100V0M${w - 14}-100V0`, darker(wood, 0.22), 9) +
      box(0, -114, w, 16, wood, 6) +
      box(w - 96, -98, 76, 56, lighter(wood, 0.2), 4) +
      line(`M${w - 92}-70h68`, darker(wood, 0.16), 3),
  )

export const panelDoor = (
  x: number,
  y: number,
  w: number,
  h: number,
  colour: string,
  frameColour = "#ffffff",
): Svg =>
  drawAt(
    x,
    y - h,
    box(-14, -14, w + 28, h + 14, frameColour, 5) +
      box(0, 0, w, h, colour, 3) +
      [
        [0.1, 0.07, 0.36, 0.4],
        [0.54, 0.07, 0.36, 0.4],
        [0.1, 0.55, 0.36, 0.37],
        [0.54, 0.55, 0.36, 0.37],
      ]
        .map(([px = 0, py = 0, pw = 0, ph = 0]) =>
          box(
            w * px,
            h * py,
            w * pw,
            h * ph,
            lighter(colour, 0.16),
            4,
            `stroke="${darker(colour, 0.12)}" stroke-width="2.5"`,
          ),
        )
        .join("") +
      box(w - 22, h * 0.49, 9, 34, "#f0c978", 4.5) +
      circle(w - 17.5, h * 0.49, 8, "#f7dc9c"),
  )

export const carton = (
  x: number,
  y: number,
  w: number,
  h: number,
  mark: "none" | "heart" | "lines" | "fragile" = "none",
  colour = "#d9ae7c",
): Svg =>
  drawAt(
    x,
    y - h,
    shadow(w / 2, h + 1, w * 0.55, 6) +
      box(0, 0, w, h, colour, 4) +
      box(0, 0, w, h * 0.2, lighter(colour, 0.2), 4) +
      box(w * 0.42, 0, w * 0.16, h * 0.46, "#f3e2c4", 0, 'opacity=".9"') +
      line(`M0 ${h * 0.2}h${w}`, darker(colour, 0.14), 2) +
      {
        none: "",
        heart: drawAt(w * 0.24, h * 0.68, shape("M0 12C-16 2-12-12 0-4C12-12 16 2 0 12z", "#f4335f"), {
          scale: h / 90,
        }),
        lines: line(
          `M${w * 0.1} ${h * 0.7}h${w * 0.26}M${w * 0.1} ${h * 0.82}h${w * 0.18}`,
          darker(colour, 0.3),
          4,
        ),
        fragile: line(
          `M${w * 0.82} ${h * 0.9}v-${h * 0.2}M${w * 0.74} ${h * 0.9}h${w * 0.16}M${w * 0.74} ` +
            `${h * 0.5}h${w * 0.16}q0 ${h * 0.2}-${w * 0.08} ${h * 0.2}t-${w * 0.08}-${h * 0.2}`,
          darker(colour, 0.35),
          3.5,
        ),
      }[mark],
  )

export const sparkle = (x: number, y: number, size: number, colour = "#ffffff"): Svg =>
  drawAt(x, y, shape("M0-1Q.12-.12 1 0Q.12.12 0 1Q-.12.12-1 0Q-.12-.12 0-1z", colour), { scale: size })

export const stepLadder = (x: number, y: number, h: number, colour = "#f0b24a"): Svg =>
  drawAt(
    x,
    y,
    shadow(0, 2, h * 0.34, 7) +
      line(`M0 ${-h}L${h * 0.3} 0`, darker(colour, 0.25), 9) +
      line(`M0 ${-h}L${-h * 0.26} 0M${h * 0.1} ${-h}L${-h * 0.08} 0`, colour, 9) +
      repeat(4, (i) =>
        line(`M${-h * 0.052 * (i + 1)} ${-h + h * 0.2 * (i + 1)}l${h * 0.13} 0`, darker(colour, 0.1), 8),
      ) +
      box(-h * 0.05, -h - 6, h * 0.2, 14, darker(colour, 0.3), 5),
  )
