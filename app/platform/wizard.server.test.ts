import { intents } from "./intents.server.ts"
import { describe, expect, test } from "vitest"
import { newId } from "../basics/ids.ts"
import { withDatabase } from "../../tests/setup/database.ts"
import { findDraft, type DraftAuthor } from "./drafts.server.ts"
import {
  cookieHeaders,
  findWizardDraft,
  parseStepQuery,
  redirectToSignIn,
  saveWizardDraft,
  saveWizardInterruptedStep,
  refuseStep,
  refuseUnsaved,
  type StepRefusal,
} from "./wizard.server.ts"

withDatabase()

type Draft = { answers: string[] }
const EMPTY: Draft = { answers: [] }
const NAME = "hire"
const TOO_LARGE = { answers: ["가".repeat(30_000)] }

const isAnswers = (content: unknown): content is Draft =>
  typeof content === "object" && content !== null && "answers" in content && Array.isArray(content.answers)
const parse = (content: unknown): Draft => (isAnswers(content) ? content : EMPTY)
const resume = (draft: Draft, step: unknown): Draft | null =>
  typeof step === "string" ? { answers: [...draft.answers, step] } : null

const createMember = () => ({ kind: "member" as const, userId: newId() })
const createVisitor = () => ({ kind: "visitor" as const, draftId: newId() })
const senderOf = (actor: DraftAuthor, address = "192.0.2.1") => ({
  actor,
  address,
  request: new Request("https://baroildang.example/jobs/post/hire?step=pay"),
})
const findOf = (actor: DraftAuthor) => findWizardDraft(actor, NAME, parse, resume)
const save = (actor: DraftAuthor, content: unknown, interrupted = false) =>
  saveWizardDraft(senderOf(actor), NAME, content, interrupted)
const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test("an address says the step, and whether one comes from the summary", () => {
  const of = (query: string) => parseStepQuery(new Request(`https://baroildang.example/a${query}`))
  expect(of("?step=pay&edit=1")).toEqual({ step: "pay", edit: true })
  expect(of("")).toEqual({ step: null, edit: false })
  expect(of("?step=&edit=yes")).toEqual({ step: "", edit: false })
  expect(of("?step=%00%E0%A4&step=pay").edit).toBe(false)
})

describe("a draft", () => {
  test("comes back as it was kept, with the time, until it is forgotten", async () => {
    const member = createMember()
    expect(await findOf(member)).toEqual({ draft: EMPTY, savedAt: null, interrupted: false })
    expect(await save(member, { answers: ["cleaning"] })).toEqual({ ok: true, setCookie: null })
    const found = await findOf(member)
    expect(found).toMatchObject({ draft: { answers: ["cleaning"] }, interrupted: false })
    expect(found.savedAt).toMatch(/^\d{4}-\d{2}-\d{2}T.*Z$/)
    expect(await save(member, null)).toEqual({ ok: true, setCookie: null })
    expect(await findOf(member)).toEqual({ draft: EMPTY, savedAt: null, interrupted: false })
  })

  test("of a visitor is kept under a cookie that the answer gives them, once", async () => {
    const first = await save({ kind: "visitor", draftId: null }, { answers: ["a"] })
    expect(first).toEqual({
      ok: true,
      setCookie: expect.stringMatching(/^__Host-baroildang\.draft=.+HttpOnly/),
    })
    const visitor = createVisitor()
    expect(await save(visitor, { answers: ["b"] })).toEqual({ ok: true, setCookie: null })
    expect((await findOf(visitor)).draft).toEqual({ answers: ["b"] })
    expect((await findOf(createVisitor())).draft).toEqual(EMPTY)
    expect((await findOf({ kind: "visitor", draftId: null })).draft).toEqual(EMPTY)
  })

  test("that cannot be read begins anew", async () => {
    const member = createMember()
    for (const content of ["text", 7, [], { answers: "none" }]) {
      await save(member, content)
      expect((await findOf(member)).draft, JSON.stringify(content)).toEqual(EMPTY)
    }
  })

  test("that no row could hold is refused, and the one before it stays", async () => {
    const member = createMember()
    await save(member, { answers: ["kept"] })
    for (const content of [TOO_LARGE, { answers: ["a\0b"] }, undefined])
      expect(await save(member, content)).toEqual({ ok: false, reason: "not_kept" })
    expect((await findOf(member)).draft).toEqual({ answers: ["kept"] })
  })

  test("is refused with a reason of its own where an address has filled its share", async () => {
    const content = { answers: ["x".repeat(60_000)] }
    const saveNew = () => saveWizardDraft(senderOf(createVisitor(), "198.51.100.9"), NAME, content, false)
    for (let visitor = 0; visitor < 60; visitor += 1) expect((await saveNew()).ok).toBe(true)
    expect(await saveNew()).toEqual({ ok: false, reason: "address_full" })
  })
})

describe("a step that the end of a session interrupted", () => {
  test("waits for its owner beside the draft, and goes into it", async () => {
    const member = createMember()
    await save(member, { answers: ["cleaning"] })
    await saveWizardInterruptedStep(senderOf(member), NAME, "Seoul")
    const found = await findOf(member)
    expect(found).toMatchObject({ draft: { answers: ["cleaning", "Seoul"] }, interrupted: true })
    await save(member, found.draft, found.interrupted)
    expect(await findOf(member)).toMatchObject({
      draft: { answers: ["cleaning", "Seoul"] },
      interrupted: false,
    })
  })

  test("stays where the draft that takes it up is not kept", async () => {
    const member = createMember()
    await saveWizardInterruptedStep(senderOf(member), NAME, "Seoul")
    expect(await save(member, TOO_LARGE, true)).toEqual({ ok: false, reason: "not_kept" })
    expect(await findOf(member)).toMatchObject({ draft: { answers: ["Seoul"] }, interrupted: true })
  })

  test("goes with the draft that is thrown away, and only where it was in it", async () => {
    const member = createMember()
    await saveWizardInterruptedStep(senderOf(member), NAME, "Seoul")
    await save(member, null, false)
    expect((await findOf(member)).interrupted).toBe(true)
    await save(member, null, true)
    expect((await findOf(member)).interrupted).toBe(false)
  })

  test("that cannot be read leaves the draft as it is", async () => {
    const member = createMember()
    await save(member, { answers: ["cleaning"] })
    await saveWizardInterruptedStep(senderOf(member), NAME, { step: 7 })
    expect(await findOf(member)).toMatchObject({ draft: { answers: ["cleaning"] }, interrupted: false })
  })

  test("of a visitor waits in their space, and is taken up by the member whom it becomes", async () => {
    const visitor = createVisitor()
    expect(await saveWizardInterruptedStep(senderOf(visitor), NAME, "Seoul")).toEqual({ setCookie: null })
    expect((await findOf(visitor)).interrupted).toBe(false)
    expect((await findDraft({ visitorId: visitor.draftId }, `${NAME}-late`))?.content).toBe("Seoul")
    const newcomer = { kind: "visitor" as const, draftId: null }
    const given = await saveWizardInterruptedStep(senderOf(newcomer), NAME, "Seoul")
    expect(given.setCookie).toMatch(/^__Host-baroildang\.draft=/)
    // Nobody gets a cookie for what was not kept.
    expect(await saveWizardInterruptedStep(senderOf(newcomer), NAME, TOO_LARGE)).toEqual({ setCookie: null })
  })
})

const answerStepForm = intents<StepRefusal>((intent) => ({
  next: intent({
    run: async (refusal) => refusal,
    done: null,
    problems: { not_taken: (refusal) => refusal },
  }),
}))
async function answered(form: FormData, refusal: StepRefusal) {
  const answer = await answerStepForm(form, refusal, { to: "/" })
  if (answer instanceof Response) throw new Error("was taken")
  return answer
}

test("what was not taken is answered with what was typed, without its password", async () => {
  const form = formOf({
    intent: "next",
    title: "입주청소",
    password: "secret",
    "slots[0].date": "2026-11-24",
  })
  const answer = await answered(
    form,
    refuseStep(400, { errors: { title: "너무 짧아요." }, headers: { "Set-Cookie": "a=b" } }),
  )
  expect(answer.data).toEqual({
    intent: "next",
    problem: null,
    errors: { title: "너무 짧아요." },
    values: { intent: "next", title: "입주청소", "slots[0].date": "2026-11-24" },
  })
  expect(answer.init?.status).toBe(400)
  expect(new Headers(answer.init?.headers).get("Set-Cookie")).toBe("a=b")
  const shown = await answered(
    form,
    refuseStep(409, { problem: "이미 올렸어요.", values: { title: "다른 글" } }),
  )
  expect(shown.data).toMatchObject({ problem: "이미 올렸어요.", errors: {}, values: { title: "다른 글" } })
  const file = new FormData()
  file.set("intent", new File(["a"], "a.txt"))
  expect((await answered(file, refuseStep(409, {}))).data).toMatchObject({ intent: "" })
})

test("a draft that was not kept is answered with what was typed and why", async () => {
  const form = formOf({ intent: "next", title: "입주청소" })
  const [full, large] = [
    await answered(form, refuseUnsaved("address_full")),
    await answered(form, refuseUnsaved("not_kept", { title: "글" })),
  ]
  expect([full.init?.status, full.data.problem, full.data.values.title]).toEqual([
    429,
    expect.stringContaining("이 주소에서"),
    "입주청소",
  ])
  expect([large.init?.status, large.data.problem, large.data.values.title]).toEqual([
    413,
    expect.stringContaining("너무 길어"),
    "글",
  ])
})

test("who has to sign in comes back to the step, with the cookie of their draft", () => {
  const answer = redirectToSignIn("/jobs/post/hire?step=pay&edit=1", "draft=1")
  expect([answer.status, answer.headers.get("Location"), answer.headers.get("Set-Cookie")]).toEqual([
    302,
    `/login?returnTo=${encodeURIComponent("/jobs/post/hire?step=pay&edit=1")}`,
    "draft=1",
  ])
  expect(redirectToSignIn("/jobs/post/hire").headers.get("Set-Cookie")).toBeNull()
  expect(cookieHeaders(null)).toEqual({})
})
