/** How entries are found: one statement for the lists and the numbers of several tabs. */
import { sql, type SQL } from "drizzle-orm"
import { isSubjectKind, type SubjectCard } from "#app/basics/subject.ts"
import { searchDb } from "#app/platform/db.server.ts"
import type { SearchTab } from "../rules.ts"
import type { IndexedCard } from "../schema.server.ts"
import type { SearchRequest } from "./entry-conditions.server.ts"
import { formatCursor, ORDER_BY_SORT } from "./entry-orders.server.ts"
import { buildCountQuery, buildListQuery, buildMatchQuery } from "./entry-queries.server.ts"
import { planLists, type ListPlan, type ListRequest } from "./list-plan.server.ts"
import { getLastStep } from "./search-steps.server.ts"
import { getTokenFrequencies, type TokenFrequencies } from "./token-frequencies.server.ts"

/** `isFar`: the list begins with what is near, and this is beyond it. */
export type FoundEntry = SubjectCard & { tab: SearchTab; isFar: boolean }
/**
 * A part of a tab's list. `next` is null at its end; `hasTypedWords` where a title, or words of their own in
 * another text, are all those that were typed.
 */
export type FoundList = { entries: FoundEntry[]; next: string | null; hasTypedWords: boolean }

/** A row of a part, numbered from 0, or with a number below 0 how many fit in a tab. */
type Row = {
  part: number
  tab: SearchTab
  kind: string | null
  id: string | null
  title: string | null
  card: IndexedCard | null
  step: number | null
  near: number | null
  value: string | null
  count: number | null
  isWritten: boolean | null
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
      parts: parts.map(() => ({ entries: [], next: null, hasTypedWords: false })),
      counts: Object.fromEntries(countedTabs.map((tab) => [tab, 0])),
    }
  const frequencies = await getTokenFrequencies()
  const plans = planLists(parts, request, frequencies)
  const rows = await searchDb().execute<Row>(buildStatement(plans, countedTabs, request, frequencies))
  const rowsByPart = plans.map(({ part }) => rows.filter((row) => row.part === part))
  const incomplete = request.isBrief ? [] : plans.filter((plan) => isIncomplete(plan, rowsByPart))
  if (incomplete.length > 0) {
    const fullScanRows = await searchDb().execute<Row>(
      sql.join(buildPartQueries(incomplete, request, true, frequencies), sql` union all `),
    )
    for (const { part } of incomplete) rowsByPart[part] = fullScanRows.filter((row) => row.part === part)
  }
  return {
    parts: parts.map((_, list) =>
      toFoundList(
        plans.filter((plan) => plan.list === list),
        rowsByPart,
      ),
    ),
    counts: Object.fromEntries(
      countedTabs.map((tab, index) => [tab, rows.find((row) => row.part === -1 - index)?.count ?? 0]),
    ),
  }
}

/** Whether a walk along the order ended before the page was full, and no nearer step has filled it. */
const isIncomplete = ({ strategy, part, limit, nearer }: ListPlan, rowsByPart: readonly (readonly Row[])[]) =>
  strategy === "titles" &&
  (rowsByPart[part]?.length ?? 0) <= limit &&
  nearer.reduce((sum, plan) => sum + (rowsByPart[plan.part]?.length ?? 0), 0) <= limit

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
        null::int, null::int,
        null::text, ${buildCountQuery(
          tab,
          request,
          frequencies,
          plans.find((plan) => plan.tab === tab && plan.step === null),
        )}, null::boolean)`,
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

/** A list of the rows of its `plans`, which are its steps, or the whole of it. */
function toFoundList(plans: readonly ListPlan[], rowsByPart: readonly (readonly Row[])[]): FoundList {
  const [plan] = plans
  if (!plan) return { entries: [], next: null, hasTypedWords: false }
  const { steps, sort, limit } = plan
  const sign = ORDER_BY_SORT[sort].descending ? -1 : 1
  const value = (row: Row) => (sort === "newest" ? (row.value ?? "") : Number(row.value))
  // The join with what is shown may have stirred them.
  const rows = plans
    .flatMap(({ part }) => rowsByPart[part] ?? [])
    .sort(
      (a, b) =>
        (a.step ?? 0) - (b.step ?? 0) ||
        (b.near ?? 0) - (a.near ?? 0) ||
        (value(a) < value(b)
          ? -sign
          : value(a) > value(b)
            ? sign
            : (a.id ?? "") < (b.id ?? "")
              ? -sign
              : sign),
    )
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  const lastPlan = last && plans.find(({ part }) => part === last.part)
  return {
    entries: page.flatMap(({ tab, kind, id, title, card, step }) =>
      isSubjectKind(kind) && id !== null && title !== null && card !== null
        ? [{ tab, kind, id, title, ...card, isFar: steps !== null && step === getLastStep(steps) }]
        : [],
    ),
    hasTypedWords: rows.some((row) => row.near === null || row.near > 0 || row.isWritten === true),
    next:
      last && lastPlan
        ? formatCursor(sort, steps?.regionCode ?? null, {
            ...last,
            strategy: lastPlan.strategy,
            isStepwise: lastPlan.step !== null,
            step: last.step ?? 0,
            near: last.near ?? 0,
          })
        : null,
  }
}
