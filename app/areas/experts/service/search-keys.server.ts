/**
 * What experts are found by in the directory, beside its other filters: keys computed from their names,
 * lines, trades and prices, kept beside them.
 */
import { inArray, sql } from "drizzle-orm"
import type { Database, Transaction } from "#app/platform/db.server.ts"
import type { Category } from "../../orders/rules.ts"
import { getExpertSearchKeys } from "../name-search.ts"
import { experts } from "../schema.server.ts"

/**
 * Writes the keys of these experts anew; every change of a name, a line, a trade or a price list calls it, in
 * its transaction.
 */
export async function refreshSearchKeys(
  tx: Transaction | Database,
  expertIds: readonly string[],
): Promise<void> {
  if (expertIds.length === 0) return
  const rows = await tx
    .select({
      id: experts.userId,
      name: experts.name,
      businessName: experts.businessName,
      oneLine: experts.oneLine,
      prices: experts.prices,
      categories: sql<
        Category[]
      >`array(select ec.category from expert_categories ec where ec.expert_id = experts.user_id
        order by ec.category)`,
    })
    .from(experts)
    .where(inArray(experts.userId, [...expertIds]))
  const keys = rows.map((row) => ({ id: row.id, ...getExpertSearchKeys(row) }))
  if (keys.length === 0) return
  const column = (values: readonly string[]) => sql.param([...values])
  await tx.execute(sql`
    update experts set search_key = found.key, search_choseong = found.choseong
    from unnest(${column(keys.map((each) => each.id))}::uuid[],
      ${column(keys.map((each) => each.searchKey))}::text[],
      ${column(keys.map((each) => each.searchChoseong))}::text[]) found (id, key, choseong)
    where experts.user_id = found.id
  `)
}
