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
import type { Town } from "./town.ts"

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
  const expertSpeaks = random.chance(0.55) ? minutesAfter(timeline.endedAt, random.int(40, 5_600)) : null
  const spokenAt = expertSpeaks && expertSpeaks < town.present ? expertSpeaks : null
  if (spokenAt) {
    const rating = random.pick([5, 5, 5, 5, 4])
    town.rows.customerReviews.push({
      orderId: row.id,
      expertId: chosen.expert.id,
      customerId: row.customerId,
      rating,
      body: words.onCustomer(),
      createdAt: spokenAt,
    })
  }
  const createdAt = minutesAfter(timeline.endedAt, random.int(30, 5_400))
  if (!(options.sure || random.chance(0.68)) || createdAt >= town.present) return
  const kind = random.next()
  const { quality } = chosen.expert
  const rating =
    kind < quality
      ? 5
      : kind < quality + (1 - quality) * 0.72
        ? 4
        : kind < quality + (1 - quality) * 0.92
          ? 3
          : random.pick([2, 2, 1])
  const publishAt = addDays(createdAt, REVIEW_PUBLISH_AFTER_DAYS)
  const due = spokenAt ? earliestOf(latestOf(createdAt, spokenAt), publishAt) : publishAt
  const publishedAt = due <= town.present ? due : null
  const id = createSeedId(`review/${label}`, createdAt)
  const photos = random.chance(0.6) ? placed.afterPictures.slice(0, 3) : []
  const repliedAt =
    publishedAt && (rating <= 3 || random.chance(0.42))
      ? minutesAfter(publishedAt, random.int(50, 2_600))
      : null
  const replied = repliedAt !== null && repliedAt < town.present
  const body = createReviewBody(placed, rating, words, random)
  const editedAt = random.chance(0.03) ? minutesAfter(createdAt, random.int(30, 700)) : null
  const edited = editedAt !== null && editedAt < town.present
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
    expertId: chosen.expert.id,
    customerId: row.customerId,
    category: row.category,
    ...content,
    body,
    photoCount: photos.length,
    paidWon: placed.paidWon,
    createdAt,
    publishAt,
    publishedAt,
    editedAt: edited ? editedAt : null,
    reply: replied ? (rating <= 3 ? words.apology() : words.reply()) : null,
    repliedAt: replied ? repliedAt : null,
    removedAt: removed ? publishedAt : null,
    removedReason: removed ? "다른 회원의 개인정보가 들어 있었어요." : "",
  })
  if (edited) {
    const earlierBody = body.split(". ")[0] ?? body
    town.rows.reviewVersions.push({
      reviewId: id,
      version: 1,
      content: { ...content, body: earlierBody, pictureIds: [] },
      at: editedAt,
    })
  }
  photos.forEach((name, position) => {
    const use = {
      ownerId: row.customerId,
      purpose: "review",
      label: `review/${label}/${position}`,
      at: createdAt,
    } as const
    town.rows.reviewPhotos.push({ reviewId: id, pictureId: addPicture(town, name, use), position })
  })
}
