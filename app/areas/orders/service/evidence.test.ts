/** The evidence of an order: a chain that begins with the choice, and shows where it was changed. */
import { eq, sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { db } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { sendText } from "../../chat/fixtures.ts"
import { openRoom } from "../../chat/service/rooms.server.ts"
import { EvidenceFile, findBrokenEntry } from "../evidence-chain.ts"
import { createBegunSafeOrder, createChosenSafeOrder, createOrderInState, deliverPart } from "../fixtures.ts"
import { orderEvidence } from "../schema.server.ts"
import { buildEvidencePdf } from "./evidence-pdf.server.ts"
import { describeEntry } from "./evidence-text.server.ts"
import { findEvidence, findEvidenceHash } from "./evidence.server.ts"
import { undoChoice } from "./reopen.server.ts"
import { completeWork } from "./work.server.ts"

withDatabase()
beforeAll(registerSubscriptions)

const rowsOf = (orderId: string) =>
  db().select().from(orderEvidence).where(eq(orderEvidence.orderId, orderId)).orderBy(orderEvidence.seq)

test("every step from the choice on is an entry, and each follows from the one before", async () => {
  const order = await createBegunSafeOrder()
  await deliverPart(order)
  await completeWork(order.customer.actor, order.orderId)
  const view = await findEvidence(order.customer.actor, order.orderId)
  expect(view?.brokenAt).toBeNull()
  expect(view?.file.entries.map(({ kind, content }) => content?.move ?? kind)).toEqual([
    "request",
    "proposal",
    "accept",
    "part_held",
    "start",
    "deliver",
    "money",
    "continue",
  ])
  expect(view?.file.entries[2]?.content).toMatchObject({ agreedWon: 1_780_000, payment: "safe" })
  expect(view?.file.entries[6]?.content).toMatchObject({ releasedWon: 178_000, refundedWon: 0 })
  const last = view?.file.entries.at(-1)
  expect(await findEvidenceHash(last?.hash ?? "")).toMatchObject({ seq: 8 })
  expect(await findEvidenceHash("0".repeat(64))).toBeNull()
})

test("a changed entry breaks the chain where it was changed, in the database and in a file", async () => {
  const { orderId, customer } = await createOrderInState("completed")
  const view = await findEvidence(customer.actor, orderId)
  const file = EvidenceFile.parse(JSON.parse(JSON.stringify(view?.file)))
  expect(findBrokenEntry(file)).toBeNull()
  const changed = file.entries.map((entry) =>
    entry.seq === 3 ? { ...entry, content: { ...entry.content, agreedWon: 1_000 } } : entry,
  )
  expect(findBrokenEntry({ ...file, entries: changed })).toBe(3)
  expect(findBrokenEntry({ ...file, entries: file.entries.toSpliced(1, 1) })).toBe(2)
  expect(findBrokenEntry({ ...file, orderId: "0191d6bd-ab00-7188-8ab0-e75dce940001" })).toBe(1)

  const change = sql`update order_evidence set content = content || '{"agreedWon": 1000}'
    where order_id = ${orderId} and seq = 3`
  await expect(db().execute(change)).rejects.toThrow()
  await db().execute(sql`alter table order_evidence disable trigger order_evidence_kept`)
  await db().execute(change)
  await db().execute(sql`alter table order_evidence enable trigger order_evidence_kept`)
  expect((await findEvidence(customer.actor, orderId))?.brokenAt).toBe(3)
})

test("entries are not taken away; where the last were all the same, the first of them is named", async () => {
  const { orderId, customer } = await createOrderInState("completed")
  const count = (await rowsOf(orderId)).length
  const remove = sql`delete from order_evidence where order_id = ${orderId} and seq > ${count - 2}`
  await expect(db().execute(remove)).rejects.toThrow()
  expect((await findEvidence(customer.actor, orderId))?.brokenAt).toBeNull()
  await db().execute(sql`alter table order_evidence disable trigger order_evidence_kept_whole`)
  await db().execute(remove)
  await db().execute(sql`alter table order_evidence enable trigger order_evidence_kept_whole`)
  const view = await findEvidence(customer.actor, orderId)
  expect([view?.file.entries.length, view?.brokenAt]).toEqual([count - 2, count - 1])
  // With their order they go.
  await db().execute(sql`delete from orders where id = ${orderId}`)
  expect(await rowsOf(orderId)).toEqual([])
})

test("nobody but the two and an admin gets it; another expert's agreement is a hash alone", async () => {
  const { orderId, customer, expert } = await createOrderInState("completed")
  const stranger = await createPerson()
  expect(await findEvidence(stranger.actor, orderId)).toBeNull()
  expect(await findEvidence({ kind: "visitor", draftId: null }, orderId)).toBeNull()
  expect(await findEvidence((await createPerson({ role: "admin" })).actor, orderId)).not.toBeNull()
  const other = await createOrderInState("matched")
  await db().execute(sql`alter table order_evidence disable trigger order_evidence_kept`)
  await db().execute(sql`update order_evidence set expert_id = ${other.expert.expertId}
    where order_id = ${orderId} and seq = 2`)
  await db().execute(sql`alter table order_evidence enable trigger order_evidence_kept`)
  const ofExpert = await findEvidence(expert.actor, orderId)
  expect(ofExpert?.file.entries[1]?.content).toBeNull()
  expect(ofExpert && findBrokenEntry(ofExpert.file)).toBeNull()
  expect((await findEvidence(customer.actor, orderId))?.file.entries[1]?.content).not.toBeNull()
})

test("an order has no chain before a choice, and keeps it when the choice is undone", async () => {
  const open = await createOrderInState("open")
  expect(await rowsOf(open.orderId)).toEqual([])
  expect(await findEvidence(open.customer.actor, open.orderId)).toBeNull()
  const chosen = await createChosenSafeOrder()
  await undoChoice(chosen.customer.actor, chosen.orderId)
  const rows = await rowsOf(chosen.orderId)
  expect(rows.map(({ content, kind }) => content.move ?? kind)).toEqual([
    "request",
    "proposal",
    "accept",
    "reopen",
  ])
})

test("what the two write to each other is an entry by its hash, and is read while both keep it", async () => {
  const { orderId, customer, expert } = await createOrderInState("matched")
  const room = await openRoom(customer.actor, { kind: "order", id: orderId, with: null })
  if (!room.ok) throw new Error(room.reason)
  const text = "내일 아침 9시에 와 주세요."
  await sendText(customer.actor, room.roomId, text)
  await drainEvents()
  await drainEvents()
  const view = await findEvidence(expert.actor, orderId)
  const message = view?.file.entries.at(-1)
  expect(message).toMatchObject({ kind: "message", role: "customer" })
  expect(JSON.stringify(message)).not.toContain("내일 아침")
  expect(Object.values(view?.file.messages ?? {})).toEqual([text])
  if (!view || !message) throw new Error("no message in the evidence")
  expect(describeEntry(message, view.file.messages).lines).toEqual([text])
  const [id = ""] = Object.keys(view.file.messages)
  expect(findBrokenEntry(view.file)).toBeNull()
  expect(findBrokenEntry({ ...view.file, messages: {} })).toBeNull()
  expect(findBrokenEntry({ ...view.file, messages: { [id]: "오지 마세요." } })).toBe(message.seq)
  await db().execute(sql`update chat_messages set hidden_reason = '신고' where room_id = ${room.roomId}`)
  expect((await findEvidence(expert.actor, orderId))?.file.messages).toEqual({})
})

test("a file that holds anything besides, or nests too deep, is none of ours", async () => {
  const { orderId, customer } = await createOrderInState("completed")
  const file = (await findEvidence(customer.actor, orderId))?.file
  const isOurs = (more: object) => EvidenceFile.safeParse({ ...file, ...more }).success
  expect(isOurs({})).toBe(true)
  expect(isOurs({ verdict: "전문가의 잘못이에요." })).toBe(false)
  expect(isOurs({ messages: { "0191d6bd-ab00-7188-8ab0-e75dce940001": "환불할게요." } })).toBe(false)
  const deep: unknown = JSON.parse("[".repeat(50_000) + "]".repeat(50_000))
  const entries = file?.entries.map((entry) => ({ ...entry, content: { deep } }))
  expect(isOurs({ entries })).toBe(false)
})

test("the PDF holds every entry", async () => {
  const { orderId, customer } = await createOrderInState("completed")
  const view = await findEvidence(customer.actor, orderId)
  if (!view) throw new Error("no evidence")
  const pdf = await buildEvidencePdf(view, "https://example.kr/evidence")
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe("%PDF-")
  expect(pdf.byteLength).toBeGreaterThan(5_000)
})
