/** What a household uses up, washes, sweeps and stores with. */
import { darker, lighter } from "../palette.ts"
import { box, circle, drawAt, grid, line, repeat, shape } from "../svg.ts"
import { byForm, can, ellipse, face, label, rod, shine, type DrawGoods } from "./drawing.ts"

const roll = (x: number, y: number, tone = "#ffffff") =>
  drawAt(
    x,
    y,
    can(-46, -96, 92, 96, tone, 10) +
      ellipse(0, -94, 46, 16, lighter(tone, 0.4)) +
      ellipse(0, -94, 17, 6, "#b9a58a") +
      line("M-46-40h92M-46-66h92", "#dbe2ec", 2, 'stroke-dasharray="6 8"'),
  )

const tissue: DrawGoods = ({ colour, form }) =>
  form === 1
    ? face(-140, -130, 280, 130, colour, 14) +
      ellipse(0, -130, 74, 12, darker(colour, 0.3)) +
      shape("M-50-130q20-30 10-80q40 30 50 6q10 40 46 20q-20 30-8 54z", "#ffffff") +
      label(-100, -96, 200, 70, colour)
    : form === 2
      ? face(-130, -190, 260, 190, lighter(colour, 0.5), 26) +
        label(-84, -150, 168, 112, colour) +
        shape("M-60-190q20-40 60-30t60 30z", colour)
      : grid(form === 3 ? 3 : 4, form === 3 ? 2 : 3, (i, j) =>
          roll(-135 + i * (form === 3 ? 135 : 90), -j * 88),
        ) +
        box(-190, -290, 380, 292, lighter(colour, 0.4), 22, 'opacity=".32"') +
        label(-80, -190, 160, 90, colour)

const umbrella: DrawGoods = ({ colour, form }) => {
  const panels = repeat(4, (i) =>
    shape(
      `M0-330Q${-180 + i * 90}-300 ${-190 + i * 95}-150q48-34 95 0Q${-60 + i * 60}-280 0-330z`,
      i % 2 ? lighter(colour, 0.22) : colour,
    ),
  )
  return form === 2
    ? drawAt(
        0,
        0,
        can(-38, -250, 76, 220, colour, 34) +
          rod("M0-30v24", "#33302e", 18) +
          line("M-38-120q38 20 76 0", lighter(colour, 0.5), 8),
      )
    : rod(
        `M0-320V-30q0 34 36 30${form === 1 ? "h10" : ""}`,
        byForm(form, ["#8a5a36", "#33302e", "#33302e", "#c9d2dd", "#33302e"]),
        12,
      ) +
        panels +
        circle(0, -334, 8, "#33302e")
}

const dryingRack: DrawGoods = ({ colour, form }) =>
  rod("M-150 0L-40-250M150 0L40-250M-110 0L-10-250M110 0L10-250", "#dfe6ee", 12) +
  rod("M-210-300L-20-230L20-230L210-300", colour, 12) +
  repeat(5, (i) =>
    line(`M-${196 - i * 40}-${296 - i * 15}v-6M${196 - i * 40}-${296 - i * 15}v-6`, "#aab6c5", 8),
  ) +
  (form % 2 ? "" : shape("M-180-292h70v130h-70z", "#bcd7f5") + shape("M100-280h80v104h-80z", "#ffd3c2")) +
  (form > 1 ? rod("M-120-90h240", colour, 10) : "")

const clock: DrawGoods = ({ colour, form }) => {
  const hands = line("M0-160L0-236M0-160L54-130", "#28324a", 10) + circle(0, -160, 10, "#f4335f")
  const marks = repeat(12, (i) => drawAt(0, -160, line("M0-112v-12", "#8793a3", 6), { rotate: i * 30 }))
  if (form === 1)
    return (
      face(-150, -160, 300, 160, colour, 28) +
      box(-122, -132, 244, 104, "#131a2a", 14) +
      line("M-84-110v72M-56-110h36v72h-36zM40-110v72M66-110h36v72h-36z", "#7fe0c0", 10) +
      circle(10, -92, 5, "#7fe0c0") +
      circle(10, -60, 5, "#7fe0c0")
    )
  return (
    (form === 3
      ? line("M-70-280l-40-36M70-280l40-36", darker(colour, 0.2), 26) +
        line("M-60-30l-30 34M60-30l30 34", colour, 18)
      : "") +
    (form === 2 ? box(-156, -316, 312, 312, colour, 30) : circle(0, -160, 156, colour)) +
    circle(0, -160, 132, "#ffffff") +
    marks +
    hands
  )
}

const mop: DrawGoods = ({ colour, form }) =>
  drawAt(
    0,
    0,
    rod("M10-70L-70-380", form === 3 ? "#b98957" : "#c9d2dd", 16) + rod("M-46-290L-70-380", colour, 22),
  ) +
  (form === 1
    ? box(-60, -150, 250, 140, lighter(colour, 0.3), 20) +
      can(-60, -120, 250, 120, colour, 18) +
      ellipse(30, -130, 56, 18, darker(colour, 0.4)) +
      repeat(9, (i) => line(`M10-74q${-70 + i * 16} 10 ${-80 + i * 20} 46`, "#ffffff", 12))
    : form === 2
      ? face(-110, -66, 240, 40, colour, 14) +
        box(-116, -30, 252, 28, "#eef2f7", 12) +
        can(40, -250, 52, 120, lighter(colour, 0.4), 18)
      : face(-130, -64, 270, 34, colour, 12) +
        repeat(17, (i) =>
          line(`M${-126 + i * 16}-32v${26 + (i % 3) * 4}`, i % 2 ? "#ffffff" : lighter(colour, 0.6), 15),
        ))

const broom: DrawGoods = ({ colour, form }) =>
  rod("M-70-110V-370", form === 2 ? "#b98957" : "#c9d2dd", 14) +
  shape("M-120-110h100l26 104h-152z", colour) +
  repeat(9, (i) => line(`M${-112 + i * 11}-60L${-136 + i * 17}-8`, darker(colour, 0.25), 4)) +
  (form === 1
    ? ""
    : rod(`M96-100V-${form === 3 ? 350 : 210}`, "#c9d2dd", 12) +
      shape("M30 0l16-110h110l20 110z", lighter(colour, 0.25)) +
      shape("M40-16l10-80h96l14 80z", darker(colour, 0.12)))

const FINGERS =
  "V-190q-4-26 16-26t20 26v30V-270q0-24 19-24t19 24v96-112q0-24 19-24t19 24v112-84q0-22 17-22t17 22"
const hand = (tone: string) =>
  shape(`M-64-20${FINGERS}v150l34-50q18-18 32-4t2 34L96-20z`, tone) +
  shine("M-50-30V-180h12v150z", 0.35) +
  line("M-8-172v60M30-172v60M64-172v54", darker(tone, 0.14), 4)

const gloves: DrawGoods = ({ colour, form }) => {
  const cuff = (tone: string) => face(-70, -44, 172, 46, tone, 10)
  const coating = form >= 2 ? shape(`M-64-120${FINGERS}v90z`, darker(colour, 0.45), 'opacity=".85"') : ""
  const one = hand(form >= 2 ? "#eef2f7" : colour) + coating + cuff(form >= 2 ? colour : lighter(colour, 0.2))
  return (
    drawAt(-92, 0, one, { rotate: -8, scale: 0.8 }) +
    drawAt(96, 0, one, { rotate: 8, scale: 0.8, flip: true })
  )
}

const sponge: DrawGoods = ({ colour, form }) => {
  const pad = (x: number, y: number, tone: string) =>
    box(x - 84, y - 60, 168, 60, "#ffd978", 14) +
    repeat(6, (i) => circle(x - 62 + i * 25, y - 26 - (i % 2) * 12, 5, "#e8b640")) +
    face(x - 84, y - 82, 168, 30, tone, 10)
  if (form === 1)
    return (
      circle(-70, -80, 78, "#b9c5d3") +
      repeat(22, (i) =>
        line(
          `M${-130 + (i % 6) * 22}-${40 + (i % 4) * 26}q14-24 28 0t28 0`,
          i % 2 ? "#8d9bb0" : "#e3e8ef",
          6,
        ),
      ) +
      circle(90, -66, 66, "#cfd8e3") +
      repeat(12, (i) => line(`M${44 + (i % 4) * 22}-${34 + (i % 3) * 24}q12-20 24 0t24 0`, "#9aa7b7", 5))
    )
  if (form === 2)
    return repeat(
      3,
      (i) =>
        face(
          -150 + i * 24,
          -70 - i * 62,
          270,
          62,
          [colour, lighter(colour, 0.35), "#ffffff"][i] ?? colour,
          10,
        ) +
        line(`M${-130 + i * 24}-${40 + i * 62}h230`, "#ffffff", 4, 'stroke-dasharray="10 8" opacity=".7"'),
    )
  return (
    pad(-80, 0, colour) +
    pad(96, 0, lighter(colour, 0.3)) +
    pad(8, -84, darker(colour, 0.15)) +
    (form === 3 ? pad(8, -168, colour) : "")
  )
}

const trashBag: DrawGoods = ({ colour, form }) =>
  form === 2
    ? can(-110, -280, 220, 280, colour, 34) +
      ellipse(0, -276, 108, 26, darker(colour, 0.3)) +
      shape("M-110-270q50-46 110-40t110 40q-30 24-110 24t-110-24z", lighter(colour, 0.2)) +
      rod("M-50-14h100", "#33302e", 16)
    : repeat(form === 1 ? 3 : 2, (i) =>
        drawAt(
          -96 + i * (form === 1 ? 96 : 190),
          0,
          can(-44, -170, 88, 170, i % 2 ? lighter(colour, 0.25) : colour, 20) +
            ellipse(0, -168, 42, 14, darker(colour, 0.3)) +
            ellipse(0, -168, 15, 5, "#ffffff") +
            label(-36, -120, 72, 66, colour),
        ),
      )

const bottle = (tone: string, cap: string, form: number) =>
  byForm(form, [
    shape("M-90 0v-190q0-40 50-60v-30h80v30q50 20 50 60V0z", tone) +
      shape("M44-200q36 10 36 50v70h-30z", lighter(tone, 0.55), 'opacity=".55"') +
      can(-44, -318, 88, 44, cap, 10),
    can(-70, -240, 140, 240, tone, 30) + can(-22, -290, 44, 56, cap, 8) + line("M0-284v-30h70v14", cap, 16),
    shape("M-80 0v-220l34-44h92l34 44V0z", tone) + can(-34, -308, 68, 50, cap, 10),
    shape("M-104 0l14-230q2-30 36-30H54q34 0 36 30L104 0z", tone) + can(-30, -296, 60, 42, cap, 8),
  ] as const) + shine("M-74-20v-160q4-24 16-30V-20z", 0.4)

const bottleOf =
  (tag: number): DrawGoods =>
  ({ colour, form }) =>
    form === 2 && tag === 0
      ? drawAt(-86, 0, bottle(colour, lighter(colour, 0.6), tag) + label(-56, -150, 112, 96, colour), {
          scale: 0.86,
        }) +
        drawAt(
          96,
          0,
          bottle(lighter(colour, 0.3), darker(colour, 0.2), tag) + label(-56, -150, 112, 96, colour),
          { scale: 0.86 },
        )
      : form === 3
        ? shape("M-100 0l-10-250q110-34 220 0L100 0z", lighter(colour, 0.3)) +
          box(-110, -256, 220, 26, colour, 6) +
          can(30, -300, 54, 50, darker(colour, 0.2), 10) +
          label(-66, -190, 132, 130, colour)
        : bottle(
            colour,
            byForm(form, ["#ffffff", darker(colour, 0.3), "#ffffff", "#ffffff", "#f6d365"]),
            tag,
          ) + label(-58, -150, 116, 100, form === 1 ? "#2f6bff" : colour)

const powder: DrawGoods = ({ colour, form }) =>
  form === 1
    ? can(-100, -230, 200, 230, "#ffffff", 22) +
      face(-108, -266, 216, 46, colour, 16) +
      label(-76, -176, 152, 120, colour)
    : shape("M-116 0l8-260h216l8 260q-116 16-232 0z", colour) +
      box(-110, -286, 220, 34, lighter(colour, 0.4), 6) +
      line("M-100-262h200", darker(colour, 0.2), 5) +
      label(-76, -200, 152, 130, form === 2 ? "#2f9e6e" : colour) +
      (form === 3 ? shape("M60 0l10-60h110l-10 60z", "#ffffff") + ellipse(126, -60, 55, 14, "#eef2f7") : "")

const capsule: DrawGoods = ({ colour, form }) => {
  const pod = (x: number, y: number) =>
    box(x - 34, y - 46, 68, 46, lighter(colour, 0.5), 18) +
    ellipse(x - 10, y - 24, 16, 14, colour) +
    ellipse(x + 16, y - 22, 12, 12, "#ff9fb4")
  return (
    can(-120, -200, 240, 200, form % 2 ? lighter(colour, 0.6) : colour, form === 2 ? 90 : 28) +
    face(-126, -236, 252, 46, darker(colour, 0.2), 18) +
    label(-84, -160, 168, 110, colour) +
    pod(-150, 6) +
    pod(150, 8) +
    (form > 1 ? pod(90, 12) : "")
  )
}

const soap: DrawGoods = ({ colour, form }) => {
  const bar = (x: number, y: number, tone: string) =>
    box(x - 92, y - 66, 184, 66, darker(tone, 0.16), 24) +
    box(x - 92, y - 78, 184, 62, tone, 24) +
    box(x - 58, y - 62, 116, 26, lighter(tone, 0.4), 12)
  if (form === 1)
    return (
      bar(0, 0, colour) +
      bar(-16, -74, lighter(colour, 0.4)) +
      bar(10, -148, darker(colour, 0.08)) +
      line("M-110-40q110 20 220 0M0-226V0", "#b98957", 6)
    )
  if (form === 2)
    return (
      can(-76, -210, 152, 210, colour, 34) +
      can(-18, -262, 36, 56, "#ffffff", 8) +
      line("M0-256v-24h64v12", "#dfe6ee", 16) +
      label(-52, -150, 104, 96, colour)
    )
  return (
    face(-150, -30, 300, 30, "#b98957", 12) +
    bar(form === 3 ? -70 : 0, -28, colour) +
    (form === 3
      ? bar(74, -28, lighter(colour, 0.45))
      : repeat(5, (i) => circle(70 + i * 22, -110 - (i % 3) * 26, 16 - i * 2, "#ffffff", 'opacity=".75"')))
  )
}

export const household = {
  tissue,
  umbrella,
  "drying-rack": dryingRack,
  clock,
  mop,
  broom,
  gloves,
  sponge,
  "trash-bag": trashBag,
  "laundry-detergent": bottleOf(0),
  softener: bottleOf(2),
  "dish-soap": bottleOf(1),
  powder,
  capsule,
  soap,
}
