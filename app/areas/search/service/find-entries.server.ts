/** How entries are found: one statement for the lists and the numbers of several tabs. */
import { sql, type SQL } from "drizzle-orm"
import { isSubjectKind, type SubjectCard } from "#app/basics/subject.ts"
import { searchDb } from "#app/platform/db.server.ts"
import type { SearchTab } from "../rules.ts"
import type { IndexedCard } from "../schema.server.ts"
import type { SearchRequest } from "./entry-conditions.server.ts"
import { formatCursor, ORDER_BY_SORT } from "./entry-orders.server.ts"
import { buildCountQuery, buildListQuery, buildMatchQuery } from "./entry-queries.server.ts"
import { planList, type ListPlan, type ListRequest } from "./list-plan.server.ts"
import { getTokenFrequencies, type TokenFrequencies } from "./token-frequencies.server.ts"

/** `marks` say where it is to be had (buildPlaceMarks). */
export type FoundEntry = SubjectCard & { tab: SearchTab; marks: readonly string[] }
/**
 * A part of a tab's list. `next` is null at its end; `hasTitleMatch` where a title has all the words as they
 * were typed.
 */
export type FoundList = { entries: FoundEntry[]; next: string | null; hasTitleMatch: boolean }

/** A row of a part, numbered from 0, or with a number below 0 how many fit in a tab. */
type Row = {
  part: number
  tab: SearchTab
  kind: string | null
  id: string | null
  title: string | null
  card: IndexedCard | null
  marks: string[] | null
  near: number | null
  value: string | null
  count: number | null
}

/**
 * The `parts` of what fits `request`, and how many fit in each of `countedTabs`. One statement; a second one
 * where a term was less common than the statistics say. A cursor that cannot be read, or belongs to another
 * order, gives the first part.
 */
export async function findEntries(
  request: SearchRequest,
  parts: readonly ListRequest[],
  countedTabs: readonly SearchTab[],
): Promise<{ parts: FoundList[]; counts: Partial<Record<SearchTab, number>> }> {
  if (request.interpretations.length === 0)
    return {
      parts: parts.map(() => ({ entries: [], next: null, hasTitleMatch: false })),
      counts: Object.fromEntries(countedTabs.map((tab) => [tab, 0])),
    }
  const frequencies = await getTokenFrequencies()
  const plans = parts.map((list, part) => planList(list, part, request, frequencies))
  const rows = await searchDb().execute<Row>(buildStatement(plans, countedTabs, request, frequencies))
  const rowsByPart = plans.map(({ part }) => rows.filter((row) => row.part === part))
  const incomplete = plans.filter(
    ({ strategy, part, limit }) =>
      !request.isBrief && strategy === "titles" && (rowsByPart[part]?.length ?? 0) <= limit,
  )
  if (incomplete.length > 0) {
    const fullScanRows = await searchDb().execute<Row>(
      sql.join(buildPartQueries(incomplete, request, true, frequencies), sql` union all `),
    )
    for (const { part } of incomplete) rowsByPart[part] = fullScanRows.filter((row) => row.part === part)
  }
  return {
    parts: plans.map((plan) => toFoundList(plan, rowsByPart[plan.part] ?? [])),
    counts: Object.fromEntries(
      countedTabs.map((tab, index) => [tab, rows.find((row) => row.part === -1 - index)?.count ?? 0]),
    ),
  }
}

/** The lists and the numbers in one statement; what fits a list is found once for both. */
function buildStatement(
  plans: readonly ListPlan[],
  countedTabs: readonly SearchTab[],
  request: SearchRequest,
  frequencies: TokenFrequencies,
): SQL {
  const counts = countedTabs.map(
    (tab, index) =>
      sql`(select ${-1 - index}::int, ${tab}::text, null::text, null::uuid, null::text, null::jsonb,
        null::text[], null::int,
        null::text, ${buildCountQuery(
          tab,
          request,
          frequencies,
          plans.find((plan) => plan.tab === tab),
        )})`,
  )
  const matchTables = sql.join(
    plans.map(
      (plan) => sql`${plan.matchTable} as materialized (${buildMatchQuery(plan, request, frequencies)})`,
    ),
    sql`, `,
  )
  const withClause = plans.length === 0 ? sql`` : sql`with ${matchTables} `
  const selects = [...buildPartQueries(plans, request, false, frequencies), ...counts]
  return sql.join([withClause, sql.join(selects, sql` union all `)])
}

const buildPartQueries = (
  plans: readonly ListPlan[],
  request: SearchRequest,
  isFullScan: boolean,
  frequencies: TokenFrequencies,
): SQL[] =>
  plans.map(
    (plan) =>
      sql`(select ${plan.part}::int as part, rows.*
          from (${buildListQuery(plan, request, isFullScan, frequencies)}) rows)`,
  )

function toFoundList(plan: ListPlan, rows: readonly Row[]): FoundList {
  const sign = ORDER_BY_SORT[plan.sort].descending ? -1 : 1
  const value = (row: Row) => (plan.sort === "newest" ? (row.value ?? "") : Number(row.value))
  // The join with what is shown may have stirred them.
  const sorted = rows.toSorted(
    (a, b) =>
      (b.near ?? 0) - (a.near ?? 0) ||
      (value(a) < value(b) ? -sign : value(a) > value(b) ? sign : (a.id ?? "") < (b.id ?? "") ? -sign : sign),
  )
  const page = sorted.slice(0, plan.limit)
  const last = sorted.length > plan.limit ? page.at(-1) : undefined
  return {
    entries: page.flatMap(({ tab, kind, id, title, card, marks }) =>
      isSubjectKind(kind) && id !== null && title !== null && card !== null
        ? [{ tab, kind, id, title, ...card, marks: marks ?? [] }]
        : [],
    ),
    hasTitleMatch: rows.some((row) => row.near === null || row.near > 0),
    next: last ? formatCursor(plan.sort, { ...last, strategy: plan.strategy, near: last.near ?? 0 }) : null,
  }
}
