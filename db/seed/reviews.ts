/** What the people of the town say of each other's work, and when it is published. */
import { REVIEW_PUBLISH_AFTER_DAYS, REVIEW_TAGS } from "#app/areas/experts/rules.ts"
import { addDays } from "#app/basics/time.ts"
import type { PlacedOrder } from "./orders.ts"
import { addPicture } from "./picture-rows.ts"
import { createDeck, createRandom, createSeedId, type SeededRandom } from "./random.ts"
import { categorySeeds, serviceSeeds } from "./services.ts"
import {
  repliesToComplaint,
  repliesToPraise,
  reviewButs,
  reviewEndings,
  reviewMiddles,
  customerReviewTexts,
} from "./texts/people.ts"
import { earliestOf, latestOf, minutesAfter } from "./times.ts"
import type { Expert, Town } from "./town.ts"

export type ReviewTexts = Record<
  "middle" | "ending" | "but" | "reply" | "apology" | "onCustomer",
  () => string
> & { praise: Map<string, () => string> }

/** Words handed out so that neighbouring reviews do not say the same. */
export function createReviewTexts(): ReviewTexts {
  const random = createRandom("words of reviews")
  return {
    praise: new Map(
      serviceSeeds.map((seed) => [
        `${seed.category}/${seed.service}`,
        createDeck(seed.praise, createRandom(`praise/${seed.category}/${seed.service}`)),
      ]),
    ),
    middle: createDeck(reviewMiddles, random),
    ending: createDeck(reviewEndings, random),
    but: createDeck(reviewButs, random),
    reply: createDeck(repliesToPraise, random),
    apology: createDeck(repliesToComplaint, random),
    onCustomer: createDeck(customerReviewTexts, random),
  }
}

function createReviewBody(
  placed: PlacedOrder,
  rating: number,
  words: ReviewTexts,
  random: SeededRandom,
): string {
  const { service } = placed.request
  const praise = words.praise.get(`${service.category}/${service.service}`)?.() ?? ""
  if (rating <= 3) return random.pick(categorySeeds[service.category].complaints)
  const parts =
    rating === 4
      ? [praise, words.but()]
      : [praise, ...(random.chance(0.6) ? [words.middle()] : []), words.ending()]
  return parts.filter((part) => part !== "").join(" ")
}

/** What one word of praise or blame in numbers is: near the rating, never above 5. */
const near = (rating: number, random: SeededRandom) =>
  Math.max(1, Math.min(5, rating + random.pick([0, 0, 0, 0, -1, 1])))

/** Lets both sides of a completed order speak; `sure` where the review must not be missing. */
export function addReview(
  town: Town,
  placed: PlacedOrder,
  words: ReviewTexts,
  options: { sure?: boolean; keep?: boolean } = {},
): void {
  const { row, chosen, timeline, label } = placed
  if (!chosen || !timeline.endedAt || row.state !== "completed") return
  const random = createRandom(`review/${label}`)
  const { expert } = chosen
  const expertSpokeAt = addReviewOfCustomer(town, placed, expert, timeline.endedAt, words, random)
  const createdAt = minutesAfter(timeline.endedAt, random.int(30, 5_400))
  if (!(options.sure || random.chance(0.68)) || createdAt >= town.present) return
  const rating = pickRating(expert.quality, random)
  const { publishAt, publishedAt } = planPublication(createdAt, expertSpokeAt, town.present)
  const id = createSeedId(`review/${label}`, createdAt)
  const photos = random.chance(0.6) ? placed.afterPictures.slice(0, 3) : []
  const repliedAt = planReply(publishedAt, rating, town.present, random)
  const body = createReviewBody(placed, rating, words, random)
  const editedAt = notLater(
    random.chance(0.03) ? minutesAfter(createdAt, random.int(30, 700)) : null,
    town.present,
  )
  const content = {
    rating,
    finish: near(rating, random),
    priceMatch: near(rating, random),
    punctuality: near(rating, random),
    kindness: near(Math.max(3, rating), random),
    tags: random.sample(REVIEW_TAGS, rating >= 4 ? random.int(1, 4) : random.int(0, 1)),
  }
  const removed = !options.keep && rating <= 2 && random.chance(0.3) && publishedAt !== null
  town.rows.reviews.push({
    id,
    orderId: row.id,
    expertId: expert.id,
    customerId: row.customerId,
    category: row.category,
    ...content,
    body,
    photoCount: photos.length,
    paidWon: placed.paidWon,
    createdAt,
    publishAt,
    publishedAt,
    editedAt,
    reply: repliedAt && (rating <= 3 ? words.apology() : words.reply()),
    repliedAt,
    removedAt: removed ? publishedAt : null,
    removedReason: removed ? "다른 회원의 개인정보가 들어 있었어요." : "",
  })
  if (editedAt) {
    const earlierBody = body.split(". ")[0] ?? body
    town.rows.reviewVersions.push({
      reviewId: id,
      version: 1,
      content: { ...content, body: earlierBody, pictureIds: [] },
      at: editedAt,
    })
  }
  addReviewPhotos(town, { id, label, customerId: row.customerId, createdAt }, photos)
}

/** What did not come before `present` did not come. */
const notLater = (moment: Date | null, present: Date): Date | null =>
  moment && moment < present ? moment : null

/** What the expert says of the customer. Returns when, or null where they say nothing. */
function addReviewOfCustomer(
  town: Town,
  { row }: PlacedOrder,
  expert: Expert,
  endedAt: Date,
  words: ReviewTexts,
  random: SeededRandom,
): Date | null {
  const spokenAt = notLater(
    random.chance(0.55) ? minutesAfter(endedAt, random.int(40, 5_600)) : null,
    town.present,
  )
  if (!spokenAt) return null
  const rating = random.pick([5, 5, 5, 5, 4])
  town.rows.customerReviews.push({
    orderId: row.id,
    expertId: expert.id,
    customerId: row.customerId,
    rating,
    body: words.onCustomer(),
    createdAt: spokenAt,
  })
  return spokenAt
}

/** Stars from 1 to 5; `quality` is the share of those who are delighted. */
function pickRating(quality: number, random: SeededRandom): number {
  const kind = random.next()
  if (kind < quality) return 5
  if (kind < quality + (1 - quality) * 0.72) return 4
  if (kind < quality + (1 - quality) * 0.92) return 3
  return random.pick([2, 2, 1])
}

/** Both reviews are published once both are written, or after the days that one side has. */
function planPublication(createdAt: Date, expertSpokeAt: Date | null, present: Date) {
  const publishAt = addDays(createdAt, REVIEW_PUBLISH_AFTER_DAYS)
  const due = expertSpokeAt ? earliestOf(latestOf(createdAt, expertSpokeAt), publishAt) : publishAt
  return { publishAt, publishedAt: due <= present ? due : null }
}

/** Every complaint is answered, and many a praise. */
function planReply(
  publishedAt: Date | null,
  rating: number,
  present: Date,
  random: SeededRandom,
): Date | null {
  if (!publishedAt || !(rating <= 3 || random.chance(0.42))) return null
  return notLater(minutesAfter(publishedAt, random.int(50, 2_600)), present)
}

function addReviewPhotos(
  town: Town,
  review: { id: string; label: string; customerId: string; createdAt: Date },
  photos: readonly string[],
): void {
  photos.forEach((name, position) => {
    const pictureId = addPicture(town, name, {
      ownerId: review.customerId,
      purpose: "review",
      label: `review/${review.label}/${position}`,
      at: review.createdAt,
    })
    town.rows.reviewPhotos.push({ reviewId: review.id, pictureId, position })
  })
}

/** Sentences that any review may have, by their place in it. */
const STOCK: readonly (readonly string[])[] = [reviewMiddles, reviewEndings, reviewButs]
/** As many reviews as stand together on the home screen. */
const TOGETHER = 6

/** None of the reviews that are shown together, the newest with pictures, ends as another of them does. */
export function setReviewsApart({ rows }: Town): void {
  const shown = rows.reviews
    .filter((row) => row.publishedAt && (row.photoCount ?? 0) > 0 && !row.removedAt)
    .toSorted((a, b) => (b.publishedAt?.getTime() ?? 0) - (a.publishedAt?.getTime() ?? 0))
  for (const [index, review] of shown.entries()) {
    const said = shown
      .slice(Math.max(0, index - TOGETHER + 1), index)
      .flatMap(({ body }) => splitSentences(body))
    const sentences = splitSentences(review.body).map((sentence) => {
      const alike = STOCK.find((list) => list.includes(sentence)) ?? []
      return said.includes(sentence)
        ? (alike.find((other) => other !== "" && !said.includes(other)) ?? sentence)
        : sentence
    })
    review.body = sentences.join(" ")
  }
}
const splitSentences = (body: string): string[] => body.split(/(?<=[.!?]) +/)
