/** How colleagues look at the lists of the office: their saved views, and the columns they leave out. */
import { and, eq, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import { adminHiddenColumns, adminViews } from "../schema.server.ts"
import { toViewQuery, VIEW_LIMITS, type SavedView, type ViewList } from "../view-rules.ts"

/** The views of `list` that `userId` sees, their own first, and the columns they leave out; as JSON. */
export const selectListViews = (
  list: ViewList,
  userId: SQL,
): SQL<{ views: SavedView[]; hidden: string[] }> => sql`(
  select json_build_object(
    'views', coalesce((select json_agg(json_build_object('id', v.id, 'name', v.name, 'query', v.query,
        'isShared', v.is_shared, 'isOwn', v.owner_id = ${userId}) order by v.owner_id <> ${userId}, v.name)
      from admin_views v where v.list = ${list} and (v.owner_id = ${userId} or v.is_shared)), '[]'),
    'hidden', coalesce((select to_json(h.labels) from admin_hidden_columns h
      where h.user_id = ${userId} and h.list = ${list}), '[]')))`

/**
 * Saves a view under a name; one's own of the same name is replaced. Refusals: `not_found` (no admin),
 * `too_many` (twenty of a list).
 */
export async function saveView(
  actor: Actor,
  view: { list: ViewList; name: string; query: string; isShared: boolean },
): Promise<Outcome<"not_found" | "too_many">> {
  if (!isAdmin(actor)) return refuse("not_found")
  const { list, name, isShared } = view
  const query = toViewQuery(view.query)
  return inTransaction(async (tx) => {
    await tx
      .insert(adminViews)
      .values({ id: newId(), list, ownerId: actor.userId, name, query, isShared, createdAt: now() })
      .onConflictDoUpdate({
        target: [adminViews.list, adminViews.ownerId, adminViews.name],
        set: { query, isShared },
      })
    const own = await tx
      .select({ id: adminViews.id })
      .from(adminViews)
      .where(and(eq(adminViews.list, list), eq(adminViews.ownerId, actor.userId)))
    return own.length > VIEW_LIMITS.perList ? refuse("too_many") : ok()
  })
}

/** Removes one's own view. Refusals: `not_found` (no admin, none of theirs). */
export async function removeView(actor: Actor, viewId: string): Promise<Outcome<"not_found">> {
  if (!isAdmin(actor) || !isId(viewId)) return refuse("not_found")
  const removed = await db()
    .delete(adminViews)
    .where(and(eq(adminViews.id, viewId), eq(adminViews.ownerId, actor.userId)))
    .returning({ id: adminViews.id })
  return removed.length > 0 ? ok() : refuse("not_found")
}

/**
 * Leaves the columns `hidden` of a list out for the actor. Only those `offered` are chosen among: the table
 * of another filter of the list has others, which stay as they are. Refusals: `not_found` (no admin).
 */
export async function hideColumns(
  actor: Actor,
  list: ViewList,
  { offered, hidden }: { offered: readonly string[]; hidden: readonly string[] },
): Promise<Outcome<"not_found">> {
  if (!isAdmin(actor)) return refuse("not_found")
  const others = sql`array(select label from unnest(${adminHiddenColumns.labels}) label
    where label <> all(${sql.param([...offered])}::text[]))`
  await db()
    .insert(adminHiddenColumns)
    .values({ userId: actor.userId, list, labels: [...hidden] })
    .onConflictDoUpdate({
      target: [adminHiddenColumns.userId, adminHiddenColumns.list],
      set: { labels: sql`${others} || ${sql.param([...hidden])}::text[]` },
    })
  return ok()
}
