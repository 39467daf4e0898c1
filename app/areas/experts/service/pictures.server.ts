/** Owns which pictures the public side of experts may show: one's own, uploaded for that, each in one place. */
import { and, eq, inArray, isNull, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { pictures } from "#app/platform/schema.server.ts"

type Purpose = (typeof pictures.$inferSelect)["purpose"]

/** Takes loose pictures of `ownerId` for good; false where one is missing, somebody else's, for another purpose or already taken. */
export async function takePictures(tx: Transaction, ownerId: string, purpose: Purpose, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const taken = await tx
    .update(pictures)
    .set({ attachedAt: now() })
    .where(and(inArray(pictures.id, [...ids]), eq(pictures.ownerId, ownerId), eq(pictures.purpose, purpose), isNull(pictures.attachedAt)))
    .returning({ id: pictures.id })
  return taken.length === ids.length
}

/** Lets pictures go: nothing shows them any more, and the sweep may remove them. */
export async function releasePictures(tx: Transaction, ids: readonly (string | null)[]): Promise<void> {
  const given = ids.filter((id) => id !== null)
  if (given.length > 0) await tx.update(pictures).set({ attachedAt: null }).where(inArray(pictures.id, given))
}

/** A picture of `pictures` row `alias` as JSON in the shape of PictureView, for queries that bring pictures with their rows. */
export const pictureJson = (alias: "before" | "after" | "cover" | "picture"): SQL => {
  const row = sql.identifier(alias)
  return sql`jsonb_build_object('id', ${row}.id, 'alt', ${row}.alt, 'width', ${row}.width, 'height', ${row}.height, 'placeholder', ${row}.placeholder)`
}
