import { describe, expect, test } from "vitest"
import { parseForm } from "#app/basics/form.ts"
import { listMoves, findUnreachableStates } from "#app/basics/transitions.ts"
import { getNextPageUrl, changeQuery } from "#app/basics/list-urls.ts"
import { PricesForm, ReviewForm, VacationForm } from "./forms.ts"
import {
  filterUpcomingVacations,
  getEditDeadline,
  EXPERT_STATES,
  EXPERT_TRANSITIONS,
  isPubliclyVisible,
  getPublishDeadline,
  getRepeatPercent,
  getDisplayRating,
  filterValidBadges,
  type ExpertBadge,
} from "./rules.ts"
import { findLowestPrice } from "./prices.ts"

const form = (fields: Record<string, string | string[]>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) data.append(name, one)
  return data
}
const errorsOf = (parsed: { ok: true } | { ok: false; errors: Record<string, string> }) =>
  parsed.ok ? {} : parsed.errors

describe("an expert's state", () => {
  test("can always be reached, and ends only as terminated or rejected", () => {
    expect(findUnreachableStates(EXPERT_TRANSITIONS, EXPERT_STATES, ["applied"])).toEqual([])
    const ends = EXPERT_STATES.filter(
      (state) =>
        listMoves(EXPERT_TRANSITIONS, state, "admin").length +
          listMoves(EXPERT_TRANSITIONS, state, "expert").length ===
        0,
    )
    expect(ends.sort()).toEqual(["rejected", "terminated"])
  })
  test("is public only as approved and not hidden", () => {
    for (const state of EXPERT_STATES) {
      expect(isPubliclyVisible({ state, hiddenAt: null })).toBe(state === "approved")
      expect(isPubliclyVisible({ state, hiddenAt: new Date() })).toBe(false)
    }
  })
})

describe("numbers", () => {
  test("a rating is shown from three reviews on, rounded half up to one decimal", () => {
    expect(getDisplayRating(10, 2)).toBeNull()
    expect(getDisplayRating(14, 3)).toBe(4.7)
    expect(getDisplayRating(485, 100)).toBe(4.9)
    expect(getDisplayRating(484, 100)).toBe(4.8)
    expect(getDisplayRating(5_000, 1_000)).toBe(5)
  })
  test("the share of returning customers is told from five hires on", () => {
    expect(getRepeatPercent(4, 3)).toBeNull()
    expect(getRepeatPercent(5, 2)).toBe(40)
  })
  test("the lowest price is one that costs something", () => {
    expect(findLowestPrice([{ name: "방문", unit: "", priceWon: 0 }])).toBeNull()
    expect(
      findLowestPrice([
        { name: "가", unit: "1평", priceWon: 5 },
        { name: "나", unit: "1건", priceWon: 3 },
      ]),
    ).toMatchObject({ name: "나" })
  })
})

describe("days", () => {
  const badge = (expiresOn: string | null): ExpertBadge => ({
    kind: "insurance",
    label: "보험",
    source: "보험사",
    grantedOn: "2025-01-01",
    expiresOn,
  })
  test("a badge holds to the end of its last day", () => {
    expect(
      filterValidBadges([badge(null), badge("2026-11-21"), badge("2026-11-20")], "2026-11-21"),
    ).toHaveLength(2)
  })
  test("vacations that are over are left out, the others come soonest first", () => {
    expect(
      filterUpcomingVacations(
        [
          { from: "2026-12-01", to: "2026-12-02" },
          { from: "2026-11-01", to: "2026-11-20" },
          { from: "2026-11-20", to: "2026-11-21" },
        ],
        "2026-11-21",
      ).map(({ from }) => from),
    ).toEqual(["2026-11-20", "2026-12-01"])
  })
  test("a review is published after seven days and can be changed for thirty", () => {
    const written = new Date("2026-11-21T03:00:00Z")
    expect(getPublishDeadline(written).toISOString()).toBe("2026-11-28T03:00:00.000Z")
    expect(getEditDeadline(written).toISOString()).toBe("2026-12-21T03:00:00.000Z")
  })
})

describe("forms", () => {
  const review = {
    rating: "5",
    finish: "5",
    priceMatch: "4",
    punctuality: "5",
    kindness: "5",
    "tags[]": ["친절해요"],
    body: "정말 꼼꼼하게 해주셨어요.",
  }
  test("a review needs all stars from one to five, ten characters, and tags of the list", () => {
    expect(parseForm(ReviewForm, form(review))).toMatchObject({
      ok: true,
      value: { rating: 5, priceMatch: 4, tags: ["친절해요"], pictureIds: [] },
    })
    for (const wrong of ["0", "6", "4.5", "", "다섯", "1e0"])
      expect(errorsOf(parseForm(ReviewForm, form({ ...review, rating: wrong })))).toHaveProperty("rating")
    expect(errorsOf(parseForm(ReviewForm, form({ ...review, body: "좋아요" })))).toEqual({
      body: "후기는 10자 이상 입력해 주세요.",
    })
    expect(errorsOf(parseForm(ReviewForm, form({ ...review, body: "가".repeat(1_001) })))).toHaveProperty(
      "body",
    )
    expect(errorsOf(parseForm(ReviewForm, form({ ...review, "tags[]": ["최고예요"] })))).toHaveProperty(
      "tags",
    )
    expect(errorsOf(parseForm(ReviewForm, form({})))).toMatchObject({
      rating: "전체 평점을 골라 주세요.",
      finish: "마감을 골라 주세요.",
      body: "후기를 입력해 주세요.",
    })
  })
  test("a price may be free, never negative", () => {
    const price = (priceWon: string) =>
      form({ "prices[0].name": "방문 견적", "prices[0].unit": "", "prices[0].priceWon": priceWon })
    expect(parseForm(PricesForm, price("0"))).toMatchObject({
      ok: true,
      value: { prices: [{ unit: "", priceWon: 0 }] },
    })
    expect(errorsOf(parseForm(PricesForm, price("-1")))).toHaveProperty(["prices[0].priceWon"])
  })
  test("a vacation ends after it begins", () => {
    expect(errorsOf(parseForm(VacationForm, form({ from: "2099-01-02", to: "2099-01-01" })))).not.toEqual({})
  })
})

describe("addresses of a list", () => {
  test("keep the other filters and start the list anew", () => {
    expect(changeQuery("/experts", "?category=repair&after=abc&sort=price", { category: "moving" })).toBe(
      "/experts?category=moving&sort=price",
    )
    expect(changeQuery("/experts", "?category=repair", { category: null })).toBe("/experts")
    expect(getNextPageUrl("/experts", "?sort=price&after=abc", "def")).toBe("/experts?sort=price&after=def")
  })
})
