import { describe, expect, test } from "vitest"
import {
  findApplicationContradictions,
  findHireContradictions,
  findRepeatedPictures,
  findRepeatedTexts,
  findSeekContradictions,
  findWrongPostcodes,
  type HireFacts,
} from "./contradictions.ts"

const hire: HireFacts = {
  title: "입주청소 보조 (2일 · 4시간)",
  description: "빈집을 함께 청소해요.",
  payType: "day",
  payDate: "next_day",
  weekdays: [],
  needs: [],
  beginners: false,
  businessName: "윤슬 홈케어",
  businessNumber: "2571794801",
  shifts: ["2026-11-28", "2026-11-29"].map((date) => ({
    date,
    start: "07:00",
    end: "11:30",
    breakMinutes: 30,
  })),
}

describe("what contradicts itself is found", () => {
  test("a post that agrees with itself has nothing", () => {
    expect(findHireContradictions(hire)).toEqual([])
    expect(findHireContradictions({ ...hire, title: "주말 청소 (2일)" })).toEqual([])
    expect(
      findHireContradictions({
        ...hire,
        title: "사무 보조 (주 2일)",
        payType: "month",
        weekdays: ["1", "2"],
      }),
    ).toEqual([])
  })
  test.each<[string, Partial<HireFacts>]>([
    ["days", { title: "입주청소 보조 (3일)" }],
    ["hours", { title: "입주청소 보조 (2일 · 5시간)" }],
    ["days of the week", { title: "사무 보조 (주 5일)", weekdays: ["1"] }],
    ["one day", { title: "이사 하루 도와주실 분" }],
    ["at night", { title: "야간 포장", shifts: hire.shifts.map((s) => ({ ...s, start: "10:00" })) }],
    [
      "in the morning",
      { title: "오전 근무 청소", shifts: hire.shifts.map((s) => ({ ...s, start: "13:00" })) },
    ],
    ["in the afternoon", { title: "카페 오후 조" }],
    ["weekend", { title: "주말 행사", shifts: hire.shifts.map((s) => ({ ...s, date: "2026-11-25" })) }],
    ["paid at once", { description: "끝나면 바로 임금을 보내 드려요." }],
    ["takes beginners", { description: "처음이어도 옆에서 알려 드려요." }],
    ["asks for experience", { beginners: true, needs: ["도배 경험 1년 이상"] }],
    ["a household with a number", { businessName: "서초구 가정집" }],
  ])("a post that contradicts itself about %s", (what, changes) => {
    expect(findHireContradictions({ ...hire, ...changes }).map((found) => found.split(": ")[1])).toContain(
      what,
    )
  })
  test("careers that the words belie, of who seeks and of who applies", () => {
    const seek = { title: "목공 보조 3년", introduction: "상가를 다녔어요.", careerYears: 3 }
    expect(findSeekContradictions(seek)).toEqual([])
    expect(findSeekContradictions({ ...seek, careerYears: 2 })).toHaveLength(1)
    const message = "처음이지만 꼼꼼하게 하겠습니다."
    expect(findApplicationContradictions({ message, careerYears: null })).toEqual([])
    expect(findApplicationContradictions({ message, careerYears: 4 })).toEqual([message])
  })
  test("pictures on one screen, texts of one group, and postcodes of another place", () => {
    const cards = Array.from({ length: 30 }, (_, index) => ({ title: `${index}`, picture: `${index % 24}` }))
    expect(findRepeatedPictures(cards)).toEqual([])
    expect(findRepeatedPictures([...cards.slice(0, 5), { title: "again", picture: "2" }])).toEqual([
      "again: 2",
    ])
    expect(
      findRepeatedTexts([
        { group: "a", text: "좋아요" },
        { group: "b", text: "좋아요" },
      ]),
    ).toEqual([])
    expect(
      findRepeatedTexts([
        { group: "a", text: "좋아요" },
        { group: "a", text: "좋아요" },
      ]),
    ).toEqual(["좋아요"])
    expect(findWrongPostcodes([{ zonecode: "04524", address: "서울 중구 세종대로 110" }])).toEqual([])
    expect(findWrongPostcodes([{ zonecode: "48058", address: "서울 중구 세종대로 110" }])).toHaveLength(1)
  })
})
