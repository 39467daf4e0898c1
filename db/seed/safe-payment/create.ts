/**
 * Orders that are paid safely, in every state of their plan: made by the services, as people make them, at
 * the moments at which they happened.
 */
import { sql } from "drizzle-orm"
import type postgres from "postgres"
import type { Member } from "#app/areas/accounts/rules.ts"
import { startChargePayment } from "#app/areas/money/service/charge-page.server.ts"
import { confirmPayment } from "#app/areas/money/service/payments.server.ts"
import { decideChange, proposeChange } from "#app/areas/orders/service/change-orders.server.ts"
import { rateCustomer, rateExpert } from "#app/areas/experts/service/reviews.server.ts"
import { refreshStatistics } from "#app/areas/experts/service/statistics.server.ts"
import { toQuestionAnswers } from "#app/areas/orders/questions.ts"
import { createOrder } from "#app/areas/orders/service/create-order.server.ts"
import { answerDecision, decideDispute, proposeDecision } from "#app/areas/orders/service/disputes.server.ts"
import { findOrder } from "#app/areas/orders/service/find-order.server.ts"
import { sendProposal } from "#app/areas/orders/service/proposals.server.ts"
import { acceptProposal } from "#app/areas/orders/service/received-proposals.server.ts"
import { acceptSplit, proposeSplit } from "#app/areas/orders/service/splits.server.ts"
import {
  agreeToWarrantyVisit,
  answerWarrantyClaim,
  escalateWarrantyClaim,
  openWarrantyClaim,
  refuseWarrantyClaim,
  repairWarrantyClaim,
} from "#app/areas/orders/service/warranties.server.ts"
import {
  cancelOrder,
  completeWork,
  deliverWork,
  openDispute,
  redeliverWork,
  requestChanges,
  startNextPart,
  startWork,
} from "#app/areas/orders/service/work.server.ts"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, HOUR_MS, toKstDateString } from "#app/basics/time.ts"
import { registerCharges } from "#app/charges.server.ts"
import { getPaymentProvider } from "#app/platform/services.server.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { createSimulatedPayment } from "#app/platform/payments/simulator.server.ts"
import { findDemoPeople, writePart, type DemoPerson, type RunStep } from "../parts.ts"
import { payDemoExpert } from "./payouts.ts"
import { expectOk, runThroughServices, toActor } from "../acting.ts"
import { STORIES, type Story, type StoryStep } from "./stories.ts"
import { WARRANTY_STORIES } from "./warranty-stories.ts"

type Scene = {
  customer: Member
  expert: Member
  admin: Member
  orderId: string
  afterPictures: readonly string[]
  sitePictures: readonly string[]
}

type PictureCopy = {
  owner: Member
  purpose: "after" | "claim" | "review"
  pictures: readonly string[]
  index: number
}

/** A loose picture that shows the same as one of the town's. */
async function copyPicture({ owner, purpose, pictures, index }: PictureCopy): Promise<string> {
  const id = newId()
  const source = pictures[index % pictures.length] ?? ""
  await db().execute(sql`insert into pictures (id, owner_id, purpose, storage_key, original_name, alt, width,
      height, bytes, placeholder, created_at)
    select ${id}::uuid, ${owner.userId}::uuid, ${purpose}, storage_key, original_name, alt, width, height,
      bytes, placeholder, ${now().toISOString()}::timestamptz from pictures where id = ${source}::uuid`)
  return id
}

async function findAskedCharge({ customer, orderId }: Scene): Promise<string> {
  const view = await findOrder(customer, orderId)
  return view?.privateDetails?.parts.find((part) => part.state === "asked")?.chargeId ?? ""
}

async function pay(scene: Scene): Promise<void> {
  const chargeId = await findAskedCharge(scene)
  const { paymentId } = await expectOk(startChargePayment(scene.customer, chargeId, "card"))
  const view = await findOrder(scene.customer, scene.orderId)
  const part = view?.privateDetails?.parts.find((one) => one.chargeId === chargeId)
  const amountWon = part?.payerWon ?? 0
  const { paymentKey } = await createSimulatedPayment({
    orderId: paymentId,
    amountWon,
    orderName: view?.order.title ?? "",
    method: "카드",
    customerName: scene.customer.profile?.name ?? "",
    script: "pay",
  })
  await expectOk(confirmPayment(scene.customer, paymentId, { paymentKey, amountWon }))
}

async function deliver(
  scene: Scene,
  step: StoryStep,
  work: typeof deliverWork | typeof redeliverWork,
): Promise<void> {
  const copy = { owner: scene.expert, purpose: "after" as const, pictures: scene.afterPictures }
  const pictureIds = [
    await copyPicture({ ...copy, index: step.hoursAgo }),
    await copyPicture({ ...copy, index: step.hoursAgo + 1 }),
  ]
  await expectOk(work(scene.expert, scene.orderId, { pictureIds, note: step.text ?? "" }))
}

async function changePrice({ expert, customer, orderId }: Scene, step: StoryStep): Promise<void> {
  const change = { title: step.title ?? "", reason: step.text ?? "", amountWon: step.won ?? 0 }
  const { changeOrderId } = await expectOk(proposeChange(expert, orderId, change))
  if (step.isAccepted) await expectOk(decideChange(customer, { changeOrderId, decision: "accept" }))
}

async function divide({ expert, customer, orderId }: Scene, step: StoryStep): Promise<void> {
  const split = { expertWon: step.won ?? 0, reason: step.text ?? "" }
  const { splitId } = await expectOk(proposeSplit(expert, orderId, split))
  if (step.isAccepted) await expectOk(acceptSplit(customer, orderId, { splitId }))
}

/** Both write about each other, so that it is published at once. */
async function rate({ customer, expert, orderId, afterPictures }: Scene, step: StoryStep): Promise<void> {
  const copy = { purpose: "review" as const, pictures: afterPictures, index: step.hoursAgo }
  await expectOk(rateCustomer(expert, { orderId, rating: 5, body: "" }))
  await expectOk(
    rateExpert(customer, {
      orderId,
      expertId: expert.userId,
      rating: 5,
      finish: 5,
      priceMatch: 5,
      punctuality: 4,
      kindness: 5,
      tags: ["친절해요"],
      body: step.text ?? "",
      pictureIds: [await copyPicture({ ...copy, owner: customer })],
    }),
  )
}

const decide = (
  { admin, orderId }: Scene,
  { won = 0, text = "" }: StoryStep,
  decision: typeof proposeDecision | typeof decideDispute,
) => expectOk(decision(admin, orderId, { expertWon: won, outcome: "complete", reason: text }))

const STEPS: Record<StoryStep["do"], (scene: Scene, step: StoryStep) => Promise<unknown>> = {
  pay,
  start: ({ expert, orderId }) => expectOk(startWork(expert, orderId, { reason: "" })),
  ask: ({ expert, orderId }) => expectOk(startNextPart(expert, orderId)),
  deliver: (scene, step) => deliver(scene, step, deliverWork),
  redeliver: (scene, step) => deliver(scene, step, redeliverWork),
  complain: ({ customer, orderId }, { text = "" }) => expectOk(requestChanges(customer, orderId, text)),
  confirm: ({ customer, orderId }) => expectOk(completeWork(customer, orderId)),
  change: changePrice,
  split: divide,
  dispute: ({ customer, orderId }, { text = "" }) => expectOk(openDispute(customer, orderId, text)),
  propose: (scene, step) => decide(scene, step, proposeDecision),
  accept: ({ customer, orderId }) =>
    expectOk(answerDecision(customer, orderId, { answer: "accept", note: "" })),
  object: ({ expert, orderId }, { text = "" }) =>
    expectOk(answerDecision(expert, orderId, { answer: "object", note: text })),
  decide: (scene, step) => decide(scene, step, decideDispute),
  claim: async (scene, step) =>
    expectOk(
      openWarrantyClaim(scene.customer, scene.orderId, {
        details: step.text ?? "",
        pictureIds: [
          await copyPicture({
            owner: scene.customer,
            purpose: "claim",
            pictures: scene.sitePictures,
            index: step.hoursAgo,
          }),
        ],
      }),
    ),
  visit: ({ expert, orderId }, { text = "", days = 2 }) =>
    expectOk(
      answerWarrantyClaim(expert, orderId, { visitOn: addDays(toKstDateString(now()), days), answer: text }),
    ),
  agree: ({ customer, orderId }) => expectOk(agreeToWarrantyVisit(customer, orderId)),
  repair: async (scene, step) =>
    expectOk(
      repairWarrantyClaim(scene.expert, scene.orderId, {
        note: step.text ?? "",
        pictureIds: [
          await copyPicture({
            owner: scene.expert,
            purpose: "claim",
            pictures: scene.afterPictures,
            index: step.hoursAgo,
          }),
        ],
      }),
    ),
  refuse: ({ expert, orderId }, { text = "" }) =>
    expectOk(refuseWarrantyClaim(expert, orderId, { reason: text })),
  escalate: ({ customer, orderId }, { text = "" }) =>
    expectOk(escalateWarrantyClaim(customer, orderId, { note: text })),
  rate,
  cancel: ({ expert, orderId }, { text = "" }) => expectOk(cancelOrder(expert, orderId, text)),
}

/** Asks, proposes and chooses, and then does what the story says, each at its hour. */
async function tell(story: Story, scene: Omit<Scene, "orderId">, present: Date): Promise<void> {
  const goTo = (hoursAgo: number) => setClock(() => new Date(present.getTime() - hoursAgo * HOUR_MS))
  const { customer, expert } = scene
  const { hoursAgo, request, proposal } = story
  goTo(hoursAgo)
  const { orderId } = await expectOk(
    createOrder(customer, {
      ...request,
      regionCode: customer.profile?.regionCode ?? "11710",
      answers: toQuestionAnswers(request.category, request.service, story.answers),
      schedule: "flexible",
      wantedOn: null,
      budgetMinWon: null,
      budgetMaxWon: null,
      pictureIds: [],
      address: null,
      contactPhone: null,
      thirdPartyConsent: false,
      invitedExpertId: expert.userId,
      submissionKey: newId(),
    }),
  )
  goTo(hoursAgo - 1)
  const today = toKstDateString(now())
  const { proposalId } = await expectOk(
    sendProposal(expert, orderId, {
      ...proposal,
      validUntil: addDays(today, 14),
      earliestStart: today,
      siteVisitNeeded: false,
      siteVisitFeeWon: 0,
    }),
  )
  goTo(hoursAgo - 2)
  await expectOk(
    acceptProposal(customer, orderId, {
      proposalId,
      version: 1,
      address: "서울 송파구 올림픽로 300, 101동 1203호",
      contactPhone: "+821012888000",
      thirdPartyConsent: true,
      payment: "safe",
    }),
  )
  for (const step of story.steps) {
    goTo(step.hoursAgo)
    await STEPS[step.do]({ ...scene, orderId }, step)
  }
}

/** The moments of it are past, so nobody is told now what they heard then. */
const forgetEvents = (person: DemoPerson, key: "customerId" | "sellerId" | "userId") =>
  db().execute(sql`delete from outbox where payload ->> ${key} = ${person.id}`)

/**
 * Creates `part` of the town. The services write it, each step for itself: what a creation that was killed
 * has told is not told again.
 */
export async function create(
  client: postgres.Sql,
  part: string,
  step: RunStep,
  databaseUrl: string,
): Promise<void> {
  const { demo } = await findDemoPeople(client)
  const pictures = await client<{ id: string; kind: "site" | "after" }[]>`
    (select picture_id as id, kind from order_photos join orders on orders.id = order_id
      where kind = 'after' and category = 'interior' order by picture_id limit 40)
    union all (select picture_id, kind from order_photos join orders on orders.id = order_id
      where kind = 'site' and category = 'interior' order by picture_id limit 20)`
  const idsOf = (kind: "site" | "after") => pictures.flatMap((row) => (row.kind === kind ? [row.id] : []))
  const told = await client<{ title: string }[]>`
    select title from orders where customer_id = ${demo.customer.id} and payment = 'safe'`
  // Only practice payments can be made here.
  const stories =
    getPaymentProvider() === "simulator"
      ? [...STORIES, ...WARRANTY_STORIES].filter((story) =>
          told.every(({ title }) => title !== story.request.title),
        )
      : []
  await runThroughServices(databaseUrl, async () => {
    registerCharges()
    const present = now()
    const scene = {
      customer: toActor(demo.customer, "customer"),
      expert: toActor(demo.expert, "expert"),
      admin: toActor(demo.admin, "admin"),
      afterPictures: idsOf("after"),
      sitePictures: idsOf("site"),
    }
    await step("체험 마을 안심결제", async () => {
      for (const story of stories) await tell(story, scene, present)
      await inTransaction((tx) => refreshStatistics(tx, [demo.expert.id]))
      await forgetEvents(demo.customer, "customerId")
      return `${stories.length}건`
    })
    await step("체험 마을 전문가 정산", async () => {
      const paid = stories.length > 0 ? await payDemoExpert(demo.expert, present) : "그대로"
      for (const key of ["sellerId", "userId"] as const) await forgetEvents(demo.expert, key)
      await db().execute(sql`delete from outbox where type = 'change-mail.requested'
        and payload ->> 'changeId' in (select id::text from account_changes
          where user_id = ${demo.expert.id})`)
      return paid
    })
    resetClock()
    await writePart(client, part, async () => {})
  })
}
