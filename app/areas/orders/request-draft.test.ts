import { describe, expect, test } from "vitest"
import fc from "fast-check"
import { newId } from "#app/basics/ids.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { now } from "#app/basics/clock.ts"
import { CreateOrderForm } from "./forms.ts"
import { getQuestionSet, listServiceQuestions, listServices, UNSURE } from "./questions.ts"
import {
  listQuestionAnswers,
  applyStep,
  createEmptyDraft,
  toCreateOrderForm,
  isReachable,
  EMPTY_DRAFTS,
  findFirstOpenStep,
  parseDrafts,
  parseInterruptedStep,
  RESERVED_STEPS,
  listSteps,
  getRequestTitle,
  type RequestDraft,
} from "./request-draft.ts"
import { buildStepContent } from "./request-step-content.ts"
import { CATEGORIES, type Category } from "./rules.ts"

const formWith = (fields: Record<string, string | string[]>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one)
  return form
}
const beside = { today: toKstDateString(now()), pictures: [], usualPrice: null, expertName: null }
const otherSteps: Record<string, Record<string, string>> = {
  region: { regionCode: "11650" },
  date: { schedule: "soon" },
  budget: { budget: "1,800,000" },
  photos: {},
  description: { description: "", title: "아파트 도배 부탁드려요" },
}

/** Answers every step, each as `answer` says. */
function fillIn(
  category: Category,
  service: string,
  answer: (id: string) => Record<string, string | string[]>,
): RequestDraft {
  let draft = createEmptyDraft(newId())
  for (;;) {
    const step = findFirstOpenStep(category, draft)
    if (step === "summary") return draft
    const fields = step === "service" ? { answer: service } : (otherSteps[step] ?? answer(step))
    const applied = applyStep(category, draft, step, formWith(fields), fields.intent === "skip")
    if (!applied.ok) throw new Error(`${step}: ${JSON.stringify(applied.errors)}`)
    expect(buildStepContent(category, applied.draft, step, beside)).toBeTruthy()
    draft = applied.draft
  }
}

test("every service of every category reaches a summary, with all the ways out taken", () => {
  for (const category of CATEGORIES) {
    for (const service of listServices(category)) {
      const draft = fillIn(category, service.id, () => ({ intent: "skip" }))
      expect(listQuestionAnswers(category, draft)).toHaveLength(service.questions.length)
      expect(CreateOrderForm.safeParse(toCreateOrderForm(category, draft)).error?.issues).toBeUndefined()
      const summary = buildStepContent(category, draft, "summary", beside)
      const steps = summary.kind === "summary" ? summary.lines.map((line) => line.step) : []
      expect(steps.every((step) => listSteps(category, service.id).includes(step))).toBe(true)
    }
  }
})

test("no question is called like a step that every request has", () => {
  for (const category of CATEGORIES)
    for (const question of getQuestionSet(category).questions)
      expect(RESERVED_STEPS).not.toContain(question.id)
})

test("a step is shown only when everything before it is answered", () => {
  const draft = { ...createEmptyDraft(newId()), service: "wallpaper" }
  expect(findFirstOpenStep("interior", draft)).toBe("paper")
  expect(isReachable("interior", draft, "service")).toBe(true)
  expect(isReachable("interior", draft, "paper")).toBe(true)
  expect(isReachable("interior", draft, "paper-extent")).toBe(false)
  expect(isReachable("interior", draft, "summary")).toBe(false)
  expect(isReachable("interior", draft, "leak-place")).toBe(false)
})

test("changing the service keeps what other questions share and asks for what is new", () => {
  const done = fillIn("interior", "wallpaper", (id) => ({
    answer:
      id === "size"
        ? "24"
        : id === "home"
          ? "apartment"
          : id === "living"
            ? "empty"
            : id === "paper"
              ? "silk"
              : "whole",
  }))
  const changed = applyStep("interior", done, "service", formWith({ answer: "flooring" }))
  if (!changed.ok) throw new Error("refused")
  expect(findFirstOpenStep("interior", changed.draft)).toBe("floor")
  expect(listQuestionAnswers("interior", changed.draft).map((one) => one.answer)).toEqual(["24평", "아파트"])
  const back = applyStep("interior", changed.draft, "service", formWith({ answer: "wallpaper" }))
  expect(back.ok && findFirstOpenStep("interior", back.draft)).toBe("summary")
})

test("a title that was not changed follows the answers, and one that was stays", () => {
  const done = fillIn("interior", "wallpaper", (id) => ({ answer: id === "size" ? "24" : UNSURE }))
  const kept = applyStep(
    "interior",
    { ...done, title: null },
    "description",
    formWith({ description: "", title: getRequestTitle("interior", { ...done, title: null }) }),
  )
  if (!kept.ok) throw new Error("refused")
  expect(kept.draft.title).toBeNull()
  const larger = applyStep("interior", kept.draft, "size", formWith({ answer: "32" }))
  expect(larger.ok && getRequestTitle("interior", larger.draft)).toBe("32평 도배 견적 부탁드려요")
  expect(getRequestTitle("interior", done)).toBe("아파트 도배 부탁드려요")
})

describe("what a step refuses, with a sentence beside its field and what was typed", () => {
  const draft = { ...createEmptyDraft(newId()), service: "wallpaper" }
  const yesterday = addDays(toKstDateString(now()), -1)
  test.each([
    ["service", {}, "answer"],
    ["service", { answer: "gold" }, "answer"],
    ["service", { answer: ["tile", "wallpaper"] }, "answer"],
    ["paper", {}, "answer"],
    ["paper", { answer: "gold" }, "answer"],
    ["size", { answer: "0" }, "answer"],
    ["size", { answer: "스물넷" }, "answer"],
    ["region", {}, "regionCode"],
    ["region", { regionCode: "11" }, "regionCode"],
    ["region", { regionCode: "99999" }, "regionCode"],
    ["date", {}, "schedule"],
    ["date", { schedule: "someday" }, "schedule"],
    ["date", { schedule: "date" }, "wantedOn"],
    ["date", { schedule: "date", wantedOn: yesterday }, "wantedOn"],
    ["date", { schedule: "date", wantedOn: "2027-02-30" }, "wantedOn"],
    ["budget", {}, "budget"],
    ["budget", { budget: "많이" }, "budget"],
    ["budget", { budget: "100" }, "budget"],
    ["budget", { budget: "99999999999" }, "budget"],
    ["photos", { "pictureIds[]": "../../etc/passwd" }, "pictureIds"],
    ["photos", { "pictureIds[]": Array.from({ length: 11 }, newId) }, "pictureIds"],
    ["description", { description: "가".repeat(2_001), title: "제목" }, "description"],
    ["description", { description: "", title: "" }, "title"],
    ["description", { description: "\u0000", title: "제목" }, "description"],
  ] as [string, Record<string, string | string[]>, string][])("%s %o", (step, fields, field) => {
    const applied = applyStep("interior", draft, step, formWith(fields))
    if (applied.ok) throw new Error("accepted")
    expect(applied.errors[field]).toMatch(/[가-힣].*요\.$/)
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === "string" && value !== "\u0000")
        expect([applied.values[name.replace("[]", "")]].flat()).toContain(value)
    }
  })
})

test("a day that is not wanted is not kept", () => {
  const draft = {
    ...createEmptyDraft(newId()),
    service: "wallpaper",
    schedule: "date" as const,
    wantedOn: addDays(toKstDateString(now()), 3),
  }
  const applied = applyStep(
    "interior",
    draft,
    "date",
    formWith({ schedule: "soon", wantedOn: "no day at all" }),
  )
  expect(applied.ok && applied.draft.wantedOn).toBeNull()
})

test("whatever is kept, reading it gives a draft that can go on or nothing", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.anything(),
        fc.record({
          last: fc.anything(),
          drafts: fc.record({
            interior: fc.record({
              key: fc.constantFrom(newId(), "x"),
              service: fc.anything(),
              answers: fc.anything(),
              budget: fc.anything(),
              pictureIds: fc.anything(),
            }),
          }),
        }),
      ),
      (content) => {
        const { drafts } = parseDrafts(content)
        const draft = drafts.interior
        if (!draft) return
        const step = findFirstOpenStep("interior", draft)
        expect(listSteps("interior", draft.service)).toContain(step)
        buildStepContent("interior", draft, step, beside)
        getRequestTitle("interior", draft)
      },
    ),
  )
  expect(parseDrafts(null)).toEqual(EMPTY_DRAFTS)
  expect(parseInterruptedStep({ category: "castle", step: "region", fields: [] })).toBeNull()
})

test("a number that was answered with the way out is not offered as typed", () => {
  const draft = { ...createEmptyDraft(newId()), service: "wallpaper", answers: { size: UNSURE } }
  expect(buildStepContent("interior", draft, "size", beside)).toMatchObject({
    kind: "number",
    value: "",
    wayOut: "잘 모르겠어요",
  })
  expect(listServiceQuestions("interior", "wallpaper").some((question) => question.id === "size")).toBe(true)
})
