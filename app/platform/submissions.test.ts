import { afterEach, expect, test } from "vitest"
import { resetClock, setClock } from "../basics/clock.ts"
import { newId } from "../basics/ids.ts"
import { withDatabase } from "../../tests/setup/database.ts"
import { inTransaction } from "./db.server.ts"
import {
  claimAnswer,
  deleteOldSubmissions,
  findSubmittedId,
  releaseAnswer,
  runOnce,
  saveAnswer,
} from "./submissions.server.ts"

withDatabase()
afterEach(resetClock)

test("a form sent 20 times at once does its work once, and all get the same answer", async () => {
  const of = { actorId: newId(), form: "order", key: newId() }
  let done = 0
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      inTransaction((tx) => runOnce(tx, of, async () => ({ ok: true, number: (done += 1) }))),
    ),
  )
  expect(done).toBe(1)
  expect(new Set(answers.map((answer) => answer.number))).toEqual(new Set([1]))
})

test("a refusal is not kept: the corrected form goes through under the same key", async () => {
  const of = { actorId: newId(), form: "order", key: newId() }
  expect(await inTransaction((tx) => runOnce(tx, of, async () => ({ ok: false, reason: "closed" })))).toEqual(
    {
      ok: false,
      reason: "closed",
    },
  )
  expect(await inTransaction((tx) => runOnce(tx, of, async () => ({ ok: true })))).toEqual({ ok: true })
})

test("another person's key, and another form's, is another key", async () => {
  const of = { actorId: newId(), form: "order", key: newId() }
  const answers = []
  for (const other of [of, { ...of, actorId: newId() }, { ...of, form: "proposal" }])
    answers.push(await inTransaction((tx) => runOnce(tx, other, async () => newId())))
  expect(new Set(answers).size).toBe(3)
})

test("what was made is found by its key, for whoever sent the form alone", async () => {
  const of = { actorId: newId(), form: "hire", key: newId() }
  const hireId = newId()
  await inTransaction((tx) => runOnce(tx, of, async () => ({ ok: true, hireId })))
  expect(await findSubmittedId(of, "hireId")).toBe(hireId)
  for (const other of [{ actorId: newId() }, { form: "seek" }, { key: newId() }])
    expect(await findSubmittedId({ ...of, ...other }, "hireId")).toBeNull()
  for (const name of ["seekId", "ok", "__proto__", "constructor"])
    expect(await findSubmittedId(of, name)).toBeNull()
})

test("work that fails leaves the key free", async () => {
  const of = { actorId: newId(), form: "order", key: newId() }
  await expect(
    inTransaction((tx) => runOnce(tx, of, () => Promise.reject(new Error("broken")))),
  ).rejects.toThrow("broken")
  expect(await inTransaction((tx) => runOnce(tx, of, async () => "made"))).toBe("made")
})

test("a form that is sent again gets the answer of its first sending, for its sender alone", async () => {
  const [actorId, key] = [newId(), newId()]
  const answer = { status: 302, headers: [["location", "/orders"]] as [string, string][], body: "" }
  expect(await claimAnswer(actorId, key)).toEqual({ state: "new" })
  expect(await claimAnswer(actorId, key)).toEqual({ state: "under-way" })
  await saveAnswer(actorId, key, answer)
  expect(await claimAnswer(actorId, key)).toEqual({ state: "answered", answer })
  expect(await claimAnswer(newId(), key)).toEqual({ state: "new" })
})

test("a refused form can be sent again; one whose process ended is not done twice", async () => {
  const [actorId, key] = [newId(), newId()]
  await claimAnswer(actorId, key)
  await releaseAnswer(actorId, key)
  expect(await claimAnswer(actorId, key)).toEqual({ state: "new" })
  setClock(() => new Date(Date.now() + 61_000))
  expect(await claimAnswer(actorId, key)).toEqual({ state: "unknown" })
})

test("what was answered is emptied after an hour, but its key is known for a week", async () => {
  const [actorId, key] = [newId(), newId()]
  await claimAnswer(actorId, key)
  await saveAnswer(actorId, key, { status: 200, headers: [], body: "a" })
  const of = { actorId, form: "order", key: newId() }
  await inTransaction((tx) => runOnce(tx, of, async () => "made"))
  setClock(() => new Date(Date.now() + 61 * 60_000))
  await deleteOldSubmissions()
  expect(await claimAnswer(actorId, key)).toEqual({ state: "unknown" })
  expect(await inTransaction((tx) => runOnce(tx, of, async () => "made again"))).toBe("made")
})
