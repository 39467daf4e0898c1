/** Owns which pictures an application may carry: one's own, uploaded for that purpose. */
import { and, eq, inArray } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { pictures } from "#app/platform/schema.server.ts"

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
