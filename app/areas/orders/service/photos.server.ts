/** Which pictures belong to an order: the site before, the work after. */
import { and, asc, eq, max } from "drizzle-orm"
import { db, type Transaction } from "#app/platform/db.server.ts"
import { detachPictures, attachPictures } from "#app/platform/pictures.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import { orderPhotos } from "../schema.server.ts"
import type { AfterPhoto, PictureView } from "../views.ts"

/** Shows pictures of the site that {@link attachPictures} took for a new request. */
export const attachSitePhotos = (tx: Transaction, orderId: string, ids: readonly string[]): Promise<void> =>
  insertPhotos(tx, orderId, "site", ids, 0)

/**
 * Makes `ids`, in this order, the site pictures of the order; what falls out becomes loose again. False, and
 * nothing written, where attachPictures refuses.
 */
export async function replaceSitePhotos(
  tx: Transaction,
  orderId: string,
  ownerId: string,
  ids: readonly string[],
): Promise<boolean> {
  const isSitePhoto = and(eq(orderPhotos.orderId, orderId), eq(orderPhotos.kind, "site"))
  const previousIds = (
    await tx.select({ id: orderPhotos.pictureId }).from(orderPhotos).where(isSitePhoto)
  ).map((row) => row.id)
  if (
    !(await attachPictures(
      tx,
      ownerId,
      "order",
      ids.filter((id) => !previousIds.includes(id)),
    ))
  )
    return false
  await tx.delete(orderPhotos).where(isSitePhoto)
  await detachPictures(
    tx,
    previousIds.filter((id) => !ids.includes(id)),
  )
  await insertPhotos(tx, orderId, "site", ids, 0)
  return true
}

/**
 * Adds the expert's pictures of the finished work, or of the part `partId` of it, after those already there.
 * False, and nothing written, where attachPictures refuses.
 */
export async function addAfterPhotos(
  tx: Transaction,
  orderId: string,
  expertId: string,
  ids: readonly string[],
  partId: string | null,
): Promise<boolean> {
  if (!(await attachPictures(tx, expertId, "after", ids))) return false
  const [last] = await tx
    .select({ position: max(orderPhotos.position) })
    .from(orderPhotos)
    .where(and(eq(orderPhotos.orderId, orderId), eq(orderPhotos.kind, "after")))
  await insertPhotos(tx, orderId, "after", ids, (last?.position ?? -1) + 1, partId)
  return true
}

async function insertPhotos(
  tx: Transaction,
  orderId: string,
  kind: "site" | "after",
  ids: readonly string[],
  firstPosition: number,
  partId: string | null = null,
): Promise<void> {
  if (ids.length > 0)
    await tx.insert(orderPhotos).values(
      ids.map((pictureId, index) => ({
        orderId,
        pictureId,
        kind,
        position: firstPosition + index,
        partId,
      })),
    )
}

/** The pictures of an order by kind, in their order. */
export async function findPhotos(orderId: string): Promise<{ site: PictureView[]; after: AfterPhoto[] }> {
  const rows = await db()
    .select({
      kind: orderPhotos.kind,
      partId: orderPhotos.partId,
      id: pictures.id,
      alt: pictures.alt,
      width: pictures.width,
      height: pictures.height,
      placeholder: pictures.placeholder,
    })
    .from(orderPhotos)
    .innerJoin(pictures, eq(pictures.id, orderPhotos.pictureId))
    .where(eq(orderPhotos.orderId, orderId))
    .orderBy(asc(orderPhotos.position))
  const site: PictureView[] = []
  const after: AfterPhoto[] = []
  for (const { kind, partId, ...picture } of rows)
    if (kind === "site") site.push(picture)
    else after.push({ ...picture, partId })
  return { site, after }
}
