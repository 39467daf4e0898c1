/** Sellers as payees: where money pays out what they sold for. */
import { eq, inArray } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { db } from "#app/platform/db.server.ts"
import type { PayeeSource } from "../../money/service/payees.server.ts"
import { sellers } from "../../shop/schema.server.ts"

export const sellerPayees: Omit<PayeeSource, "findApprovedBusinesses"> = {
  async lockAccount(tx, sellerId) {
    const [account] = await tx
      .select({
        bank: sellers.bank,
        accountNumber: sellers.accountNumber,
        accountHolder: sellers.accountHolder,
      })
      .from(sellers)
      .where(eq(sellers.userId, sellerId))
      .for("update")
    return account ?? null
  },
  async saveAccount(tx, sellerId, account) {
    await tx
      .update(sellers)
      .set({ ...account, updatedAt: now() })
      .where(eq(sellers.userId, sellerId))
  },
  async findNames(sellerIds) {
    if (sellerIds.length === 0) return new Map()
    const rows = await db()
      .select({ id: sellers.userId, name: sellers.name })
      .from(sellers)
      .where(inArray(sellers.userId, [...sellerIds]))
    return new Map(rows.map(({ id, name }) => [id, name]))
  },
}
