/** What employers and workers of the town write about each other. */
import { REVIEW_TAGS } from "#app/areas/jobs/rules.ts"
import { addDays, HOUR_MS } from "#app/basics/time.ts"
import { atWrapped, createRandom, createSeedId } from "../random.ts"
import { earliestOf } from "../times.ts"
import type { JobActivity } from "./activity.ts"
import { EMPLOYER_REVIEWS, FAIR_EMPLOYER_REVIEWS, FAIR_WORKER_REVIEWS, WORKER_REVIEWS } from "./texts.ts"

const listReviewWords = (side: "employer" | "worker", rating: number): readonly string[] =>
  rating < 4
    ? { employer: FAIR_EMPLOYER_REVIEWS, worker: FAIR_WORKER_REVIEWS }[side]
    : { employer: EMPLOYER_REVIEWS, worker: WORKER_REVIEWS }[side]

/** What both sides of work that is done write of each other. */
export function addReviews(
  activity: JobActivity,
  of: { id: string; hireId: string; employerId: string; workerId: string; isPaid: boolean },
  workedAt: Date,
  present: Date,
  which: "both" | "worker" | "none",
): void {
  if (which === "none") return
  const { isPaid } = of
  const random = createRandom(`jobs/review/${of.id}`)
  const write = (side: "employer" | "worker", writtenAt: Date, publishedAt: Date | null) => {
    const subjectId = side === "employer" ? of.employerId : of.workerId
    const rating = random.pickWeighted([5, 4, 3], (stars) => ({ 5: 7, 4: 3, 3: 0.5 })[stars] ?? 1)
    const words = listReviewWords(side, rating)
    // Nobody reads the same words twice about one person.
    const before = activity.reviews.filter(
      (review) => review.subjectId === subjectId && review.side === side && review.rating < 4 === rating < 4,
    ).length
    activity.reviews.push({
      id: createSeedId(`job-review/${of.id}/${side}`, writtenAt),
      applicationId: of.id,
      authorId: side === "employer" ? of.workerId : of.employerId,
      subjectId,
      side,
      rating,
      // What was paid late, or not yet, is not praised.
      tags: random.sample(
        REVIEW_TAGS[side].filter((tag) => tag !== "임금을 제때 줘요" || isPaid),
        rating < 4 ? 1 : random.int(1, 3),
      ),
      body: atWrapped(words, createRandom(`jobs/reviews/${subjectId}`).int(0, 100) + before),
      publishAt: addDays(writtenAt, 7),
      publishedAt,
      createdAt: writtenAt,
    })
  }
  const byWorker = earliestOf(new Date(workedAt.getTime() + random.int(1, 20) * HOUR_MS), present)
  if (which === "worker")
    return void write("employer", byWorker, addDays(byWorker, 7) <= present ? addDays(byWorker, 7) : null)
  const byEmployer = earliestOf(new Date(byWorker.getTime() + random.int(1, 20) * HOUR_MS), present)
  write("employer", byWorker, byEmployer)
  write("worker", byEmployer, byEmployer)
}
