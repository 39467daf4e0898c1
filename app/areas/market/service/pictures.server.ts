/** Owns which pictures show an item, in which order. */
import { eq, sql } from "drizzle-orm"
import type { Transaction } from "#app/platform/db.server.ts"
import { pictureJson, releasePictures, takePictures } from "#app/platform/pictures.server.ts"
import { itemPictures } from "../schema.server.ts"
import type { PictureView } from "../views.ts"

/**
 * Makes `ids`, in this order, the pictures of the item; what falls out becomes loose again. False, and
 * nothing written, where takePictures refuses.
 */
export async function setItemPictures(
  tx: Transaction,
  itemId: string,
  ownerId: string,
  ids: readonly string[],
): Promise<boolean> {
  const ofItem = eq(itemPictures.itemId, itemId)
  const before = (await tx.select({ id: itemPictures.pictureId }).from(itemPictures).where(ofItem)).map(
    (row) => row.id,
  )
  if (
    !(await takePictures(
      tx,
      ownerId,
      "item",
      ids.filter((id) => !before.includes(id)),
    ))
  )
    return false
  await tx.delete(itemPictures).where(ofItem)
  await releasePictures(
    tx,
    before.filter((id) => !ids.includes(id)),
  )
  if (ids.length > 0)
    await tx.insert(itemPictures).values(ids.map((pictureId, position) => ({ itemId, pictureId, position })))
  return true
}

/** The first picture of an item, as a column of a query over `items`. */
export const firstPicture = sql<PictureView | null>`(select ${pictureJson("pic")} from item_pictures ip
  join pictures pic on pic.id = ip.picture_id where ip.item_id = items.id order by ip.position limit 1)`
/** All of them in their order. */
export const allPictures = sql<
  PictureView[]
>`(select coalesce(json_agg(${pictureJson("pic")} order by ip.position), '[]') from item_pictures ip
  join pictures pic on pic.id = ip.picture_id where ip.item_id = items.id)`
