/** Pans, pots, knives, boards, containers, mugs and plates. */
import { darker, lighter } from "../palette.ts"
import { box, circle, drawAt, line, repeat, shape } from "../svg.ts"
import { byForm, can, ellipse, face, rod, shine, type DrawGoods } from "./drawing.ts"

const STEEL = "#c9d2dd"

const pan: DrawGoods = ({ colour, form }) => {
  const depth = byForm(form, [34, 78, 30, 44, 52])
  const handle = byForm(form, ["#33302e", "#8a5a36", "#33302e", "#b98957", "#5a6272"])
  const inner = darker(colour, 0.5)
  if (form === 2)
    return (
      rod("M120-78L250-140", handle, 26) +
      shape("M-170-96l50-58h230l30 58-40 62h-230z", darker(colour, 0.25)) +
      shape("M-158-100l44-46h212l26 46-34 44h-214z", inner) +
      shine("M-120-136h90l-40 40h-84z", 0.12)
    )
  return (
    rod(`M108-${depth + 40}L246-${depth + 104}`, handle, 28) +
    circle(238, -(depth + 100), 6, "#ffffff", 'opacity=".8"') +
    shape(
      `M-170-${depth + 38}q14 ${depth + 58} 96 ${depth + 58}h108q82 0 96-${depth + 58}z`,
      darker(colour, 0.2),
    ) +
    ellipse(-20, -(depth + 40), 152, 54, lighter(colour, 0.12)) +
    ellipse(-20, -(depth + 38), 138, 45, inner) +
    ellipse(-20, -(depth + 26), 104, 28, lighter(inner, 0.08)) +
    line(`M-126-${depth + 48}q40-30 106-30`, "#ffffff", 7, 'opacity=".3"') +
    (form === 3
      ? ellipse(-20, -(depth + 44), 150, 50, "#dff1fb", 'opacity=".5"') +
        shape(`M-168-${depth + 44}q148-118 296 0z`, "#e9f6fd", 'opacity=".75"') +
        can(-38, -(depth + 130), 36, 26, "#33302e", 8)
      : "")
  )
}

const pot: DrawGoods = ({ colour, form }) => {
  const [half, height] = byForm(form, [
    [130, 150],
    [112, 132],
    [118, 230],
    [156, 96],
    [128, 170],
  ])
  const knob = form === 4 ? "#c8963e" : "#3a3f4b"
  const handles =
    form === 1
      ? rod(`M${half - 6}-${height - 26}h132`, "#33302e", 26)
      : rod(
          `M-${half - 6}-${height - 30}q-46-2-44 26q0 12 44 10` +
            `M${half - 6}-${height - 30}q46-2 44 26q0 12-44 10`,
          knob,
          14,
        )
  return (
    handles +
    can(-half, -height, half * 2, height, colour, 26) +
    box(-half - 6, -height - 8, half * 2 + 12, 18, lighter(colour, 0.35), 9) +
    shape(
      `M-${half - 4}-${height + 8}q10-58 ${half - 4}-58t${half - 4} 58z`,
      form === 3 ? "#dff1fb" : lighter(colour, 0.16),
      form === 3 ? 'opacity=".85"' : "",
    ) +
    shine(`M-${half - 30}-${height + 14}q20-36 ${half * 0.7}-40l-10 12q-34 6-46 28z`) +
    can(-20, -(height + 80), 40, 26, knob, 10)
  )
}

const blade = (length: number, height: number, colour: string, isSerrated = false) =>
  shape(`M0 0h${length}q-10 ${height} -${length * 0.3} ${height}H0z`, STEEL) +
  shape(
    `M0 ${height * 0.55}h${length * 0.84}q-20 ${height * 0.45} -${length * 0.16} ${height * 0.45}H0z`,
    "#eef2f7",
  ) +
  (isSerrated ? line(`M10 ${height}${"l6-6l6 6".repeat(Math.floor(length * 0.055))}`, "#aab6c5", 3) : "") +
  face(-128, -4, 130, height * 0.62, colour, 14) +
  circle(-100, height * 0.27, 5, STEEL) +
  circle(-64, height * 0.27, 5, STEEL) +
  circle(-28, height * 0.27, 5, STEEL)

const knife: DrawGoods = ({ colour, form }) =>
  form === 3
    ? shape("M-110 0L-90-190h180l20 190z", "#b98957") +
      shape("M-90-190l24-26h130l26 26z", "#d2a876") +
      repeat(4, (i) =>
        drawAt(-54 + i * 38, -192, can(-13, -104, 26, 110, colour, 10) + circle(0, -80, 4, STEEL)),
      )
    : form === 2
      ? drawAt(0, -120, blade(150, 34, colour), { rotate: -18 }) +
        drawAt(20, -40, blade(100, 24, colour), { rotate: -18 })
      : drawAt(
          -40,
          -130,
          blade(byForm(form, [200, 160, 0, 0, 220]), byForm(form, [54, 72, 0, 0, 34]), colour, form === 4),
          { rotate: -16 },
        )

const board: DrawGoods = ({ colour, form }) => {
  const grain = repeat(4, (i) =>
    line(
      `M-${110 - i * 4}-${70 + i * 52}q110 ${i % 2 ? 14 : -14} ${220 - i * 8} 0`,
      darker(colour, 0.16),
      4,
      'opacity=".5"',
    ),
  )
  return form === 3
    ? [
        ["#7fbf8e", -40],
        ["#e8b34f", 0],
        ["#d9776f", 40],
      ]
        .map(([tone, x]) => face(-110 + Number(x), -260 - Number(x) * 0.3, 200, 250, String(tone), 20))
        .join("") + box(-130, -26, 270, 26, "#5a6272", 10)
    : form === 1
      ? box(-130, -250, 260, 250, darker(colour, 0.2), 130) +
        circle(0, -130, 124, colour) +
        grain +
        can(-20, -330, 40, 90, colour, 18) +
        circle(0, -306, 9, "#fff")
      : box(-134, -266, 268, 266, darker(colour, 0.2), 22) +
        face(-134, -274, 268, 262, colour, 22) +
        grain +
        box(-36, -256, 72, 20, "#ffffff", 10, 'opacity=".75"')
}

const tub = (width: number, height: number, lid: string) =>
  box(-width / 2, -height, width, height, "#e3f1fa", 18, 'opacity=".92"') +
  box(-width / 2 + 10, -height * 0.55, width - 20, height * 0.5, "#ffffff", 12, 'opacity=".5"') +
  shine(`M-${width / 2 - 12}-${height - 24}h18v${height - 44}h-18z`, 0.8) +
  face(-width / 2 - 8, -height - 26, width + 16, 34, lid, 12)

const container: DrawGoods = ({ colour, form }) =>
  form === 1
    ? drawAt(-80, 0, tub(130, 210, colour)) + drawAt(80, 0, tub(130, 150, colour))
    : form === 3
      ? drawAt(0, 0, tub(280, 76, colour)) +
        drawAt(0, -104, tub(250, 66, colour)) +
        drawAt(0, -196, tub(220, 56, colour))
      : drawAt(
          -70,
          -2,
          tub(byForm(form, [190, 0, 220, 0, 170]), byForm(form, [110, 0, 96, 0, 180]), colour),
        ) + drawAt(100, 0, tub(150, byForm(form, [84, 0, 130, 0, 90]), colour))

const mug: DrawGoods = ({ colour, form }) => {
  const one = (tone: string) =>
    line("M70-150q74-4 70 50t-76 54", darker(tone, 0.14), 22) +
    can(-86, -190, 172, 190, tone, byForm(form, [26, 70, 12, 26, 44])) +
    ellipse(0, -186, 84, 16, lighter(tone, 0.4)) +
    ellipse(0, -184, 72, 11, "#6b4430") +
    (form === 0 ? box(-86, -90, 172, 16, "#ffffff", 0, 'opacity=".75"') : "") +
    (form === 3
      ? repeat(5, (i) => circle(-56 + i * 28, -80 + (i % 2) * 30, 8, "#ffffff", 'opacity=".8"'))
      : "")
  return form === 2 || form === 4
    ? drawAt(-84, -10, one(colour), { scale: 0.82 }) +
        drawAt(78, 0, one(lighter(colour, 0.45)), { scale: 0.82 })
    : one(colour)
}

const plate: DrawGoods = ({ colour, form }) => {
  const dish = (y: number, half: number, tone: string) =>
    ellipse(0, y + 8, half, half * 0.3, darker(tone, 0.22)) +
    ellipse(0, y, half, half * 0.3, tone) +
    ellipse(0, y + 3, half * 0.68, half * 0.19, lighter(tone, 0.35))
  const bowl = (x: number, y: number, half: number, tone: string) =>
    shape(`M${x - half} ${y}q10 ${half * 0.9} ${half} ${half * 0.9}t${half}-${half * 0.9}z`, tone) +
    ellipse(x, y, half, half * 0.26, lighter(tone, 0.3)) +
    ellipse(x, y + 3, half * 0.86, half * 0.18, darker(tone, 0.1))
  if (form === 1) return bowl(-78, -96, 96, colour) + bowl(88, -80, 84, lighter(colour, 0.3))
  if (form === 2)
    return repeat(3, (i) =>
      drawAt(
        -90 + i * 90,
        -20,
        rod("M0 0V-190", i === 1 ? colour : STEEL, 14) + ellipse(0, -226, i === 2 ? 24 : 26, 42, STEEL),
      ),
    )
  return (
    repeat(4, (i) => dish(-24 - i * 26, 170 - i * 8, i % 2 ? lighter(colour, 0.4) : colour)) +
    (form === 3 ? bowl(0, -190, 92, colour) : "")
  )
}

export const kitchenware = { pan, pot, knife, board, container, mug, plate }
