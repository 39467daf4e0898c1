/** Kitchens and bathrooms. */
import { type Shell, faded, finish } from "./room-shell.ts"
import { type Svg, grid, box, drawAt, shape, repeat, line, shadow, circle } from "./svg.ts"
import { darker, woods, lighter, mix } from "./palette.ts"
import { wall, floor } from "./surfaces.ts"
import { windowPane } from "./windows.ts"
import { emoji } from "./emoji.ts"
import { plant } from "./decor.ts"

type KitchenTile = "subway" | "square" | "hexagon" | "plain"

export interface Kitchen extends Shell {
  cabinet: string
  counter?: string
  tile?: KitchenTile
  island?: boolean
  fridge?: string
}

const backsplash: Record<KitchenTile, (seam: string) => Svg> = {
  plain: () => "",
  subway: (seam) =>
    grid(15, 5, (x, y) =>
      box(x * 56 - (y % 2) * 28, 190 + y * 28, 56, 28, "none", 0, `stroke="${seam}" stroke-width="2"`),
    ),
  square: (seam) =>
    grid(21, 4, (x, y) =>
      box(
        x * 38,
        190 + y * 36,
        38,
        36,
        (x + y) % 5 === 0 ? seam : "none",
        0,
        `stroke="${seam}" stroke-width="2"`,
      ),
    ),
  hexagon: (seam) =>
    grid(18, 5, (x, y) =>
      drawAt(
        x * 46 + (y % 2) * 23,
        196 + y * 34,
        shape(
          "M0-20l18 10v20L0 20l-18-10v-20z",
          (x * 3 + y) % 4 === 0 ? seam : "none",
          `stroke="${seam}" stroke-width="2"`,
        ),
      ),
    ),
}

const cupboards = (
  x: number,
  y: number,
  w: number,
  h: number,
  colour: string,
  doors: number,
  handleAt: "top" | "bottom",
): Svg =>
  box(x, y, w, h, colour, 8) +
  repeat(doors - 1, (i) => line(`M${x + (w / doors) * (i + 1)} ${y + 4}v${h - 8}`, darker(colour, 0.14), 3)) +
  repeat(doors, (i) =>
    box(x + (w / doors) * (i + 0.5) - 18, handleAt === "top" ? y + 16 : y + h - 20, 36, 5, "#ffffff", 2.5),
  )

const refrigerator = (x: number, y: number, colour = "#fbfcfe"): Svg =>
  box(x, y, 196, 390, colour, 14) +
  line(`M${x + 98} ${y + 6}v232M${x} ${y + 242}h196`, darker(colour, 0.1), 4) +
  box(x + 82, y + 110, 7, 90, darker(colour, 0.22), 3.5) +
  box(x + 107, y + 110, 7, 90, darker(colour, 0.22), 3.5) +
  box(x + 60, y + 262, 76, 7, darker(colour, 0.22), 3.5) +
  shadow(x + 98, y + 394, 108, 7)

const oldRefrigerator: Svg =
  box(560, 200, 180, 280, "#cfc6ad", 8) +
  line("M560 300h180", "#a99d7c", 4) +
  box(576, 240, 8, 40, "#a99d7c", 4)

export const kitchen = (look: Kitchen): Svg => {
  const { worn = false, tile = "subway", island = false } = look
  const cabinet = worn ? faded(look.cabinet) : look.cabinet
  const counter = worn ? "#d3c8ae" : (look.counter ?? "#ffffff")
  const seam = worn ? "#a89b78" : darker(look.wallColour, 0.08)
  const hood =
    box(300, 0, 150, 60, "url(#steel)", 0) +
    shape("M290 60h170l24 56H266z", "url(#steel)") +
    box(266, 114, 218, 10, "#8e9bab", 4)
  const body =
    wall(worn ? faded(look.wallColour) : look.wallColour, "plain", 470) +
    backsplash[tile](seam) +
    floor(worn ? "#b39a70" : (look.floorColour ?? woods.pale), look.floorKind ?? "plank", 470) +
    cupboards(36, 36, 226, 146, cabinet, 2, "bottom") +
    (island ? hood : windowPane(322, 46, 176, 126, { sky: worn ? "dull" : "day" })) +
    (worn ? oldRefrigerator : refrigerator(570, 90, look.fridge)) +
    box(16, 326, 548, 18, counter, 5) +
    box(16, 342, 548, 5, "#1b2740", 0, 'opacity=".08"') +
    cupboards(20, 346, 540, 134, cabinet, 4, "top") +
    box(20, 474, 540, 8, darker(cabinet, 0.3)) +
    (island
      ? box(318, 318, 130, 9, "#2d3545", 4) + emoji("pot-of-food", 340, 250, 74)
      : line("M402 326v-46a19 19 0 0 1 38 0v10", "#9aa6b5", 8)) +
    (worn
      ? emoji("cooking", 150, 270, 62) + emoji("bucket", 470, 262, 64)
      : emoji("teapot", 66, 254, 76) +
        emoji("potted-plant", 188, 252, 76) +
        (island ? "" : emoji("red-apple", 286, 288, 40) + emoji("tangerine", 256, 290, 38)))
  const front = worn
    ? ""
    : island
      ? shadow(300, 592, 260, 10) +
        box(80, 470, 440, 18, counter, 6) +
        box(96, 488, 408, 104, lighter(cabinet, 0.18), 6) +
        repeat(
          3,
          (i) =>
            line(`M${190 + i * 110} 594v-60`, "#8a6a4a", 6) +
            `<ellipse cx="${190 + i * 110}" cy="530" rx="40" ry="11" fill="#d9a878"/>`,
        ) +
        emoji("basket", 400, 408, 70)
      : `<ellipse cx="300" cy="544" rx="220" ry="24" fill="#ffffff" opacity=".65"/><ellipse cx="300" cy="544"
rx="190" ry="18" fill="${mix(cabinet, "#ffffff", 0.7)}"/>`
  return finish(body + front, look)
}

export interface Bath extends Shell {
  tile: string
  band: string
  layout?: "tub" | "shower"
  vanity?: string
  mirror?: "square" | "round"
}

const toilet = (x: number, y: number, colour = "#ffffff"): Svg =>
  drawAt(
    x,
    y,
    shadow(0, 2, 60, 8) +
      box(-52, -168, 104, 74, colour, 12) +
      box(-58, -176, 116, 16, darker(colour, 0.05), 8) +
      box(-8, -182, 16, 8, "#b7c2cf", 4) +
      shape("M-56-94h112q8 0 6 10q-8 44-30 56v28h-64v-28q-22-12-30-56q-2-10 6-10z", colour) +
      `<ellipse cy="-90" rx="62" ry="14" fill="${darker(colour, 0.07)}"/><ellipse cy="-94" rx="62" ry="13"
fill="${colour}"/>`,
  )

const bathTub = (x: number, y: number, w: number): Svg =>
  drawAt(
    x,
    y,
    shadow(w / 2, 4, w * 0.5, 9) +
      shape(`M8-120h${w - 16}l-14 92q-4 24-28 24H50q-24 0-28-24z`, "#ffffff") +
      shape(`M${w * 0.62}-116h${w * 0.34}l-13 88q-4 24-28 24h-40q40-30 47-112z`, "#e9eff5") +
      box(-4, -134, w + 8, 20, "#f7fafc", 10) +
      [
        [0.2, -138, 22],
        [0.32, -148, 28],
        [0.46, -140, 24],
        [0.58, -150, 26],
        [0.7, -140, 20],
      ]
        .map(([px = 0, py = 0, r = 0], i) =>
          circle(w * px, py, r, i % 2 ? "#dff2ff" : "#ffffff", 'opacity=".95"'),
        )
        .join("") +
      box(-4, -132, w + 8, 18, "#ffffff", 9) +
      line(`M${w - 40}-134v-92q0-26-26-26t-26 26v14`, "#a5b1bf", 8),
  )

export const bath = (look: Bath): Svg => {
  const { worn = false, layout = "tub", vanity = "#dcb78a", mirror = "square" } = look
  const tile = worn ? mix(look.tile, "#c9bd97", 0.5) : look.tile
  const step = worn ? (layout === "shower" ? 58 : 44) : 66
  const seam = worn ? darker(tile, 0.24) : "#ffffff"
  const tiles =
    repeat(Math.ceil(800 / step) + 1, (i) => line(`M${i * step} 0v450`, seam, 4, 'opacity=".75"')) +
    repeat(Math.ceil(450 / step), (i) => line(`M0 ${i * step}h800`, seam, 4, 'opacity=".75"'))
  const mirrorPiece =
    mirror === "round"
      ? circle(590, 160, 108, "#ffffff", 'filter="url(#lift)"') +
        circle(590, 160, 97, "#e4f2fa") +
        line("M540 210l92-110M584 222l70-84", "#ffffff", 12, 'opacity=".8"')
      : box(470, 66, 240, 194, "#ffffff", 20, 'filter="url(#lift)"') +
        box(482, 78, 216, 170, "#e4f2fa", 13) +
        line("M516 226l112-130M566 230l100-116", "#ffffff", 13, 'opacity=".8"')
  const basin =
    box(440, 330, 300, 26, "#ffffff", 8) +
    box(462, 356, 256, 108, worn ? mix(vanity, "#8f8468", 0.45) : vanity, 8) +
    line("M590 360v100", darker(vanity, 0.16), 3) +
    box(560, 374, 6, 30, "#ffffff", 3) +
    box(614, 374, 6, 30, "#ffffff", 3) +
    shape("M516 332h148l-16-30h-116z", worn ? "#e0d9c4" : "#f6f9fc") +
    line("M590 302v-32a17 17 0 0 1 34 0", "#97a4b3", 8)
  const floorPiece =
    box(0, 450, 800, 150, worn ? "#8f8a7a" : mix(look.band, "#c3cdd6", 0.7)) +
    line(
      "M0 496h800M0 548h800M120 450l-44 150M280 450l-22 150M440 450v150M600 450l24 150M740 450l52 150",
      "#ffffff",
      3,
      'opacity=".55"',
    )
  const band = worn
    ? grid(2, 3, (x, y) => box((3 + x * 9 + y) * step, (2 + y * 2) * step, step, step, darker(tile, 0.22)))
    : box(0, 264, 800, 26, look.band, 0, 'opacity=".6"')
  const left = worn
    ? toilet(180, 540, "#e3dcc6") + line("M330 120v120q0 14 14 14", "#8f8a7a", 7)
    : layout === "tub"
      ? bathTub(50, 538, 310) + plant(410, 530, 0.72)
      : box(50, 30, 250, 470, "#e6f5fb", 6, 'opacity=".45"') +
        line("M300 24v480", "#aab7c5", 7) +
        line("M50 24h254", "#aab7c5", 7) +
        line("M176 24v34", "#aab7c5", 7) +
        `<ellipse cx="176" cy="64" rx="52" ry="10" fill="#aab7c5"/>` +
        repeat(6, (i) =>
          line(`M${138 + i * 15} 84v${70 + (i % 3) * 26}`, "#9fd0f2", 4, 'stroke-dasharray="14 12"'),
        ) +
        shape("M90 500L200 30h40L130 500z", "#ffffff", 'opacity=".3"') +
        emoji("lotion-bottle", 214, 300, 54) +
        toilet(384, 536)
  return finish(
    box(0, 0, 800, 600, tile) +
      tiles +
      band +
      floorPiece +
      (worn ? box(500, 90, 180, 150, "#b7b39c", 4) + line("M520 220l90-110", "#ccc8b2", 8) : mirrorPiece) +
      basin +
      left +
      (worn
        ? ""
        : emoji("lotion-bottle", 672, 268, 62) +
          emoji("toothbrush", 452, 278, 48) +
          `<ellipse cx="590" cy="544" rx="130" ry="18" fill="#ffffff" opacity=".9"/>`),
    look,
  )
}
