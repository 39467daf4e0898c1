/**
 * The commission that sellers pay: one for all, set by the back office; what was sold keeps the one of
 * its day.
 */
import { and, eq, notExists } from "drizzle-orm"
import { getSettingOr } from "#app/basics/settings.ts"
import { audit } from "#app/platform/audit.server.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { readSetting, saveSetting } from "#app/platform/settings.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { products, sellers } from "../../shop/schema.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

declare module "#app/basics/settings.ts" {
  interface Settings {
    /** In hundredths of a percent. */
    commission: { bps: number }
  }
}

/** As shipped, and what the database gives a new seller: 8 %. */
const DEFAULT_COMMISSION_BPS = 800

/** The commission in force, in hundredths of a percent, with its version. Null for anybody but an admin. */
export async function findCommission(actor: Actor): Promise<{ bps: number; version: number } | null> {
  if (!hasRight(actor, "settings")) return null
  const { value, version } = await readSetting("commission")
  return { bps: value?.bps ?? DEFAULT_COMMISSION_BPS, version }
}

/**
 * Sets the commission of every seller who has the common one; sales so far keep theirs. Refusals: `not_found`
 * (no admin), `changed` (somebody saved meanwhile).
 */
export async function updateCommission(
  actor: Actor,
  input: { bps: number; version: number },
): Promise<Outcome<"not_found" | "changed">> {
  if (!hasRight(actor, "settings")) return refuse("not_found")
  const before = (await readSetting("commission")).value?.bps ?? DEFAULT_COMMISSION_BPS
  return inTransaction(async (tx) => {
    const saved = await saveSetting(tx, actor, "commission", input.version, { bps: input.bps })
    if (!saved.ok) return saved
    await tx.update(sellers).set({ commissionBps: input.bps }).where(eq(sellers.commissionBps, before))
    await audit(tx, actor, {
      action: "setting.commission",
      subject: { kind: "setting", id: "commission", title: "수수료" },
      before: { percent: before / 100 },
      after: { percent: input.bps / 100 },
    })
    return ok()
  })
}

/** Subscriber of "seller.decided": who is approved begins with the commission of the day. */
export async function assignInitialCommission(
  { sellerId, toState }: { sellerId: string; toState: string },
  tx: Transaction,
): Promise<void> {
  if (toState !== "approved") return
  const { bps } = getSettingOr("commission", { bps: DEFAULT_COMMISSION_BPS })
  // Whoever has sold already, or was given another, keeps it.
  await tx
    .update(sellers)
    .set({ commissionBps: bps })
    .where(
      and(
        eq(sellers.userId, sellerId),
        eq(sellers.commissionBps, DEFAULT_COMMISSION_BPS),
        notExists(tx.select({ id: products.id }).from(products).where(eq(products.sellerId, sellerId))),
      ),
    )
}
