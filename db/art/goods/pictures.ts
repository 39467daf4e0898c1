/** The pictures of the shop's goods: on a stage, with measures or in every colour, in use, at a buyer's. */
import sharp, { type OverlayOptions, type Sharp } from "sharp"
import { GOODS_COLOURS } from "../../seed/shop/catalogue/goods-kind.ts"
import { GOODS_KINDS, MODELS, type CataloguedModel } from "../../seed/shop/catalogue/index.ts"
import {
  formatTitle,
  getColourView,
  getPhotographedColour,
  hasColours,
  isPictured,
  nameGoodsPicture,
} from "../../seed/shop/catalogue/goods-pictures.ts"
import { setLine, type TextItem } from "../lettering.ts"
import { box, drawing, line, repeat, type Svg } from "../svg.ts"
import { thingBoard } from "../things.ts"
import { GOODS_DRAWINGS } from "./index.ts"
import { atBuyersHome, inUse, onStage, onWall, standing, type Fitted, type Setting } from "./scenes.ts"

export const goodsSize = 720
const PIXELS_PER_UNIT = goodsSize / thingBoard

const FLOOR = "drying-rack mop broom chair desk sofa bed bookcase table drawers rack rug ladder"
const SETTINGS: Readonly<Record<string, Setting>> = {
  ...Object.fromEntries(FLOOR.split(" ").map((kind) => [kind, "floor" as const])),
  mirror: "wall",
  frame: "wall",
  doorlock: "wall",
  pendant: "ceiling",
}
const getSetting = (kind: string, form: number): Setting =>
  kind === "clock"
    ? form % 2
      ? "table"
      : "wall"
    : kind === "lamp" && form === 2
      ? "floor"
      : (SETTINGS[kind] ?? "table")

const BOARD = 1_000
const fitted = new Map<string, Fitted>()

/** The drawing of a model in one colour, with the box that it fills. */
async function fit({ kind, form }: CataloguedModel, colour: string): Promise<Fitted> {
  const key = `${kind.kind}/${form}/${colour}`
  const known = fitted.get(key)
  if (known) return known
  const draw = GOODS_DRAWINGS[kind.kind]
  const paint = GOODS_COLOURS[colour]
  if (!draw || !paint) throw new Error(`No drawing for ${key}`)
  const piece = draw({ colour: paint, form })
  const board = drawing(BOARD, BOARD, `<g transform="translate(500 700)">${piece}</g>`)
  const { info } = await sharp(Buffer.from(board))
    .trim({ background: "#00000000", threshold: 1 })
    .toBuffer({ resolveWithObject: true })
  const thing = {
    piece,
    left: -(info.trimOffsetLeft ?? 0) - 500,
    top: -(info.trimOffsetTop ?? 0) - 700,
    width: info.width,
    height: info.height,
  }
  fitted.set(key, thing)
  return thing
}

async function render(body: Svg, words: readonly TextItem[] = []): Promise<Sharp> {
  const svg = drawing(thingBoard, thingBoard, body).replace(
    /width="\d+"\s+height="\d+"/,
    `width="${goodsSize}" height="${goodsSize}"`,
  )
  const overlays: OverlayOptions[] = []
  for (const { x, y, size, ...word } of words)
    overlays.push(
      await setLine({
        ...word,
        x: x * PIXELS_PER_UNIT,
        y: y * PIXELS_PER_UNIT,
        size: Math.round(size * PIXELS_PER_UNIT),
      }),
    )
  return sharp(Buffer.from(svg)).composite(overlays)
}

const formatCm = (cm: number) => (cm >= 100 ? `${cm / 100}m` : `${cm}cm`)

/** The thing on white with its width and height. */
async function withMeasures(model: CataloguedModel): Promise<Sharp> {
  const thing = await fit(model, model.model.colour)
  const [width, height] = model.model.sizeCm
  const scale = Math.min(360 / thing.width, 350 / thing.height, 1.5)
  const half = (thing.width * scale) / 2
  const top = 470 - thing.height * scale
  const right = 270 + half + 36
  const body =
    box(0, 0, 600, 600, "#ffffff") +
    repeat(14, (i) => line(`M${i * 46} 0V600M0 ${i * 46}H600`, "#eef2f7", 2)) +
    standing(thing, 270, 470, 360, 350) +
    line(`M${270 - half} 506H${270 + half}M${270 - half} 494v24M${270 + half} 494v24`, "#2b66f6", 4) +
    line(`M${right} ${top}V470M${right - 12} ${top}h24M${right - 12} 470h24`, "#2b66f6", 4)
  return render(body, [
    {
      text: `가로 ${formatCm(width)}`,
      x: 270,
      y: 538,
      size: 26,
      weight: "Bold",
      colour: "#1b2740",
      align: "centre",
    },
    {
      text: formatCm(height),
      x: Math.min(right + 16, 500),
      y: (top + 470) / 2,
      size: 26,
      weight: "Bold",
      colour: "#1b2740",
    },
    { text: "크기", x: 34, y: 44, size: 26, weight: "ExtraBold", colour: "#2b66f6" },
  ])
}

/** The thing in each of its colours, with their names. */
async function inColours(model: CataloguedModel): Promise<Sharp> {
  const { options, label } = model.model
  const columns = options.length === 3 ? 3 : 2
  const rows = Math.ceil(options.length / columns)
  const [width, height] = [560 / columns, 500 / rows]
  const cells = await Promise.all(
    options.map(async (option, index) => {
      const x = 20 + width * ((index % columns) + 0.5)
      const base = 76 + height * (Math.floor(index / columns) + 1) - 54
      return {
        x,
        base,
        option,
        piece: onWall(
          await fit(model, option),
          x,
          base - (height - 78) / 2,
          width - 44,
          Math.min(height - 110, 380),
        ),
      }
    }),
  )
  const body =
    box(0, 0, 600, 600, "#f7f8fa") +
    cells
      .map(
        ({ x, base, piece }) =>
          box(x - width / 2 + 8, base - height + 76, width - 16, height - 24, "#ffffff", 20) + piece,
      )
      .join("")
  return render(body, [
    { text: label, x: 34, y: 44, size: 26, weight: "ExtraBold", colour: "#2b66f6" },
    ...cells.map(({ x, base, option }): TextItem => ({
      text: option,
      x,
      y: base + 26,
      size: 24,
      weight: "Bold",
      colour: "#1b2740",
      align: "centre",
    })),
  ])
}

type GoodsPicture = { name: string; tags: string[]; alt: string; image: () => Promise<Sharp> }

/** Every picture of the goods. */
export const goodsPictures: readonly GoodsPicture[] = MODELS.flatMap((catalogued, number): GoodsPicture[] => {
  const { kind, model, form } = catalogued
  const setting = getSetting(kind.kind, form)
  const order = GOODS_KINDS.indexOf(kind) + form * 3
  const title = formatTitle(model)
  const second = hasColours(model)
    ? { alt: `${kind.noun} ${model.label} ${model.options.join(", ")}`, image: () => inColours(catalogued) }
    : {
        alt: `${kind.noun} 크기: 가로 ${formatCm(model.sizeCm[0])}, 세로 ${formatCm(model.sizeCm[1])}`,
        image: () => withMeasures(catalogued),
      }
  const other = getPhotographedColour(catalogued) ?? model.colour
  const pictures = {
    stage: {
      alt: title,
      image: async () =>
        render(onStage(await fit(catalogued, model.colour), setting, kind.department, order)),
    },
    options: second,
    use: {
      alt: `${kind.noun} 쓰는 모습`,
      image: async () => render(inUse(await fit(catalogued, model.colour), setting, kind.department, order)),
    },
    review: {
      alt: `집에서 찍은 ${kind.noun}`,
      image: async () => render(atBuyersHome(await fit(catalogued, other), setting, number)),
    },
  }
  const colours = model.options.flatMap((option, index): [string, (typeof pictures)["stage"]][] => {
    const view = getColourView(catalogued, index)
    return view === null
      ? []
      : [
          [
            view,
            {
              alt: `${title} ${option}`,
              image: async () =>
                render(onStage(await fit(catalogued, option), setting, kind.department, order)),
            },
          ],
        ]
  })
  return [...Object.entries(pictures), ...colours].flatMap(([view, { alt, image }]) =>
    isPictured(catalogued, view)
      ? [{ name: nameGoodsPicture(catalogued, view), tags: [kind.department], alt, image }]
      : [],
  )
})
