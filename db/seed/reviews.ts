/** Owns what the people of the town say of each other's work, and when it is published. */
import { PUBLISH_AFTER_DAYS, REVIEW_TAGS } from "#app/areas/experts/rules.ts"
import { addDays } from "#app/basics/time.ts"
import type { Placed } from "./orders.ts"
import { hang } from "./picture-rows.ts"
import { deck, dice, idOf, type Dice } from "./random.ts"
import { categorySeeds, seeds } from "./services.ts"
import {
  repliesToComplaint,
  repliesToPraise,
  reviewButs,
  reviewEndings,
  reviewMiddles,
  wordsOnCustomers,
} from "./texts/people.ts"
import { earlier, later, minutesAfter } from "./times.ts"
import type { Town } from "./town.ts"

export type ReviewWords = Record<
  "middle" | "ending" | "but" | "reply" | "apology" | "onCustomer",
  () => string
> & { praise: Map<string, () => string> }

/** Words handed out so that neighbouring reviews do not say the same. */
export function reviewWords(): ReviewWords {
  const chance = dice("words of reviews")
  return {
    praise: new Map(
      seeds.map((seed) => [
        `${seed.category}/${seed.service}`,
        deck(seed.praise, dice(`praise/${seed.category}/${seed.service}`)),
      ]),
    ),
    middle: deck(reviewMiddles, chance),
    ending: deck(reviewEndings, chance),
    but: deck(reviewButs, chance),
    reply: deck(repliesToPraise, chance),
    apology: deck(repliesToComplaint, chance),
    onCustomer: deck(wordsOnCustomers, chance),
  }
}

function bodyFor(placed: Placed, rating: number, words: ReviewWords, chance: Dice): string {
  const { service } = placed.request
  const praise = words.praise.get(`${service.category}/${service.service}`)?.() ?? ""
  if (rating <= 3) return chance.pick(categorySeeds[service.category].complaints)
  const parts =
    rating === 4
      ? [praise, words.but()]
      : [praise, ...(chance.chance(0.6) ? [words.middle()] : []), words.ending()]
  return parts.filter((part) => part !== "").join(" ")
}

/** What one word of praise or blame in numbers is: near the rating, never above 5. */
const near = (rating: number, chance: Dice) =>
  Math.max(1, Math.min(5, rating + chance.pick([0, 0, 0, 0, -1, 1])))

/** Lets both sides of a completed order speak; `sure` where the review must not be missing. */
export function review(
  town: Town,
  placed: Placed,
  words: ReviewWords,
  options: { sure?: boolean; keep?: boolean } = {},
): void {
  const { row, chosen, course, label } = placed
  if (!chosen || !course.endedAt || row.state !== "completed") return
  const chance = dice(`review/${label}`)
  const expertSpeaks = chance.chance(0.55) ? minutesAfter(course.endedAt, chance.int(40, 5_600)) : null
  const spokenAt = expertSpeaks && expertSpeaks < town.present ? expertSpeaks : null
  if (spokenAt) {
    const rating = chance.pick([5, 5, 5, 5, 4])
    town.rows.customerReviews.push({
      orderId: row.id,
      expertId: chosen.expert.id,
      customerId: row.customerId,
      rating,
      body: words.onCustomer(),
      createdAt: spokenAt,
    })
  }
  const createdAt = minutesAfter(course.endedAt, chance.int(30, 5_400))
  if (!(options.sure || chance.chance(0.68)) || createdAt >= town.present) return
  const kind = chance.next()
  const { quality } = chosen.expert
  const rating =
    kind < quality
      ? 5
      : kind < quality + (1 - quality) * 0.72
        ? 4
        : kind < quality + (1 - quality) * 0.92
          ? 3
          : chance.pick([2, 2, 1])
  const publishAt = addDays(createdAt, PUBLISH_AFTER_DAYS)
  const due = spokenAt ? earlier(later(createdAt, spokenAt), publishAt) : publishAt
  const publishedAt = due <= town.present ? due : null
  const id = idOf(`review/${label}`, createdAt)
  const photos = chance.chance(0.6) ? placed.afterPictures.slice(0, 3) : []
  const repliedAt =
    publishedAt && (rating <= 3 || chance.chance(0.42))
      ? minutesAfter(publishedAt, chance.int(50, 2_600))
      : null
  const replied = repliedAt !== null && repliedAt < town.present
  const body = bodyFor(placed, rating, words, chance)
  const editedAt = chance.chance(0.03) ? minutesAfter(createdAt, chance.int(30, 700)) : null
  const edited = editedAt !== null && editedAt < town.present
  const content = {
    rating,
    finish: near(rating, chance),
    priceMatch: near(rating, chance),
    punctuality: near(rating, chance),
    kindness: near(Math.max(3, rating), chance),
    tags: chance.some(REVIEW_TAGS, rating >= 4 ? chance.int(1, 4) : chance.int(0, 1)),
  }
  const removed = !options.keep && rating <= 2 && chance.chance(0.3) && publishedAt !== null
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
    town.rows.reviewPhotos.push({ reviewId: id, pictureId: hang(town, name, use), position })
  })
}
