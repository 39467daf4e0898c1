/** Builders of experts for tests and the demo town. */
import { now } from "../../basics/clock.ts"
import { isBusinessNumber } from "../../basics/business-number.ts"
import { calculateBayesianMean } from "../../basics/rank.ts"
import { newId } from "../../basics/ids.ts"
import { db } from "../../platform/db.server.ts"
import { pictures } from "../../platform/schema.server.ts"
import { createPerson, type Person } from "../accounts/fixtures.ts"
import type { Category } from "../orders/rules.ts"
import { changeOrders, orderPhotos, orders, proposals } from "../orders/schema.server.ts"
import { RATING_PRIOR } from "./rules.ts"
import { expertCategories, expertRegions, experts } from "./schema.server.ts"
import { refreshSearchKeys } from "./service/search-keys.server.ts"

type ExpertInsert = Omit<typeof experts.$inferInsert, "userId" | "ratingRank">
export type Expert = Person & { expertId: string }

let businessNumberCounter = Math.floor(Math.random() * 9_000_000)

/** A person's business number with a right check digit that no earlier call in this process gave. */
export function nextBusinessNumber(): string {
  businessNumberCounter = (businessNumberCounter + 7_919) % 9_000_000
  const digits = String(businessNumberCounter).padStart(7, "0")
  // The fourth and the fifth say what kind of business it is: from 81 on a company.
  const first = `1${digits.slice(0, 2)}1${digits.slice(2)}`
  const last = "0123456789".split("").find((digit) => isBusinessNumber(first + digit))
  return first + (last ?? "0")
}

/**
 * Makes a signed-in expert with a registration: approved, 집수리, 서울 서초구, unless said otherwise. Any column of
 * the experts' table can be given; `rating_rank` follows from `reviewCount` and `ratingSum`.
 */
export async function createExpert(
  options: Partial<ExpertInsert> & {
    categories?: readonly Category[]
    regions?: readonly string[]
    email?: string
    regionCode?: string
    /** Of the person; by default the name they trade under, which `name` is. */
    legalName?: string
  } = {},
): Promise<Expert> {
  const {
    categories = ["repair"],
    regions = ["11650"],
    email,
    regionCode = "11650",
    legalName,
    ...row
  } = options
  const state = row.state ?? "approved"
  const name = row.name ?? "김도현"
  const person = await createPerson({
    userType: "expert",
    expertState: state,
    name: legalName ?? name,
    regionCode,
    ...(email ? { email } : {}),
  })
  const expertId = person.actor.userId
  const isDecided = state === "approved" || state === "suspended" || state === "terminated"
  await db()
    .insert(experts)
    .values({
      oneLine: "하루 한 집만 맡아요. 이음매까지 보이지 않게 마감합니다.",
      introduction:
        "안녕하세요, 14년째 도배만 해온 김도현입니다. 하루에 한 집만 맡아 처음부터 끝까지 제 손으로 마무리해요.",
      careerYears: 14,
      businessNumber: nextBusinessNumber(),
      businessName: "도현도배",
      representative: name,
      workHours: "월–토 08:00–18:00",
      warranty: "시공 후 1년 무상 하자보수",
      priceFromWon: 62_000,
      priceFromUnit: "1평",
      appliedAt: now(),
      createdAt: now(),
      updatedAt: now(),
      ...(isDecided ? { reviewingAt: now(), decidedAt: now() } : {}),
      ...row,
      userId: expertId,
      state,
      name,
      ratingRank: calculateBayesianMean(
        row.ratingSum ?? 0,
        row.reviewCount ?? 0,
        RATING_PRIOR.mean,
        RATING_PRIOR.weight,
      ),
    })
  if (categories.length > 0)
    await db()
      .insert(expertCategories)
      .values(categories.map((category) => ({ expertId, category })))
  if (regions.length > 0)
    await db()
      .insert(expertRegions)
      .values(regions.map((code) => ({ expertId, regionCode: code })))
  await refreshSearchKeys(db(), [expertId])
  // As others call an expert who may work: by the name they trade under.
  const { profile } = person.actor
  if (profile && (state === "approved" || state === "suspended")) profile.name = name
  return { ...person, expertId }
}

/** A picture's row, loose unless said otherwise; nothing lies in the storage. */
export async function createPictureRow(
  ownerId: string,
  purpose: (typeof pictures.$inferInsert)["purpose"],
  attached = false,
): Promise<string> {
  const id = newId()
  await db()
    .insert(pictures)
    .values({
      id,
      ownerId,
      purpose,
      storageKey: `test/${id}`,
      originalName: "사진.jpg",
      width: 800,
      height: 600,
      bytes: 1_000,
      placeholder: "data:image/webp;base64,UklGRg==",
      createdAt: now(),
      attachedAt: attached ? now() : null,
    })
  return id
}

/**
 * An order between `customer` and `expert` with the accepted proposal, completed unless said otherwise,
 * agreed at 1,000,000원.
 */
export async function createCompletedOrder(
  customer: Person,
  expert: Expert,
  options: Partial<Omit<typeof orders.$inferInsert, "id">> & {
    minutesToProposal?: number
    changeWon?: number
    withPictures?: boolean
  } = {},
): Promise<string> {
  const { minutesToProposal = 10, changeWon, withPictures, ...row } = options
  const id = newId()
  const proposalId = newId()
  const openedAt = row.openedAt ?? now()
  const sentAt = new Date(openedAt.getTime() + minutesToProposal * 60_000)
  const agreedWon = row.agreedWon === undefined ? 1_000_000 : row.agreedWon
  await db().transaction(async (tx) => {
    await tx.insert(orders).values({
      customerId: customer.actor.userId,
      category: "repair",
      service: "도배",
      title: "거실 도배를 새로 하고 싶어요",
      regionCode: "11650",
      schedule: "soon",
      state: "completed",
      openedAt,
      matchedAt: now(),
      completedAt: now(),
      proposalCount: 1,
      createdAt: openedAt,
      updatedAt: now(),
      ...row,
      id,
      agreedWon,
      expertId: expert.expertId,
      acceptedProposalId: proposalId,
    })
    await tx.insert(proposals).values({
      id: proposalId,
      orderId: id,
      expertId: expert.expertId,
      state: "accepted",
      lines: [{ name: "도배", quantity: 1, unit: "식", unitPriceWon: agreedWon ?? 0 }],
      totalWon: agreedWon ?? 0,
      validUntil: now(),
      earliestStart: "2026-12-01",
      days: 1,
      warrantyMonths: 12,
      message: "꼼꼼하게 해드릴게요.",
      sentAt,
      createdAt: sentAt,
    })
    if (changeWon !== undefined) {
      await tx.insert(changeOrders).values({
        id: newId(),
        orderId: id,
        expertId: expert.expertId,
        state: "accepted",
        title: "몰딩 교체",
        reason: "몰딩이 낡았어요",
        amountWon: changeWon,
      })
    }
  })
  if (withPictures) {
    await db()
      .insert(orderPhotos)
      .values({
        orderId: id,
        kind: "site",
        position: 0,
        pictureId: await createPictureRow(customer.actor.userId, "order", true),
      })
  }
  return id
}

/** What a customer says of finished work. */
export const REVIEW = {
  rating: 5,
  finish: 5,
  priceMatch: 4,
  punctuality: 5,
  kindness: 5,
  tags: ["친절해요" as const],
  body: "아이 방부터 먼저 끝내주셔서 저녁에 바로 잘 수 있었어요.",
  pictureIds: [] as string[],
}
