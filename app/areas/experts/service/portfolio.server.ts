/** Owns the portfolio on an expert's page: adding, changing, removing and ordering works. */
import { and, asc, eq, sql } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { hideContacts } from "#app/basics/korean.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { releasePictures, takePictures } from "#app/platform/pictures.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import type { PortfolioForm } from "../forms.ts"
import { PUBLIC_PAGE_LIMITS } from "../rules.ts"
import { expertPortfolio } from "../schema.server.ts"
import { onOwnPage, type PageRefusal } from "./public-page.server.ts"
import { ok, refuse, type Done } from "#app/platform/outcome.ts"

type Item = Omit<z.output<typeof PortfolioForm>, "itemId">

const columnsOf = (item: Item) => ({
  title: hideContacts(item.title),
  description: hideContacts(item.description),
  category: item.category,
  priceWon: item.priceWon,
  areaPyeong: item.areaPyeong,
  doneOn: item.doneOn,
  beforeId: item.before,
  afterId: item.after,
})
const picturesOf = (item: { before: string | null; after: string }) =>
  item.before === null ? [item.after] : [item.before, item.after]

/**
 * Adds a work before the others. Refuses more than 60 (too_many) and pictures that are not the actor's own
 * fresh ones, or one for both sides (picture_not_yours).
 */
export function addPortfolioItem(
  actor: Actor,
  item: Item,
): Promise<Done | PageRefusal<"too_many" | "picture_not_yours">> {
  return onOwnPage(actor, async (tx, expert) => {
    const ids = await idsInOrder(tx, expert.userId)
    if (ids.length >= PUBLIC_PAGE_LIMITS.portfolio) return refuse("too_many")
    if (item.before === item.after || !(await takePictures(tx, expert.userId, "portfolio", picturesOf(item))))
      return refuse("picture_not_yours")
    const id = newId()
    await tx
      .insert(expertPortfolio)
      .values({ id, expertId: expert.userId, ...columnsOf(item), position: 0, createdAt: now() })
    await putInOrder(tx, [id, ...ids])
    return ok()
  })
}

/**
 * Changes a work of one's own; pictures that fall out are let go. Refuses another's (not_found), and pictures
 * as {@link addPortfolioItem}.
 */
export function editPortfolioItem(
  actor: Actor,
  itemId: string,
  item: Item,
): Promise<Done | PageRefusal<"picture_not_yours">> {
  return onOwnPage(actor, async (tx, expert) => {
    const mine = and(eq(expertPortfolio.id, itemId), eq(expertPortfolio.expertId, expert.userId))
    const [before] = await tx.select().from(expertPortfolio).where(mine)
    if (!before) return refuse("not_found")
    const had = before.beforeId === null ? [before.afterId] : [before.beforeId, before.afterId]
    const wanted = picturesOf(item)
    if (
      item.before === item.after ||
      !(await takePictures(
        tx,
        expert.userId,
        "portfolio",
        wanted.filter((id) => !had.includes(id)),
      ))
    )
      return refuse("picture_not_yours")
    await tx.update(expertPortfolio).set(columnsOf(item)).where(mine)
    await releasePictures(
      tx,
      had.filter((id) => !wanted.includes(id)),
    )
    return ok()
  })
}

/** Removes a work of one's own with its pictures. Refuses another's (not_found). */
export function removePortfolioItem(actor: Actor, itemId: string): Promise<Done | PageRefusal> {
  return onOwnPage(actor, async (tx, expert) => {
    const [gone] = await tx
      .delete(expertPortfolio)
      .where(and(eq(expertPortfolio.id, itemId), eq(expertPortfolio.expertId, expert.userId)))
      .returning()
    if (!gone) return refuse("not_found")
    await releasePictures(tx, gone.beforeId === null ? [gone.afterId] : [gone.beforeId, gone.afterId])
    return ok()
  })
}

/** Moves a work one place; at the end of the list nothing happens. Refuses another's (not_found). */
export function movePortfolioItem(
  actor: Actor,
  input: { itemId: string; to: "earlier" | "later" },
): Promise<Done | PageRefusal> {
  return onOwnPage(actor, async (tx, expert) => {
    const ids = await idsInOrder(tx, expert.userId)
    const place = ids.indexOf(input.itemId)
    if (place < 0) return refuse("not_found")
    const target = Math.min(Math.max(place + (input.to === "earlier" ? -1 : 1), 0), ids.length - 1)
    ids.splice(target, 0, ...ids.splice(place, 1))
    await putInOrder(tx, ids)
    return ok()
  })
}

async function idsInOrder(tx: Transaction, expertId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: expertPortfolio.id })
    .from(expertPortfolio)
    .where(eq(expertPortfolio.expertId, expertId))
    .orderBy(asc(expertPortfolio.position), asc(expertPortfolio.id))
  return rows.map((row) => row.id)
}

async function putInOrder(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.execute(
    sql`update expert_portfolio set position = placed.position - 1
      from unnest(${sql.param([...ids])}::uuid[]) with ordinality placed (id, position)
      where expert_portfolio.id = placed.id`,
  )
}
