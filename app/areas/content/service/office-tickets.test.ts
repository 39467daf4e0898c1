/** What colleagues do with tickets among themselves: nobody else sees or does it. */
import { beforeEach, expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { createTicket } from "../fixtures.ts"
import { fillMacro, LIMITS } from "../rules.ts"
import {
  addTicketNote,
  findOfficeTicket,
  listMacros,
  removeMacro,
  saveMacro,
  setTicketPriority,
} from "./office-tickets.server.ts"
import { closeTicket, findTicket, listMyTickets, reopenTicket } from "./tickets.server.ts"

withDatabase()

const NOT_FOUND = { ok: false, reason: "not_found" }
let [admin, asker, ticketId] = [] as unknown as [Person, Person, string]
beforeEach(async () => {
  admin = await createPerson({ role: "admin", name: "서지훈" })
  asker = await createPerson()
  ticketId = await createTicket(asker.actor.userId, "언제 되나요?")
})

test("notes and how urgent it is are read by admins alone", async () => {
  const note = { body: "어제도 전화하셨어요.", key: newId() }
  expect(await addTicketNote(asker.actor, ticketId, note)).toEqual(NOT_FOUND)
  expect(await addTicketNote(admin.actor, newId(), note)).toEqual(NOT_FOUND)
  expect(await addTicketNote(admin.actor, ticketId, note)).toEqual({ ok: true })
  expect(await addTicketNote(admin.actor, ticketId, note)).toEqual({ ok: true })
  expect(await setTicketPriority(asker.actor, ticketId, "high")).toEqual(NOT_FOUND)
  expect(await setTicketPriority(admin.actor, newId(), "high")).toEqual(NOT_FOUND)
  expect(await setTicketPriority(admin.actor, ticketId, "high")).toEqual({ ok: true })
  expect(await setTicketPriority(admin.actor, ticketId, "high")).toEqual({ ok: false, reason: "same" })
  const ticket = await findTicket(admin.actor, ticketId)
  expect(ticket?.priority).toBe("high")
  const office = await findOfficeTicket(admin.actor, ticket!)
  expect(office?.notes.map(({ author, body }) => [author, body])).toEqual([["서지훈", note.body]])
  expect(await findOfficeTicket(asker.actor, ticket!)).toBeNull()
  expect((await findTicket(asker.actor, ticketId))?.priority).toBe("normal")
  expect((await listMyTickets(asker.actor, null)).rows.map((row) => row.priority)).toEqual(["normal"])
})

test("a closed ticket is opened again by an admin alone", async () => {
  expect(await reopenTicket(admin.actor, ticketId)).toEqual({ ok: false, reason: "not_now" })
  expect(await closeTicket(asker.actor, ticketId)).toEqual({ ok: true })
  expect(await reopenTicket(asker.actor, ticketId)).toEqual({ ok: false, reason: "not_now" })
  expect(await reopenTicket(admin.actor, newId())).toEqual(NOT_FOUND)
  expect(await reopenTicket(admin.actor, ticketId)).toEqual({ ok: true })
  expect((await findTicket(asker.actor, ticketId))?.state).toBe("open")
})

test("texts for answers have one title each, at most sixty, and say the name of who asks", async () => {
  const macro = { macroId: null, title: "환불 기간", body: "{이름}님, 3영업일 걸려요." }
  expect(await saveMacro(asker.actor, macro)).toEqual(NOT_FOUND)
  expect(await saveMacro(admin.actor, { ...macro, macroId: newId() })).toEqual(NOT_FOUND)
  expect(await saveMacro(admin.actor, macro)).toEqual({ ok: true })
  expect(await saveMacro(admin.actor, macro)).toEqual({ ok: false, reason: "taken" })
  const [saved] = await listMacros(admin.actor)
  expect(fillMacro(saved?.body ?? "", "김하늘")).toBe("김하늘님, 3영업일 걸려요.")
  expect(await saveMacro(admin.actor, { ...macro, macroId: saved?.id ?? "", title: "환불" })).toEqual({
    ok: true,
  })
  expect(await listMacros(asker.actor)).toEqual([])
  for (let count = 1; count < LIMITS.macros; count += 1)
    await saveMacro(admin.actor, { macroId: null, title: `문구 ${count}`, body: "네." })
  expect(await saveMacro(admin.actor, { ...macro, title: "하나 더" })).toEqual({ ok: false, reason: "full" })
  expect(await removeMacro(asker.actor, saved?.id ?? "")).toEqual(NOT_FOUND)
  expect(await removeMacro(admin.actor, newId())).toEqual(NOT_FOUND)
  expect(await removeMacro(admin.actor, saved?.id ?? "")).toEqual({ ok: true })
})
