/** A few people with things of their own between them: who may see what is asked of every route. */
import { eq } from "drizzle-orm"
import { createPerson, createSession } from "#app/areas/accounts/fixtures.ts"
import { profiles } from "#app/areas/accounts/schema.server.ts"
import { createExpert, createPictureRow } from "#app/areas/experts/fixtures.ts"
import {
  createPaidPurchase,
  createShop,
  createVariant,
  payPurchase,
  createPlacedPurchase,
} from "#app/areas/shop/fixtures.ts"
import { createArticle, createTicket } from "#app/areas/content/fixtures.ts"
import { createJobAtStage, createOpenHire, createOpenSeek } from "#app/areas/jobs/fixtures.ts"
import { sendOffer } from "#app/areas/jobs/service/offers.server.ts"
import { wages } from "#app/areas/jobs/schema.server.ts"
import { appealNoShow } from "#app/areas/jobs/service/work.server.ts"
import { createConversation, sendText } from "#app/areas/chat/fixtures.ts"
import { reconcileDay } from "#app/areas/money/service/reconciliation.server.ts"
import { now } from "#app/basics/clock.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { notifications } from "#app/areas/notifications/schema.server.ts"
import {
  createDeal,
  createItemForSale,
  createSafeDeal,
  createSafeItem,
  createTestOffer,
  PARCEL_INPUT,
  startTestDeal,
} from "#app/areas/market/fixtures.ts"
import { setItemHidden } from "#app/areas/market/service/manage-item.server.ts"
import { addAlert } from "#app/areas/market/service/alerts.server.ts"
import { fileReport } from "#app/areas/trust/service/report.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import {
  createBegunSafeOrder,
  createChosenSafeOrder,
  findParts,
  createOpenOrder,
  createOrderInState,
  createProposal,
} from "#app/areas/orders/fixtures.ts"
import { rateExpert } from "#app/areas/experts/service/reviews.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"

/**
 * visitor: signed out · owner: a customer, whose things the addresses name · stranger: another customer ·
 * expert: works for the owner · rival: another approved expert · seller: a customer whose shop is approved ·
 * banned: a customer whom an admin has shut out · admin
 */
export const ROLES = ["visitor", "owner", "stranger", "expert", "rival", "seller", "banned", "admin"] as const
export type Role = (typeof ROLES)[number]

/** What stands for the parameters of addresses; an area adds its own here. */
export type Params = Record<string, string>

/** Words that only some may ever be sent. */
export type Secret = { text: string; for: readonly Role[] }

export type TestWorld = {
  createdAt: Date
  params: Params
  secrets: Secret[]
  /** A fresh sign-in: the value of a Cookie header, or nothing for a visitor. */ signIn: (
    role: Role,
  ) => Promise<string | undefined>
}

/** `mark` tells the addresses of people apart where several towns share a database. */
export async function createTestWorld(emailSuffix = ""): Promise<TestWorld> {
  const [owner, stranger, expert, rival, seller, banned, admin] = await Promise.all([
    createPerson({
      name: "본명주인공",
      email: `owner-secret${emailSuffix}@example.kr`,
      phone: "+821077770001",
    }),
    createPerson({ name: "본명낯선이" }),
    createExpert({
      name: "전담도배",
      legalName: "본명전담전",
      email: `expert-secret${emailSuffix}@example.kr`,
    }),
    createExpert({
      name: "다른도배",
      legalName: "본명다른전",
      email: `rival-secret${emailSuffix}@example.kr`,
    }),
    createShop({ name: "단골가게", legalName: "본명단골" }),
    createPerson({ name: "본명막힌이" }),
    createPerson({ name: "본명관리인", role: "admin" }),
  ])
  const member = await createExpert({ name: "관리받는이", email: `member-secret${emailSuffix}@example.kr` })
  const applicant = await createExpert({ state: "applied", name: "신청자", businessName: "비밀신청상사" })
  await db()
    .update(profiles)
    .set({ bannedUntil: new Date(Date.now() + 86_400_000) })
    .where(eq(profiles.userId, banned.actor.userId))

  const chosen = await createChosenSafeOrder(undefined, { customer: owner, expert })
  const [askedPart] = await findParts(chosen.orderId)
  const begun = await createBegunSafeOrder(undefined, { customer: owner, expert })
  const [paidPart] = await findParts(begun.orderId)
  const matched = await createOrderInState("in_progress", {
    customer: owner,
    expert,
    order: { description: "비밀설명-진행" },
    proposal: { message: "비밀견적-진행 이렇게 할게요." },
  })
  const openOrderId = await createOpenOrder(owner.actor, { description: "비밀설명-모집" })
  const openProposalId = await createProposal(rival.actor, openOrderId, {
    message: "비밀견적-모집 이렇게 할게요.",
  })
  const completed = await createOrderInState("completed", { customer: owner, expert })

  const rated = await rateExpert(owner.actor, {
    orderId: completed.orderId,
    expertId: expert.expertId,
    rating: 5,
    finish: 5,
    priceMatch: 5,
    punctuality: 5,
    kindness: 5,
    tags: [],
    body: "비밀후기-공개 전이에요.",
    pictureIds: [],
  })
  if (!rated.ok) throw new Error(rated.reason)

  const notice = await createArticle("notice", "점검 안내")
  const notificationId = newId()
  await db().insert(notifications).values({
    id: notificationId,
    userId: owner.actor.userId,
    kind: "order",
    title: "비밀알림",
    href: "/orders",
    once: "town",
    createdAt: new Date(),
  })
  registerSubjects()
  const reported = await fileReport(
    owner.actor,
    { kind: "expert", id: rival.expertId },
    { reason: "scam", details: "비밀신고", block: false, pictureIds: [], submissionKey: newId() },
  )
  if (!reported.ok) throw new Error(reported.reason)
  const { reportId } = reported
  const { roomId } = await createConversation({ customer: owner, expert })
  await sendText(owner.actor, roomId, "비밀대화-두 사람만")

  // The owner hires the stranger; the expert objects to a no-show that the owner reported.
  const job = await createJobAtStage("begun", {
    employer: owner,
    worker: stranger,
    hire: { address: "비밀근무지 서초대로 77", contactPhone: "+821055550001" },
    message: "비밀지원-채용된 사람이에요.",
  })
  // Its wage is late, so that there is a record of it.
  const [late] = await db()
    .update(wages)
    .set({ lateAt: new Date() })
    .where(eq(wages.applicationId, job.applicationId))
    .returning()
  const missed = await createJobAtStage("no_show", {
    employer: owner,
    worker: expert,
    message: "비밀지원-오지 않은 사람이에요.",
  })
  const appealed = await appealNoShow(expert.actor, missed.applicationId, "비밀이의-10분 전에 도착했어요.")
  if (!appealed.ok) throw new Error(appealed.reason)
  const openHireId = await createOpenHire(owner.actor, {
    address: "비밀근무지 반포대로 1",
    contactPhone: "+821055550002",
  })
  const seekId = await createOpenSeek(rival.actor)
  const neighbour = await createPerson({ name: "본명이웃이" })
  const offered = await sendOffer(owner.actor, seekId, {
    hireId: openHireId,
    message: "비밀제안-함께 일해요.",
  })
  if (!offered.ok) throw new Error(offered.reason)
  const itemId = await createItemForSale(seller, { title: "마을 원목 책장" })
  await createTestOffer(stranger.actor, itemId, 54_300)
  const hiddenItemId = await createItemForSale(seller, { title: "비밀물건-숨김" })
  await setItemHidden(seller.actor, hiddenItemId, true)
  const deal = await createDeal("sold", { seller, buyer: expert })
  const safeItemId = await createSafeItem(seller, { title: "마을 안심 의자" })
  const safeDeal = await startTestDeal(
    { itemId: await createSafeItem(seller), seller, buyer: expert },
    { ...PARCEL_INPUT, addressDetail: "비밀주소-중고" },
  )
  const disputedDeal = await createSafeDeal("disputed", { seller, buyer: expert })
  await addAlert(owner.actor, {
    keyword: "비밀키워드",
    category: null,
    range: null,
    regionCode: null,
    minWon: null,
    maxWon: null,
  })
  const variantId = await createVariant(seller.sellerId, 40_000, 100)
  const purchase = await createPaidPurchase(owner, [{ variantId, quantity: 1 }], {
    addressDetail: "비밀주소-쇼핑",
  })
  const deposit = await createPlacedPurchase(owner, [{ variantId, quantity: 1 }], {
    method: "virtual_account",
  })
  await payPurchase(owner, deposit.paymentId, 40_000, { method: "virtual_account" })
  const pending = await createPlacedPurchase(owner, [{ variantId, quantity: 1 }])
  const line = purchase.lines[0]
  if (!line) throw new Error("a purchase without lines")

  const people = { owner, stranger, expert, rival, seller, banned, admin }
  return {
    createdAt: new Date(),
    params: {
      // orders
      orderId: matched.orderId,
      openOrderId,
      openProposalId,
      chargeId: askedPart?.chargeId ?? "",
      paidChargeId: paidPart?.chargeId ?? "",
      completedOrderId: completed.orderId,
      categoryId: "repair",
      // experts
      expertId: expert.expertId,
      reviewId: rated.reviewId,
      memberId: member.expertId,
      applicantId: applicant.expertId,
      // accounts and pictures
      form: "order-repair",
      certificateId: await createPictureRow(owner.actor.userId, "certificate"),
      loosePictureId: await createPictureRow(owner.actor.userId, "test"),
      nothing: newId(),
      // content
      articleId: notice,
      noticeId: notice,
      careerId: await createArticle("career", "서버 엔지니어"),
      ticketId: await createTicket(owner.actor.userId, "비밀문의-이용"),
      slug: "terms",
      // shop
      productId: line.productId,
      sellerId: seller.sellerId,
      groupId: purchase.groupId,
      lineId: line.id,
      pendingGroupId: pending.groupId,
      paymentId: deposit.paymentId,
      // notifications and trust
      notificationId,
      reportId,
      // jobs
      hireId: openHireId,
      seekId,
      applicationId: job.applicationId,
      workHireId: job.hireId,
      wageId: late?.id ?? "",
      othersHireId: await createOpenHire(neighbour.actor),
      othersSeekId: await createOpenSeek(neighbour.actor),
      missedApplicationId: missed.applicationId,
      offerId: offered.offerId,
      // second-hand
      itemId,
      hiddenItemId,
      soldItemId: deal.itemId,
      safeItemId,
      dealId: safeDeal.dealId,
      disputedDealId: disputedDeal.dealId,
      reconciledDay: await createReconciledDay(),
      userId: seller.actor.userId,
      rivalUserId: rival.actor.userId,
      // chat
      roomId,
    },
    secrets: [
      { text: `owner-secret${emailSuffix}@example.kr`, for: ["owner", "admin"] },
      { text: "01077770001", for: ["owner", "admin"] },
      { text: "+821077770001", for: ["owner", "admin"] },
      { text: `expert-secret${emailSuffix}@example.kr`, for: ["expert", "admin"] },
      { text: `rival-secret${emailSuffix}@example.kr`, for: ["rival", "admin"] },
      // Legal names: one's own, of those whom one has a contract with, and the office's (decision 081).
      { text: "본명주인공", for: ["owner", "expert", "admin"] },
      { text: "본명낯선이", for: ["stranger", "owner", "admin"] },
      { text: "본명전담전", for: ["expert", "admin"] },
      { text: "본명다른전", for: ["rival", "admin"] },
      { text: "본명단골", for: ["seller", "admin"] },
      { text: "본명막힌이", for: ["banned", "admin"] },
      { text: "본명관리인", for: ["admin"] },
      { text: "본명이웃이", for: ["admin"] },
      { text: "101동 1001호", for: ["owner", "expert", "admin"] },
      { text: `member-secret${emailSuffix}@example.kr`, for: ["admin"] },
      { text: "비밀설명-진행", for: ["owner", "expert", "admin"] },
      { text: "비밀견적-진행", for: ["owner", "expert", "admin"] },
      { text: "비밀설명-모집", for: ["owner", "expert", "rival", "admin"] },
      { text: "비밀견적-모집", for: ["owner", "rival", "admin"] },
      { text: "비밀후기-공개 전", for: ["owner", "admin"] },
      { text: "비밀주소-쇼핑", for: ["owner", "seller", "admin"] },
      { text: "비밀주소-중고", for: ["expert"] },
      { text: "비밀알림", for: ["owner"] },
      { text: "비밀대화", for: ["owner", "expert"] },
      { text: "비밀신고", for: ["owner", "admin"] },
      { text: "비밀신청상사", for: ["admin"] },
      { text: "비밀근무지 서초대로", for: ["owner", "stranger", "admin"] },
      { text: "비밀근무지 반포대로", for: ["owner", "admin"] },
      { text: "01055550001", for: ["owner", "stranger", "admin"] },
      { text: "+821055550001", for: ["owner", "stranger", "admin"] },
      { text: "비밀지원-채용된", for: ["owner", "stranger", "admin"] },
      { text: "비밀지원-오지 않은", for: ["owner", "expert", "admin"] },
      { text: "비밀이의", for: ["owner", "expert", "admin"] },
      { text: "비밀제안", for: ["owner", "rival", "admin"] },
      { text: "비밀문의-이용", for: ["owner", "admin"] },
      { text: "비밀물건-숨김", for: ["seller", "admin"] },
      { text: "비밀키워드", for: ["owner"] },
      { text: "54,300원", for: ["seller", "stranger"] },
    ],
    signIn: async (role) => (role === "visitor" ? undefined : createSession(people[role].actor.userId)),
  }
}

/** `text` with every ":name" replaced by what the town has under that name. */
export const fillParams = ({ params }: TestWorld, text: string) =>
  text.replaceAll(/:([a-z]\w*)/gi, (_, name: string) => {
    const value = params[name]
    if (value === undefined)
      throw new Error(
        `tests/setup/test-world.ts has no "${name}": add it to its params, or give the line an "at"`,
      )
    return value
  })

/** An address of the town; what comes after a star is nothing that exists. */
export const buildPath = (town: TestWorld, pattern: string) =>
  fillParams(town, pattern).replace("*", "nothing-there")

/** A day on which the provider knew what we know. */
async function createReconciledDay(): Promise<string> {
  const day = addDays(toKstDateString(now()), -1)
  await reconcileDay(day)
  return day
}
