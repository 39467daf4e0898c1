import { describe, expect, test } from "vitest"
import { parseForm } from "#app/basics/form.ts"
import { findTransition, findUnreachableStates } from "#app/basics/transitions.ts"
import { ExpertApplicationForm, STEP_FORMS } from "./application-form.ts"
import {
  canReapply,
  EXPERT_STATES,
  EXPERT_TRANSITIONS,
  getProfileCompleteness,
  type ExpertTransition,
} from "./rules.ts"

const allowed: Record<string, string> = {
  "applied review admin": "reviewing",
  "reviewing approve admin": "approved",
  "reviewing ask_info admin": "needs_info",
  "reviewing reject admin": "rejected",
  "needs_info resubmit expert": "reviewing",
  "approved suspend admin": "suspended",
  "suspended restore admin": "approved",
  "suspended terminate admin": "terminated",
}
const moves: ExpertTransition[] = [
  "review",
  "approve",
  "ask_info",
  "reject",
  "resubmit",
  "suspend",
  "restore",
  "terminate",
]

describe("the transition table of experts", () => {
  for (const from of EXPERT_STATES) {
    for (const move of moves) {
      for (const role of ["expert", "admin"] as const) {
        const to = allowed[`${from} ${move} ${role}`]
        test(`${role} ${move} from ${from} ${to ? `leads to ${to}` : "is refused"}`, () => {
          expect(findTransition(EXPERT_TRANSITIONS, { move, from, role })?.to).toBe(to)
        })
      }
    }
  }
  test("every state is reached from an application", () => {
    expect(findUnreachableStates(EXPERT_TRANSITIONS, [...EXPERT_STATES], ["applied"])).toEqual([])
  })
  test("only somebody without an application, or with a rejected one, applies anew", () => {
    expect(EXPERT_STATES.filter(canReapply)).toEqual(["rejected"])
    expect(canReapply(null)).toBe(true)
  })
})

describe("how complete a profile is", () => {
  const bare = {
    introduction: "짧은 소개",
    workHours: "",
    warranty: "",
    hasAvatar: false,
    hasCover: false,
    prices: 0,
    certificates: 0,
    portfolio: 0,
  }
  const full = {
    introduction: "가".repeat(100),
    workHours: "평일 9시~18시",
    warranty: "1년",
    hasAvatar: true,
    hasCover: true,
    prices: 1,
    certificates: 1,
    portfolio: 3,
  }

  test("a full profile is 100 percent and misses nothing", () => {
    expect(getProfileCompleteness(full)).toEqual({ percent: 100, missing: [] })
  })
  test("an application alone is 35 percent, and the most valuable part is asked for first", () => {
    const { percent, missing } = getProfileCompleteness(bare)
    expect(percent).toBe(35)
    expect(missing[0]?.key).toBe("portfolio")
    expect(missing).toHaveLength(8)
  })
  test("each part adds its points", () => {
    for (const [field, value] of Object.entries(full)) {
      const { percent, missing } = getProfileCompleteness({ ...bare, [field]: value })
      expect(missing).toHaveLength(7)
      expect(percent).toBeGreaterThan(35)
    }
  })
})

describe("the application's form", () => {
  const form = (fields: Record<string, string | string[]>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields))
      for (const one of [value].flat()) data.append(name, one)
    return data
  }

  test("regions that lie in another chosen region are one region", () => {
    const parsed = parseForm(
      STEP_FORMS.regions,
      form({ "regions[]": ["11", "11650", "11680", "41135", "41135"] }),
    )
    expect(parsed).toMatchObject({ ok: true, value: { regions: ["11", "41135"] } })
  })
  test("a region that does not exist, and none at all, get a sentence", () => {
    expect(parseForm(STEP_FORMS.regions, form({ "regions[]": "99999" }))).toMatchObject({ ok: false })
    expect(parseForm(STEP_FORMS.regions, form({}))).toMatchObject({
      ok: false,
      errors: { regions: "활동 지역을 한 곳 이상 골라 주세요." },
    })
  })
  test("a business number with a wrong check digit is refused beside its field", () => {
    const parsed = parseForm(
      STEP_FORMS.business,
      form({ businessNumber: "123-45-67890", businessName: "바로설비", representative: "김바로" }),
    )
    expect(parsed.ok ? null : Object.keys(parsed.errors)).toEqual(["businessNumber"])
  })
  test("a portfolio item without its picture after the work is refused at its own row", () => {
    const parsed = parseForm(
      STEP_FORMS.portfolio,
      form({ "portfolio[0].title": "욕실 수리", "portfolio[0].category": "repair" }),
    )
    expect(parsed.ok ? null : parsed.errors["portfolio[0].after"]).toBe("작업 후 사진을 한 장 올려 주세요.")
  })
  test("an empty application names every question that is open", () => {
    const parsed = parseForm(ExpertApplicationForm, form({}))
    expect(parsed.ok ? [] : Object.keys(parsed.errors).sort()).toEqual([
      "businessName",
      "businessNumber",
      "careerYears",
      "categories",
      "introduction",
      "name",
      "oneLine",
      "regions",
      "representative",
    ])
  })
})
