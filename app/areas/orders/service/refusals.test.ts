/** A refusal about a request or an order changes nothing of it. */
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { checksumAllTables } from "../../../../tests/setup/table-checksums.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import type { Actor } from "../../accounts/rules.ts"
import { createExpert } from "../../experts/fixtures.ts"
import { blockPerson, unblockPerson } from "../../trust/service/blocks.server.ts"
import {
  buildOrderInput,
  buildProposalInput,
  createOpenOrder,
  createOrderInState,
  createPicture,
} from "../fixtures.ts"
import { listServices } from "../questions.ts"
import { createEmptyDraft, EMPTY_DRAFTS, type RequestDraft } from "../request-draft.ts"
import { LIMITS } from "../rules.ts"
import { orders } from "../schema.server.ts"
import { editOrder } from "./create-order.server.ts"
import { reviseProposal, sendProposal, type ProposalInput } from "./proposals.server.ts"
import {
  findRequestDrafts,
  saveInterruptedStep,
  saveRequestDraft,
  submitRequest,
} from "./request-draft.server.ts"
import { redeliverWork, resolveDispute } from "./work.server.ts"

withDatabase()

const PICTURES_MISSING = { ok: false, reason: "pictures_missing" }

const sentBy = (actor: Actor) => ({
  actor,
  request: new Request("http://localhost/request"),
  address: "203.0.113.1",
})

const NO_DRAFTS = { ...EMPTY_DRAFTS, savedAt: null, interrupted: false }

const buildDraft = (overrides: Partial<RequestDraft> = {}): RequestDraft => ({
  ...createEmptyDraft(newId()),
  service: listServices("repair")[0]?.id ?? "",
  regionCode: "11650",
  schedule: "soon",
  budget: "open",
  pictureIds: [],
  description: "벽지가 누렇게 변했어요.",
  ...overrides,
})

test("a request that is open takes no picture that is not its customer's", async () => {
  const customer = await createPerson()
  const pictureIds = [await createPicture(customer.actor.userId, "order")]
  const orderId = await createOpenOrder(customer.actor, { pictureIds })
  const input = buildOrderInput({ title: "작은방만 도배해 주세요", pictureIds: [...pictureIds, newId()] })
  expect(await editOrder(customer.actor, orderId, input)).toEqual(PICTURES_MISSING)
})

test("work is not handed over again without a picture, or with one that is not there", async () => {
  const { orderId, expert } = await createOrderInState("changes_requested")
  const redeliver = (pictureIds: string[]) =>
    redeliverWork(expert.actor, orderId, { pictureIds, note: "이음매를 다시 붙였어요." })
  expect(await redeliver([])).toEqual({ ok: false, reason: "pictures_needed" })
  const picture = await createPicture(expert.expertId, "after")
  expect(await redeliver([picture, newId()])).toEqual(PICTURES_MISSING)
})

test("a dispute is not ended without a word of why", async () => {
  const { orderId } = await createOrderInState("disputed")
  const { actor } = await createPerson({ role: "admin" })
  for (const outcome of ["complete", "cancel"] as const) {
    expect(await resolveDispute(actor, orderId, { outcome, note: " \n" })).toEqual({
      ok: false,
      reason: "note_needed",
    })
  }
})

test("a proposal is not revised to what cannot hold, nor for a request that is past its time", async () => {
  const { orderId, proposalId, expert } = await createOrderInState("open")
  const today = toKstDateString(now())
  const revise = (overrides: Partial<ProposalInput>) =>
    reviseProposal(expert.actor, proposalId, { ...buildProposalInput(overrides), version: 1 })
  const line = { name: "도배", quantity: 1, unit: "식", unitPriceWon: 0 }
  const refused = (reason: string) => ({ ok: false, reason })
  expect(await revise({ lines: [line] })).toEqual(refused("nothing_to_pay"))
  const tooMuch = { ...line, quantity: 2, unitPriceWon: LIMITS.totalWon }
  expect(await revise({ lines: [tooMuch] })).toEqual(refused("too_much"))
  expect(await revise({ validUntil: addDays(today, -1) })).toEqual(refused("valid_until"))
  expect(await revise({ earliestStart: addDays(today, -1) })).toEqual(refused("earliest_start"))
  await db().update(orders).set({ expiresAt: now() }).where(eq(orders.id, orderId))
  expect(await revise({})).toEqual(refused("not_open"))
})

test("a proposal, and a revised one, where one of the two has blocked the other", async () => {
  const { orderId, proposalId, customer, expert } = await createOrderInState("open")
  const other = await createExpert()
  await blockPerson(customer.actor, expert.expertId)
  await blockPerson(other.actor, customer.actor.userId)
  const blocked = { ok: false, reason: "blocked" }
  const input = buildProposalInput({})
  expect(await reviseProposal(expert.actor, proposalId, { ...input, version: 1 })).toEqual(blocked)
  expect(await sendProposal(other.actor, orderId, input)).toEqual(blocked)
  await unblockPerson(other.actor, customer.actor.userId)
  expect(await sendProposal(other.actor, orderId, input)).toMatchObject({ ok: true })
})

test("no proposal leads around the market, and each field that would is named", async () => {
  const customer = await createPerson()
  const expert = await createExpert()
  const orderId = await createOpenOrder(customer.actor)
  const before = await checksumAllTables()
  const around = {
    message: "010-1234-5678로 전화 주세요.",
    excluded: ["가구 옮기기", "카톡 아이디: baro_kim"],
    lines: [
      { name: "도배", quantity: 1, unit: "식", unitPriceWon: 900_000 },
      { name: "kim@example.kr", quantity: 1, unit: "식", unitPriceWon: 100_000 },
    ],
  }
  const contact = { ok: false, reason: "contact", fields: ["message", "excluded", "lines[1].name"] }
  expect(await sendProposal(expert.actor, orderId, buildProposalInput(around))).toEqual(contact)
  expect(await checksumAllTables()).toEqual(before)
  const made = await createOrderInState("open")
  const revised = { ...buildProposalInput(around), version: 1 }
  expect(await reviseProposal(made.expert.actor, made.proposalId, revised)).toEqual(contact)
})

test("a draft too large to keep leaves the step that an ended session interrupted where it was", async () => {
  const { actor } = await createPerson()
  await saveInterruptedStep(sentBy(actor), {
    category: "repair",
    step: "region",
    fields: [["regionCode", "11650"]],
  })
  const storedDrafts = await findRequestDrafts(actor)
  const before = await checksumAllTables()
  const draft = buildDraft({ description: "가".repeat(30_000) })
  expect(await saveRequestDraft(sentBy(actor), storedDrafts, "repair", draft)).toEqual({
    ok: false,
    reason: "not_kept",
  })
  expect(await checksumAllTables()).toEqual(before)
  expect(await saveRequestDraft(sentBy(actor), storedDrafts, "repair", buildDraft())).toMatchObject({
    ok: true,
  })
  expect(await findRequestDrafts(actor)).toMatchObject({ interrupted: false, last: "repair" })
})

test("the drafts of visitors from one address come to an end", async () => {
  const save = () =>
    saveRequestDraft(sentBy({ kind: "visitor", draftId: null }), NO_DRAFTS, "repair", buildDraft())
  for (let visitors = 1; visitors <= 60; visitors += 1) expect(await save()).toMatchObject({ ok: true })
  expect(await save()).toEqual({ ok: false, reason: "address_full" })
})

test("a draft makes no request by an expert, nor where a part of it is missing", async () => {
  const { actor } = await createPerson()
  const submit = (draft: RequestDraft, by: Actor = actor) =>
    submitRequest(sentBy(by), NO_DRAFTS, "repair", draft)
  expect(await submit(createEmptyDraft(newId()))).toMatchObject({ ok: false, reason: "not_valid" })
  const expert = await createExpert()
  expect(await submit(buildDraft(), expert.actor)).toEqual({ ok: false, reason: "not_customer" })
  expect(await submit(buildDraft({ expertId: newId() }))).toEqual({ ok: false, reason: "expert_missing" })
  const pictureIds = [await createPicture(actor.userId, "order")]
  await createOpenOrder(actor, { pictureIds })
  expect(await submit(buildDraft({ pictureIds }))).toEqual(PICTURES_MISSING)
})
