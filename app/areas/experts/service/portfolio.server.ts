/** The portfolio on an expert's page: adding, changing, removing and ordering works. */
import { and, asc, eq, sql } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { detachPictures, attachPictures } from "#app/platform/pictures.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import type { PortfolioForm } from "../forms.ts"
import { PUBLIC_PAGE_LIMITS } from "../rules.ts"
import { expertPortfolio } from "../schema.server.ts"
import { withOwnPage, type PageRefusal } from "./public-page.server.ts"
import { ok, refuse, type Done } from "#app/platform/outcome.ts"
import { hideContacts } from "#app/basics/contacts.ts"

type PortfolioInput = Omit<z.output<typeof PortfolioForm>, "itemId">

const toColumns = (item: PortfolioInput) => ({
  title: hideContacts(item.title),
  description: hideContacts(item.description),
  category: item.category,
  priceWon: item.priceWon,
  areaPyeong: item.areaPyeong,
  doneOn: item.doneOn,
  beforeId: item.before,
  afterId: item.after,
})
const listPictureIds = (item: { before: string | null; after: string }) =>
  item.before === null ? [item.after] : [item.before, item.after]

/**
 * Adds a work before the others. Refuses more than 60 (too_many) and pictures that are not the actor's own
 * fresh ones, or one for both sides (picture_not_yours).
 */
export function addPortfolioItem(
  actor: Actor,
  item: PortfolioInput,
): Promise<Done | PageRefusal<"too_many" | "picture_not_yours">> {
  return withOwnPage(actor, async (tx, expert) => {
    const ids = await listItemIds(tx, expert.userId)
    if (ids.length >= PUBLIC_PAGE_LIMITS.portfolio) return refuse("too_many")
    if (
      item.before === item.after ||
      !(await attachPictures(tx, expert.userId, "portfolio", listPictureIds(item)))
    )
      return refuse("picture_not_yours")
    const id = newId()
    await tx
      .insert(expertPortfolio)
      .values({ id, expertId: expert.userId, ...toColumns(item), position: 0, createdAt: now() })
    await saveItemOrder(tx, [id, ...ids])
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
  item: PortfolioInput,
): Promise<Done | PageRefusal<"picture_not_yours">> {
  return withOwnPage(actor, async (tx, expert) => {
    const isOwnItem = and(eq(expertPortfolio.id, itemId), eq(expertPortfolio.expertId, expert.userId))
    const [before] = await tx.select().from(expertPortfolio).where(isOwnItem)
    if (!before) return refuse("not_found")
    const previousIds = before.beforeId === null ? [before.afterId] : [before.beforeId, before.afterId]
    const requestedIds = listPictureIds(item)
    if (
      item.before === item.after ||
      !(await attachPictures(
        tx,
        expert.userId,
        "portfolio",
        requestedIds.filter((id) => !previousIds.includes(id)),
      ))
    )
      return refuse("picture_not_yours")
    await tx.update(expertPortfolio).set(toColumns(item)).where(isOwnItem)
    await detachPictures(
      tx,
      previousIds.filter((id) => !requestedIds.includes(id)),
    )
    return ok()
  })
}

/** Removes a work of one's own with its pictures. Refuses another's (not_found). */
export function removePortfolioItem(actor: Actor, itemId: string): Promise<Done | PageRefusal> {
  return withOwnPage(actor, async (tx, expert) => {
    const [removed] = await tx
      .delete(expertPortfolio)
      .where(and(eq(expertPortfolio.id, itemId), eq(expertPortfolio.expertId, expert.userId)))
      .returning()
    if (!removed) return refuse("not_found")
    await detachPictures(
      tx,
      removed.beforeId === null ? [removed.afterId] : [removed.beforeId, removed.afterId],
    )
    return ok()
  })
}

/** Moves a work one place; at the end of the list nothing happens. Refuses another's (not_found). */
export function movePortfolioItem(
  actor: Actor,
  input: { itemId: string; to: "earlier" | "later" },
): Promise<Done | PageRefusal> {
  return withOwnPage(actor, async (tx, expert) => {
    const ids = await listItemIds(tx, expert.userId)
    const index = ids.indexOf(input.itemId)
    if (index < 0) return refuse("not_found")
    const targetIndex = Math.min(Math.max(index + (input.to === "earlier" ? -1 : 1), 0), ids.length - 1)
    ids.splice(targetIndex, 0, ...ids.splice(index, 1))
    await saveItemOrder(tx, ids)
    return ok()
  })
}

async function listItemIds(tx: Transaction, expertId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: expertPortfolio.id })
    .from(expertPortfolio)
    .where(eq(expertPortfolio.expertId, expertId))
    .orderBy(asc(expertPortfolio.position), asc(expertPortfolio.id))
  return rows.map((row) => row.id)
}

async function saveItemOrder(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.execute(
    sql`update expert_portfolio set position = placed.position - 1
      from unnest(${sql.param([...ids])}::uuid[]) with ordinality placed (id, position)
      where expert_portfolio.id = placed.id`,
  )
}
