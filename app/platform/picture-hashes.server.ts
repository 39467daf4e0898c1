/** The hashes of pictures, by which a file of one is known again. */
import { eq, inArray } from "drizzle-orm"
import type { Transaction } from "./db.server.ts"
import { getFileKey, hashBytes, LARGEST_WIDTH } from "./picture-files.ts"
import { pictures } from "./schema.server.ts"
import { readFileBytes } from "./storage.server.ts"

/** The pictures of `ids`, in order, each with the SHA-256 of its largest file; null where that is gone. */
export async function hashPictures(
  tx: Transaction,
  ids: readonly string[],
): Promise<{ id: string; sha256: string | null }[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select({
      id: pictures.id,
      sha256: pictures.sha256,
      storageKey: pictures.storageKey,
      width: pictures.width,
    })
    .from(pictures)
    .where(inArray(pictures.id, [...ids]))
  const hashed = await Promise.all(
    rows.map(async (row) => ({ id: row.id, sha256: row.sha256 ?? (await hashStoredPicture(tx, row)) })),
  )
  const hashById = new Map(hashed.map(({ id, sha256 }) => [id, sha256]))
  return ids.map((id) => ({ id, sha256: hashById.get(id) ?? null }))
}

/** Hashes a picture of before pictures had hashes, and remembers it. */
async function hashStoredPicture(
  tx: Transaction,
  { id, storageKey }: { id: string; storageKey: string },
): Promise<string | null> {
  const bytes = await readFileBytes(getFileKey(storageKey, LARGEST_WIDTH))
  if (!bytes) return null
  const sha256 = hashBytes(bytes)
  await tx.update(pictures).set({ sha256 }).where(eq(pictures.id, id))
  return sha256
}
