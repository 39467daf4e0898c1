/**
 * Owns what of the shop stands in the way of a person who wants to leave, and what becomes of their own shop
 * when they do.
 */
import { eq, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { emitSubjectsChanged } from "#app/platform/subjects.server.ts"
import { updateAccountStatus } from "../../accounts/service/account-status.server.ts"
import { products, sellers } from "../schema.server.ts"
import { sellerDecisions } from "../../selling/schema.server.ts"

/**
 * How much is under way with `userId`, as buyer or as seller: lines that are not ended, claims that are open
 * although their line is, and money of theirs that has not been paid out; and whether there were purchases
 * whose people the law has us keep.
 */
export async function findShopObligations(
  tx: Transaction,
  userId: string,
): Promise<{ open: number; kept: boolean }> {
  const [found] = await tx.execute<{ open: number; kept: boolean }>(sql`
    with lines as (
      select l.id, l.state from order_lines l where l.seller_id = ${userId}::uuid
      union select l.id, l.state from shop_orders o join order_lines l on l.order_id = o.id
        where o.buyer_id = ${userId}::uuid
    )
    select ((select count(*) from lines where state not in ('confirmed', 'cancelled', 'returned'))
      + (select count(*) from lines join claims c on c.line_id = lines.id
        where lines.state in ('confirmed', 'cancelled', 'returned') and c.state in ('requested', 'approved',
        'collecting', 'collected'))
      + (select count(*) from payouts where seller_id = ${userId}::uuid
        and state in ('pending', 'processing'))
      + (select count(*) from (select from ledger where seller_id = ${userId}::uuid and account = 'seller'
        having sum(amount_won) > 0) owed))::int as open,
      exists (select from lines) as kept`)
  return found ?? { open: 0, kept: false }
}

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
  await tx.execute(
    sql`update products set state = 'draft', updated_at = ${at.toISOString()}::timestamptz
      where seller_id = ${userId}::uuid and state = 'proposed'`,
  )
  const ownProducts = await tx.select({ id: products.id }).from(products).where(eq(products.sellerId, userId))
  await emitSubjectsChanged(
    tx,
    ownProducts.map(({ id }) => ({ kind: "product", id })),
  )
}

const CLOSING_REASON = "회원탈퇴"
