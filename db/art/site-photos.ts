/** Photos that customers send with a request: something is broken, wet, old or has to go. */
import { drawAged, crack, damp, mould, peeling } from "./wear.ts"
import { emoji, standingEmoji } from "./emoji.ts"
import { carton, panelDoor, wallAircon, wardrobe } from "./furniture.ts"
import { darker, mix } from "./palette.ts"
import { box, circle, grid, line, drawAt, repeat, shadow, shape } from "./svg.ts"
import type { Svg } from "./svg.ts"
import { windowPane } from "./windows.ts"
import { wall, floor, skirting } from "./surfaces.ts"

const drop = (x: number, y: number, size = 1): Svg =>
  drawAt(x, y, shape("M0-14q11 16 0 24q-11-8 0-24z", "#5aa7ee"), { scale: size })

const bareRoom = (colour: string, floorColour: string): Svg =>
  wall(colour) +
  floor(floorColour) +
  skirting("#e9e2d4") +
  windowPane(280, 90, 240, 200, { sky: "day", bars: "sliding" })

const tiles = (colour: string, size: number): Svg =>
  grid(Math.ceil(800 / size), Math.ceil(600 / size), (x, y) =>
    box(
      x * size + 2,
      y * size + 2,
      size - 4,
      size - 4,
      mix(colour, "#ffffff", ((x * 5 + y * 3) % 4) * 0.06),
      4,
    ),
  )

const dusk = box(0, 0, 800, 600, "#3a2f18", 0, 'opacity=".08"')

export const sitePhotos = {
  leakingSink: (): Svg =>
    box(0, 0, 800, 600, "#e4e6e0") +
    tiles("#e9ebe5", 80) +
    box(0, 450, 800, 150, "#c6b494") +
    box(60, 130, 680, 24, "#f4f4f0", 6) +
    line("M330 130v-30q0-30 34-30t34 30v14", "#9aa6b5", 14) +
    box(74, 154, 652, 316, "#c8d3cf", 4) +
    line("M290 158v308M510 158v308", "#aab8b3", 4) +
    box(294, 160, 212, 306, "#5d5a52") +
    line("M370 160v90q0 40 36 40t36-40", "#b9b2a2", 24) +
    line("M330 160v306", "#8f98a3", 10) +
    drawAt(294, 160, shape("M0 0l-110 26v316L0 306z", "#b5c3be") + box(-96, 150, 8, 44, "#ffffff", 4)) +
    drop(420, 320, 1.3) +
    drop(408, 370, 1.1) +
    drop(430, 410, 1.4) +
    `<ellipse cx="430" cy="528" rx="250" ry="40" fill="#7fb6e6" opacity=".7"/><ellipse cx="400" cy="520"
rx="140" ry="18" fill="#ffffff" opacity=".25"/>` +
    standingEmoji("bucket", 610, 560, 120) +
    standingEmoji("roll-of-paper", 170, 566, 84),
  crackedTile: (): Svg =>
    box(0, 0, 800, 600, "#9fa9a8") +
    tiles("#d5e0df", 132) +
    crack(250, 60, 420, 12, "#4d5655") +
    crack(300, 240, 260, 31, "#4d5655") +
    shape("M270 270l90-12 20 80-70 40-50-50z", "#8b8f88") +
    shape("M282 282l66-10 14 56-50 30-36-36z", "#77796f") +
    shape("M430 430l50-20 30 40-40 24z", "#dbe5e4", 'filter="url(#lift)"') +
    dusk,
  mouldyWall: (): Svg =>
    wall("#e9e4d6", "stripes") +
    floor("#cdae82") +
    skirting() +
    mould(610, 120, 170, 120, 3) +
    mould(720, 330, 110, 70, 8) +
    mould(500, 40, 90, 40, 11) +
    wardrobe(90, 470, 190, 330, "#d9c4a0") +
    dusk,
  brokenDoor: (): Svg =>
    wall("#dfe4ea") +
    floor("#c9a679") +
    skirting() +
    box(286, 64, 228, 390, "#ffffff", 4) +
    box(300, 78, 200, 372, "#4a5060") +
    drawAt(300, 452, `<g transform="skewY(-5)">${panelDoor(0, 8, 172, 356, "#b98a5e", "none")}</g>`) +
    crack(360, 150, 180, 21, "#5e4027") +
    circle(452, 262, 18, "#3d2b1b") +
    standingEmoji("screwdriver", 590, 548, 100) +
    emoji("nut-and-bolt", 650, 500, 50) +
    dusk,
  emptyRoom: (): Svg =>
    bareRoom("#eef0ee", "#dcc096") +
    line("M60 400h60M680 400h50", "#cfd4d8", 10) +
    box(690, 330, 34, 44, "#ffffff", 6) +
    line("M400 0v40", "#9aa5b4", 4) +
    box(360, 36, 80, 14, "#ffffff", 6),
  boxPile: (): Svg =>
    bareRoom("#f1ece2", "#d7b88c") +
    carton(120, 552, 180, 132, "lines") +
    carton(312, 556, 170, 124, "heart") +
    carton(494, 550, 180, 130, "fragile") +
    carton(170, 420, 150, 108, "fragile") +
    carton(332, 432, 140, 100, "lines") +
    carton(500, 420, 150, 104, "none") +
    carton(262, 312, 130, 92, "heart") +
    carton(404, 332, 124, 84, "lines"),
  ceilingStain: (): Svg =>
    box(0, 0, 800, 600, "#eef0ea") +
    shape("M0 400h800v200H0z", "#dfe3dc") +
    line("M0 400h800", "#cfd4cb", 8) +
    damp(360, 190, 210, 110, 0.5) +
    damp(470, 240, 120, 70, 0.4) +
    `<ellipse cx="380" cy="200" rx="150" ry="84" fill="none" stroke="#8a7436" stroke-width="7"
opacity=".45"/>` +
    crack(400, 150, 160, 14) +
    drop(380, 330, 1.4) +
    drop(404, 420, 1.1) +
    standingEmoji("bucket", 392, 590, 130) +
    box(560, 60, 150, 90, "#ffffff", 14) +
    box(574, 74, 122, 62, "#f6f1da", 8),
  peelingPaper: (): Svg =>
    wall("#d9e4da", "leaves") +
    floor("#c7a677") +
    skirting() +
    peeling(560, 0, 1.15) +
    crack(300, 20, 200, 6) +
    damp(120, 380, 150, 60, 0.35) +
    windowPane(120, 90, 180, 170, { sky: "day", bars: "sliding" }),
  oldBoiler: (): Svg =>
    box(0, 0, 800, 600, "#d9dcd6") +
    tiles("#e3e5df", 88) +
    box(270, 70, 260, 330, "#f1ede0", 16, 'filter="url(#lift)"') +
    box(300, 100, 200, 60, "#d8d0ba", 8) +
    circle(330, 300, 26, "#39435a") +
    circle(400, 300, 26, "#39435a") +
    box(440, 280, 64, 40, "#4a5f4f", 5) +
    line("M310 400v160M360 400v160M440 400v160M490 400v160", "#b08a5a", 18) +
    line("M400 70V0", "#b4bfcc", 46) +
    damp(330, 420, 90, 30, 0.5) +
    drop(362, 566) +
    line("M280 200q30 60 0 120", "#a8875a", 5, 'opacity=".5"') +
    standingEmoji("wrench", 640, 560, 130) +
    dusk,
  cloggedDrain: (): Svg =>
    box(0, 0, 800, 600, "#a8b2b4") +
    tiles("#c4ced0", 150) +
    `<ellipse cx="400" cy="320" rx="290" ry="180" fill="#7ea8c0" opacity=".6"/><ellipse cx="400" cy="320"
rx="220" ry="130" fill="#6f9bb5" opacity=".5"/>` +
    circle(400, 310, 84, "#7c878c") +
    circle(400, 310, 70, "#a9b4b9") +
    grid(4, 4, (x, y) => circle(362 + x * 26, 272 + y * 26, 8, "#3f474b")) +
    repeat(6, (i) => circle(240 + i * 60, 400 + (i % 3) * 20, 10 + (i % 3) * 4, "#e7f4fb", 'opacity=".7"')) +
    standingEmoji("plunger", 640, 520, 170) +
    dusk,
  brokenLight: (): Svg =>
    box(0, 0, 800, 600, "#8f8c86") +
    shape("M0 420h800v180H0z", "#7d7a74") +
    box(200, 120, 400, 120, "#d6d1c2", 20, 'filter="url(#lift)"') +
    box(226, 146, 348, 68, "#b7b09a", 12) +
    box(226, 146, 150, 68, "#fff2b8", 12) +
    circle(300, 180, 130, "#ffe9a0", 'opacity=".2"') +
    line("M470 240q20 60-10 110t20 90", "#4b4a46", 6) +
    standingEmoji("light-bulb", 620, 560, 130) +
    standingEmoji("ladder", 180, 590, 220),
  wasteFurniture: (): Svg =>
    box(0, 0, 800, 420, "#d4dbe2") +
    line(
      "M0 140h800M0 280h800M160 0v140M420 0v140M660 0v140M60 140v140M300 140v140M540 140v140M180 " +
        "280v140M440 280v140M680 280v140",
      "#c3ccd5",
      5,
    ) +
    box(0, 420, 800, 180, "#b4bcc4") +
    shadow(400, 550, 340, 14) +
    wardrobe(80, 540, 180, 300, "#c8ab82") +
    drawAt(500, 546, standingEmoji("couch-and-lamp", 0, 0, 250)) +
    standingEmoji("chair", 330, 552, 170, { rotate: -12 }) +
    standingEmoji("television", 640, 556, 160) +
    carton(420, 580, 110, 74, "none"),
  oldAircon: (): Svg =>
    wall("#e7e2d3") +
    floor("#c9a679") +
    skirting() +
    `<g filter="url(#faded)">${wallAircon(240, 90, 320, false)}</g>` +
    box(240, 90, 320, 98, "#c9a85a", 20, 'opacity=".28"') +
    line("M560 150h90v290", "#d8d2c2", 22) +
    drop(300, 240) +
    drop(310, 300, 1.2) +
    damp(300, 300, 60, 120, 0.3) +
    standingEmoji("bucket", 306, 560, 120) +
    windowPane(640, 250, 100, 120, { sky: "day", bars: "sliding" }),
  wetWindow: (): Svg =>
    wall("#e3ded0") +
    windowPane(150, 60, 500, 340, { sky: "dull", bars: "sliding", frame: "#c8b893" }) +
    repeat(34, (i) => drop(180 + ((i * 83) % 450), 110 + ((i * 59) % 270), 0.5 + (i % 3) * 0.2)) +
    mould(170, 410, 70, 50, 5) +
    mould(630, 400, 80, 60, 9) +
    floor("#c9a679") +
    skirting("#d8cdb4") +
    dusk,
  loosePipe: (): Svg =>
    drawAged(
      box(0, 0, 800, 600, "#c9d3d6") +
        tiles("#d6dfe1", 100) +
        line("M120 180h300q60 0 60 60v240", darker("#b8c2cc", 0.2), 52) +
        line("M120 180h300q60 0 60 60v240", "#b8c2cc", 40) +
        box(440, 300, 80, 50, "#9aa5b0", 8),
      { seed: 3, clutter: "none", dampAt: [480, 470] },
    ) +
    drop(470, 400, 1.4) +
    drop(492, 440, 1.2) +
    drop(478, 490, 1.5) +
    standingEmoji("bucket", 484, 596, 110),
  dustyHood: (): Svg =>
    drawAged(
      box(0, 0, 800, 600, "#d9d2bd") +
        tiles("#ddd6c2", 70) +
        shape("M200 40h400l70 170H130z", "#a9a28c") +
        box(130, 206, 540, 60, "#8f876f", 6) +
        repeat(9, (i) => box(160 + i * 54, 220, 40, 32, "#6f684f", 4)) +
        circle(400, 120, 20, "#8f876f"),
      { seed: 8, clutter: "none", dampAt: [400, 300] },
    ) + repeat(7, (i) => line(`M${190 + i * 70} 268v${20 + (i % 3) * 18}`, "#9a6f28", 6, 'opacity=".7"')),
} satisfies Record<string, () => Svg>
