/** The rooms of a home. Each is a function of its colours; `worn` draws the same room before the work. */
import { emoji } from "./emoji.ts"
import {
  armchair,
  bed,
  boardWidth,
  bookshelf,
  bushPlant,
  carton,
  ceilingLight,
  coffeeTable,
  mediaConsole,
  desk,
  floor,
  floorLamp,
  floorLine,
  hangingPlant,
  nightstand,
  panelDoor,
  pendant,
  picture,
  plant,
  rug,
  skirting,
  sofa,
  standAircon,
  stepLadder,
  television,
  wall,
  wallAircon,
  wallClock,
  wardrobe,
} from "./furniture.ts"
import type { FloorKind, WallPattern } from "./furniture.ts"
import { darker, lighter, mix, woods } from "./palette.ts"
import { box, circle, grid, line, mirrored, drawAt, repeat, shadow, shape } from "./svg.ts"
import type { Svg } from "./svg.ts"
import { curtain, curtainRod, sunbeam, windowPane } from "./windows.ts"
import type { Sky } from "./windows.ts"

interface Shell {
  wallColour: string
  pattern?: WallPattern
  floorColour?: string
  floorKind?: FloorKind
  worn?: boolean
  flip?: boolean
}

const faded = (colour: string): string => mix(colour, "#d6c8a2", 0.5)

const shell = ({
  wallColour,
  pattern = "plain",
  floorColour = woods.oak,
  floorKind = "plank",
  worn = false,
}: Shell): Svg =>
  worn
    ? wall(faded(wallColour), pattern) + floor(faded(darker(floorColour)), floorKind) + skirting("#a9926c")
    : wall(wallColour, pattern) + floor(floorColour, floorKind) + skirting()

const finish = (room: Svg, { flip = false, worn = false }: Shell): Svg => {
  const lit = worn ? room : room + sunbeam
  return flip ? mirrored(boardWidth, lit) : lit
}

const bareBulb = (x: number): Svg =>
  line(`M${x} 0v70`, "#5b6270", 4) + box(x - 7, 66, 14, 16, "#5b6270", 3) + circle(x, 96, 17, "#e9e0bd")

export interface Living extends Shell {
  sofaColour: string
  accent?: string
  layout?: "lamp" | "balcony" | "media" | "books"
  sky?: Sky
  curtainColour?: string
}

export const living = (look: Living): Svg => {
  const { sofaColour, accent = "#ffb9c6", layout = "lamp", worn = false, curtainColour = "#ffffff" } = look
  const sky: Sky = worn ? "dull" : (look.sky ?? "day")
  const parts: Record<NonNullable<Living["layout"]>, () => Svg> = {
    lamp: () =>
      windowPane(92, 90, 210, 190, { sky }) +
      (worn
        ? bareBulb(480)
        : picture(430, 110, 92, 116, "#dfe9ff", accent) +
          picture(542, 132, 74, 94, "#ffe9cf", "#7fb2ff") +
          rug(430, 540, 270, mix(accent, "#ffffff", 0.72)) +
          sofa(476, 502, sofaColour, accent) +
          floorLamp(714, 494) +
          plant(234, 508, 0.95) +
          coffeeTable(420, 568) +
          emoji("hot-beverage", 396, 494, 42)),
    balcony: () =>
      windowPane(150, 60, 420, 350, { sky, bars: "wide", sill: false }) +
      (worn
        ? bareBulb(660)
        : curtainRod(96, 44, 528) +
          curtain(100, 46, 84, 382, curtainColour) +
          curtain(540, 46, 84, 382, curtainColour) +
          rug(360, 546, 280, mix(accent, "#ffffff", 0.7)) +
          sofa(300, 508, sofaColour, accent) +
          armchair(576, 520, mix(accent, sofaColour, 0.2)) +
          bushPlant(714, 510, 1.15) +
          coffeeTable(400, 574, "#f0d7b4") +
          emoji("books", 376, 502, 42)),
    media: () =>
      box(170, 0, 460, floorLine - 12, worn ? "#b9aa86" : lighter(look.wallColour, 0.5)) +
      repeat(9, (i) => line(`M${194 + i * 51} 0v428`, worn ? "#a6976f" : darker(look.wallColour, 0.06), 4)) +
      (worn
        ? windowPane(660, 110, 100, 160, { sky, bars: "sliding" }) + bareBulb(400)
        : television(262, 126, 276, 164) +
          mediaConsole(220, 470, 360, "#f7f3ec") +
          windowPane(662, 110, 92, 170, { sky, bars: "sliding" }) +
          plant(130, 496, 1.15) +
          rug(400, 548, 260, accent) +
          armchair(690, 530, sofaColour) +
          emoji("potted-plant", 238, 332, 62) +
          emoji("books", 508, 342, 52)),
    books: () =>
      windowPane(70, 96, 170, 200, { sky, bars: "sliding" }) +
      (worn
        ? bareBulb(430)
        : bookshelf(624, 486, woods.oak, 5) +
          rug(390, 544, 270, mix(accent, "#ffffff", 0.6)) +
          sofa(420, 502, sofaColour, accent) +
          pendant(546, 70, accent) +
          plant(168, 512, 0.9) +
          picture(318, 190, 70, 88, "#fff3dc", sofaColour) +
          picture(410, 178, 84, 100, "#e5efff", accent) +
          coffeeTable(360, 570)),
  }
  return finish(shell(look) + parts[layout](), look)
}

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

const refrigerator = (x: number, y: number, colour: string): Svg =>
  box(x, y, 196, 390, colour, 14) +
  line(`M${x + 98} ${y + 6}v232M${x} ${y + 242}h196`, darker(colour, 0.1), 4) +
  box(x + 82, y + 110, 7, 90, darker(colour, 0.22), 3.5) +
  box(x + 107, y + 110, 7, 90, darker(colour, 0.22), 3.5) +
  box(x + 60, y + 262, 76, 7, darker(colour, 0.22), 3.5) +
  shadow(x + 98, y + 394, 108, 7)

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
    (worn
      ? box(560, 200, 180, 280, "#cfc6ad", 8) +
        line("M560 300h180", "#a99d7c", 4) +
        box(576, 240, 8, 40, "#a99d7c", 4)
      : refrigerator(570, 90, look.fridge ?? "#fbfcfe")) +
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

export interface Bedroom extends Shell {
  cover: string
  head: string
  layout?: "window" | "wardrobe" | "kids" | "study"
  curtainColour?: string
  sky?: Sky
}

export const bedroom = (look: Bedroom): Svg => {
  const { worn = false, layout = "window", curtainColour = "#ffffff" } = look
  const sky: Sky = worn ? "dull" : (look.sky ?? "day")
  const parts: Record<NonNullable<Bedroom["layout"]>, () => Svg> = {
    window: () =>
      windowPane(540, 80, 180, 190, { sky }) +
      (worn
        ? bareBulb(260) + wardrobe(60, 470, 200, 330, "#b5a27a")
        : picture(170, 74, 84, 104, "#ffe1e6", "#a9c4ff") +
          picture(276, 74, 84, 104, "#e2f3e8", "#ffd98a") +
          rug(300, 556, 300, mix(look.cover, "#ffffff", 0.75)) +
          bed(110, 520, 330, look.cover, look.head) +
          nightstand(520, 516, woods.oak, "#ffd98a") +
          plant(690, 518, 1)),
    wardrobe: () =>
      windowPane(330, 80, 150, 190, { sky, bars: "sliding" }) +
      (worn
        ? bareBulb(560) + wardrobe(570, 470, 180, 340, "#b5a27a")
        : curtainRod(296, 60, 218) +
          curtain(300, 62, 44, 366, curtainColour) +
          curtain(466, 62, 44, 366, curtainColour) +
          wardrobe(560, 472, 216, 388, "#f2e7d6", 3) +
          rug(250, 556, 260, mix(look.cover, "#ffffff", 0.72)) +
          bed(50, 520, 300, look.cover, look.head) +
          nightstand(422, 512, woods.pale, "#ffe0a3")),
    kids: () =>
      windowPane(90, 90, 160, 170, { sky }) +
      (worn
        ? bareBulb(420) + wardrobe(560, 470, 180, 320, "#b5a27a")
        : grid(6, 1, (x) =>
            shape(
              `M${300 + x * 74} 44h58l-29 44z`,
              ["#ff9fb0", "#ffd27a", "#8fd0a8", "#8fb8ff", "#c7a8ff", "#ffb58a"][x] ?? "#ff9fb0",
            ),
          ) +
          line("M280 42q230 26 480 0", "#c9d1dc", 3) +
          rug(400, 556, 280, "#fff0c9") +
          bed(360, 516, 250, look.cover, look.head) +
          bookshelf(636, 478, "#ffffff", 3) +
          emoji("teddy-bear", 400, 356, 84) +
          emoji("kite", 500, 130, 84) +
          emoji("basketball", 190, 500, 66) +
          plant(130, 512, 0.8)),
    study: () =>
      windowPane(300, 84, 200, 160, { sky }) +
      (worn
        ? bareBulb(620) + desk(480, 500, 240, "#a98f66")
        : desk(520, 500, 244, woods.oak) +
          emoji("laptop", 590, 296, 96) +
          emoji("books", 694, 316, 72) +
          emoji("chair", 580, 400, 150) +
          picture(590, 120, 110, 84, "#e5efff", look.head) +
          rug(240, 556, 250, mix(look.cover, "#ffffff", 0.72)) +
          bed(70, 520, 290, look.cover, look.head) +
          nightstand(430, 510, woods.pale, "#ffd98a") +
          wallClock(160, 130)),
  }
  return finish(shell(look) + parts[layout](), look)
}

export interface Entry extends Shell {
  door: string
  glass?: boolean
}

export const entry = (look: Entry): Svg => {
  const { worn = false, glass = false } = look
  const shoes =
    box(560, 200, 190, 220, worn ? "#b39a70" : "#f3e6d2", 6) +
    repeat(3, (i) => line(`M560 ${255 + i * 55}h190`, worn ? "#93784e" : "#dcc6a2", 3)) +
    box(560, 440, 190, 28, worn ? "#a0875c" : "#dcc6a2", 4)
  const middleDoor =
    box(230, 60, 300, 400, "#39435a", 6) +
    box(244, 74, 130, 372, "#dff0f8", 3) +
    box(386, 74, 130, 372, "#cfe6f2", 3) +
    line("M244 200h130M244 320h130M386 200h130M386 320h130", "#39435a", 5) +
    shape("M260 440L350 80h20L280 440z", "#ffffff", 'opacity=".45"') +
    box(366, 240, 8, 60, "#f0c978", 4)
  return finish(
    shell({ floorColour: woods.stone, floorKind: "tile", ...look }) +
      (glass && !worn ? middleDoor : panelDoor(290, 452, 190, 372, worn ? "#8f7a58" : look.door)) +
      shoes +
      (worn
        ? carton(60, 540, 120, 84, "lines", "#c59a68") +
          emoji("umbrella", 500, 430, 70, { rotate: 160 }) +
          emoji("running-shoe", 240, 500, 66) +
          emoji("hiking-boot", 330, 506, 62, { flip: true }) +
          emoji("thong-sandal", 430, 510, 50)
        : ceilingLight(390) +
          plant(150, 512, 1.15) +
          picture(90, 110, 96, 122, "#dfe9ff", "#ffb4c2") +
          emoji("running-shoe", 600, 508, 70) +
          emoji("womans-hat", 590, 142, 76) +
          emoji("potted-plant", 676, 134, 68) +
          `<ellipse cx="380" cy="520" rx="130" ry="18" fill="#ffffff" opacity=".8"/><ellipse cx="380" cy="520"
rx="110" ry="13" fill="${mix(look.door, "#ffffff", 0.6)}"/>`),
    look,
  )
}

export interface Veranda extends Shell {
  use: "garden" | "cafe"
}

export const veranda = (look: Veranda): Svg => {
  const { worn = false, use } = look
  const after: Record<Veranda["use"], () => Svg> = {
    garden: () =>
      hangingPlant(210, 96) +
      hangingPlant(620, 70) +
      bushPlant(110, 520, 1.2) +
      plant(240, 540, 1, "#f2b79a") +
      bushPlant(700, 530, 1.3, "#8fb0e8") +
      plant(600, 548, 0.8, "#ffe0a3") +
      armchair(420, 540, "#ffcf8a") +
      emoji("cactus", 320, 470, 72),
    cafe: () =>
      pendant(400, 90, "#ffb98a") +
      line("M400 566V470", "#6b7482", 9) +
      shadow(400, 570, 120, 9) +
      `<ellipse cx="400" cy="464" rx="116" ry="17" fill="#e6bd8c"/>` +
      emoji("teapot", 404, 388, 70) +
      emoji("hot-beverage", 330, 410, 52) +
      emoji("chair", 190, 400, 170) +
      emoji("chair", 450, 400, 170, { flip: true }) +
      bushPlant(100, 530, 1.2) +
      plant(716, 536, 1.1),
  }
  return finish(
    shell({ floorColour: "#dfe3e6", floorKind: "tile", ...look }) +
      windowPane(70, 46, 660, 320, {
        sky: worn ? "dull" : use === "cafe" ? "dusk" : "day",
        bars: "wide",
        frame: worn ? "#c2b79c" : "#ffffff",
      }) +
      (worn
        ? carton(90, 548, 130, 92, "lines", "#c59a68") +
          emoji("oil-drum", 560, 420, 120) +
          emoji("ladder", 640, 330, 200)
        : after[use]()),
    look,
  )
}

export interface Cooling extends Shell {
  kind: "wall" | "stand" | "ceiling"
  sofaColour: string
}

export const cooling = (look: Cooling): Svg => {
  const parts: Record<Cooling["kind"], () => Svg> = {
    wall: () =>
      windowPane(52, 100, 150, 190) +
      wallAircon(270, 70) +
      sofa(420, 510, look.sofaColour) +
      plant(700, 512, 1.1) +
      rug(420, 552, 230, "#ffffff"),
    stand: () =>
      windowPane(80, 90, 230, 200) +
      standAircon(650, 512) +
      sofa(300, 510, look.sofaColour, "#ffe0a3") +
      repeat(3, (i) => line(`M570 ${236 + i * 56}q-30-16-60 0t-60 0`, "#8ec5ff", 6, 'opacity=".8"')) +
      coffeeTable(420, 572),
    ceiling: () =>
      box(0, 0, 800, 120, "#f7f9fb") +
      shape("M250 22h300l46 76H204z", "#ffffff", 'filter="url(#lift)"') +
      shape("M330 40h140l22 40H308z", "#d4dde7") +
      line("M262 32h276M222 90h356", "#a9b7c7", 6) +
      repeat(5, (i) => line(`M${236 + i * 82} 124q-16 26 0 52t0 52`, "#8ec5ff", 6, 'opacity=".75"')) +
      windowPane(70, 170, 130, 180, { bars: "sliding" }) +
      desk(300, 500, 260, woods.oak) +
      emoji("desktop-computer", 370, 292, 110) +
      emoji("seat", 430, 400, 150) +
      bookshelf(610, 486, "#f2e7d6", 3) +
      plant(170, 516, 1.05),
  }
  return finish(shell(look) + parts[look.kind](), look)
}

export const wallTelevision = (look: Shell & { accent: string }): Svg =>
  finish(
    shell(look) +
      television(220, 96, 360, 210) +
      mediaConsole(190, 476, 420, look.accent) +
      emoji("radio", 230, 340, 66) +
      emoji("potted-plant", 508, 334, 70) +
      plant(114, 506, 1.1) +
      floorLamp(706, 500, "#ffe0a3") +
      rug(400, 552, 270, mix(look.accent, "#ffffff", 0.6)),
    look,
  )

export const newDoor = (look: Shell & { door: string }): Svg =>
  finish(
    shell(look) +
      panelDoor(300, 452, 200, 376, look.worn ? "#94815e" : look.door, look.worn ? "#b7a883" : "#ffffff") +
      (look.worn
        ? line("M330 120l60 90M350 300l70 60", "#5e5340", 4) + circle(400, 250, 26, "#4b422f")
        : picture(96, 130, 100, 126, "#e5efff", "#ffb4c2") +
          plant(150, 510, 1) +
          mediaConsole(560, 476, 180, "#f3e6d2") +
          emoji("framed-picture", 590, 318, 86) +
          emoji("tulip", 680, 336, 66) +
          rug(400, 540, 170, mix(look.door, "#ffffff", 0.7))),
    look,
  )

export const newWindow = (look: Shell & { curtainColour: string }): Svg =>
  finish(
    shell(look) +
      windowPane(170, 70, 460, 280, {
        sky: look.worn ? "dull" : "day",
        bars: "sliding",
        frame: look.worn ? "#9c8a66" : "#f7f9fb",
      }) +
      (look.worn
        ? ""
        : curtainRod(110, 40, 580) +
          curtain(114, 42, 70, 386, look.curtainColour) +
          curtain(616, 42, 70, 386, look.curtainColour) +
          armchair(300, 530, "#8fb0e8") +
          floorLamp(480, 520) +
          bushPlant(610, 532, 1) +
          rug(380, 556, 220, "#ffffff")),
    look,
  )

/** A room whose paper has just been hung: the ladder and the roller are still there. */
export const papering = (look: Shell & { paper: string; paperPattern: WallPattern }): Svg =>
  finish(
    wall(look.worn ? faded(look.wallColour) : look.wallColour) +
      `<clipPath id="papered"><path d="M0 0h540v440H0z"/></clipPath>` +
      (look.worn
        ? ""
        : `<g clip-path="url(#papered)">${wall(look.paper, look.paperPattern)}</g>` +
          shape("M540 0q26 30 22 120v200q-10 60-34 108l12 12V0z", lighter(look.paper, 0.3)) +
          line("M541 0v428", darker(look.paper, 0.2), 3)) +
      floor(look.worn ? faded(woods.honey) : woods.pale) +
      skirting(look.worn ? "#a9926c" : "#ffffff") +
      (look.worn
        ? ""
        : stepLadder(640, 560, 330) +
          drawAt(
            250,
            540,
            shadow(0, 2, 120, 8) +
              box(-110, -40, 220, 38, look.paper, 19) +
              circle(-92, -21, 19, darker(look.paper, 0.1)) +
              circle(-92, -21, 9, lighter(look.paper, 0.4)),
          ) +
          emoji("straight-ruler", 400, 500, 80) +
          emoji("bucket", 450, 476, 90)),
    look,
  )

/** A floor seen close, being laid plank by plank. */
export const flooring = (look: Shell & { plank: string }): Svg => {
  const colour = look.worn ? "#b0976b" : look.plank
  const rows = repeat(7, (row) =>
    repeat(5, (i) => {
      const missing = !look.worn && row >= 4 && i >= 3
      return missing
        ? ""
        : box(
            -60 + i * 200 - (row % 2) * 90,
            176 + row * 62,
            197,
            59,
            mix(colour, row % 2 ? "#ffffff" : "#7a4c22", ((i * 3 + row * 5) % 4) * 0.05),
            3,
          ) +
            line(
              `M${-40 + i * 200 - (row % 2) * 90} ${200 + row * 62}q60-10 150 4`,
              darker(colour, 0.1),
              2,
              'opacity=".5"',
            )
    }),
  )
  return finish(
    box(0, 0, 800, 180, look.worn ? faded(look.wallColour) : look.wallColour) +
      box(0, 160, 800, 20, look.worn ? "#a9926c" : "#ffffff") +
      box(0, 178, 800, 422, look.worn ? "#8d7a58" : "#cfd3d8") +
      rows +
      (look.worn
        ? ""
        : drawAt(600, 500, box(-110, -26, 220, 52, lighter(look.plank, 0.12), 3, 'filter="url(#lift)"'), {
            rotate: -14,
          }) +
          emoji("hammer", 470, 420, 110) +
          emoji("straight-ruler", 640, 340, 110)),
    look,
  )
}
