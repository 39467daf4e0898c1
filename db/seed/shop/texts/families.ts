/**
 * The families of products: what one picture can be sold as, with its variants, materials and prices.
 */
import { TOOL_AND_BATH_FAMILIES } from "./tool-and-bath-families.ts"
import { LIVING_FAMILIES } from "./living-families.ts"
import { BUILDING_FAMILIES } from "./building-families.ts"
import type { FamilyRow } from "./family-row.ts"
import type { Department } from "#app/areas/shop/rules.ts"

export type Family = {
  picture: string
  department: Department
  /** Nouns; the first says what it is. */
  names: readonly string[]
  /** What goes before a name, one for each product of the family. */
  lines: readonly string[]
  label: string
  options: readonly string[]
  priceWon: readonly [number, number]
  material: string
  made: string
  use: string
}

const LINES = [
  "",
  "튼튼한",
  "데일리",
  "프리미엄",
  "가벼운",
  "오래 쓰는",
  "알뜰",
  "새로 나온",
  "기본에 충실한",
  "많이 찾는",
] as const

const SHORT: readonly FamilyRow[] = [...TOOL_AND_BATH_FAMILIES, ...LIVING_FAMILIES, ...BUILDING_FAMILIES]

export const families: readonly Family[] = SHORT.map(
  ([picture, department, names, label, options, from, to, material, use]) => ({
    picture,
    department,
    names: names.split("|"),
    lines: LINES,
    label,
    options: options.split("|"),
    priceWon: [from, to],
    material,
    made: department === "electric" || department === "tools" ? "중국 (OEM)" : "대한민국",
    use,
  }),
)
