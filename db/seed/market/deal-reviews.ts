/** What buyers and sellers of second-hand things write about each other in the town. */
import { BAD_TAGS, GOOD_TAGS, type DealRole } from "#app/areas/market/rules.ts"
import { createSeedId, type SeededRandom } from "../random.ts"
import { earliestOf, minutesAfter } from "../times.ts"
import type { MarketRows } from "./item.ts"
import { BAD_WORDS, GOOD_WORDS } from "./texts.ts"

/** What fits the other: a buyer has no goods to describe, a seller does not bargain. */
const listTags = (good: boolean, role: DealRole) =>
  (good ? GOOD_TAGS : BAD_TAGS).filter((tag) =>
    role === "seller" ? !tag.startsWith("물건") : !tag.startsWith("무리하게"),
  )

/** Words that nobody wrote about this person yet; none where all were. */
function pickFreshWords(
  { reviews }: MarketRows,
  subjectId: string,
  words: readonly string[],
  random: SeededRandom,
): string {
  const told = new Set(reviews.filter((row) => row.subjectId === subjectId).map(({ body }) => body))
  return random.shuffle([...words]).find((each) => !told.has(each)) ?? ""
}

/** What both write of each other, where they do. */
export function addDealReviews(
  rows: MarketRows,
  deal: { id: string; label: string; sellerId: string; buyerId: string; soldAt: Date },
  present: Date,
  random: SeededRandom,
): void {
  const write = (role: DealRole, writerId: string, subjectId: string, likely: number) => {
    if (!random.chance(likely)) return
    const good = random.chance(0.95)
    const createdAt = earliestOf(minutesAfter(deal.soldAt, random.int(20, 2_880)), present)
    rows.reviews.push({
      id: createSeedId(`deal-review/${deal.label}/${role}`, createdAt),
      itemId: deal.id,
      writerId,
      subjectId,
      role,
      good,
      tags: random.sample(listTags(good, role), random.int(1, 3)),
      body: random.chance(0.25)
        ? ""
        : pickFreshWords(rows, subjectId, (good ? GOOD_WORDS : BAD_WORDS)[role], random),
      createdAt,
    })
  }
  write("buyer", deal.buyerId, deal.sellerId, 0.75)
  write("seller", deal.sellerId, deal.buyerId, 0.6)
}
