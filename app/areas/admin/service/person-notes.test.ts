/** Notes and labels of members: colleagues who see members alone read and write them. */
import { expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { parseLabels } from "../rules.ts"
import { findPersonHistory } from "./overview.server.ts"
import { addPersonNote, findPersonNotes, setPersonLabels } from "./person-notes.server.ts"

withDatabase()

const NOT_FOUND = { ok: false, reason: "not_found" }

test("notes and labels are read and written by colleagues who see members alone", async () => {
  const admin = await createPerson({ role: "admin", name: "서지훈" })
  const content = await createPerson({ role: "admin", officeRole: "content" })
  const member = await createPerson()
  const { userId } = member.actor
  const note = { body: "환불을 세 번 요청했어요.", key: newId() }
  expect(await addPersonNote(content.actor, userId, note)).toEqual(NOT_FOUND)
  expect(await addPersonNote(admin.actor, newId(), note)).toEqual(NOT_FOUND)
  expect(await setPersonLabels(member.actor, userId, ["단골"])).toEqual(NOT_FOUND)
  expect(await setPersonLabels(admin.actor, newId(), ["단골"])).toEqual(NOT_FOUND)
  expect(await addPersonNote(admin.actor, userId, note)).toEqual({ ok: true })
  expect(await addPersonNote(admin.actor, userId, note)).toEqual({ ok: true })
  expect(await setPersonLabels(admin.actor, userId, ["주의", "단골"])).toEqual({ ok: true })
  expect(await findPersonNotes(admin.actor, userId)).toMatchObject({
    notes: [{ author: "서지훈", body: note.body }],
    labels: ["단골", "주의"],
  })
  expect(await setPersonLabels(admin.actor, userId, [])).toEqual({ ok: true })
  expect((await findPersonNotes(admin.actor, userId))?.labels).toEqual([])
  expect(await findPersonNotes(member.actor, userId)).toBeNull()
})

test("labels are words between commas, each once, at most six", () => {
  expect(parseLabels(" 단골, 주의 ,,단골, 가, 나, 다, 라, 마")).toEqual([
    "단골",
    "주의",
    "가",
    "나",
    "다",
    "라",
  ])
})

test("where somebody signed in stands in their history", async () => {
  const [admin, member] = [await createPerson({ role: "admin" }), await createPerson()]
  const history = await findPersonHistory(admin.actor, member.actor.userId)
  expect(history?.entries).toMatchObject([{ kind: "sign_in", state: "open" }])
})
