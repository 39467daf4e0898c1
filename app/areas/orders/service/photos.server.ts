/** Owns which pictures belong to an order: the site before, the work after. */
import { and, asc, eq, inArray, isNull, max } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { db, type Transaction } from "#app/platform/db.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import { orderPhotos } from "../schema.server.ts"
import type { PictureView } from "../views.ts"

/**
 * Locks loose pictures of `ownerId`, so that no other form takes them; false where one is missing, somebody else's, for another
 * purpose or already taken. To be asked before anything is written.
 */
export async function lockLoosePictures(tx: Transaction, ownerId: string, purpose: "order" | "after", ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const loose = await tx
    .select({ id: pictures.id })
    .from(pictures)
    .where(and(inArray(pictures.id, [...ids]), eq(pictures.ownerId, ownerId), eq(pictures.purpose, purpose), isNull(pictures.attachedAt)))
    .orderBy(pictures.id)
    .for("update")
  return loose.length === ids.length
}

/** Makes `ids`, in this order, the site pictures of the order; what falls out becomes loose again. False, and nothing written, as {@link lockLoosePictures}. */
export async function setSitePhotos(tx: Transaction, orderId: string, ownerId: string, ids: readonly string[]): Promise<boolean> {
  const ofSite = and(eq(orderPhotos.orderId, orderId), eq(orderPhotos.kind, "site"))
  const before = (await tx.select({ id: orderPhotos.pictureId }).from(orderPhotos).where(ofSite)).map((row) => row.id)
  const added = ids.filter((id) => !before.includes(id))
  if (!(await lockLoosePictures(tx, ownerId, "order", added))) return false
  const dropped = before.filter((id) => !ids.includes(id))
  await tx.delete(orderPhotos).where(ofSite)
  if (dropped.length > 0) await tx.update(pictures).set({ attachedAt: null }).where(inArray(pictures.id, dropped))
  await attach(tx, orderId, "site", ids, 0)
  return true
}

/** Adds the expert's pictures of the finished work after those already there. False, and nothing written, as {@link lockLoosePictures}. */
export async function addAfterPhotos(tx: Transaction, orderId: string, expertId: string, ids: readonly string[]): Promise<boolean> {
  if (!(await lockLoosePictures(tx, expertId, "after", ids))) return false
  const [last] = await tx.select({ position: max(orderPhotos.position) }).from(orderPhotos).where(and(eq(orderPhotos.orderId, orderId), eq(orderPhotos.kind, "after")))
  await attach(tx, orderId, "after", ids, (last?.position ?? -1) + 1)
  return true
}

async function attach(tx: Transaction, orderId: string, kind: "site" | "after", ids: readonly string[], first: number): Promise<void> {
  if (ids.length === 0) return
  await tx.update(pictures).set({ attachedAt: now() }).where(and(inArray(pictures.id, [...ids]), isNull(pictures.attachedAt)))
  await tx.insert(orderPhotos).values(ids.map((pictureId, place) => ({ orderId, pictureId, kind, position: first + place })))
}

/** The pictures of an order by kind, in their order. */
export async function findPhotos(orderId: string): Promise<{ site: PictureView[]; after: PictureView[] }> {
  const rows = await db()
    .select({ kind: orderPhotos.kind, id: pictures.id, alt: pictures.alt, width: pictures.width, height: pictures.height, placeholder: pictures.placeholder })
    .from(orderPhotos)
    .innerJoin(pictures, eq(pictures.id, orderPhotos.pictureId))
    .where(eq(orderPhotos.orderId, orderId))
    .orderBy(asc(orderPhotos.position))
  const site: PictureView[] = []
  const after: PictureView[] = []
  for (const { kind, ...picture } of rows) (kind === "site" ? site : after).push(picture)
  return { site, after }
}
