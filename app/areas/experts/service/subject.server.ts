/** What other areas show, find and hide of an expert, and who talks with one. */
import { href } from "react-router"
import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import type { SubjectSource } from "#app/platform/subjects.server.ts"
import { CATEGORIES, CATEGORY_LABELS, type Category } from "../../orders/rules.ts"
import { experts } from "../schema.server.ts"
import { hideExpert } from "./moderation.server.ts"

const listedCondition = and(eq(experts.state, "approved"), isNull(experts.hiddenAt))

/** 0–1 out of the mean of ratings, 1 to 5, and of hires, of which the first ones say the most. */
const computeRank = (rating: number, hires: number) =>
  Math.min(1, Math.max(0, 0.8 * ((rating - 1) / 4) + 0.2 * (hires / (hires + 10))))

export const expertSubject: SubjectSource = {
  kind: "expert",
  async loadCards(ids) {
    const rows = await db()
      .select({
        id: experts.userId,
        name: experts.name,
        oneLine: experts.oneLine,
        avatarId: experts.avatarId,
      })
      .from(experts)
      .where(inArray(experts.userId, [...ids]))
    return rows.map(({ id, name, oneLine, avatarId }) => ({
      kind: "expert",
      id,
      title: name,
      line: oneLine,
      priceText: null,
      pictureId: avatarId,
      href: href("/expert/:expertId", { expertId: id }),
      state: null,
      ownerId: id,
    }))
  },
  async findPartnerId(userId, id, withUserId) {
    if (!isId(id) || (id === userId && withUserId === null)) return null
    const [expert] = await db()
      .select({ id: experts.userId })
      .from(experts)
      .where(and(eq(experts.userId, id), listedCondition))
    // Talks with an expert begin with the customer.
    return expert && id !== userId ? expert.id : null
  },
  setHidden: hideExpert,
  async loadSearchEntries(ids) {
    const rows = await db()
      .select({
        id: experts.userId,
        name: experts.name,
        businessName: experts.businessName,
        oneLine: experts.oneLine,
        prices: experts.prices,
        priceWon: experts.priceFromWon,
        rating: experts.ratingRank,
        hires: experts.hires,
        at: experts.decidedAt,
        appliedAt: experts.appliedAt,
        categories: sql<
          Category[]
        >`array(select ec.category from expert_categories ec where ec.expert_id = experts.user_id)`,
        regionCodes: sql<
          string[]
        >`array(select er.region_code from expert_regions er where er.expert_id = experts.user_id)`,
      })
      .from(experts)
      .where(and(inArray(experts.userId, [...ids]), listedCondition))
    return rows.map((row) => {
      const categories = CATEGORIES.filter((category) => row.categories.includes(category))
      return {
        id: row.id,
        tab: "services" as const,
        title: row.name,
        searchWords: [
          row.businessName,
          ...categories.map((category) => CATEGORY_LABELS[category]),
          ...row.prices.map((price) => price.name),
          row.oneLine,
        ],
        regionCodes: row.regionCodes,
        marks: categories,
        priceWon: row.priceWon,
        rank: computeRank(row.rating, row.hires),
        at: row.at ?? row.appliedAt,
      }
    })
  },
  async listIdsAfter(after, limit) {
    const rows = await db()
      .select({ id: experts.userId })
      .from(experts)
      .where(after === null ? undefined : gt(experts.userId, after))
      .orderBy(asc(experts.userId))
      .limit(limit)
    return rows.map((row) => row.id)
  },
}
