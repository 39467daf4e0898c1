/** What becomes of a shop whose seller leaves. */
import type { Transaction } from "#app/platform/db.server.ts"
import { sellers, products } from "../../shop/schema.server.ts"
import { and, eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { sellerDecisions } from "../schema.server.ts"
import { newId } from "#app/basics/ids.ts"
import { updateAccountStatus } from "../../accounts/service/account-status.server.ts"
import { emitSubjectsChanged } from "#app/platform/subjects.server.ts"

/**
 * Subscriber of "account.left": the shop is closed at once, and its goods leave the shelves, the search and
 * what can be bought of carts. Its name stays, for those who bought there. Doing it twice changes nothing.
 */
export async function closeShopOfLeavingMember(
  { userId }: { userId: string },
  tx: Transaction,
): Promise<void> {
  const [seller] = await tx
    .select({ state: sellers.state })
    .from(sellers)
    .where(eq(sellers.userId, userId))
    .for("update")
  if (!seller || seller.state === "terminated") return
  const at = now()
  await tx
    .update(sellers)
    .set({ state: "terminated", intro: "", decisionReason: CLOSING_REASON, decidedAt: at, updatedAt: at })
    .where(eq(sellers.userId, userId))
  await tx.insert(sellerDecisions).values({
    id: newId(),
    sellerId: userId,
    actorId: userId,
    fromState: seller.state,
    toState: "terminated",
    reason: CLOSING_REASON,
    at,
  })
  await updateAccountStatus(tx, userId, { sellerState: "terminated" })
  // Nobody has to decide about these any more.
  await tx
    .update(products)
    .set({ state: "draft", updatedAt: at })
    .where(and(eq(products.sellerId, userId), eq(products.state, "proposed")))
  const ownProducts = await tx.select({ id: products.id }).from(products).where(eq(products.sellerId, userId))
  await emitSubjectsChanged(
    tx,
    ownProducts.map(({ id }) => ({ kind: "product", id })),
  )
}

const CLOSING_REASON = "회원탈퇴"
