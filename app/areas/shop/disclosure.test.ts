import { expect, test } from "vitest"
import { LIMITS } from "./rules.ts"
import { NOTICE_HINTS, NOTICE_KINDS, NOTICES, noticeKindOf, relabelNotice } from "./disclosure.ts"

const rowsOf = (kind: keyof typeof NOTICES) =>
  NOTICES[kind].rows.map((label) => ({ label, value: "상세 설명 참조" }))

test("every kind is known again by its own lines", () => {
  for (const kind of NOTICE_KINDS) expect(noticeKindOf(rowsOf(kind))).toBe(kind)
})

test("what was written before a line was added to the notice keeps its kind", () => {
  expect(noticeKindOf(rowsOf("furniture").filter((row) => !row.label.includes("재공급")))).toBe("furniture")
  expect(noticeKindOf(rowsOf("appliance").filter((row) => row.label !== "추가 설치 비용"))).toBe("appliance")
  expect(noticeKindOf(rowsOf("chemical").filter((row) => !row.label.includes("화학물질")))).toBe("chemical")
  expect(noticeKindOf([])).toBe("general")
})

test("another kind keeps what both ask for, under its own line", () => {
  const typed: Record<string, string> = Object.fromEntries(
    NOTICES.furniture.rows.map((label, place) => [`notice[${place}]`, label]),
  )
  const moved = new Map(relabelNotice((name) => typed[name] ?? "", "furniture", "bedding"))
  NOTICES.bedding.rows.forEach((label, place) =>
    expect(moved.get(`notice[${place}]`)).toBe(
      (NOTICES.furniture.rows as readonly string[]).includes(label) ? label : "",
    ),
  )
})

test("every kind says who made it, where, and whom to call; hints belong to lines there are", () => {
  const all = new Set(NOTICE_KINDS.flatMap((kind): readonly string[] => NOTICES[kind].rows))
  for (const kind of NOTICE_KINDS) {
    const rows: readonly string[] = NOTICES[kind].rows
    expect(rows.length).toBeLessThanOrEqual(LIMITS.noticeRows)
    expect(new Set(rows).size).toBe(rows.length)
    for (const needed of [/제조자|제조업자/, /제조국/, /전화번호/])
      expect(
        rows.some((label) => needed.test(label)),
        `${kind} ${needed}`,
      ).toBe(true)
  }
  for (const label of Object.keys(NOTICE_HINTS)) expect(all).toContain(label)
})
