/** An expert's profile as it is shown: to everybody, and to the expert. */
import { and, eq, inArray, ne, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { hasTooFewReviews } from "#app/basics/rank.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { smallPictureJson, pictureJson } from "#app/platform/pictures.server.ts"
import { formatValidCheck } from "../../accounts/neighbourhood-rules.ts"
import type { Actor } from "../../accounts/rules.ts"
import { latestCheckSql } from "../../accounts/service/neighbourhoods.server.ts"
import { CATEGORIES, type Category } from "../../orders/rules.ts"
import {
  filterUpcomingVacations,
  isPubliclyVisible,
  getRepeatPercent,
  getDisplayRating,
  filterValidBadges,
} from "../rules.ts"
import { findLowestPrice } from "../prices.ts"
import { experts } from "../schema.server.ts"
import type { CertificateView, ExpertProfile, PictureView, PortfolioView, QuestionView } from "../views.ts"

const MAX_QUESTIONS = 20

type QuestionRow = Omit<QuestionView, "asker"> & { asker: string | null }

// Lists come as JSON with the row: a profile costs one query. Columns are written out, see review-lists.
const listColumns = {
  categories: sql<
    Category[]
  >`array(select ec.category from expert_categories ec where ec.expert_id = experts.user_id)`,
  regions: sql<
    string[]
  >`array(select er.region_code from expert_regions er where er.expert_id = experts.user_id
    order by length(er.region_code), er.region_code)`,
  cover: sql<PictureView | null>`(select ${pictureJson("cover")} from pictures cover
    where cover.id = experts.cover_id)`,
  avatar: sql<PictureView | null>`(select ${pictureJson("avatar")} from pictures avatar
    where avatar.id = experts.avatar_id)`,
  certificates: sql<CertificateView[]>`coalesce((
    select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'issuer', c.issuer, 'acquiredOn',
      c.acquired_on, 'verifiedAt', c.verified_at) order by c.verified_at nulls last, c.id)
    from expert_certificates c where c.expert_id = experts.user_id
  ), '[]')`,
  portfolio: sql<PortfolioView[]>`coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', f.id, 'title', f.title, 'description', f.description, 'category', f.category, 'priceWon',
        f.price_won, 'areaPyeong', f.area_pyeong, 'doneOn', f.done_on,
      'before', case when before.id is not null then ${smallPictureJson("before")} end, 'after',
        ${smallPictureJson("after")}
    ) order by f.position, f.id)
    from expert_portfolio f join pictures after on after.id = f.after_id left
      join pictures before on before.id = f.before_id
    where f.expert_id = experts.user_id
  ), '[]')`,
}

const selectProfile = (id: string, viewerId: string | null) =>
  db()
    .select({
      ...listColumns,
      state: experts.state,
      hiddenAt: experts.hiddenAt,
      name: experts.name,
      oneLine: experts.oneLine,
      introduction: experts.introduction,
      careerYears: experts.careerYears,
      workHours: experts.workHours,
      warranty: experts.warranty,
      prices: experts.prices,
      priceFromWon: experts.priceFromWon,
      priceFromUnit: experts.priceFromUnit,
      avatarId: experts.avatarId,
      badges: experts.badges,
      vacations: experts.vacations,
      hires: experts.hires,
      repeatHires: experts.repeatHires,
      reviewCount: experts.reviewCount,
      ratingSum: experts.ratingSum,
      responseMinutes: experts.responseMinutes,
      warrantyClaimCount: experts.warrantyClaimCount,
      warrantyLateCount: experts.warrantyLateCount,
      favoriteCount: experts.favoriteCount,
      businessName: experts.businessName,
      representative: experts.representative,
      businessNumber: experts.businessNumber,
      check: latestCheckSql(sql`experts.user_id`),
      isFavorite: sql<boolean>`exists (select from expert_favorites ef
        where ef.user_id = ${viewerId}::uuid and ef.expert_id = experts.user_id)`,
      questions: sql<QuestionRow[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', q.id, 'asker', q.name, 'question', q.question, 'answer',
          q.answer, 'askedAt', q.asked_at, 'answeredAt', q.answered_at) order by q.asked_at desc, q.id desc)
        from (
          select eq.*, (select p.name from people p
            where p.user_id = eq.asker_id and p.left_at is null) as name
          from expert_questions eq where eq.expert_id = experts.user_id and (eq.answer is not null
            or ${viewerId === id}) order by eq.asked_at desc, eq.id desc limit ${MAX_QUESTIONS}
        ) q
      ), '[]')`,
    })
    .from(experts)
    .where(eq(experts.userId, id))

type ProfileRow = Awaited<ReturnType<typeof selectProfile>>[number]

function toProfile(id: string, row: ProfileRow, isOwner: boolean): ExpertProfile {
  const today = toKstDateString(now())
  const badges = filterValidBadges(row.badges, today)
  const lowestListedPrice = findLowestPrice(row.prices)
  return {
    id,
    state: row.state,
    name: row.name,
    oneLine: row.oneLine,
    introduction: row.introduction,
    careerYears: row.careerYears,
    categories: CATEGORIES.filter((category) => row.categories.includes(category)),
    regions: row.regions,
    workHours: row.workHours,
    warranty: row.warranty,
    prices: row.prices,
    priceFrom:
      lowestListedPrice ??
      (row.priceFromWon === null ? null : { name: "", unit: row.priceFromUnit, priceWon: row.priceFromWon }),
    avatarId: row.avatarId,
    neighbourhoodCheck: formatValidCheck(row.check, now()),
    avatar: isOwner ? row.avatar : null,
    cover: row.cover,
    badges,
    verified: badges.some((badge) => badge.kind === "business" || badge.kind === "identity"),
    certificates: row.certificates.map((one) => ({
      ...one,
      verifiedAt: one.verifiedAt && toIso(one.verifiedAt),
    })),
    portfolio: row.portfolio,
    questions: row.questions.map((one) => ({
      ...one,
      asker: one.asker ?? "탈퇴한 회원",
      askedAt: toIso(one.askedAt),
      answeredAt: one.answeredAt && toIso(one.answeredAt),
    })),
    vacations: filterUpcomingVacations(row.vacations, today),
    statistics: {
      rating: getDisplayRating(row.ratingSum, row.reviewCount),
      reviewCount: row.reviewCount,
      isNew: hasTooFewReviews(row.reviewCount),
      hires: row.hires,
      repeatPercent: getRepeatPercent(row.hires, row.repeatHires),
      responseMinutes: row.responseMinutes,
      favorites: row.favoriteCount,
      warrantyClaims: row.warrantyClaimCount,
      lateWarrantyAnswers: row.warrantyLateCount,
    },
    seller: {
      businessName: row.businessName,
      representative: row.representative,
      businessNumber: row.businessNumber,
    },
    isOwner,
    isFavorite: row.isFavorite,
    isPublic: isPubliclyVisible(row),
  }
}

/**
 * The profile of `id` as `actor` may see it: everybody sees an approved expert who is not hidden, the expert
 * sees their own page in any state. Null otherwise. Questions without an answer are shown to the expert
 * alone.
 */
export async function findExpertProfile(actor: Actor, id: string): Promise<ExpertProfile | null> {
  const viewerId = actor.kind === "member" ? actor.userId : null
  const isOwner = viewerId === id
  const [row] = await selectProfile(id, viewerId)
  if (!row || !(isOwner || isPubliclyVisible(row))) return null
  return toProfile(id, row, isOwner)
}

const toIso = (raw: string) => new Date(raw).toISOString()

/** What an expert's business is called, for papers about money; empty texts where they run none. */
export async function findApprovedBusinesses(
  expertIds: readonly string[],
): Promise<Map<string, { name: string; businessNumber: string; representative: string }>> {
  if (expertIds.length === 0) return new Map()
  const rows = await db()
    .select({
      id: experts.userId,
      name: experts.businessName,
      businessNumber: experts.businessNumber,
      representative: experts.representative,
    })
    .from(experts)
    .where(
      and(
        inArray(experts.userId, [...expertIds]),
        inArray(experts.state, ["approved", "suspended"]),
        ne(experts.businessNumber, ""),
      ),
    )
  return new Map(rows.map(({ id, ...business }) => [id, business]))
}

export async function findBusiness(
  expertId: string,
): Promise<{ name: string; businessNumber: string; representative: string }> {
  const [business] = await db()
    .select({
      name: experts.businessName,
      businessNumber: experts.businessNumber,
      representative: experts.representative,
      ownName: experts.name,
    })
    .from(experts)
    .where(eq(experts.userId, expertId))
  if (!business) return { name: "", businessNumber: "", representative: "" }
  const { ownName, ...found } = business
  return { ...found, name: found.name || ownName }
}
