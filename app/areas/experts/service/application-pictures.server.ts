/** Owns which pictures an application may carry: one's own, uploaded for that purpose. */
import { and, eq, inArray } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { db, type Transaction } from "#app/platform/db.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import type { PictureView } from "./application-review.server.ts"

/** Marks the pictures as used. False when one of them is not `ownerId`'s or was uploaded for something else. */
export async function attachOwnPictures(tx: Transaction, ownerId: string, ids: { certificate: string[]; portfolio: string[] }): Promise<boolean> {
  for (const purpose of ["certificate", "portfolio"] as const) {
    const wanted = [...new Set(ids[purpose])]
    if (wanted.length === 0) continue
    const attached = await tx
      .update(pictures)
      .set({ attachedAt: now() })
      .where(and(inArray(pictures.id, wanted), eq(pictures.ownerId, ownerId), eq(pictures.purpose, purpose)))
      .returning({ id: pictures.id })
    if (attached.length !== wanted.length) return false
  }
  return true
}

/** The pictures among `ids` that belong to the owner of a draft, by id. */
export async function findOwnPictures(owner: string | null, ids: readonly string[]): Promise<Record<string, PictureView>> {
  const ownerId = owner?.replace("visitor:", "") ?? ""
  const wanted = ids.filter(isId)
  if (!isId(ownerId) || wanted.length === 0) return {}
  const rows = await db()
    .select({ id: pictures.id, alt: pictures.alt, width: pictures.width, height: pictures.height, placeholder: pictures.placeholder })
    .from(pictures)
    .where(and(inArray(pictures.id, wanted), eq(pictures.ownerId, ownerId)))
  return Object.fromEntries(rows.map((row) => [row.id, row]))
}
