import { expect, test } from "vitest"
import { LIMITS } from "./rules.ts"
import {
  DISCLOSURE_HINTS,
  DISCLOSURE_KINDS,
  DISCLOSURES,
  disclosureKindOf,
  fillEmptyDisclosures,
  relabelDisclosure,
} from "./disclosure.ts"

const rowsOf = (kind: keyof typeof DISCLOSURES) =>
  DISCLOSURES[kind].rows.map((label) => ({ label, value: "상세 설명 참조" }))

test("every kind is known again by its own lines", () => {
  for (const kind of DISCLOSURE_KINDS) expect(disclosureKindOf(rowsOf(kind))).toBe(kind)
})

test("what was written before a line was added to the notice keeps its kind", () => {
  expect(disclosureKindOf(rowsOf("furniture").filter((row) => !row.label.includes("재공급")))).toBe(
    "furniture",
  )
  expect(disclosureKindOf(rowsOf("appliance").filter((row) => row.label !== "추가 설치 비용"))).toBe(
    "appliance",
  )
  expect(disclosureKindOf(rowsOf("chemical").filter((row) => !row.label.includes("화학물질")))).toBe(
    "chemical",
  )
  expect(disclosureKindOf([])).toBe("general")
})

test("another kind keeps what both ask for, under its own line", () => {
  const typed: Record<string, string> = Object.fromEntries(
    DISCLOSURES.furniture.rows.map((label, index) => [`notice[${index}]`, label]),
  )
  const moved = new Map(relabelDisclosure((name) => typed[name] ?? "", "furniture", "bedding"))
  DISCLOSURES.bedding.rows.forEach((label, index) =>
    expect(moved.get(`notice[${index}]`)).toBe(
      (DISCLOSURES.furniture.rows as readonly string[]).includes(label) ? label : "",
    ),
  )
})

test("every kind says who made it, where, and whom to call; hints belong to lines there are", () => {
  const all = new Set(DISCLOSURE_KINDS.flatMap((kind): readonly string[] => DISCLOSURES[kind].rows))
  for (const kind of DISCLOSURE_KINDS) {
    const rows: readonly string[] = DISCLOSURES[kind].rows
    expect(rows.length).toBeLessThanOrEqual(LIMITS.disclosureRows)
    expect(new Set(rows).size).toBe(rows.length)
    for (const needed of [/제조자|제조업자/, /제조국/, /전화번호/])
      expect(
        rows.some((label) => needed.test(label)),
        `${kind} ${needed}`,
      ).toBe(true)
  }
  for (const label of Object.keys(DISCLOSURE_HINTS)) expect(all).toContain(label)
})

test("a button fills what is empty: with where to look in half of the lines at most", () => {
  expect(fillEmptyDisclosures(["", " ", "국산", ""], "none")).toEqual([
    "해당 없음",
    "해당 없음",
    "국산",
    "해당 없음",
  ])
  expect(fillEmptyDisclosures(["", "상세설명 참조", "", ""], "details")).toEqual([
    "상세 설명 참조",
    "상세설명 참조",
    "",
    "",
  ])
})
