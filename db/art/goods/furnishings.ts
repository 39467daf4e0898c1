/** Furniture, storage, light, bath and what decorates a room. */
import { darker, lighter } from "../palette.ts"
import { box, circle, drawAt, grid, line, repeat, shape } from "../svg.ts"
import { standingEmoji } from "../emoji.ts"
import { byForm, can, ellipse, face, rod, shine, type DrawGoods } from "./drawing.ts"

const WHITE = "#f4f6f9"
const OAK = "#d9b282"
const STEEL = "#c9d2dd"

const box3 = (width: number, height: number, tone: string) =>
  box(-width / 2, -height, width, height, tone, 14) +
  shine(`M-${width / 2 - 14}-${height - 26}h20v${height - 50}h-20z`, 0.4) +
  face(-width / 2 - 8, -height - 20, width + 16, 34, darker(tone, 0.12), 10) +
  box(-34, -height * 0.62, 68, 18, "#ffffff", 9, 'opacity=".7"')

const storageBox: DrawGoods = ({ colour, form }) =>
  form === 1
    ? box3(300, 150, colour) + drawAt(0, -184, box3(270, 120, lighter(colour, 0.3)))
    : form === 2
      ? box(-150, -200, 300, 200, colour, 12) +
        line("M-150-150h300M-150-50h300", lighter(colour, 0.25), 3, 'stroke-dasharray="9 7"') +
        face(-150, -236, 300, 40, darker(colour, 0.14), 10) +
        box(-30, -130, 60, 26, "#b98957", 6)
      : form === 3
        ? drawAt(-96, 0, box3(170, 210, colour)) + drawAt(98, 0, box3(170, 130, lighter(colour, 0.25)))
        : box3(320, 210, colour)

const hanger: DrawGoods = ({ colour, form }) =>
  repeat(form === 2 ? 2 : 3, (i) =>
    drawAt(
      -30 + i * 34,
      -70 - i * 34,
      line("M0-120q-2-40 24-40t22 30q-4 22-46 34", STEEL, 9) +
        (form === 2
          ? line("M-150-20h300M0-100v80", STEEL, 10) +
            face(-140, -30, 40, 40, colour, 6) +
            face(100, -30, 40, 40, colour, 6)
          : line(
              "M0-96L-170-6q-10 20 14 20h312q24 0 14-20z",
              i === 1 ? lighter(colour, 0.2) : colour,
              form === 1 ? 24 : 14,
            )),
    ),
  )

const drawers: DrawGoods = ({ colour, form }) => {
  const [count, half] = byForm(form, [
    [4, 130],
    [3, 150],
    [5, 100],
    [4, 170],
    [3, 120],
  ])
  const each = 320 / count
  return (
    line(`M-${half - 20}-8V0M${half - 20}-8V0`, darker(colour, 0.4), 16) +
    box(-half, -330, half * 2, 324, darker(colour, 0.1), 14) +
    repeat(
      count,
      (i) =>
        face(-half + 12, -322 + i * each, half * 2 - 24, each - 12, form === 2 ? "#eaf3fa" : colour, 8) +
        box(-30, -322 + i * each + each * 0.36, 60, 10, darker(colour, 0.35), 5),
    )
  )
}

const rack: DrawGoods = ({ colour, form }) => {
  const [half, levels] = byForm(form, [
    [150, 4],
    [110, 3],
    [170, 5],
    [130, 3],
    [90, 4],
  ])
  return (
    rod(`M-${half} 0V-340M${half} 0V-340`, form === 1 ? OAK : STEEL, 12) +
    repeat(levels, (i) => {
      const y = -20 - (i * 310) / (levels - 1)
      return face(-half - 8, y, half * 2 + 16, 18, colour, 5)
    }) +
    standingEmoji("potted-plant", -half * 0.5, -18 - 310 / (levels - 1) + 2, 66) +
    box(10, -66, 60, 48, "#ffd27a", 6) +
    box(-half + 24, -70, 70, 50, "#bcd7f5", 6) +
    (form === 3 ? circle(-half, 0, 12, "#33302e") + circle(half, 0, 12, "#33302e") : "")
  )
}

const basket: DrawGoods = ({ colour, form }) =>
  (form === 1 ? line("M-90-220q90-150 180 0", darker(colour, 0.2), 18) : "") +
  shape(`M-150-${form === 2 ? 270 : 210}h300L124 0h-248z`, colour) +
  repeat(form === 2 ? 7 : 5, (i) =>
    line(
      `M-${142 - i * 5}-${200 - i * 38 + (form === 2 ? 60 : 0)}q20 16 40 0t40 0t40 0t40 0t40 0t40 0`,
      darker(colour, 0.2),
      7,
      'opacity=".55"',
    ),
  ) +
  face(-162, form === 2 ? -288 : -230, 324, 30, lighter(colour, 0.2), 14) +
  (form === 3 ? line("M-150-190q-40 20-10 60M150-190q40 20 10 60", darker(colour, 0.3), 14) : "")

const chair: DrawGoods = ({ colour, form }) => {
  const legs =
    form === 2 || form === 4
      ? rod("M0-60V-140M0-60L-100-8M0-60L100-8M0-60V-4", "#4a5366", 14) +
        circle(-100, -6, 12, "#28324a") +
        circle(100, -6, 12, "#28324a") +
        circle(0, -4, 12, "#28324a")
      : rod(
          "M-84-150L-110 0M84-150L110 0M-56-150L-66-20M56-150L66-20",
          form === 1 ? "#33302e" : "#b98957",
          14,
        )
  return (
    legs +
    (form === 0
      ? rod("M-96-160V-340M96-160V-340", colour, 16) +
        repeat(3, (i) => face(-96, -334 + i * 52, 192, 26, colour, 10))
      : face(-104, -344, 208, 170, colour, form === 3 ? 84 : 34)) +
    (form === 2 ? line("M-110-176v-60h-26M110-176v-60h26", "#4a5366", 14) : "") +
    face(-118, -172, 236, 40, lighter(colour, 0.12), 18)
  )
}

const desk: DrawGoods = ({ colour, form }) =>
  rod("M-176-200L-190 0M176-200L190 0", form === 1 ? "#33302e" : STEEL, 16) +
  (form === 2
    ? face(60, -190, 120, 180, lighter(colour, 0.2), 8) +
      line("M100-150h40M100-90h40M100-40h40", darker(colour, 0.4), 8)
    : "") +
  face(-210, -222, 420, 30, colour, 8) +
  (form === 3
    ? rod("M-160-222V-330M160-222V-330", "#33302e", 10) + face(-176, -340, 352, 20, colour, 5)
    : "") +
  box(-130, -318, 150, 92, "#28324a", 8) +
  box(-122, -310, 134, 76, "#7fb4f0", 4) +
  box(-66, -228, 24, 8, "#aab6c5")

const sofa: DrawGoods = ({ colour, form }) => {
  const seats = byForm(form, [2, 3, 1, 3, 2])
  const half = byForm(form, [170, 206, 110, 200, 176])
  const width = (half * 2 - 40) / seats
  return (
    line(`M-${half - 30}-16V0M${half - 30}-16V0`, "#8a6a4a", 14) +
    box(-half, -220, half * 2, 190, darker(colour, 0.08), 36) +
    repeat(
      seats,
      (i) =>
        face(-half + 20 + i * width, -206, width - 6, 96, lighter(colour, 0.1), 22) +
        face(-half + 20 + i * width, -118, width - 6, 64, lighter(colour, 0.18), 18),
    ) +
    face(-half - 26, -150, 52, 132, darker(colour, 0.14), 24) +
    face(half - 26, -150, 52, 132, darker(colour, 0.14), 24) +
    box(-half, -54, half * 2, 32, darker(colour, 0.2), 10) +
    (form === 3 ? face(half - 130, -52, 150, 44, lighter(colour, 0.18), 16) : "")
  )
}

const bed: DrawGoods = ({ colour, form }) =>
  face(-214, form === 2 ? -180 : -250, 40, form === 2 ? 180 : 250, colour, 12) +
  face(176, -110, 34, 110, colour, 10) +
  face(-190, -80, 380, 54, colour, 6) +
  (form === 1
    ? line("M-120-52h90M40-52h90", darker(colour, 0.35), 8) + line("M0-80v54", darker(colour, 0.3), 4)
    : "") +
  box(-180, -136, 362, 62, "#ffffff", 18) +
  face(-80, -142, 262, 66, byForm(form, ["#bcd7f5", "#f7d9c4", "#cfe6d4", "#d9d2f0", "#f3d6dc"]), 16) +
  box(-170, -170, 90, 44, "#eef2f7", 18) +
  line("M-170 0v-26M170 0v-26", darker(colour, 0.3), 14)

const bookcase: DrawGoods = ({ colour, form }) => {
  const [half, rows] = byForm(form, [
    [110, 4],
    [150, 3],
    [90, 5],
    [170, 2],
    [120, 4],
  ])
  const height = rows === 2 ? 200 : 350
  const step = (height - 20) / rows
  const books = ["#f4a6b4", "#7fb4f0", "#ffd27a", "#8fd0b0", "#b9a5e8"]
  return (
    box(-half, -height, half * 2, height, darker(colour, 0.2), 8) +
    repeat(
      rows,
      (r) =>
        box(-half + 12, -height + 12 + r * step, half * 2 - 24, step - 12, lighter(colour, 0.3), 3) +
        repeat(Math.floor((half * 2 - 70) / 20) - (r % 2) * 2, (i) =>
          box(
            -half + 22 + i * 20,
            -height + r * step + step - (44 + ((i + r) % 3) * 8),
            15,
            44 + ((i + r) % 3) * 8,
            books[(i + r) % 5] ?? "#7fb4f0",
            2,
          ),
        ),
    ) +
    line(`M-${half - 6}-${height}h${half * 2 - 12}`, lighter(colour, 0.3), 8)
  )
}

const table: DrawGoods = ({ colour, form }) =>
  form === 1
    ? rod("M0-20V-200M-90-6L0-40L90-6", darker(colour, 0.2), 20) +
      ellipse(0, -196, 190, 42, darker(colour, 0.2)) +
      ellipse(0, -210, 190, 42, colour) +
      ellipse(-40, -216, 90, 14, "#ffffff", 'opacity=".2"')
    : rod(
        form === 2
          ? "M-130-100L130 0M130-100L-130 0"
          : `M-170-180L-${form === 3 ? 120 : 184} 0M170-180L${form === 3 ? 120 : 184} 0`,
        form === 2 ? STEEL : darker(colour, 0.12),
        20,
      ) +
      face(-206, form === 2 ? -128 : -206, 412, 32, colour, 10) +
      (form === 0 ? standingEmoji("potted-plant", 90, -202, 96) : "")

const mirror: DrawGoods = ({ colour, form }) => {
  const glass = byForm(form, [
    "<circle cy='-180' r='150'/>",
    "<path d='M-120 0V-230a120 120 0 0 1 240 0V0z'/>",
    "<rect x='-90' y='-350' width='180' height='350' rx='14'/>",
    "<ellipse cy='-180' rx='120' ry='166'/>",
    "<rect x='-160' y='-260' width='320' height='220' rx='24'/>",
  ] as const)
  return (
    (form === 2 ? rod("M-40-300L-150 0", darker(colour, 0.2), 10) : "") +
    `<g fill="${colour}" stroke="${colour}" stroke-width="26">${glass}</g><g fill="#dcecf8">${glass}</g>` +
    shine("M-70-110L30-290h50L-30-90z", 0.6) +
    shine("M10-90L80-220h20L40-84z", 0.45)
  )
}

const frame: DrawGoods = ({ colour, form }) => {
  const art = (w: number, h: number, i: number) =>
    box(-w / 2 + 26, -h + 26, w - 52, h - 52, "#fffaf0", 2) +
    byForm(i, [
      circle(10, -h * 0.62, w * 0.13, "#f4a259") +
        shape(
          `M-${w / 2 - 40}-60q${w * 0.2}-${h * 0.3} ${w * 0.38}-20t${w * 0.34} 0v20H-${w / 2 - 40}z`,
          "#5b8a72",
        ),
      shape(`M0-50q-60-70 0-${h * 0.6}q60 ${h * 0.3} 0 ${h * 0.6}z`, "#6fa287") +
        line(`M0-40V-${h * 0.56}`, "#3f6b53", 5),
      box(-30, -h * 0.6, 60, h * 0.34, "#e4572e", 30) + circle(24, -h * 0.34, 34, "#2e86ab", 'opacity=".8"'),
      repeat(4, (k) =>
        line(
          `M-${w / 2 - 50}-${60 + k * 40}q30-30 60 0t60 0`,
          ["#2e86ab", "#f6ae2d", "#e4572e", "#76b041"][k] ?? "#2e86ab",
          12,
        ),
      ),
    ])
  const one = (w: number, h: number, i: number) =>
    box(-w / 2, -h, w, h, colour, 6) +
    box(-w / 2 + 12, -h + 12, w - 24, h - 24, darker(colour, 0.2), 3) +
    art(w, h, i)
  return form === 2
    ? drawAt(-110, 0, one(150, 200, 0)) +
        drawAt(70, 0, one(190, 260, 1)) +
        drawAt(-110, -214, one(150, 130, 2))
    : one(byForm(form, [260, 330, 0, 230, 300]), byForm(form, [340, 240, 0, 320, 300]), form)
}

const plant: DrawGoods = ({ colour, form }) =>
  form === 1
    ? standingEmoji("cactus", -90, 0, 190) + standingEmoji("cactus", 80, 0, 140)
    : form === 2
      ? line(
          "M0-110q-40-100-20-240M0-110q40-90 60-200M0-110q-70-60-110-150M0-110q80-40 120-110",
          "#3f7d57",
          10,
        ) +
        [
          [-20, -340],
          [60, -300],
          [-112, -256],
          [122, -216],
          [10, -230],
        ]
          .map(([x = 0, y = 0], i) =>
            drawAt(
              x,
              y,
              shape("M0 40q-70-20-56-90q56-30 112 0q14 70-56 90z", i % 2 ? "#5da97c" : "#4b9169") +
                line("M0 40V-50M-30-20l30 20 30-20", "#3f7d57", 5),
            ),
          )
          .join("") +
        can(-76, -120, 152, 120, colour, 20)
      : form === 3
        ? repeat(7, (i) =>
            drawAt(
              -48 + i * 16,
              -110,
              shape("M-14 0q-10-130 14-230q24 100 14 230z", i % 2 ? "#6fae86" : "#4b9169") +
                line("M0-10V-200", "#cfe3a8", 5),
              { rotate: -36 + i * 12 },
            ),
          ) + can(-84, -120, 168, 120, colour, 16)
        : standingEmoji("potted-plant", 0, 0, 320, { hue: 0 }) +
          (form === 4
            ? ""
            : shape("M-78-100h156l-20 100h-116z", colour) +
              face(-90, -118, 180, 34, lighter(colour, 0.15), 10))

const cushion: DrawGoods = ({ colour, form }) => {
  const one = (tone: string, i: number) =>
    shape("M-130-250q130 24 260 0q-22 120 0 240q-130-24-260 0q22-120 0-240z", tone) +
    byForm(i, [
      repeat(5, (k) => line(`M-104-${50 + k * 40}q104 14 208 0`, lighter(tone, 0.4), 7)),
      grid(4, 4, (a, b) => circle(-75 + a * 50, -55 - b * 48, 9, lighter(tone, 0.5))),
      line("M-110-230L110-30M110-230L-110-30", lighter(tone, 0.35), 8),
      line("M-100-130h200M0-230v200", darker(tone, 0.14), 8),
    ]) +
    shine("M-110-230q40 12 90 8l-60 60q-20-20-30-68z", 0.22)
  return form === 2 || form === 3
    ? drawAt(-70, -6, one(lighter(colour, 0.35), form + 1), { rotate: -7, scale: 0.9 }) +
        drawAt(64, 0, one(colour, form), { rotate: 6, scale: 0.9 })
    : one(colour, form)
}

const rug: DrawGoods = ({ colour, form }) =>
  form === 1
    ? ellipse(0, -110, 220, 104, darker(colour, 0.2)) +
      ellipse(0, -118, 220, 104, colour) +
      ellipse(0, -118, 168, 76, lighter(colour, 0.35)) +
      ellipse(0, -118, 110, 48, colour)
    : form === 2
      ? can(-190, -120, 330, 110, colour, 54) +
        circle(140, -66, 54, lighter(colour, 0.4)) +
        circle(140, -66, 34, colour) +
        circle(140, -66, 14, lighter(colour, 0.4)) +
        line("M-60-120v110M-20-120v110", "#b98957", 8)
      : shape("M-150-220h300l64 210h-428z", darker(colour, 0.2)) +
        shape("M-150-228h300l64 210h-428z", colour) +
        shape("M-128-210h256l46 172h-348z", lighter(colour, 0.4)) +
        (form === 3
          ? repeat(4, (i) => line(`M-${120 + i * 14}-${190 - i * 42}h${240 + i * 28}`, colour, 12))
          : shape("M-90-180h180l28 112h-236z", colour)) +
        repeat(15, (i) => line(`M${-206 + i * 29}-18v16`, WHITE, 6))

export const furnishings = {
  "storage-box": storageBox,
  hanger,
  drawers,
  rack,
  basket,
  chair,
  desk,
  sofa,
  bed,
  bookcase,
  table,
  mirror,
  frame,
  plant,
  cushion,
  rug,
}
