/** Work in progress and work just done: cleaning, demolition, pipes, electricity. */
import { crack, damp } from "./wear.ts"
import { standingEmoji } from "./emoji.ts"
import { plant, rug, picture } from "./decor.ts"
import { ceilingLight, coffeeTable, sofa, sparkle, stepLadder } from "./furniture.ts"
import { floor, skirting, wall } from "./surfaces.ts"
import { darker, lighter, mix, woods } from "./palette.ts"
import { bath } from "./kitchens-and-baths.ts"
import { box, createRandom, circle, grid, line, drawAt, repeat, shadow, shape } from "./svg.ts"
import type { Svg } from "./svg.ts"
import { sunbeam, windowPane } from "./windows.ts"

const shine = (points: [number, number, number][], colour = "#ffd65c"): Svg =>
  points.map(([x, y, size]) => sparkle(x, y, size, colour)).join("")

export const cleanLiving = (colour: string, worn = false): Svg =>
  worn
    ? wall(mix(colour, "#cfc19a", 0.6)) +
      floor("#b79c6e") +
      skirting("#a9926c") +
      windowPane(90, 80, 230, 200, { sky: "dull" }) +
      sofa(520, 506, "#a79a86", "#b8ad98") +
      standingEmoji("wastebasket", 250, 540, 96) +
      standingEmoji("canned-food", 350, 560, 46, { rotate: 70 }) +
      standingEmoji("takeout-box", 180, 566, 66) +
      standingEmoji("rolled-up-newspaper", 440, 574, 70)
    : wall(colour) +
      floor(woods.pale) +
      skirting() +
      windowPane(90, 80, 230, 200) +
      sofa(540, 500, "#8fb9d9", "#ffe0a3") +
      rug(480, 552, 240, "#ffffff") +
      standingEmoji("broom", 210, 560, 200) +
      standingEmoji("bucket", 300, 570, 110) +
      standingEmoji("sponge", 376, 572, 62) +
      plant(720, 500, 0.9) +
      picture(440, 110, 92, 112, "#e2f3e8", "#ffb4c2") +
      shine([
        [380, 90, 26],
        [610, 150, 34],
        [690, 240, 18],
        [150, 330, 22],
        [440, 540, 18],
      ]) +
      sunbeam

const stove = (worn: boolean): Svg =>
  box(0, 0, 800, 600, worn ? "#cfc3a0" : "#f3f6f8") +
  grid(14, 8, (x, y) =>
    box(
      x * 60,
      y * 44,
      57,
      41,
      worn ? ((x + y * 3) % 6 ? "#d3c8a8" : "#c2b58f") : (x + y * 3) % 6 ? "#ffffff" : "#e6f1f8",
      3,
    ),
  ) +
  shape("M230 0h340l60 110H170z", worn ? "#9c947e" : "url(#steel)") +
  box(170, 108, 460, 22, worn ? "#867d65" : "#a7b4c3", 4) +
  box(0, 366, 800, 26, worn ? "#b7aa88" : "#ffffff", 4) +
  box(0, 390, 800, 210, worn ? "#a89873" : "#9cc4b2") +
  line("M200 396v204M600 396v204", worn ? "#8d7e5b" : "#86b09d", 4) +
  box(230, 352, 340, 18, "#2d3545", 6) +
  [310, 490].map((x) => `<ellipse cx="${x}" cy="350" rx="54" ry="9" fill="#475064"/>`).join("") +
  box(250, 420, 300, 130, worn ? "#7b7257" : "#eef2f6", 10) +
  box(276, 452, 248, 80, worn ? "#5e563f" : "#3d4a62", 8)

export const cleanKitchen = (worn = false): Svg =>
  worn
    ? stove(true) +
      damp(400, 140, 200, 40, 0.4) +
      damp(400, 320, 160, 40, 0.4) +
      repeat(26, (i) =>
        circle(210 + ((i * 61) % 390), 170 + ((i * 37) % 170), 4 + (i % 4) * 2, "#7a5a24", 'opacity=".45"'),
      ) +
      standingEmoji("cooking", 310, 352, 110)
    : stove(false) +
      standingEmoji("lotion-bottle", 130, 368, 92, { hue: 200 }) +
      standingEmoji("sponge", 660, 368, 70) +
      standingEmoji("teapot", 490, 346, 92) +
      shine(
        [
          [240, 60, 24],
          [520, 80, 30],
          [120, 180, 20],
          [680, 200, 28],
          [400, 480, 24],
        ],
        "#ffcf4d",
      )

export const cleanBath = (): Svg =>
  bath({ wallColour: "#dcedf5", tile: "#dcedf5", band: "#7fb2dc", vanity: "#e3c08f", mirror: "round" }) +
  standingEmoji("bucket", 480, 572, 84) +
  standingEmoji("sponge", 552, 574, 56) +
  shine(
    [
      [120, 150, 30],
      [300, 220, 22],
      [420, 120, 26],
      [740, 90, 24],
      [230, 470, 18],
    ],
    "#ffffff",
  ) +
  shine([
    [210, 110, 20],
    [440, 290, 16],
    [720, 300, 18],
  ])

export const cleanWindow = (): Svg =>
  wall("#f4efe6", "stripes") +
  windowPane(120, 50, 560, 330, { bars: "sliding" }) +
  floor(woods.oak) +
  skirting() +
  shape("M180 120q120-60 240 20t200 0v70q-100 60-210-10t-230 10z", "#ffffff", 'opacity=".42"') +
  drawAt(
    520,
    190,
    line("M0 0l70 150", "#6b7482", 12) +
      box(-70, -22, 140, 20, "#2f6bff", 6) +
      box(-70, -4, 140, 12, "#39435a", 4),
    { rotate: -16 },
  ) +
  standingEmoji("bucket", 300, 556, 120) +
  standingEmoji("sponge", 400, 560, 68) +
  plant(700, 520, 1) +
  shine(
    [
      [200, 90, 26],
      [610, 100, 20],
      [360, 300, 24],
    ],
    "#ffffff",
  )

const rubble = (x: number, y: number, count: number, seed: number): Svg => {
  const next = createRandom(seed)
  return repeat(count, () => {
    const px = x + (next() - 0.5) * 300
    const size = 14 + next() * 34
    return shape(
      `M${px.toFixed(0)} ${y}l${(size * 0.2).toFixed(0)} ${(-size * 0.8).toFixed(0)} ` +
        `${(size * 0.6).toFixed(0)} ${(-size * 0.2).toFixed(0)} ${(size * 0.4).toFixed(0)} ` +
        `${(size * 0.9).toFixed(0)}z`,
      mix("#b9b2a8", "#8e867b", next()),
    )
  })
}

export const wasteBag = (x: number, y: number, size: number, colour = "#e9e4d8"): Svg =>
  drawAt(
    x,
    y,
    shadow(0, 2, 50, 7) +
      shape("M-46 0q-16-60 20-84l-14-20q28-14 52 0l-12 20q40 24 24 84z", colour) +
      line("M-14-84h30", "#f4335f", 6) +
      line("M-20-60q-8 26-4 44M16-62q10 26 6 44", darker(colour, 0.12), 4),
    { scale: size / 100 },
  )

export const demolishedRoom = (): Svg =>
  box(0, 0, 800, 440, "#d5d1ca") +
  grid(10, 6, (x, y) =>
    box(x * 84 - (y % 2) * 42, y * 74, 82, 72, (x * 3 + y) % 4 ? "#cdc8c0" : "#c4beb4", 2),
  ) +
  shape("M430 70h250l-10 330h-230l-18-150z", "#e7eef3") +
  box(446, 90, 220, 300, "url(#sky-day)") +
  floor("#bdb7ad", "sheet") +
  rubble(230, 470, 14, 5) +
  rubble(560, 500, 10, 9) +
  stepLadder(150, 556, 250) +
  wasteBag(330, 566, 110) +
  wasteBag(440, 572, 96, "#dfe8e2") +
  standingEmoji("hammer", 560, 560, 110) +
  standingEmoji("rescue-workers-helmet", 660, 566, 92)

const pipes = (colour: string): Svg =>
  line("M400 190v130q0 70 60 70t60-60v-20h160", darker(colour, 0.25), 44) +
  line("M400 190v130q0 70 60 70t60-60v-20h160", colour, 34) +
  line("M390 200v120q0 60 50 76", "#ffffff", 6, 'opacity=".55"') +
  [
    [400, 214],
    [400, 300],
    [636, 310],
  ]
    .map(([x = 0, y = 0]) => box(x - 34, y - 14, 68, 28, darker(colour, 0.16), 8))
    .join("") +
  line("M250 190v290M300 190v290", "#b9c3cf", 16) +
  circle(250, 330, 20, "#2f6bff") +
  circle(300, 330, 20, "#f4335f")

const underSink = (wood: string): Svg =>
  box(0, 0, 800, 600, wood) +
  box(0, 0, 800, 96, "#e6edf2") +
  repeat(12, (i) => line(`M${i * 72} 0v92`, "#ffffff", 4)) +
  line("M0 46h800", "#ffffff", 4) +
  box(0, 90, 800, 38, "#ffffff") +
  box(0, 118, 800, 10, "#cdd6e0") +
  box(60, 128, 680, 430, darker(wood, 0.42)) +
  box(78, 128, 644, 412, darker(wood, 0.28)) +
  shape("M220 128h360l-30 66H250z", "url(#steel)") +
  box(0, 128, 60, 472, lighter(wood, 0.12)) +
  box(740, 128, 60, 472, lighter(wood, 0.12))

export const plumbingDone = (): Svg =>
  underSink("#e3c8a0") +
  pipes("#e9eef4") +
  standingEmoji("wrench", 600, 520, 110) +
  standingEmoji("toolbox", 160, 536, 130) +
  shine(
    [
      [470, 250, 24],
      [340, 420, 18],
      [690, 240, 22],
    ],
    "#ffffff",
  )

export const plumbingBefore = (): Svg =>
  `<g filter="url(#faded)">${underSink("#bda47a")}${pipes("#b58a5a")}</g>` +
  damp(440, 500, 240, 60, 0.5) +
  `<ellipse cx="450" cy="526" rx="220" ry="22" fill="#7fb6e6" opacity=".75"/>` +
  repeat(4, (i) => drawAt(452 + i * 14, 420 + i * 24, shape("M0-12q10 14 0 20q-10-6 0-20z", "#5aa7ee"))) +
  standingEmoji("bucket", 590, 532, 116)

export const newFaucet = (): Svg =>
  box(0, 0, 800, 600, "#eef4f2") +
  grid(10, 5, (x, y) =>
    box(x * 86 - (y % 2) * 43, y * 66, 82, 62, (x + y * 2) % 5 ? "#fdfefe" : "#d8ece4", 3),
  ) +
  box(0, 330, 800, 30, "#ffffff") +
  box(0, 358, 800, 242, "#e9eef3") +
  shape("M150 372h500l-40 150q-6 20-26 20H216q-20 0-26-20z", "#cfd8e2") +
  shape("M176 384h448l-34 130q-5 16-22 16H232q-17 0-22-16z", "#b9c5d2") +
  line("M400 350V190q0-70 70-70t70 70v30", "#8b98a8", 34) +
  line("M400 350V190q0-70 70-70t70 70v30", "url(#steel)", 26) +
  box(366, 316, 68, 40, "#a9b6c5", 12) +
  line("M432 300l64-24", "#a9b6c5", 16) +
  repeat(3, (i) => line(`M${532 + i * 8} 236v190`, "#a8d8ff", 6, 'opacity=".8"')) +
  `<ellipse cx="540" cy="440" rx="70" ry="14" fill="#d9efff"/>` +
  standingEmoji("lotion-bottle", 200, 350, 92, { hue: 140 }) +
  standingEmoji("potted-plant", 690, 350, 110) +
  shine([
    [330, 140, 22],
    [620, 120, 18],
  ])

export const switchPanel = (worn = false): Svg => {
  const plate = (x: number, y: number, w: number): Svg =>
    box(x, y, w, 170, worn ? "#d8cba8" : "#ffffff", 16, 'filter="url(#lift)"')
  return (
    box(0, 0, 800, 600, worn ? "#d6cbab" : "#e8eff8") +
    (worn ? "" : repeat(19, (i) => box(i * 44, 0, 20, 600, "#f3f7fc"))) +
    plate(190, 90, 190) +
    [0, 1]
      .map(
        (i) =>
          box(212 + i * 76, 116, 68, 118, worn ? "#c3b48c" : "#f1f4f8", 10) +
          box(212 + i * 76, 116, 68, 58, worn ? "#cdbf98" : "#ffffff", 10) +
          box(236 + i * 76, 212, 20, 6, worn ? "#a3946b" : "#33c98a", 3),
      )
      .join("") +
    plate(190, 320, 340) +
    [0, 1]
      .map(
        (i) =>
          circle(280 + i * 160, 405, 58, worn ? "#c3b48c" : "#eef2f6") +
          circle(262 + i * 160, 405, 9, "#39435a") +
          circle(298 + i * 160, 405, 9, "#39435a") +
          box(268 + i * 160, 350, 24, 8, worn ? "#a3946b" : "#c9d2dd", 4) +
          box(268 + i * 160, 452, 24, 8, worn ? "#a3946b" : "#c9d2dd", 4),
      )
      .join("") +
    (worn
      ? crack(470, 40, 260, 4) +
        damp(430, 380, 120, 60, 0.5) +
        shape("M380 390l30-54 4 36 26-8-34 62-2-40z", "#f5a524") +
        line("M530 440q60 20 70 100t80 60", "#5b5340", 10)
      : standingEmoji("screwdriver", 640, 330, 170) +
        standingEmoji("electric-plug", 640, 540, 150) +
        shine(
          [
            [420, 110, 26],
            [150, 290, 20],
            [590, 120, 18],
          ],
          "#ffffff",
        ))
  )
}

export const newLighting = (): Svg =>
  wall("#f1ebe2", "panel") +
  floor(woods.pale, "herringbone") +
  skirting() +
  ceilingLight(400) +
  repeat(
    4,
    (i) =>
      `<ellipse cx="${130 + i * 180}" cy="14" rx="26" ry="7"
fill="#fff6cf"/>${shape(`M${116 + i * 180} 18l-60 220h148l-60-220z`, "#fff4c8", 'opacity=".28"')}`,
  ) +
  sofa(400, 508, "#8aa79a", "#ffe0a3") +
  coffeeTable(420, 574) +
  stepLadder(640, 552, 240) +
  plant(130, 510, 1) +
  standingEmoji("light-bulb", 720, 568, 70) +
  circle(400, 30, 10, "#ffffff")
