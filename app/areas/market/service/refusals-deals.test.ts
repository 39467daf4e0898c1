/** A refusal about a deal that is paid safely changes nothing: not the deal, nor its money or its item. */
import { beforeAll, expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { env, readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import type { Actor } from "../../accounts/rules.ts"
import { blockPerson } from "../../trust/service/blocks.server.ts"
import { DEAL_LIMITS } from "../deal-rules.ts"
import {
  createItemPicture,
  createMeetingDeal,
  createSafeDeal,
  createSafeItem,
  findDealRow,
  MEETING_INPUT,
  PARCEL,
  PARCEL_INPUT,
  startTestDeal,
} from "../fixtures.ts"
import {
  acceptReturn,
  answerClaim,
  decideClaim,
  openClaim,
  refuseReturn,
  sendReturn,
  withdrawClaim,
} from "./deal-claims.server.ts"
import {
  cancelDeal,
  confirmDeal,
  getMeetingCode,
  handOver,
  renewMeetingCode,
  reportArrival,
  sendParcel,
} from "./deal-steps.server.ts"
import { releaseItem, reopenItem, sellItem } from "./deal.server.ts"
import { setItemHidden } from "./manage-item.server.ts"
import { editItem } from "./save-item.server.ts"
import { startDeal } from "./start-deal.server.ts"

withDatabase()
beforeAll(registerSubjects)

const visitor: Actor = { kind: "visitor", draftId: null }
const refused = (reason: string) => ({ ok: false, reason })
const REASON = { reason: "그만할게요" }
const CLAIM = { kind: "broken" as const, details: "다리가 부러져 있어요.", pictureIds: [] }
const NOTE = { problem: "missing" as const, note: "물건이 돌아오지 않았어요.", pictureIds: [] }
const DECISION = { outcome: "release" as const, reason: "사진과 같은 물건이 맞아요." }

test("a deal is begun by members, with others, about what they see and what is paid safely", async () => {
  const [seller, buyer] = [await createPerson(), await createPerson()]
  const itemId = await createSafeItem(seller)
  const buy = (actor: Actor, id: string) => startDeal(actor, id, PARCEL_INPUT)
  expect(await buy(visitor, itemId)).toEqual(refused("not_allowed"))
  expect(await buy(buyer.actor, newId())).toEqual(refused("not_found"))
  expect(await buy(seller.actor, itemId)).toEqual(refused("own_item"))
  const hiddenId = await createSafeItem(seller)
  await setItemHidden(seller.actor, hiddenId, true)
  expect(await buy(buyer.actor, hiddenId)).toEqual(refused("not_found"))
  for (const values of [{ safe: false }, { parcel: false, parcelFeeBy: null, parcelFeeWon: 0 }])
    expect(await buy(buyer.actor, await createSafeItem(seller, values))).toEqual(refused("not_now"))
  expect(await buy(buyer.actor, await createSafeItem(seller, { priceWon: 900 }))).toEqual(refused("amount"))
  await startTestDeal({ itemId, seller, buyer }, MEETING_INPUT)
  expect(await buy((await createPerson()).actor, itemId)).toEqual(refused("not_now"))
})

test("a deal is begun neither with the blocked, nor a fourth time, nor with payments off", async () => {
  const [seller, buyer, blocked] = [await createPerson(), await createPerson(), await createPerson()]
  const itemId = await createSafeItem(seller)
  await blockPerson(seller.actor, blocked.actor.userId)
  expect(await startDeal(blocked.actor, itemId, MEETING_INPUT)).toEqual(refused("blocked"))
  for (let count = 0; count < DEAL_LIMITS.maxDealsPerBuyer; count += 1) {
    const { dealId } = await startTestDeal({ itemId, seller, buyer }, MEETING_INPUT)
    await cancelDeal(buyer.actor, dealId, REASON)
  }
  expect(await startDeal(buyer.actor, itemId, MEETING_INPUT)).toEqual(refused("too_many"))
  const before = env()
  setEnvironment(readEnvironment({ ...process.env, APP_ENV: "test", PAYMENTS: "off" }))
  try {
    expect(await startDeal(buyer.actor, itemId, MEETING_INPUT)).toEqual(refused("payments_off"))
  } finally {
    setEnvironment(before)
  }
})

/** Every step of a deal, as `person` would make it. */
const listSteps = ({ actor }: Person, dealId: string) => ({
  cancel: () => cancelDeal(actor, dealId, REASON),
  send: () => sendParcel(actor, dealId, PARCEL),
  arrive: () => reportArrival(actor, dealId),
  confirm: () => confirmDeal(actor, dealId),
  handOver: () => handOver(actor, dealId, "000000"),
  renew: () => renewMeetingCode(actor, dealId),
  claim: () => openClaim(actor, dealId, CLAIM),
  withdraw: () => withdrawClaim(actor, dealId),
  answer: () => answerClaim(actor, dealId, { answer: "return", note: null }),
  sendReturn: () => sendReturn(actor, dealId, PARCEL),
  acceptReturn: () => acceptReturn(actor, dealId),
  refuseReturn: () => refuseReturn(actor, dealId, NOTE),
  decide: () => decideClaim(actor, dealId, DECISION),
})

test("a deal is nobody else's, and nothing of it moves once it is over", async () => {
  const { dealId, buyer, seller } = await createSafeDeal("done")
  const stranger = await createPerson()
  for (const step of Object.values(listSteps(stranger, dealId)))
    expect(await step()).toEqual(refused("not_found"))
  for (const person of [buyer, seller])
    for (const [name, step] of Object.entries(listSteps(person, dealId)))
      expect(await step()).toEqual(refused(name === "decide" ? "not_found" : "not_now"))
  const admin = await createPerson({ role: "admin" })
  expect(await decideClaim(admin.actor, dealId, DECISION)).toEqual(refused("not_now"))
})

test("each step is made by one side alone, and an administrator decides nothing but claims", async () => {
  const { dealId, buyer, seller } = await createSafeDeal("sent")
  expect(await confirmDeal(seller.actor, dealId)).toEqual(refused("not_now"))
  expect(await openClaim(seller.actor, dealId, CLAIM)).toEqual(refused("not_now"))
  expect(await cancelDeal(buyer.actor, dealId, REASON)).toEqual(refused("not_now"))
  const admin = await createPerson({ role: "admin" })
  expect(await confirmDeal(admin.actor, dealId)).toEqual(refused("not_now"))
  const pictureIds = [await createItemPicture(seller.actor.userId)]
  expect(await openClaim(buyer.actor, dealId, { ...CLAIM, pictureIds })).toEqual(refused("pictures_missing"))
  const sentBack = await createSafeDeal("sent_back")
  expect(await refuseReturn(sentBack.buyer.actor, sentBack.dealId, NOTE)).toEqual(refused("not_now"))
  const lent = { ...NOTE, pictureIds: [await createItemPicture(sentBack.buyer.actor.userId)] }
  expect(await refuseReturn(sentBack.seller.actor, sentBack.dealId, lent)).toEqual(
    refused("pictures_missing"),
  )
  expect(await refuseReturn(sentBack.seller.actor, sentBack.dealId, NOTE)).toEqual({ ok: true })
  const ownDeal = await createSafeDeal("disputed", { seller: admin })
  expect(await decideClaim(admin.actor, ownDeal.dealId, DECISION)).toEqual(refused("not_found"))
})

test("a wrong code is refused and counted, and after five the right one too", async () => {
  const { dealId, seller } = await createMeetingDeal()
  const code = getMeetingCode(await findDealRow(dealId))
  const wrong = code === "000000" ? "111111" : "000000"
  for (let count = 0; count < DEAL_LIMITS.codeTries; count += 1)
    expect(await handOver(seller.actor, dealId, wrong)).toMatchObject(refused("wrong_code"))
  expect(await handOver(seller.actor, dealId, code)).toEqual(refused("code_locked"))
  expect(await sendParcel(seller.actor, dealId, PARCEL)).toEqual(refused("not_now"))
})

test("an item that is paid safely follows its deal: its seller does not move it", async () => {
  const { itemId, buyer, seller, dealId } = await createSafeDeal("sent")
  expect(await releaseItem(seller.actor, itemId)).toEqual(refused("paid_safely"))
  expect(await sellItem(seller.actor, itemId, buyer.actor.userId)).toEqual(refused("paid_safely"))
  const edited = {
    title: "다른 물건",
    category: "furniture" as const,
    condition: "light" as const,
    priceWon: 10_000,
    negotiable: false,
    direct: true,
    parcel: false,
    parcelFeeBy: null,
    parcelFeeWon: 0,
    safe: false,
    regionCode: "11650",
    defects: "",
    description: "다른 물건으로 바꿔요.",
    pictureIds: [],
  }
  expect(await editItem(seller.actor, itemId, edited)).toEqual(refused("paid_safely"))
  await confirmDeal(buyer.actor, dealId)
  expect(await reopenItem(seller.actor, itemId)).toEqual(refused("paid_safely"))
})
