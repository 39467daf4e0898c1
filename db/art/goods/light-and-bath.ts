/** Light, small electric things, and the bath. */
import { darker, lighter } from "../palette.ts"
import { box, circle, drawAt, grid, line, repeat, shape } from "../svg.ts"
import { byForm, can, ellipse, face, rod, shine, type DrawGoods } from "./drawing.ts"

const STEEL = "#c9d2dd"

const bulb: DrawGoods = ({ form }) => {
  const one = (tone: string, half: number) =>
    circle(0, -210, half + 22, tone, 'opacity=".35"') +
    shape(
      `M-${half}-210a${half} ${half} 0 1 1 ${half * 2} 0q0 50-34 90h-${half * 2 - 68}q-34-40-34-90z`,
      "#fffdf3",
    ) +
    circle(0, -214, half * 0.62, tone, 'opacity=".55"') +
    can(-38, -122, 76, 34, "#f4f6f9", 6) +
    can(-32, -90, 64, 78, STEEL, 8) +
    line("M-32-70h64M-32-50h64M-32-30h64", "#8d9bb0", 5) +
    can(-14, -14, 28, 14, "#5a6272", 5)
  const tone = byForm(form, ["#ffe08a", "#ffffff", "#ffc46b", "#ffe9b8", "#fff3c9"])
  if (form === 3)
    return (
      can(-190, -110, 380, 40, "#fffdf3", 20) +
      can(-206, -116, 34, 52, STEEL, 8) +
      can(172, -116, 34, 52, STEEL, 8) +
      ellipse(0, -90, 190, 46, tone, 'opacity=".3"')
    )
  return form === 1
    ? drawAt(-100, 0, one(tone, 78), { scale: 0.8 }) + drawAt(100, 0, one("#ffe9b8", 78), { scale: 0.8 })
    : one(tone, form === 2 ? 66 : 92)
}

const socket = (x: number, y: number) =>
  circle(x, y, 38, "#e3e8ef") +
  circle(x, y, 32, "#ffffff") +
  circle(x - 13, y, 6, "#39435a") +
  circle(x + 13, y, 6, "#39435a")
const powerStrip: DrawGoods = ({ colour, form }) => {
  const count = byForm(form, [4, 3, 5, 2, 4])
  if (form === 3)
    return (
      face(-110, -260, 220, 250, colour, 34) +
      socket(-46, -190) +
      socket(46, -190) +
      socket(-46, -90) +
      socket(46, -90) +
      line("M0-10v14", "#5a6272", 18)
    )
  const half = count * 44 + 40
  return (
    line(`M-${half - 10}-70q-70 0-60-60t70-70`, "#5a6272", 14) +
    face(-half, -120, half * 2, 110, colour, 26) +
    repeat(
      count,
      (i) =>
        socket(-half + 76 + i * 88, -66) +
        (form === 2 ? "" : box(-half + 60 + i * 88, -116, 32, 14, i % 3 ? "#f4335f" : "#2fb67c", 5)),
    )
  )
}

const lamp: DrawGoods = ({ colour, form }) =>
  form === 1
    ? can(-90, -22, 180, 22, darker(colour, 0.2), 10) +
      rod("M0-22V-210", STEEL, 12) +
      ellipse(0, -200, 120, 40, "#ffe9b8", 'opacity=".7"') +
      shape("M-70-340h140l50 150h-240z", colour) +
      shine("M-60-334h30l-24 138h-40z", 0.3)
    : form === 2
      ? can(-70, -16, 140, 16, "#33302e", 8) +
        rod("M0-16V-330Q0-370 50-366", STEEL, 10) +
        shape("M20-380h90l26 80H-6z", colour) +
        ellipse(64, -298, 66, 14, "#ffe9b8")
      : form === 3
        ? circle(0, -130, 150, "#ffe9b8", 'opacity=".4"') +
          circle(0, -130, 108, "#fff6dc") +
          can(-80, -34, 160, 34, colour, 12)
        : can(-100, -26, 200, 26, darker(colour, 0.15), 12) +
          rod("M-40-26L-84-200L60-310", colour, 16) +
          circle(-84, -200, 14, darker(colour, 0.3)) +
          shape("M20-340l110 20-30 78-98-40z", colour) +
          ellipse(70, -262, 52, 16, "#fff3c9", 'transform="rotate(22 70 -262)"')

const pendant: DrawGoods = ({ colour, form }) =>
  line("M0-400V-260", "#5a6272", 6) +
  byForm(form, [
    shape("M-40-270h80q110 40 130 150h-340q20-110 130-150z", colour) + ellipse(0, -120, 170, 26, "#ffe9b8"),
    circle(0, -150, 122, "#fff3c9") +
      circle(0, -150, 122, colour, 'opacity=".35"') +
      can(-30, -284, 60, 26, "#b98957", 6),
    can(-90, -280, 180, 170, colour, 16) + ellipse(0, -112, 90, 18, "#ffe9b8"),
    face(-180, -180, 360, 60, colour, 30) +
      box(-160, -140, 320, 22, "#fff6dc", 11) +
      line("M-120-180V-300M120-180V-300", "#5a6272", 4),
  ] as const) +
  shine("M-110-160q20-80 66-96l14 10q-44 30-58 90z", 0.25)

const battery: DrawGoods = ({ colour, form }) =>
  repeat(byForm(form, [4, 6, 2, 3, 5]), (i) =>
    drawAt(
      -150 + i * (300 / (byForm(form, [4, 6, 2, 3, 5]) - 0.6)),
      0,
      can(-28, -200, 56, 200, "#28324a", 8) +
        can(-28, -200, 56, 64, colour, 8) +
        can(-12, -214, 24, 16, STEEL, 4) +
        line("M-10-90h20M0-100v20", "#ffffff", 5),
    ),
  )

const shower: DrawGoods = ({ colour, form }) =>
  line("M30-130Q10 20-90-20", STEEL, 18) +
  rod("M-10-190L50-30", colour, 40) +
  byForm(form, [
    circle(-40, -270, 100, colour) + circle(-40, -270, 82, "#eef2f7"),
    box(-150, -370, 220, 190, colour, 46) + box(-134, -354, 188, 158, "#eef2f7", 36),
    ellipse(-40, -270, 120, 84, colour) + ellipse(-40, -270, 102, 68, "#eef2f7"),
    circle(-40, -270, 92, STEEL) + circle(-40, -270, 76, lighter(colour, 0.5)),
  ] as const) +
  grid(5, 4, (i, j) => circle(-80 + i * 20, -300 + j * 20, 4.5, "#8d9bb0")) +
  (form === 1 || form === 3 ? can(6, -150, 34, 70, "#bfe6f7", 10) : "")

const towel: DrawGoods = ({ colour, form }) =>
  form === 2
    ? rod("M-180-330h360", STEEL, 14) +
      face(-110, -330, 220, 290, colour, 8) +
      box(-110, -100, 220, 18, lighter(colour, 0.5)) +
      box(-110, -74, 220, 8, lighter(colour, 0.5))
    : repeat(
        byForm(form, [3, 4, 0, 5, 2]),
        (i) =>
          face(-150 + (i % 2) * 8, -64 - i * 60, 300, 58, i % 2 ? lighter(colour, 0.4) : colour, 24) +
          line(`M${-130 + (i % 2) * 8}-${36 + i * 60}h250`, "#ffffff", 4, 'opacity=".6"'),
      )

const toothbrush: DrawGoods = ({ colour, form }) =>
  (form === 1 ? can(-70, -150, 140, 150, "#e3f1fa", 16) : "") +
  (form === 2
    ? can(-36, -220, 72, 220, colour, 34) +
      rod("M0-220V-300", "#ffffff", 18) +
      box(-20, -350, 40, 50, "#bfe0ff", 8) +
      circle(0, -150, 16, "#ffffff")
    : repeat(form === 1 ? 2 : 4, (i) =>
        drawAt(
          (form === 1 ? -26 : -120) + i * (form === 1 ? 56 : 80),
          form === 1 ? -30 : 0,
          rod("M0 0V-220", [colour, "#ff9fb4", "#8fd0b0", "#ffd27a"][i] ?? colour, 20) +
            box(-16, -304, 26, 70, "#ffffff", 6) +
            line("M-14-296h22M-14-276h22M-14-256h22", lighter(colour, 0.5), 7),
          { rotate: form === 1 ? -12 + i * 26 : 0 },
        ),
      ))

const plunger: DrawGoods = ({ colour, form }) =>
  form === 1
    ? can(-60, -150, 120, 110, colour, 20) +
      can(-26, -300, 52, 160, "#39435a", 14) +
      rod("M-70-310h140", "#39435a", 26) +
      shape("M-80 0q0-60 80-60t80 60z", "#28324a")
    : form === 2
      ? circle(0, -170, 120, colour) +
        circle(0, -170, 70, "#ffffff") +
        circle(0, -170, 40, darker(colour, 0.3)) +
        line("M90-90q60 60-20 90", STEEL, 12) +
        rod("M-40-280l-60-60", "#33302e", 18)
      : rod("M0-90V-360", form === 3 ? STEEL : "#c99666", 20) +
        shape("M-110 0q0-110 110-110T110 0z", colour) +
        box(-118, -14, 236, 16, darker(colour, 0.2), 8) +
        shine("M-80-20q4-60 60-76l6 12q-46 16-50 64z", 0.3)

const faucet: DrawGoods = ({ colour, form }) =>
  can(-90, -26, 180, 26, darker(colour, 0.1), 10) +
  rod(form === 1 ? "M0-26V-260Q0-350 80-350T160-250" : "M0-26V-180H130V-130", colour, 40) +
  (form === 2 ? rod("M-60-26v-90h-50M60-26v-90h50", colour, 22) : rod("M-10-200L-100-250", colour, 20)) +
  shape(
    form === 1 ? "M150-236q10 40 10 70t-4 60h16q6-90-4-130z" : "M120-120q4 60 0 100h18q6-40 2-100z",
    "#a9d6f7",
    'opacity=".75"',
  )

export const lightAndBath = {
  bulb,
  "power-strip": powerStrip,
  lamp,
  pendant,
  battery,
  shower,
  towel,
  toothbrush,
  plunger,
  faucet,
}
