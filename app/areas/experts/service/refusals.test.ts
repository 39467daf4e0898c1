/** What is refused to experts changes nothing: neither a registration, nor a public page, nor a review. */
import { expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { checksumAllTables } from "../../../../tests/setup/table-checksums.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import type { ExpertApplication } from "../application-form.ts"
import { createCompletedOrder, createExpert, createPictureRow, nextBusinessNumber } from "../fixtures.ts"
import { PUBLIC_PAGE_LIMITS } from "../rules.ts"
import { decideApplication, resubmitApplication, saveApplicationEdits } from "./application.server.ts"
import {
  addPortfolioItem,
  editPortfolioItem,
  movePortfolioItem,
  removePortfolioItem,
} from "./portfolio.server.ts"
import { addVacation, removeVacation, updatePrices } from "./public-page.server.ts"
import { editReview, rateExpert } from "./reviews.server.ts"

withDatabase()

const refused = (reason: string) => ({ ok: false, reason })

const application = (changes: Partial<ExpertApplication> = {}): ExpertApplication => ({
  categories: ["interior"],
  regions: ["41"],
  name: "바로설비",
  oneLine: "막힌 곳을 바로 뚫어 드려요",
  introduction: "20년 동안 배관만 해 온 설비 전문가예요. 당일 방문해요.",
  careerYears: 20,
  businessNumber: nextBusinessNumber(),
  businessName: "바로설비",
  representative: "김바로",
  prices: [{ name: "변기 교체", unit: "1개", priceWon: 120_000 }],
  certificates: [],
  portfolio: [],
  ...changes,
})
const certificate = (picture: string) => ({
  name: "배관기능사",
  issuer: "한국산업인력공단",
  acquiredOn: null,
  picture,
})
const work = (after: string) => ({
  title: "거실 도배",
  description: "",
  category: "interior" as const,
  priceWon: 1_780_000,
  areaPyeong: 24,
  doneOn: null,
  before: null,
  after,
})

test("an application with another's picture or business number is neither saved nor sent again", async () => {
  const [applicant, colleague] = [await createExpert({ state: "needs_info" }), await createExpert()]
  const businessNumber = nextBusinessNumber()
  await createExpert({ businessNumber })
  const foreignPicture = await createPictureRow(colleague.expertId, "certificate")
  for (const send of [saveApplicationEdits, resubmitApplication]) {
    expect(await send(applicant.actor, application({ certificates: [certificate(foreignPicture)] }))).toEqual(
      refused("picture_not_yours"),
    )
    const ownPicture = await createPictureRow(applicant.expertId, "certificate")
    expect(
      await send(applicant.actor, application({ businessNumber, certificates: [certificate(ownPicture)] })),
    ).toEqual(refused("business_number_taken"))
  }
})

test("nobody sends in or decides an application that is not there", async () => {
  const [person, admin] = [await createPerson(), await createPerson({ role: "admin" })]
  expect(await resubmitApplication(person.actor, application())).toEqual(refused("not_found"))
  expect(await decideApplication(admin.actor, { expertId: newId(), move: "review", reason: "" })).toEqual(
    refused("not_found"),
  )
})

test.each([
  ["closed", "whose registration has ended"],
  ["not_found", "who never registered"],
])("a public page is refused (%s) to somebody %s", async (reason) => {
  const person = reason === "closed" ? await createExpert({ state: "terminated" }) : await createPerson()
  const { actor } = person
  const picture = await createPictureRow(actor.userId, "portfolio")
  const days = { from: "2099-01-01", to: "2099-01-03" }
  const itemId = newId()
  const attempts: (() => Promise<unknown>)[] = [
    () => updatePrices(actor, { prices: [{ name: "도배", unit: "1평", priceWon: 60_000 }] }),
    () => addVacation(actor, days),
    () => removeVacation(actor, { from: days.from }),
    () => addPortfolioItem(actor, work(picture)),
    () => editPortfolioItem(actor, itemId, work(picture)),
    () => movePortfolioItem(actor, { itemId, to: "earlier" }),
    () => removePortfolioItem(actor, itemId),
  ]
  for (const attempt of attempts) expect(await attempt()).toEqual(refused(reason))
})

test("a work is refused with another's picture, and after sixty", async () => {
  const [expert, colleague] = [await createExpert(), await createExpert()]
  const add = async (ownerId: string) =>
    addPortfolioItem(expert.actor, work(await createPictureRow(ownerId, "portfolio")))
  expect(await add(colleague.expertId)).toEqual(refused("picture_not_yours"))
  for (let count = 0; count < PUBLIC_PAGE_LIMITS.portfolio; count += 1)
    expect(await add(expert.expertId)).toEqual({ ok: true })
  expect(await add(expert.expertId)).toEqual(refused("too_many"))
})

test("a review is not changed with a picture of somebody else, and keeps its own", async () => {
  const [expert, customer] = [await createExpert(), await createPerson()]
  const ownPicture = await createPictureRow(customer.actor.userId, "review")
  const foreignPicture = await createPictureRow(expert.expertId, "review")
  const words = {
    rating: 5,
    finish: 5,
    priceMatch: 4,
    punctuality: 5,
    kindness: 5,
    tags: [],
    body: "아이 방부터 먼저 끝내주셔서 저녁에 바로 잘 수 있었어요.",
  }
  const orderId = await createCompletedOrder(customer, expert)
  const rated = await rateExpert(customer.actor, {
    ...words,
    orderId,
    expertId: expert.expertId,
    pictureIds: [ownPicture],
  })
  if (!rated.ok) throw new Error(rated.reason)
  const before = await checksumAllTables()
  expect(
    await editReview(customer.actor, { ...words, reviewId: rated.reviewId, pictureIds: [foreignPicture] }),
  ).toEqual(refused("picture_not_yours"))
  expect(await checksumAllTables()).toEqual(before)
})
