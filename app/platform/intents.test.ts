import { expect, test } from "vitest"
import { z } from "zod"
import { HIDDEN, intents } from "./intents.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "./outcome.ts"
import { text } from "../basics/form-fields.ts"
import { password } from "../basics/account-fields.ts"

type Reason = "not_now" | "no_place" | "hidden" | "not_found"
const Note = z.object({ note: text({ label: "메모", max: 10 }), password: password() })

const sent: unknown[] = []
async function save(
  given: string,
): Promise<Outcome<Reason, { id: number }> | Refusal<"late", { from: number }>> {
  sent.push(given)
  if (given === "late") return refuse("late", { from: 9 })
  const reasons: Reason[] = ["not_now", "no_place", "hidden", "not_found"]
  const reason = reasons.find((each) => each === given)
  return reason ? refuse(reason) : ok({ id: 7 })
}

const answerForm = intents<{ outcome: string }>((intent) => ({
  save: intent({
    form: Note,
    run: ({ outcome }) => save(outcome),
    done: ({ id }, { note }) => ({ to: `/notes/${id}`, flash: note }),
    problems: {
      not_now: "지금은 할 수 없어요.",
      no_place: { field: "note", sentence: "자리가 없어요." },
      hidden: HIDDEN,
      late: ({ from }) => ({ sentence: `${from}시부터 할 수 있어요.`, status: 429 }),
    },
  }),
  remove: intent({ run: async () => ok(), done: null, problems: {} }),
}))

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
const typed = { intent: "save", note: "메모예요", password: "secret-1234!" }
const answerTo = (outcome: string, fields: Record<string, string> = typed) =>
  answerForm(formOf(fields), { outcome }, { to: "/notes" })
async function answered(outcome: string, fields?: Record<string, string>) {
  const answer = await answerTo(outcome, fields)
  if (answer instanceof Response) throw new Error("was done")
  return { status: answer.init?.status, ...answer.data }
}

test("what was done goes on with its word; an intent without a form needs none", async () => {
  const done = await answerTo("done")
  if (!(done instanceof Response)) throw new Error("was not done")
  expect([done.status, done.headers.get("Location")]).toEqual([302, "/notes/7"])
  expect(decodeURIComponent(done.headers.get("Set-Cookie") ?? "")).toContain("메모예요")
  const removed = await answerTo("", { intent: "remove" })
  expect(removed instanceof Response && removed.headers.get("Location")).toBe("/notes")
})

test("each refusal is answered with its sentence, its status, what was typed, and no password", async () => {
  const values = { intent: "save", note: "메모예요" }
  const base = { intent: "save", errors: {}, problem: null, values }
  expect(await answered("not_now")).toEqual({ ...base, status: 409, problem: "지금은 할 수 없어요." })
  expect(await answered("no_place")).toEqual({ ...base, status: 400, errors: { note: "자리가 없어요." } })
  expect(await answered("late")).toEqual({ ...base, status: 429, problem: "9시부터 할 수 있어요." })
})

test("what is hidden, and what is not found, answers 404", async () => {
  for (const outcome of ["hidden", "not_found"])
    await expect(answerTo(outcome)).rejects.toMatchObject({ init: { status: 404 } })
})

test("a wrong form, or an intent that the screen does not have, runs nothing", async () => {
  sent.length = 0
  const wrong = await answered("done", { ...typed, note: "" })
  expect(wrong).toMatchObject({ status: 400, errors: { note: expect.any(String) }, values: { note: "" } })
  expect(await answered("done", { intent: "toString" })).toMatchObject({ status: 400, intent: "" })
  expect(sent).toEqual([])
})

test("a reason without a sentence, and a sentence without a reason, do not compile", () => {
  const all = { not_now: "…", no_place: "…", hidden: HIDDEN, late: "…" } as const
  intents<{ outcome: string }>((intent) => ({
    // @ts-expect-error -- `late` and `hidden` are missing
    less: intent({ run: () => save("done"), done: null, problems: { not_now: "…", no_place: "…" } }),
    // @ts-expect-error -- nothing is refused for `gone`
    more: intent({ run: () => save("done"), done: null, problems: { ...all, gone: "…" } }),
    all: intent({ run: () => save("done"), done: null, problems: all }),
  }))
})
