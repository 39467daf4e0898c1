/** A kind of goods in the demo shop: who sells it, its models, and what buyers write and ask about it. */
import type { DisclosureKind } from "#app/areas/shop/disclosure.ts"
import type { Department } from "#app/areas/shop/rules.ts"

export type GoodsModel = {
  brand: string
  /** What stands behind the brand in the title: model, size, count. */
  title: string
  /** What the options differ in: 색상, 크기, 수량 … */
  label: string
  options: readonly string[]
  priceWon: readonly [from: number, to: number]
  /** Width × height in cm, drawn on the second picture. */
  sizeCm: readonly [width: number, height: number]
  /** Where the options are no colours. */
  colour: string
}

/** One text for all models, or each with the forms before a bar that it is of: "02| …". */
type TextOfForms = string | readonly string[]

export type GoodsKind = {
  /** The drawing of this name; the place of a model is the form of the drawing. */
  kind: string
  department: Department
  disclosure: DisclosureKind
  sellers: readonly string[]
  noun: string
  material: TextOfForms
  made: string
  /** Rated voltage and power of what has a plug or a battery of its own. */
  power?: TextOfForms
  use: TextOfForms
  models: readonly GoodsModel[]
  /**
   * What buyers write with five stars, with four, and with fewer. What fits some models alone
   * names their forms before a bar: "02| …". So do questions.
   */
  praise: readonly string[]
  fair: readonly string[]
  poor: readonly string[]
  questions: readonly (readonly [question: string, answer: string | null])[]
}

/** Those of `texts` that fit the model of this form, without the forms they name. */
export const listFitting = (texts: readonly string[], form: number): string[] =>
  texts.flatMap((text) => {
    const [forms, rest] = text.includes("| ") ? text.split("| ") : ["", text]
    return forms === "" || forms?.includes(String(form)) ? [rest ?? text] : []
  })

/** The text that the model of this form has; throws where there is none. */
export function getFitting(texts: TextOfForms, form: number): string {
  const [text] = listFitting([texts].flat(), form)
  if (text === undefined) throw new Error(`Nothing is said of form ${form}: ${String(texts)}`)
  return text
}

/** A model; `options` are parted by "|", `size` is "width×height" in cm. */
export function model(
  brand: string,
  title: string,
  [label, options]: readonly [string, string],
  priceWon: readonly [number, number],
  size: string,
  colour?: string,
): GoodsModel {
  const list = options.split("|")
  const [width = 0, height = 0] = size.split("×").map(Number)
  return {
    brand,
    title,
    label,
    options: list,
    priceWon,
    sizeCm: [width, height],
    colour: colour ?? list[0] ?? "",
  }
}

/** The colours that goods come in, as the pictures show them. */
export const GOODS_COLOURS: Readonly<Record<string, string>> = {
  검정: "#3b4252",
  흰색: "#e9edf3",
  회색: "#98a3b3",
  아이보리: "#efe3cb",
  베이지: "#d9c3a0",
  빨강: "#d9534f",
  주황: "#ef8e4b",
  노랑: "#f2c744",
  초록: "#5a9e76",
  민트: "#8fd0b8",
  하늘: "#7fb4e8",
  파랑: "#4a74d8",
  남색: "#33477a",
  보라: "#9a86d6",
  분홍: "#f0a3b4",
  갈색: "#8a5a3c",
  오크: "#d9b282",
  월넛: "#8f6446",
  은색: "#b7c1ce",
}
