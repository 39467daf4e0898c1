/**
 * Second-hand goods that are paid safely, in every state of their deals: made by the services, as people make
 * them, at the moments at which they happened, with the cards in the rooms of their people.
 */
import { sql } from "drizzle-orm"
import type postgres from "postgres"
import type { Member } from "#app/areas/accounts/rules.ts"
import {
  postDealAsked,
  postDealMoved,
  postOfferAccepted,
  postOfferMade,
} from "#app/areas/market/service/deal-cards.server.ts"
import {
  acceptReturn,
  answerClaim,
  decideClaim,
  openClaim,
  sendReturn,
} from "#app/areas/market/service/deal-claims.server.ts"
import {
  cancelDeal,
  confirmDeal,
  handOver,
  reportArrival,
  sendParcel,
} from "#app/areas/market/service/deal-steps.server.ts"
import { findDeal } from "#app/areas/market/service/deal-views.server.ts"
import { createOffer, decideOffer } from "#app/areas/market/service/offers.server.ts"
import { createItem } from "#app/areas/market/service/save-item.server.ts"
import { startDeal } from "#app/areas/market/service/start-deal.server.ts"
import { startChargePayment } from "#app/areas/money/service/charge-page.server.ts"
import { confirmPayment } from "#app/areas/money/service/payments.server.ts"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { HOUR_MS } from "#app/basics/time.ts"
import { registerCharges } from "#app/charges.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { createSimulatedPayment } from "#app/platform/payments/simulator.server.ts"
import { getPaymentProvider } from "#app/platform/services.server.ts"
import { expectOk, runThroughServices, toActor } from "../acting.ts"
import { describeDemoPictures } from "../demo-pictures.ts"
import { findDemoPeople, writePart, type RunStep } from "../parts.ts"
import { DEAL_STORIES, type DealStep, type DealStory } from "./stories.ts"

type Scene = {
  buyer: Member
  seller: Member
  admin: Member
  story: DealStory
  itemId: string
  dealId: string
  chargeId: string
}

const PARCEL_FEE_WON = 3_500
const PARCEL = { carrier: "cj", trackingNumber: "650123987412" } as const
const CARDS = {
  "offer.made": postOfferMade,
  "offer.accepted": postOfferAccepted,
  "deal.asked": postDealAsked,
  "deal.moved": postDealMoved,
}

/** Posts the cards of what happened, and forgets its events: nobody is told now what was then. */
async function postCards(itemId: string): Promise<void> {
  await inTransaction(async (tx) => {
    const events = await tx.execute<{ type: string; payload: never }>(sql`
      delete from outbox where payload ->> 'itemId' = ${itemId} or payload ->> 'id' = ${itemId}
      returning type, payload`)
    for (const { type, payload } of events)
      if (Object.hasOwn(CARDS, type)) await CARDS[type as keyof typeof CARDS](payload, tx)
    await tx.execute(sql`delete from outbox where type = 'message.sent' and payload ->> 'roomId' in (
      select id::text from chat_rooms where subject_id = ${itemId}::uuid)`)
  })
}

/** Hands in the picture `name` of the town for `sellerId`. */
async function addPicture(sellerId: string, name: string): Promise<string> {
  const master = (await describeDemoPictures(["thing", "goods"])).get(name)
  if (!master) throw new Error(`There is no picture ${name}`)
  const { storageKey, alt, width, height, bytes, placeholder } = master
  const id = newId()
  await db().insert(pictures).values({
    id,
    ownerId: sellerId,
    purpose: "item",
    storageKey,
    originalName: "photo.webp",
    alt,
    width,
    height,
    bytes,
    placeholder,
    createdAt: now(),
  })
  return id
}

async function pay({ buyer, chargeId, story }: Scene): Promise<void> {
  const amountWon = (story.offerWon ?? story.priceWon) + (story.method === "parcel" ? PARCEL_FEE_WON : 0)
  const { paymentId } = await expectOk(startChargePayment(buyer, chargeId, "card"))
  const { paymentKey } = await createSimulatedPayment({
    orderId: paymentId,
    amountWon,
    orderName: story.title,
    method: "카드",
    customerName: buyer.profile?.name ?? "",
    script: "pay",
  })
  await expectOk(confirmPayment(buyer, paymentId, { paymentKey, amountWon }))
}

async function meet({ buyer, seller, dealId }: Scene): Promise<void> {
  const code = (await findDeal(buyer, dealId))?.code ?? ""
  await expectOk(handOver(seller, dealId, code))
}

function take(scene: Scene, step: DealStep): Promise<unknown> {
  const { buyer, seller, admin, dealId } = scene
  switch (step.do) {
    case "pay":
      return pay(scene)
    case "send":
      return expectOk(sendParcel(seller, dealId, PARCEL))
    case "arrive":
      return expectOk(reportArrival(buyer, dealId))
    case "confirm":
      return expectOk(confirmDeal(buyer, dealId))
    case "meet":
      return meet(scene)
    case "claim":
      return expectOk(openClaim(buyer, dealId, { kind: step.kind, details: step.text, pictureIds: [] }))
    case "agree":
      return expectOk(answerClaim(seller, dealId, { answer: "return", note: "죄송해요. 돌려보내 주세요." }))
    case "refuse":
      return expectOk(
        answerClaim(seller, dealId, { answer: "refuse", note: "보낼 때는 설명과 같았어요. 사진도 있어요." }),
      )
    case "sendBack":
      return expectOk(sendReturn(buyer, dealId, PARCEL))
    case "takeBack":
      return expectOk(acceptReturn(seller, dealId))
    case "cancel":
      return expectOk(cancelDeal(scene[step.by], dealId, { reason: step.text }))
    case "decide":
      return expectOk(decideClaim(admin, dealId, { outcome: "refund", reason: step.text }))
  }
}

async function begin(
  story: DealStory,
  { buyer, seller }: Pick<Scene, "buyer" | "seller">,
): Promise<Pick<Scene, "itemId" | "dealId" | "chargeId">> {
  const isParcel = story.method === "parcel"
  const { itemId } = await expectOk(
    createItem(seller, {
      title: story.title,
      category: story.category,
      condition: story.condition,
      priceWon: story.priceWon,
      negotiable: true,
      direct: !isParcel,
      parcel: isParcel,
      parcelFeeBy: isParcel ? "buyer" : null,
      parcelFeeWon: isParcel ? PARCEL_FEE_WON : 0,
      safe: true,
      regionCode: seller.profile?.regionCode ?? "11710",
      defects: "",
      description: story.description,
      pictureIds: [await addPicture(seller.userId, story.picture)],
      submissionKey: newId(),
    }),
  )
  if (story.offerWon !== undefined) {
    const { offerId } = await expectOk(createOffer(buyer, itemId, story.offerWon))
    await expectOk(decideOffer(seller, itemId, { offerId, decision: "accept" }))
    await postCards(itemId)
  }
  const deal = await expectOk(
    startDeal(
      buyer,
      itemId,
      isParcel
        ? {
            method: "parcel",
            recipient: buyer.profile?.name ?? "",
            phone: "+821012888000",
            zonecode: "05551",
            address: "서울 송파구 올림픽로 300",
            addressDetail: "101동 1203호",
            request: "문 앞에 놓아 주세요",
            thirdPartyConsent: true,
            consent: true,
          }
        : { method: "direct", consent: true },
    ),
  )
  return { itemId, dealId: deal.dealId, chargeId: deal.chargeId ?? "" }
}

async function tell(
  story: DealStory,
  people: Pick<Scene, "buyer" | "seller" | "admin">,
  present: Date,
): Promise<void> {
  const goTo = (hoursAgo: number) => setClock(() => new Date(present.getTime() - hoursAgo * HOUR_MS))
  // It is paid within half an hour.
  goTo((story.steps[0]?.hoursAgo ?? 0) + 0.25)
  const scene = { story, ...people, ...(await begin(story, people)) }
  await postCards(scene.itemId)
  for (const step of story.steps) {
    goTo(step.hoursAgo)
    await take(scene, step)
    await postCards(scene.itemId)
  }
}

/** Creates `part` of the town. The services write it, each step for itself. */
export async function create(
  client: postgres.Sql,
  part: string,
  step: RunStep,
  databaseUrl: string,
): Promise<void> {
  const { demo } = await findDemoPeople(client)
  const told = await client<{ title: string }[]>`
    select i.title from deals d join items i on i.id = d.item_id`
  // Only practice payments can be made here.
  const stories =
    getPaymentProvider() === "simulator"
      ? DEAL_STORIES.filter((story) => told.every(({ title }) => title !== story.title))
      : []
  await runThroughServices(databaseUrl, async () => {
    registerCharges()
    const present = now()
    const customer = toActor(demo.customer, "customer")
    const expert = toActor(demo.expert, "expert")
    const admin = toActor(demo.admin, "admin")
    await step("체험 마을 중고 안심결제", async () => {
      for (const story of stories) {
        const isCustomerBuyer = story.buyer === "customer"
        const people = {
          buyer: isCustomerBuyer ? customer : expert,
          seller: isCustomerBuyer ? expert : customer,
          admin,
        }
        await tell(story, people, present)
      }
      return `${stories.length}건`
    })
    resetClock()
    await writePart(client, part, async () => {})
  })
}
