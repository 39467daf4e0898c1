/** The rooms of a home. Each is a function of its colours; `worn` draws the same room before the work. */
import { emoji } from "./emoji.ts"
import {
  armchair,
  bed,
  bookshelf,
  carton,
  ceilingLight,
  coffeeTable,
  mediaConsole,
  desk,
  floorLamp,
  nightstand,
  panelDoor,
  pendant,
  sofa,
  television,
  wardrobe,
} from "./furniture.ts"
import { darker, lighter, mix, woods } from "./palette.ts"
import { box, grid, line, repeat, shadow, shape } from "./svg.ts"
import type { Svg } from "./svg.ts"
import { curtain, curtainRod, windowPane } from "./windows.ts"
import type { Sky } from "./windows.ts"
import { floorLine } from "./surfaces.ts"
import { plant, bushPlant, hangingPlant, picture, wallClock, rug } from "./decor.ts"
import { type Shell, shell, finish, bareBulb } from "./room-shell.ts"

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
