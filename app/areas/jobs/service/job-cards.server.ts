/** The cards of jobs, and of people who seek them, that a list of all kinds of things has found. */
import { sql } from "drizzle-orm"
import { jsonRowsSubquery } from "#app/platform/json-subqueries.server.ts"
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

/** Asks for the cards of those of `ids` that are listed, by id, as `actor` sees them. */
export const hireCardsSubquery = (actor: Actor, ids: readonly string[]) =>
  jsonRowsSubquery(
    hireCardColumns(actor),
    sql`from ${hirePosts} where ${listedHireCondition()}
      and ${hirePosts.id} = any(${sql.param([...ids])}::uuid[])`,
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

/** The same of those who seek work. */
export const seekCardsSubquery = (actor: Actor, ids: readonly string[]) =>
  jsonRowsSubquery(
    {
      ...seekCardColumns(actor),
      workerName: sql`coalesce(${people.name}, '회원')`,
      avatarId: people.avatarId,
    },
    sql`from ${seekPosts} left join ${people} on ${people.userId} = ${seekPosts.workerId}
      where ${listedSeekCondition} and ${seekPosts.id} = any(${sql.param([...ids])}::uuid[])`,
    (rows: SeekRow[]) => mapById(rows.map(toSeekCard)),
  )
