/** What is shown of a person who buys and sells: deals, and what the others of those deals said. */
import { eq, sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import { now } from "#app/basics/clock.ts"
import { formatValidCheck } from "../../accounts/neighbourhood-rules.ts"
import { latestCheckSql, type CheckColumn } from "../../accounts/service/neighbourhoods.server.ts"
import { people } from "../../accounts/service/people-view.server.ts"
import type { TraderView } from "../views.ts"

/** Columns of a query over `people`. */
export const traderColumns = {
  userId: people.userId,
  name: people.name,
  avatarId: people.avatarId,
  traderRegion: people.regionCode,
  joinedAt: people.createdAt,
  check: latestCheckSql(sql`people.user_id`),
  deals: sql<number>`((select count(*) from items d where d.seller_id = people.user_id and d.state = 'sold'
    and d.buyer_id is not null) + (select count(*) from items d
    where d.buyer_id = people.user_id and d.state = 'sold'))::int`,
  reviewCount: sql<number>`(select count(*)::int from deal_reviews dr where dr.subject_id = people.user_id)`,
  goodCount: sql<number>`(select count(*)::int from deal_reviews dr
    where dr.subject_id = people.user_id and dr.good)`,
}

type TraderRow = {
  userId: string
  name: string
  avatarId: string | null
  traderRegion: string | null
  joinedAt: Date
  check: CheckColumn
  deals: number
  reviewCount: number
  goodCount: number
}
export const toTraderView = (row: TraderRow): TraderView => ({
  userId: row.userId,
  name: row.name,
  avatarId: row.avatarId,
  regionCode: row.traderRegion,
  joinedAt: row.joinedAt.toISOString(),
  check: formatValidCheck(row.check, now()),
  deals: row.deals,
  reviews: row.reviewCount,
  good: row.goodCount,
})

/**
 * What the market knows of `userId`, and how often each tag was chosen for them; null where there is nobody,
 * or nobody any more.
 */
export async function findTrader(
  userId: string,
): Promise<{ trader: TraderView; tags: { tag: string; count: number }[] } | null> {
  const [row] = await db()
    .select({
      ...traderColumns,
      leftAt: people.leftAt,
      tags: sql<
        { tag: string; count: number }[]
      >`(select coalesce(json_agg(t order by t.count desc, t.tag), '[]') from
        (select tag, count(*)::int as count from deal_reviews dr, unnest(dr.tags) tag
          where dr.subject_id = people.user_id and dr.good group by tag) t)`,
    })
    .from(people)
    .where(eq(people.userId, userId))
  return row && row.leftAt === null ? { trader: toTraderView(row), tags: row.tags } : null
}
