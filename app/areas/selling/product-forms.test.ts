/** What the form of a product changes by itself, and what its facts must say. */
import { expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { DISCLOSURES, isVagueDisclosure } from "../shop/disclosure.ts"
import { ProductForm } from "./forms.ts"
import {
  combineOptions,
  fillOptions,
  getAxisFields,
  getOptionGrid,
  toOptionGrid,
} from "./option-combinations.ts"

const form = (facts: readonly string[]) => ({
  title: "무소음 알람 시계",
  department: "living",
  description: "초침 소리가 나지 않는 시계예요. 침대 옆에 두기 좋아요.",
  variants: [{ priceWon: "20,000", stock: "5" }],
  noticeKind: "general",
  notice: facts,
  pictureIds: [newId()],
})
const problemsOf = (facts: readonly string[]) =>
  (ProductForm.safeParse(form(facts)).error?.issues ?? []).map((issue) => issue.path.join("."))

test("at most half of the facts may say no more than where to look", () => {
  const { rows } = DISCLOSURES.general
  const half = Math.floor(rows.length / 2)
  const facts = (vague: number, other = "대한민국") =>
    rows.map((_label, index) => (index < vague ? "상세 설명 참조" : other))
  expect(problemsOf(facts(half))).toEqual([])
  for (const nothing of ["해당 없음", "해당사항 없음", "없음", "-"])
    expect(problemsOf(facts(half, nothing))).toEqual(["notice.0"])
  expect(problemsOf(facts(half + 1))).toEqual([`notice.${half}`])
  expect(problemsOf(facts(rows.length))).toHaveLength(rows.length - half)
  const said = ["상세페이지 참고", "상품 상세설명 참조", "상세 이미지에 표기", "상세정보참조"]
  expect(said.filter(isVagueDisclosure)).toEqual(said)
  expect(["대한민국", "해당 없음", "상세한 치수는 120 × 60cm"].filter(isVagueDisclosure)).toEqual([])
})

test("one price and one stock go into all options; what is left empty stays", () => {
  const values = {
    allPriceWon: "30,000",
    allStock: "",
    "variants[0].name": "흰색",
    "variants[0].priceWon": "1,000",
    "variants[0].stock": "3",
    "variants[1].name": "검정",
    "variants[1].priceWon": "",
    "variants[1].stock": "7",
  }
  expect(fillOptions(values)).toMatchObject({
    allPriceWon: "",
    "variants[0].priceWon": "30,000",
    "variants[0].stock": "3",
    "variants[1].priceWon": "30,000",
    "variants[1].stock": "7",
  })
})

const twoByThree = combineOptions({
  "axes[0].name": "색상",
  "axes[0].values": "화이트, 블랙",
  "axes[1].name": "크기",
  "axes[1].values": "S, M, L",
  "variants[0].name": "",
  "variants[0].priceWon": "9,000",
})

test("two axes make a table; a price for one word goes into its row or column alone", () => {
  const grid = getOptionGrid(twoByThree)
  expect([grid?.firstWords, grid?.secondWords]).toEqual([
    ["화이트", "블랙"],
    ["S", "M", "L"],
  ])
  expect(grid?.findIndex("블랙", "M")).toBe(4)
  const filled = fillOptions({ ...twoByThree, fillWord: "M", allPriceWon: "12,000", allStock: "4" })
  expect([0, 1, 2, 3, 4, 5].map((index) => filled[`variants[${index}].priceWon`])).toEqual([
    "9,000",
    "12,000",
    "9,000",
    "9,000",
    "12,000",
    "9,000",
  ])
  expect(filled["variants[4].stock"]).toBe("4")
  expect(getOptionGrid({ ...twoByThree, optionView: "list" })).toBeNull()
})

test("a combination that is not sold is a gap, and the axes of what is there can be added to", () => {
  expect(toOptionGrid(["화이트 / S", "화이트 / M", "블랙 / S"])?.findIndex("블랙", "M")).toBeUndefined()
  for (const names of [
    ["화이트", "블랙"],
    ["화이트 / S", "화이트 / M"],
    ["가 / 나", "다 / 라", "가 / 나"],
    ["가 / 나 / 다", "라"],
  ])
    expect(toOptionGrid(names)).toBeNull()
  const saved = { ...twoByThree, "axes[0].values": "", "axes[1].values": "", optionLabel: "색상 / 크기" }
  expect([getAxisFields(saved, 0), getAxisFields(saved, 1)]).toEqual([
    { name: "색상", words: "화이트, 블랙" },
    { name: "크기", words: "S, M, L" },
  ])
})
