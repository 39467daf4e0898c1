/** Tools and building materials. */
import { darker, lighter } from "../palette.ts"
import { box, circle, drawAt, grid, line, repeat, shape } from "../svg.ts"
import { byForm, can, ellipse, face, label, rod, shine, type DrawGoods } from "./drawing.ts"

const STEEL = "#c9d2dd"
const DARK = "#33394a"

const drill: DrawGoods = ({ colour, form }) =>
  can(120, -276, 50, 44, DARK, 8) +
  rod("M170-254h70", STEEL, 12) +
  face(-150, -320, 280, 120, colour, 40) +
  repeat(4, (i) => line(`M${-110 + i * 22}-290v60`, darker(colour, 0.3), 8)) +
  shape("M-110-210h110l-20 150h-110z", DARK) +
  box(-6, -204, 24, 40, "#f4335f", 8) +
  face(-160, -70, 190, 66, form === 1 ? DARK : darker(colour, 0.2), 14) +
  (form === 2
    ? drawAt(140, 0, face(-60, -110, 130, 104, DARK, 14) + box(-34, -86, 78, 22, "#2fb67c", 6))
    : "") +
  (form === 3 ? repeat(5, (i) => rod(`M${60 + i * 26}-4V-${70 + i * 14}`, STEEL, 10)) : "")

const driver = (length: number, tone: string) =>
  rod(`M0 0V-${length}`, STEEL, 14) +
  can(-22, -length - 120, 44, 124, tone, 20) +
  line(`M-10-${length + 100}v84M10-${length + 100}v84`, darker(tone, 0.3), 5)
const driverSet: DrawGoods = ({ colour, form }) =>
  form === 1
    ? face(-190, -210, 380, 210, DARK, 22) +
      grid(6, 3, (i, j) => can(-160 + i * 56, -190 + j * 62, 26, 44, j === 1 ? colour : STEEL, 5))
    : form === 2
      ? drawAt(-40, -20, driver(180, colour), { rotate: 28 }) +
        drawAt(90, 0, can(-26, -150, 52, 150, lighter(colour, 0.3), 22) + rod("M0-150v-60", STEEL, 10))
      : repeat(byForm(form, [2, 0, 0, 6, 4]), (i) =>
          drawAt(
            -150 + i * (form === 0 ? 200 : 62) + (form === 0 ? 50 : 0),
            0,
            driver(form === 0 ? 190 : 120 + (i % 3) * 30, i % 2 ? DARK : colour),
            { scale: form === 0 ? 1 : 0.86 },
          ),
        )

const hammer: DrawGoods = ({ colour, form }) =>
  drawAt(
    10,
    0,
    rod("M0-10V-270", form === 2 ? DARK : "#c99666", 28) +
      can(-20, -130, 40, 124, colour, 16) +
      byForm(form, [
        shape("M-110-340h130v70h-130q-16-34 0-70zM20-330q90-10 120 50q-60-20-120-4z", "#8d9bb0") +
          shine("M-104-332h110v14h-110z", 0.5),
        can(-120, -350, 240, 96, "#28324a", 20) + can(-120, -350, 60, 96, "#4a5366", 18),
        can(-100, -340, 200, 84, "#aab6c5", 10) + shine("M-92-332h180v12h-180z", 0.5),
        can(-110, -346, 220, 90, "#d2a876", 22) + line("M-90-346v90M90-346v90", "#b98957", 6),
      ] as const),
    { rotate: 16 },
  )

const saw: DrawGoods = ({ colour, form }) =>
  drawAt(
    -20,
    -110,
    form === 2
      ? line("M-150 60V-90H180V30", "#8d9bb0", 16) +
          line("M-150 50H180", STEEL, 8) +
          can(-200, -20, 60, 110, colour, 18)
      : shape(`M-90-70L220-${form === 1 ? 30 : 10}v30L-90 60z`, STEEL) +
          shape(`M-90 60L220 20l-6 8${"-10-4-6 8".repeat(13)}z`, "#8d9bb0") +
          shine("M-80-56L200-14v8L-80-36z", 0.6) +
          shape("M-210-40q0-50 60-50h66v150h-70q-56 0-56-50z", colour) +
          box(-186, -40, 60, 44, "#ffffff", 20) +
          circle(-100, -60, 6, DARK) +
          circle(-100, 30, 6, DARK),
    { rotate: -14 },
  )

const wrench: DrawGoods = ({ colour, form }) => {
  const one = (tone: string) =>
    rod("M0-30V-250", tone, 34) +
    shape("M-56-330q-20 60 26 92h60q46-32 26-92l-34 44h-44z", tone) +
    circle(0, -20, 36, tone) +
    circle(0, -20, 18, "#ffffff")
  if (form === 1)
    return repeat(5, (i) =>
      drawAt(-150 + i * 76, 0, one(i % 2 ? "#aab6c5" : STEEL), { scale: 0.66 + i * 0.08 }),
    )
  if (form === 2)
    return drawAt(
      0,
      0,
      rod("M-50-10L10-210M50-10L-10-210", colour, 34) +
        shape("M-20-210L-60-330q40-20 60 20q20-40 60-20L20-210z", "#8d9bb0") +
        circle(0, -206, 16, DARK),
    )
  if (form === 3)
    return (
      face(-190, -200, 380, 200, colour, 20) +
      box(-170, -182, 340, 164, DARK, 10) +
      repeat(7, (i) => can(-156 + i * 46, -160, 34, 50 + i * 4, STEEL, 6)) +
      rod("M-140-50h230", STEEL, 18)
    )
  return drawAt(
    20,
    0,
    rod("M0-20V-230", colour, 38) +
      shape("M-80-340q-24 76 40 110h70l-6-60 56-20v-50l-60 20h-50l6 50-40 4z", "#aab6c5") +
      can(-16, -256, 50, 24, DARK, 6),
    { rotate: 20 },
  )
}

const tape: DrawGoods = ({ colour, form }) =>
  form === 2
    ? face(-150, -110, 300, 90, colour, 18) +
      box(-60, -92, 120, 52, "#d9f2c9", 14) +
      circle(0, -66, 12, "#8fd06a") +
      line("M-24-92v52M24-92v52", "#39435a", 4)
    : form === 3
      ? face(-90, -240, 180, 230, DARK, 24) +
        box(-66, -216, 132, 80, "#cfeede", 8) +
        line("M-40-176h80", "#28324a", 12) +
        circle(0, -80, 30, "#f4335f") +
        circle(0, -246, 10, "#ff6b6b")
      : box(-6, -46, 250, 30, "#ffd23f", 2) +
        repeat(12, (i) => line(`M${10 + i * 19}-46v${i % 2 ? 10 : 16}`, "#39435a", 3)) +
        face(-170, -250, 240, 240, colour, 58) +
        circle(-50, -130, 76, darker(colour, 0.2)) +
        circle(-50, -130, 58, form === 1 ? STEEL : lighter(colour, 0.3)) +
        box(244, -52, 12, 42, STEEL)

const toolbox: DrawGoods = ({ colour, form }) =>
  line("M-70-220v-50h140v50", DARK, 22) +
  (form === 1
    ? face(-190, -110, 380, 110, DARK, 16) +
      face(-180, -224, 360, 110, colour, 16) +
      box(-30, -130, 60, 34, "#ffd23f", 6)
    : form === 2
      ? face(-170, -230, 340, 230, colour, 18) +
        repeat(
          3,
          (i) =>
            box(-150, -210 + i * 70, 300, 58, darker(colour, 0.25), 6) +
            box(-30, -190 + i * 70, 60, 12, STEEL, 6),
        )
      : form === 3
        ? shape("M-180-200h360l-30 200h-300z", colour) +
          repeat(5, (i) => box(-150 + i * 62, -150, 46, 110, darker(colour, 0.25), 8)) +
          repeat(3, (i) => rod(`M${-120 + i * 110}-190V-280`, i % 2 ? "#c99666" : STEEL, 18))
        : face(-190, -220, 380, 220, colour, 20) +
          box(-190, -150, 380, 18, darker(colour, 0.3)) +
          box(-120, -168, 44, 54, STEEL, 6) +
          box(76, -168, 44, 54, STEEL, 6))

const ladder: DrawGoods = ({ colour, form }) => {
  const steps = byForm(form, [3, 4, 5, 2, 6])
  const height = 110 + steps * 45
  return (
    rod(`M60 0L20-${height}M150-6L70-${height}`, darker(colour, 0.25), 14) +
    rod(`M-150 0L-60-${height}M40 0L40-${height}`, colour, 16) +
    repeat(steps, (i) => {
      const t = (i + 0.6) / steps
      return face(-150 + 90 * t, -height * t, 190 - 90 * t, 18, lighter(colour, 0.4), 4)
    }) +
    face(-70, -height - 14, 150, 24, DARK, 8)
  )
}

const paint: DrawGoods = ({ colour, form }) =>
  form === 3
    ? can(-56, -270, 112, 270, "#eef2f7", 16) +
      box(-56, -200, 112, 130, colour) +
      can(-30, -320, 60, 54, colour, 16) +
      label(-44, -180, 88, 90, colour)
    : line("M-120-210q120-150 240 0", STEEL, 8) +
      can(-130, -230, 260, 230, "#e9eef4", 10) +
      ellipse(0, -228, 130, 32, STEEL) +
      ellipse(0, -230, 112, 25, colour) +
      box(-130, -170, 260, 120, colour) +
      label(-70, -156, 140, 92, colour) +
      shape("M40-212q10 60 6 90t24 0q0-60 14-96z", colour) +
      (form === 1 ? drawAt(150, 0, can(-50, -110, 100, 110, lighter(colour, 0.3), 8)) : "")

const wallpaper: DrawGoods = ({ colour, form }) =>
  repeat(form === 1 ? 3 : 2, (i) =>
    drawAt(
      -110 + i * 80,
      0,
      can(-40, -330 + i * 20, 80, 330 - i * 20, i ? lighter(colour, 0.2 * i) : colour, 10) +
        repeat(6, (k) =>
          form === 2
            ? line(`M-30-${40 + k * 46}h60`, "#ffffff", 5, 'opacity=".7"')
            : circle(-12 + (k % 2) * 24, -(40 + k * 44), 9, "#ffffff", 'opacity=".65"'),
        ) +
        ellipse(0, -328 + i * 20, 40, 12, "#ffffff") +
        ellipse(0, -328 + i * 20, 18, 5, darker(colour, 0.3)),
    ),
  ) +
  shape("M90 0V-220q60-30 110 0V0z", lighter(colour, 0.35)) +
  repeat(4, (k) =>
    form === 2
      ? line(`M104-${30 + k * 50}h84`, colour, 6)
      : circle(120 + (k % 2) * 44, -(34 + k * 48), 12, colour),
  )

const silicone: DrawGoods = ({ colour, form }) =>
  form === 1
    ? drawAt(
        0,
        -150,
        can(-160, -40, 270, 76, colour, 10) +
          shape("M110-24l100 14v20l-100 14z", "#ffffff") +
          line("M-160-50h270M-160 44h270", DARK, 10) +
          rod("M-160 0h-80", STEEL, 10) +
          shape("M-110 44l-30 110h44l24-110zM-50 44l-10 70h26l14-70z", DARK),
        { rotate: -8 },
      )
    : repeat(form === 2 ? 3 : form === 3 ? 1 : 2, (i) =>
        drawAt(
          (form === 3 ? 0 : -90) + i * (form === 2 ? 92 : 170),
          0,
          form === 3
            ? can(-70, -70, 140, 70, colour, 35) +
                circle(0, -130, 96, lighter(colour, 0.2)) +
                circle(0, -130, 50, "#ffffff") +
                circle(0, -130, 40, "#e3e8ef")
            : shape("M-12-260L-6-360h12L12-260z", "#ffffff") +
                can(-42, -264, 84, 264, i % 2 ? lighter(colour, 0.35) : colour, 8) +
                label(-36, -190, 72, 110, colour),
        ),
      )

const tile: DrawGoods = ({ colour, form }) =>
  form === 1
    ? grid(6, 6, (i, j) =>
        face(-186 + i * 62, -366 + j * 62, 56, 56, (i + j) % 2 ? colour : lighter(colour, 0.35), 6),
      )
    : form === 2
      ? grid(3, 7, (i, j) =>
          face(
            -190 + i * 130 - (j % 2) * 30,
            -350 + j * 50,
            122,
            44,
            (i + j) % 3 ? colour : lighter(colour, 0.2),
            5,
          ),
        )
      : repeat(
          4,
          (i) =>
            shape(`M-150-${40 + i * 26}l60-70h240l-60 70z`, lighter(colour, 0.1 * i)) +
            box(-150, -40 - i * 26, 240, 18, darker(colour, 0.2)),
        ) +
        (form === 3
          ? drawAt(
              60,
              -150,
              face(-110, -210, 220, 220, colour, 6) +
                line("M-90-60q80-60 180-20M-80-140q60 30 170-10", lighter(colour, 0.5), 5),
              { rotate: 8 },
            )
          : drawAt(
              40,
              -140,
              face(-100, -200, 200, 200, lighter(colour, 0.2), 6) +
                line("M-80-160q90 40 160 120M-60-60q60-60 150-80", darker(colour, 0.12), 4),
              { rotate: -6 },
            ))

const doorlock: DrawGoods = ({ colour, form }) =>
  form === 3
    ? face(-110, -150, 220, 140, colour, 26) +
      line("M-70-150v-70q0-80 70-80t70 80v70", STEEL, 34) +
      circle(0, -84, 20, DARK) +
      line("M0-80v36", DARK, 12)
    : form === 2
      ? face(-60, -350, 120, 350, colour, 24) +
        rod("M0-210H170", STEEL, 38) +
        circle(0, -210, 34, STEEL) +
        circle(0, -90, 18, DARK) +
        line("M0-86v30", DARK, 9)
      : face(-82, -370, 164, 370, colour, 34) +
        box(-60, -344, 120, 190, "#131a2a", 20) +
        grid(3, 4, (i, j) => circle(-34 + i * 34, -320 + j * 46, 9, form === 1 ? "#7fe0c0" : "#cfe0ff")) +
        (form === 1
          ? circle(0, -100, 30, "#2f3a50") + circle(0, -100, 18, "#5b8af5")
          : rod("M-44-70h120", STEEL, 34))

const roller: DrawGoods = ({ colour, form }) =>
  form === 1
    ? repeat(3, (i) =>
        drawAt(
          -110 + i * 110,
          -200,
          can(-20, -180, 40, 120, "#c99666", 16) +
            box(-36, -70, 72, 30, STEEL, 4) +
            shape("M-36-40h72l-6 40h-60z", i === 1 ? colour : "#3a2f2a"),
          { rotate: 180 },
        ),
      )
    : form === 2
      ? shape("M-190 0l30-90h320l30 90z", colour) +
        shape("M-160-12l20-64h280l20 64z", darker(colour, 0.25)) +
        drawAt(
          0,
          -60,
          can(-110, -130, 220, 74, "#ffffff", 36) +
            line("M110-92h40v-60H0v-110", STEEL, 12) +
            can(-22, -370, 44, 120, colour, 18),
        )
      : can(-150, -340, 250, 92, form === 3 ? "#ffe2b8" : "#ffffff", 44) +
        line("M100-294h60v90H0v60", STEEL, 14) +
        can(-28, -150, 56, 150, colour, 22) +
        (form === 3 ? box(-150, -340, 250, 24, colour, 12) : "")

const screws: DrawGoods = ({ colour, form }) =>
  form === 1
    ? face(-190, -220, 380, 220, "#e3f1fa", 18) +
      grid(
        4,
        2,
        (i, j) =>
          box(-176 + i * 90, -206 + j * 100, 80, 90, lighter(colour, 0.5), 8) +
          repeat(3, (k) => line(`M${-160 + i * 90 + k * 22}-${150 - j * 100}l14-30`, "#8d9bb0", 7)),
      )
    : repeat(byForm(form, [5, 0, 3, 7, 4]), (i) =>
        drawAt(
          -140 + i * (280 / byForm(form, [5, 1, 3, 7, 4])),
          0,
          line("M0-10V-120", STEEL, 12) +
            line("M-9-20l18-8M-9-44l18-8M-9-68l18-8M-9-92l18-8", "#8d9bb0", 4) +
            ellipse(0, -126, 24, 10, "#aab6c5"),
          { rotate: -18 + i * 9, scale: form === 2 ? 1.7 : 1.2 },
        ),
      ) +
      (form === 0 || form === 3
        ? face(-100, -290, 200, 120, colour, 12) + label(-70, -276, 140, 90, colour)
        : "")

export const workshop = {
  drill,
  "driver-set": driverSet,
  hammer,
  saw,
  wrench,
  tape,
  toolbox,
  ladder,
  paint,
  wallpaper,
  silicone,
  tile,
  doorlock,
  roller,
  screws,
}
