/** What becomes of a seller of whom nothing may be kept any more. */
import { eq } from "drizzle-orm"
import type { Transaction } from "#app/platform/db.server.ts"
import { detachPictures } from "#app/platform/pictures.server.ts"
import { sellers } from "../../shop/schema.server.ts"
import { sellerDocuments } from "../schema.server.ts"

/** Subscriber of "account.forgotten": who ran the shop, and how they could be reached and paid, is gone. */
export async function forgetSeller({ userId }: { userId: string }, tx: Transaction): Promise<void> {
  await tx
    .update(sellers)
    .set({
      representative: "",
      businessNumber: `left-${userId}`,
      mailOrderNumber: "",
      phone: "",
      email: "",
      address: "",
      bank: "",
      accountNumber: "",
      accountHolder: "",
    })
    .where(eq(sellers.userId, userId))
  const removedPictures = await tx
    .delete(sellerDocuments)
    .where(eq(sellerDocuments.sellerId, userId))
    .returning({ id: sellerDocuments.pictureId })
  await detachPictures(
    tx,
    removedPictures.map(({ id }) => id),
  )
}
