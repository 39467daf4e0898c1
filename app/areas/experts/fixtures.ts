/** Owns builders of experts for tests and the demo town. */
import { now } from "../../basics/clock.ts"
import { isBusinessNumber } from "../../basics/business-number.ts"
import { bayesianMean } from "../../basics/rank.ts"
import { db } from "../../platform/db.server.ts"
import { createPerson, type Person } from "../accounts/fixtures.ts"
import type { Category } from "../orders/rules.ts"
import { RATING_PRIOR } from "./rules.ts"
import { expertCategories, expertRegions, experts } from "./schema.server.ts"

type Row = Omit<typeof experts.$inferInsert, "userId" | "ratingRank">
export type Expert = Person & { expertId: string }

let made = Math.floor(Math.random() * 90_000_000)

/** A business number with a right check digit that no earlier call in this process gave. */
export function nextBusinessNumber(): string {
  made = (made + 7_919) % 90_000_000
  const first = `1${String(made).padStart(8, "0")}`
  const last = "0123456789".split("").find((digit) => isBusinessNumber(first + digit))
  return first + (last ?? "0")
}

/**
 * Makes a signed-in expert with a registration: approved, 집수리, 서울 서초구, unless said otherwise. Any column of the
 * experts' table can be given; `rating_rank` follows from `reviewCount` and `ratingSum`.
 */
export async function createExpert(
  options: Partial<Row> & { categories?: readonly Category[]; regions?: readonly string[]; email?: string; regionCode?: string } = {},
): Promise<Expert> {
  const { categories = ["repair"], regions = ["11650"], email, regionCode = "11650", ...row } = options
  const state = row.state ?? "approved"
  const name = row.name ?? "김도현"
  const person = await createPerson({ userType: "expert", expertState: state, name, regionCode, ...(email ? { email } : {}) })
  const expertId = person.actor.userId
  const approved = state === "approved" || state === "suspended" || state === "terminated"
  await db().insert(experts).values({
    oneLine: "하루 한 집만 맡아요. 이음매까지 보이지 않게 마감합니다.",
    introduction: "안녕하세요, 14년째 도배만 해온 김도현입니다. 하루에 한 집만 맡아 처음부터 끝까지 제 손으로 마무리해요.",
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
    ...(approved ? { reviewingAt: now(), decidedAt: now() } : {}),
    ...row,
    userId: expertId,
    state,
    name,
    ratingRank: bayesianMean(row.ratingSum ?? 0, row.reviewCount ?? 0, RATING_PRIOR.mean, RATING_PRIOR.weight),
  })
  if (categories.length > 0) await db().insert(expertCategories).values(categories.map((category) => ({ expertId, category })))
  if (regions.length > 0) await db().insert(expertRegions).values(regions.map((code) => ({ expertId, regionCode: code })))
  return { ...person, expertId }
}
