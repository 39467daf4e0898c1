/** What keeps people safe at work. */
import { darker, lighter } from "../palette.ts"
import { box, circle, line, repeat, shape } from "../svg.ts"
import { byForm, can, face, label, rod, shine, type DrawGoods } from "./drawing.ts"

const STEEL = "#c9d2dd"
const DARK = "#33394a"

const helmet: DrawGoods = ({ colour, form }) =>
  (form === 2 ? rod("M-150-120v60q0 40 60 40", DARK, 10) : "") +
  shape("M-170-90q0-200 170-200t170 200z", colour) +
  shape("M-40-286q40-24 80 0v190h-80z", lighter(colour, 0.2)) +
  shine("M-134-110q4-110 80-150l12 12q-56 44-62 138z", 0.45) +
  face(-210, -104, 420, 34, darker(colour, 0.12), 17) +
  (form === 1 ? repeat(3, (i) => box(-100 + i * 80, -180, 36, 12, darker(colour, 0.35), 6)) : "") +
  (form === 3 ? can(-50, -190, 100, 64, DARK, 14) + circle(0, -158, 22, "#fff3c9") : "") +
  line("M-120-72q20 70 120 70t120-70", DARK, 9)

const goggles: DrawGoods = ({ colour, form }) =>
  line("M-190-130q-60-10-60-40M190-130q60-10 60-40", DARK, 26) +
  (form === 1
    ? line("M-160-170h320", DARK, 16) +
      circle(-84, -130, 78, colour) +
      circle(84, -130, 78, colour) +
      circle(-84, -130, 60, "#bfe6f7") +
      circle(84, -130, 60, "#bfe6f7")
    : box(-200, -220, 400, 170, colour, form === 2 ? 84 : 54) +
      box(-176, -198, 352, 126, "#bfe6f7", form === 2 ? 62 : 40) +
      shape("M-36-50q36-70 72 0z", colour)) +
  shine("M-150-90l60-100h40l-60 110z", 0.55) +
  (form === 3 ? face(-180, -330, 360, 100, lighter(colour, 0.4), 40) : "")

const mask: DrawGoods = ({ colour, form }) =>
  line("M-150-190q-90 20-60 120M150-190q90 20 60 120", "#dfe6ee", 9) +
  (form === 2
    ? shape("M-130-240q130-70 260 0v120q-40 100-130 100t-130-100z", DARK) +
      circle(-110, -110, 62, colour) +
      circle(110, -110, 62, colour) +
      circle(-110, -110, 36, lighter(colour, 0.4)) +
      circle(110, -110, 36, lighter(colour, 0.4)) +
      box(-40, -130, 80, 50, "#5a6272", 20)
    : shape("M-160-200q160-110 320 0l-14 120q-70 90-146 90t-146-90z", colour) +
      line("M-150-130q150-50 300 0M-130-74q130-30 260 0", darker(colour, 0.14), 5) +
      (form === 1 ? circle(60, -90, 34, "#ffffff") + circle(60, -90, 20, "#cfd8e3") : "") +
      line("M-60-234q60-20 120 0", STEEL, 8))

const shoes: DrawGoods = ({ colour, form }) => {
  const height = byForm(form, [220, 130, 260, 170, 200])
  const part = height * 0.32
  return (
    shape(
      `M-150-10V-${height}q50-20 120 0l16 ${part}q90 ${part * 0.3} 150 ${part}q40 ${part * 0.4} 40 ${part}z`,
      colour,
    ) +
    shape(`M92-${part + 8}q90 6 86 ${part}H98q-24-${part * 0.5}-6-${part}z`, darker(colour, 0.3)) +
    box(-160, -26, 344, 26, DARK, 10) +
    repeat(6, (i) => box(-150 + i * 56, -8, 34, 10, "#1b2030", 3)) +
    repeat(form === 2 ? 5 : 3, (i) =>
      line(`M${-30 + i * 22}-${height * 0.68 - i * 16}l-40 -10`, "#ffffff", 8),
    ) +
    (form === 3 ? circle(-80, -height * 0.6, 28, "#ffd23f") + circle(-80, -height * 0.6, 15, DARK) : "") +
    shine(`M-138-30V-${height * 0.7}h14v${height * 0.7 - 30}z`, 0.25)
  )
}

const vest: DrawGoods = ({ colour, form }) =>
  shape("M-130 0V-210q30-40 40-120h50q40 60 80 0h50q10 80 40 120V0z", colour) +
  shape("M-40-330q40 60 80 0l-20 110h-40z", darker(colour, 0.18)) +
  line("M0-230V0", darker(colour, 0.35), 6) +
  box(-130, -110, 260, 34, "#eef2f7") +
  (form === 1 ? box(-130, -56, 260, 30, "#eef2f7") : "") +
  box(-96, -300, 30, 190, "#eef2f7") +
  box(66, -300, 30, 190, "#eef2f7") +
  (form === 2
    ? face(-110, -70, 84, 60, darker(colour, 0.2), 8) + face(30, -70, 84, 60, darker(colour, 0.2), 8)
    : "") +
  (form === 3 ? repeat(6, (i) => circle(-110 + i * 44, -93, 7, "#f4335f")) : "")

const extinguisher: DrawGoods = ({ colour, form }) =>
  form === 2
    ? can(-60, -250, 120, 250, colour, 26) +
      can(-44, -300, 88, 54, "#ffffff", 16) +
      label(-46, -190, 92, 110, colour)
    : can(-80, -270, 160, 270, colour, 44) +
      can(-26, -316, 52, 54, DARK, 8) +
      rod("M-30-322h120M-20-346L80-372", DARK, 14) +
      circle(-40, -300, 18, "#ffffff") +
      line("M40-300q90 20 70 130t-10 130", DARK, 16) +
      shape("M84-50h32l14 50H70z", DARK) +
      label(-54, -190, 108, 120, colour) +
      (form === 1 ? box(-110, -20, 220, 20, STEEL, 8) : "")

export const safety = { helmet, goggles, mask, shoes, vest, extinguisher }
