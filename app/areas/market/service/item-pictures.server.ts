/** Which pictures show an item, in which order. */
import { eq, sql } from "drizzle-orm"
import type { Transaction } from "#app/platform/db.server.ts"
import {
  cardPictureJson,
  pictureJson,
  detachPictures,
  attachPictures,
} from "#app/platform/pictures.server.ts"
import { itemPictures } from "../schema.server.ts"
import type { CardPicture, PictureView } from "#app/basics/picture-view.ts"

/**
 * Makes `ids`, in this order, the pictures of the item; what falls out becomes loose again. False, and
 * nothing written, where takePictures refuses.
 */
export async function replaceItemPictures(
  tx: Transaction,
  itemId: string,
  ownerId: string,
  ids: readonly string[],
): Promise<boolean> {
  const ownPictures = eq(itemPictures.itemId, itemId)
  const previousIds = (
    await tx.select({ id: itemPictures.pictureId }).from(itemPictures).where(ownPictures)
  ).map((row) => row.id)
  if (
    !(await attachPictures(
      tx,
      ownerId,
      "item",
      ids.filter((id) => !previousIds.includes(id)),
    ))
  )
    return false
  await tx.delete(itemPictures).where(ownPictures)
  await detachPictures(
    tx,
    previousIds.filter((id) => !ids.includes(id)),
  )
  if (ids.length > 0)
    await tx.insert(itemPictures).values(ids.map((pictureId, position) => ({ itemId, pictureId, position })))
  return true
}

/** The first picture of an item, as a column of a query over `items`. */
export const firstPictureSql = sql<CardPicture | null>`(select ${cardPictureJson("pic")} from item_pictures ip
  join pictures pic on pic.id = ip.picture_id where ip.item_id = items.id order by ip.position limit 1)`
/** All of them in their order. */
export const allPicturesSql = sql<
  PictureView[]
>`(select coalesce(json_agg(${pictureJson("pic")} order by ip.position), '[]') from item_pictures ip
  join pictures pic on pic.id = ip.picture_id where ip.item_id = items.id)`
