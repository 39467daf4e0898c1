/** Coupons as the back office makes and ends them. The platform bears what its coupons take off. */
import { desc, eq, gt, and, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db, inTransaction, violatedConstraint, type Transaction } from "#app/platform/db.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { couponHolders, couponUses } from "../coupon-schema.server.ts"
import { coupons, sellers } from "../schema.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

export type CouponRow = {
  id: string
  code: string
  name: string
  kind: "amount" | "percent"
  value: number
  maxWon: number | null
  minWon: number
  sellerName: string | null
  startsAt: string
  endsAt: string
  uses: number
  /** For those alone who were given it, and how many they are. */ isGiven: boolean
  holders: number
}

/** All coupons, the newest end first, at most 100; empty for anybody but an admin. */
export async function findCouponsForAdmin(actor: Actor): Promise<CouponRow[]> {
  if (!hasRight(actor, "content")) return []
  const rows = await db()
    .select({
      id: coupons.id,
      code: coupons.code,
      name: coupons.name,
      kind: coupons.kind,
      value: coupons.value,
      maxWon: coupons.maxWon,
      minWon: coupons.minWon,
      sellerName: sellers.name,
      startsAt: coupons.startsAt,
      endsAt: coupons.endsAt,
      uses: sql<number>`(select count(*)::int from ${couponUses}
        where ${couponUses.couponId} = ${coupons.id})`,
      isGiven: coupons.isGiven,
      holders: sql<number>`(select count(*)::int from ${couponHolders}
        where ${couponHolders.couponId} = ${coupons.id})`,
    })
    .from(coupons)
    .leftJoin(sellers, eq(sellers.userId, coupons.sellerId))
    .orderBy(desc(coupons.endsAt), desc(coupons.id))
    .limit(100)
  return rows.map((row) => ({
    ...row,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
  }))
}

export type NewCoupon = {
  code: string
  name: string
  kind: "amount" | "percent"
  value: number
  maxWon: number | null
  minWon: number
  startsAt: Date
  endsAt: Date
  isGiven: boolean
}

/** Makes a coupon over all sellers. Refusals: `not_found` (no admin), `taken` (the code). */
export async function createCoupon(actor: Actor, input: NewCoupon): Promise<Outcome<"not_found" | "taken">> {
  if (!hasRight(actor, "content")) return refuse("not_found")
  try {
    return await inTransaction(async (tx) => {
      const id = newId()
      await tx.insert(coupons).values({ id, ...input })
      await audit(tx, actor, {
        action: "coupon.create",
        subject: { kind: "coupon", id, title: input.name },
        after: { code: input.code, kind: input.kind, value: input.value, endsAt: input.endsAt.toISOString() },
      })
      return ok()
    })
  } catch (error) {
    if (violatedConstraint(error) === "coupons_code_key") return refuse("taken")
    throw error
  }
}

/**
 * Ends a coupon now; orders that hold it keep it. Refusals: `not_found` (no admin, no such coupon), `not_now`
 * (ended).
 */
export async function endCoupon(actor: Actor, couponId: string): Promise<Outcome<"not_found" | "not_now">> {
  if (!hasRight(actor, "content") || !isId(couponId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const at = now()
    const [coupon] = await tx.select().from(coupons).where(eq(coupons.id, couponId)).for("update")
    if (!coupon) return refuse("not_found")
    const ended = await tx
      .update(coupons)
      .set({ endsAt: at })
      .where(and(eq(coupons.id, couponId), gt(coupons.endsAt, at)))
      .returning({ id: coupons.id })
    if (ended.length === 0) return refuse("not_now")
    await audit(tx, actor, {
      action: "coupon.end",
      subject: { kind: "coupon", id: couponId, title: coupon.name },
      before: { endsAt: coupon.endsAt.toISOString() },
      after: { endsAt: at.toISOString() },
    })
    return ok()
  })
}

/** Gives a coupon to people, each once, in the transaction of who gives it. */
export async function giveCoupon(
  tx: Transaction,
  couponId: string,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return
  await tx
    .insert(couponHolders)
    .values(userIds.map((userId) => ({ couponId, userId, givenAt: now() })))
    .onConflictDoNothing()
}

/** The coupons for those alone who are given them, that have not ended; empty without the right. */
export async function findGivenCoupons(
  actor: Actor,
): Promise<{ id: string; name: string; endsAt: string }[]> {
  if (!hasRight(actor, "content")) return []
  const rows = await db()
    .select({ id: coupons.id, name: coupons.name, endsAt: coupons.endsAt })
    .from(coupons)
    .where(and(eq(coupons.isGiven, true), gt(coupons.endsAt, now())))
    .orderBy(coupons.endsAt, coupons.id)
    .limit(100)
  return rows.map((row) => ({ ...row, endsAt: row.endsAt.toISOString() }))
}

/** Whether `couponId` can be given to people now. */
export async function isGivable(tx: Transaction, couponId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: coupons.id })
    .from(coupons)
    .where(and(eq(coupons.id, couponId), eq(coupons.isGiven, true), gt(coupons.endsAt, now())))
  return rows.length > 0
}
