/** The cards of jobs, and of people who seek them, that a list of all kinds of things has found. */
import { inArray, sql, type SQL } from "drizzle-orm"
import { jsonRowsSubquery, runSubqueries } from "#app/platform/json-subqueries.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { people } from "../../accounts/service/people-view.server.ts"
import { hirePosts, seekPosts } from "../schema.server.ts"
import type { HireCardView, SeekCardView } from "../views.ts"
import { hireCardColumns, listedHireCondition } from "./hire-lists.server.ts"
import { listedSeekCondition, seekCardColumns } from "./seek-lists.server.ts"

const mapById = <Card extends { id: string }>(cards: readonly Card[]) =>
  new Map(cards.map((card) => [card.id, card]))
/** JSON has a time with the offset of the database. */
const toIso = (time: string) => new Date(time).toISOString()

const buildHires = (actor: Actor, condition: SQL) =>
  jsonRowsSubquery(
    hireCardColumns(actor),
    sql`from ${hirePosts} where ${listedHireCondition()} and ${condition}`,
    (rows: HireCardView[]) =>
      mapById(
        rows.map((row): HireCardView => ({
          ...row,
          deadlineAt: toIso(row.deadlineAt),
          openedAt: toIso(row.openedAt),
        })),
      ),
  )

type SeekRow = SeekCardView & { workerId: string }
function toSeekCard(row: SeekRow): SeekCardView {
  const { workerId: _, ...card } = row
  return { ...card, openedAt: toIso(card.openedAt) }
}

const buildSeeks = (actor: Actor, condition: SQL) =>
  jsonRowsSubquery(
    {
      ...seekCardColumns(actor),
      workerName: sql`coalesce(${people.name}, '회원')`,
      avatarId: people.avatarId,
    },
    sql`from ${seekPosts} left join ${people} on ${people.userId} = ${seekPosts.workerId}
      where ${listedSeekCondition} and ${condition}`,
    (rows: SeekRow[]) => mapById(rows.map(toSeekCard)),
  )

/** The cards of those that are listed, by id, as `actor` sees them. One query, or none for no ids. */
export async function findJobCards(
  actor: Actor,
  ids: { hires: readonly string[]; seeks: readonly string[] },
): Promise<{ hires: Map<string, HireCardView>; seeks: Map<string, SeekCardView> }> {
  if (ids.hires.length + ids.seeks.length === 0) return { hires: new Map(), seeks: new Map() }
  return runSubqueries({
    hires: buildHires(actor, inArray(hirePosts.id, [...ids.hires])),
    seeks: buildSeeks(actor, inArray(seekPosts.id, [...ids.seeks])),
  })
}
