/** Moving day and waste collection: trucks, ladders, lifts, and a packed room. */
import { wasteBag } from "./work-scenes.ts"
import { type Svg, drawAt, box, grid, repeat, softShadow, shape, circle, line, shadow } from "./svg.ts"
import { darker, lighter, woods } from "./palette.ts"
import { cloud, windowPane, sunbeam } from "./windows.ts"
import { carton } from "./furniture.ts"
import { wall, floor, skirting } from "./surfaces.ts"
import { standingEmoji } from "./emoji.ts"
import { plant } from "./decor.ts"

const apartment = (x: number, base: number, w: number, floors: number, colour: string): Svg => {
  const columns = Math.floor(w / 46)
  return drawAt(
    x,
    base - floors * 52 - 30,
    box(0, 0, w, floors * 52 + 30, colour, 6) +
      box(0, 0, w, 18, darker(colour, 0.12), 6) +
      grid(columns, floors, (cx, cy) =>
        box(
          14 + (cx * (w - 20)) / columns,
          30 + cy * 52,
          (w - 20) / columns - 10,
          30,
          (cx + cy * 2) % 5 === 0 ? "#ffe9b0" : "#cfe6fb",
          3,
        ),
      ),
  )
}

const outdoors = (sky: string, ground: string): Svg =>
  box(0, 0, 800, 600, sky) +
  drawAt(80, 130, cloud, { scale: 1.5 }) +
  drawAt(600, 90, cloud, { scale: 1.2 }) +
  box(0, 440, 800, 160, ground) +
  box(0, 440, 800, 14, lighter(ground, 0.4)) +
  repeat(6, (i) => box(20 + i * 150, 540, 86, 9, "#ffffff", 4))

/** A box truck seen from its side; (x, y) is where its wheels stand. */
const truck = (x: number, y: number, colour: string, open = false): Svg =>
  drawAt(
    x,
    y,
    softShadow(190, 2, 200, 12) +
      box(0, -214, 250, 176, open ? darker(colour, 0.3) : "#ffffff", 10) +
      (open
        ? box(12, -202, 226, 152, darker(colour, 0.45), 4) +
          carton(24, -52, 92, 74, "heart") +
          carton(122, -52, 84, 62, "lines") +
          carton(40, -126, 78, 58)
        : box(0, -96, 250, 30, colour) +
          drawAt(124, -144, shape("M0 16C-30 0-24-22 0-8C24-22 30 0 0 16z", "#f4335f"), { scale: 1.3 })) +
      shape("M258-176h62q14 0 22 12l38 58q6 8 6 18v50H258z", colour) +
      shape("M276-158h40q8 0 13 8l30 44h-83z", "#d9efff") +
      box(-6, -44, 398, 18, "#39435a", 6) +
      box(372, -76, 16, 16, "#ffe08a", 4) +
      [70, 318].map((cx) => circle(cx, -26, 34, "#2a3142") + circle(cx, -26, 15, "#cfd7e2")).join(""),
  )

export const movingTruck = (colour: string): Svg =>
  outdoors("#dceeff", "#bcc8d7") +
  apartment(30, 440, 200, 5, "#f0e4d4") +
  apartment(560, 440, 210, 6, "#e2e6f2") +
  truck(190, 530, colour) +
  carton(640, 540, 100, 78, "heart") +
  carton(654, 462, 78, 58, "lines")

export const ladderTruck = (colour: string): Svg =>
  outdoors("#e2f1ff", "#c3ccd9") +
  apartment(430, 440, 320, 7, "#f3e9dc") +
  line("M236 432L560 120", "#f0a93c", 16) +
  line("M236 432L560 120", "#ffd27a", 6, 'stroke-dasharray="6 16"', "butt") +
  drawAt(
    430,
    246,
    box(-44, -8, 96, 10, "#8a5a1c", 3) + carton(-40, -8, 52, 42, "heart") + carton(14, -8, 34, 30),
    { rotate: 0 },
  ) +
  truck(80, 536, colour) +
  carton(500, 548, 100, 76, "lines") +
  carton(612, 552, 84, 62, "fragile") +
  carton(520, 472, 76, 56, "heart")

export const packedRoom = (colour: string): Svg =>
  wall(colour) +
  floor(woods.oak) +
  skirting() +
  windowPane(300, 80, 200, 190) +
  carton(70, 520, 150, 112, "heart") +
  carton(90, 408, 112, 84, "fragile") +
  carton(232, 536, 130, 96, "lines") +
  carton(540, 524, 160, 120, "lines") +
  carton(566, 404, 116, 86, "heart") +
  carton(420, 556, 110, 80, "fragile") +
  standingEmoji("potted-plant", 300, 442, 84) +
  standingEmoji("books", 476, 476, 76) +
  standingEmoji("teddy-bear", 622, 322, 74) +
  sunbeam

export const liftMove = (): Svg =>
  box(0, 0, 800, 460, "#e9edf3") +
  box(0, 460, 800, 140, "#cfd6df") +
  line("M0 510h800M0 556h800", "#ffffff", 3, 'opacity=".7"') +
  box(230, 60, 340, 410, "#9aa7b7", 6) +
  box(250, 80, 300, 390, "#dfe7ef", 3) +
  box(250, 80, 300, 390, "url(#steel)", 0, 'opacity=".5"') +
  line("M400 80v120", "#b4bfcc", 3) +
  box(266, 96, 268, 366, "#f3e2c4", 3) +
  line("M266 180h268M266 270h268M266 360h268", "#e0c79c", 3) +
  box(606, 220, 44, 90, "#ffffff", 8) +
  circle(628, 248, 11, "#2f6bff") +
  circle(628, 284, 11, "#dbe3ec") +
  box(330, 24, 140, 30, "#39435a", 6) +
  line("M392 46l8-12 8 12z", "#ffd27a", 4) +
  shadow(400, 574, 190, 10) +
  box(240, 540, 320, 16, "#2f6bff", 6) +
  line("M250 540V380", "#2f6bff", 10) +
  circle(290, 566, 15, "#39435a") +
  circle(510, 566, 15, "#39435a") +
  carton(276, 540, 130, 96, "heart") +
  carton(412, 540, 124, 86, "lines") +
  carton(330, 444, 110, 78, "fragile") +
  plant(700, 540, 1.1)

export const wasteCollection = (colour: string): Svg =>
  outdoors("#e4f3ef", "#c2cbd2") +
  apartment(560, 440, 200, 5, "#efe6da") +
  truck(60, 526, colour, true) +
  wasteBag(520, 556, 120) +
  wasteBag(628, 562, 104, "#dfe8e2") +
  wasteBag(572, 480, 84, "#f2ead9") +
  standingEmoji("chair", 714, 566, 120)
