import { describe, expect, test } from "vitest"
import fc from "fast-check"
import {
  filterValidAnswers,
  findService,
  suggestTitle,
  getQuestionSet,
  listServiceQuestions,
  parseAnswer,
  getServiceLabel,
  listServices,
  toQuestionAnswers,
  UNSURE,
  type AnswerValues,
  type Question,
} from "./questions.ts"
import { CATEGORIES } from "./rules.ts"

const services = CATEGORIES.flatMap((category) =>
  listServices(category).map((service) => ({ category, service })),
)
const values = (question: Question): (string | string[])[] => {
  if (question.kind === "number") return [String(question.min), String(question.max), UNSURE]
  const options = question.options.map((option) => option.value)
  return question.kind === "choice"
    ? [...options, UNSURE]
    : [...options.map((option) => [option]), options, UNSURE]
}

describe.each(CATEGORIES)("the questions of %s", (category) => {
  const set = getQuestionSet(category)

  test("offer 6 to 10 services with 2 to 5 questions each, all of them written down", () => {
    expect(set.services.length).toBeGreaterThanOrEqual(6)
    expect(set.services.length).toBeLessThanOrEqual(10)
    for (const service of set.services) {
      expect(listServiceQuestions(category, service.id).map((question) => question.id)).toEqual(
        service.questions,
      )
      expect(service.questions.length).toBeGreaterThanOrEqual(2)
      expect(service.questions.length).toBeLessThanOrEqual(5)
    }
  })

  test("use every id once, ask no needless question, and never mean the way out by an option", () => {
    const unique = (ids: readonly string[]) => expect(new Set(ids).size).toBe(ids.length)
    unique(set.services.map((service) => service.id))
    unique(set.questions.map((question) => question.id))
    for (const question of set.questions) {
      expect(set.services.some((service) => service.questions.includes(question.id))).toBe(true)
      if (question.kind === "number") continue
      unique([...question.options.map((option) => option.value), UNSURE])
      unique(question.options.map((option) => option.label))
    }
  })

  test("are data that JSON can hold", () => {
    expect(JSON.parse(JSON.stringify(set))).toEqual(set)
  })

  test("name in titles only what the same service asks", () => {
    for (const service of set.services) {
      for (const [, id] of service.title.matchAll(/\{([a-z-]+)(?:\|[^}]*)?\}/g))
        expect(service.questions).toContain(id)
    }
  })
})

test("every path through every service is accepted, with a text for each question and a title", () => {
  for (const { category, service } of services) {
    const asked = listServiceQuestions(category, service.id)
    fc.assert(
      fc.property(fc.tuple(...asked.map((question) => fc.constantFrom(...values(question)))), (chosen) => {
        const answers: AnswerValues = Object.fromEntries(
          asked.map((question, index) => [question.id, chosen[index] ?? UNSURE]),
        )
        for (const question of asked)
          expect(parseAnswer(question, answers[question.id])).toEqual({
            ok: true,
            value: answers[question.id],
          })
        expect(filterValidAnswers(category, service.id, answers)).toEqual(answers)
        expect(toQuestionAnswers(category, service.id, answers).map((one) => one.question)).toEqual(
          asked.map((question) => question.text),
        )
        const title = suggestTitle(category, service.id, answers)
        expect(title).toMatch(/^\S.* 견적 부탁드려요$/)
        expect(title).not.toMatch(/[{}|]|undefined|\s{2}/)
        expect([...title].length).toBeLessThanOrEqual(60)
      }),
      { numRuns: 40 },
    )
  }
})

test.each([
  [
    "interior",
    "wallpaper",
    { size: "24", home: "apartment", paper: "silk" },
    "24평 아파트 실크 도배 견적 부탁드려요",
  ],
  [
    "repair",
    "leak",
    { home: "apartment", "leak-place": "bathroom", "leak-sign": "drip" },
    "아파트 욕실 누수 수리 견적 부탁드려요",
  ],
  ["repair", "tile", { "tile-place": UNSURE, "tile-work": UNSURE }, "타일 보수 견적 부탁드려요"],
  ["moving", "studio", { pack: "full", distance: "far" }, "장거리 원룸 포장 이사 견적 부탁드려요"],
  [
    "demolition",
    "aircon",
    { "aircon-kind": "wall", "aircon-count": "2" },
    "벽걸이 에어컨 2대 청소 견적 부탁드려요",
  ],
  [
    "demolition",
    "appliance",
    { "appliance-kinds": ["washer", "fridge", "sofa"] },
    "세탁기·냉장고 등 청소 견적 부탁드려요",
  ],
  ["installation", "appliance", { "appliance-kind": UNSURE }, "가전 설치 견적 부탁드려요"],
] as const)("%s %s is called by what was answered", (category, service, answers, title) => {
  expect(suggestTitle(category, service, answers)).toBe(title)
})

test("a title without any answer, or with a number alone, still says what is wanted", () => {
  for (const { category, service } of services) {
    const counted = Object.fromEntries(
      listServiceQuestions(category, service.id).flatMap((question) =>
        question.kind === "number" ? [[question.id, "3"]] : [],
      ),
    )
    for (const answers of [{}, counted]) {
      const said = suggestTitle(category, service.id, answers)
        .replace(/^3[^ ]+ /, "")
        .replace(/ 견적 부탁드려요$/, "")
      expect(said, service.id).toMatch(/[가-힣A-Z]{2}/)
      expect(said).not.toMatch(/^(\d|(교체|수리|설치|처리|조립|시공|운반)$)/)
    }
  }
})

describe("hostile answers are refused with a sentence", () => {
  const [paper] = listServiceQuestions("interior", "wallpaper")
  const size = listServiceQuestions("interior", "wallpaper").find((question) => question.kind === "number")
  const works = listServiceQuestions("interior", "whole").find((question) => question.kind === "choices")
  if (!paper || !size || !works) throw new Error("the questions of the test are gone")

  test.each([
    [paper, undefined],
    [paper, ""],
    [paper, "gold"],
    [paper, "__proto__"],
    [paper, ["silk", "plain"]],
    [paper, "<script>"],
    [size, ""],
    [size, "0"],
    [size, "501"],
    [size, "-3"],
    [size, "1e3"],
    [size, "24.5"],
    [size, "9".repeat(400)],
    [size, "스물넷"],
    [works, []],
    [works, ["paper", "gold"]],
    [works, ["paper", UNSURE]],
  ])("%#", (question, sent) => {
    const read = parseAnswer(question, sent)
    expect(read).toEqual({ ok: false, problem: expect.stringMatching(/[가-힣].*요\.$/) })
  })

  test("kept answers of another service, of another version or of no known kind are forgotten", () => {
    const kept = {
      paper: "silk",
      size: 24,
      home: ["apartment", 1],
      "leak-sign": "drip",
      __proto__: { living: "empty" },
    }
    expect(filterValidAnswers("interior", "wallpaper", kept)).toEqual({ paper: "silk" })
  })
})

test("a number is read with commas, spaces and leading zeros", () => {
  const size = listServiceQuestions("interior", "wallpaper").find((question) => question.kind === "number")
  expect(size && parseAnswer(size, " 0,024 ")).toEqual({ ok: true, value: "24" })
})

test("a service that is no longer offered keeps its name and asks nothing", () => {
  expect(getServiceLabel("repair", "아궁이 수리")).toBe("아궁이 수리")
  expect(getServiceLabel("repair", "leak")).toBe("누수·배관")
  expect(findService("repair", "toString")).toBeNull()
  expect(listServiceQuestions("repair", "nothing")).toEqual([])
})
