/** What the tests of the back office share: a claim to decide, and what the log says last of a subject. */
import { desc, eq } from "drizzle-orm"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createExpert, type Expert } from "#app/areas/experts/fixtures.ts"
import { createPaidPurchase, createShop, createVariant, type Shop } from "#app/areas/shop/fixtures.ts"
import { prepareLine } from "#app/areas/shop/service/after-sale.server.ts"
import { requestClaim } from "#app/areas/shop/service/request-claim.server.ts"
import { db } from "#app/platform/db.server.ts"
import { auditLog } from "#app/platform/schema.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"

type Sale = { groupId: string; lineId: string; claimId: string }
export type OfficeFixture = { admin: Person; customer: Person; expert: Expert; sale: Sale }

/**
 * An admin, two people whose names nobody else may be told, and a purchase of one of them that waits to be
 * decided.
 */
export async function createOfficeFixture(): Promise<OfficeFixture> {
  registerSubjects()
  const admin = await createPerson({ role: "admin", name: "서지훈" })
  const customer = await createPerson({
    name: "비밀손님",
    email: "hidden-customer@example.kr",
    phone: "+821055554444",
  })
  const expert = await createExpert({ name: "비밀전문가" })
  return { admin, customer, expert, sale: await createClaimFixture(customer, await createShop()) }
}

/** A purchase whose buyer asks to cancel what is being prepared. */
export async function createClaimFixture(buyer: Person, shop: Shop): Promise<Sale> {
  const purchase = await createPaidPurchase(buyer, [
    { variantId: await createVariant(shop.sellerId, 40_000, 9), quantity: 1 },
  ])
  const lineId = purchase.lines[0]?.id ?? ""
  await prepareLine(shop.actor, lineId)
  const claimResult = await requestClaim(buyer.actor, lineId, {
    kind: "cancel",
    reason: "late",
    detail: "",
    pictureIds: [],
    account: null,
  })
  if (!claimResult.ok) throw new Error(claimResult.reason)
  return { groupId: purchase.groupId, lineId, claimId: claimResult.claimId }
}

export const findLastAuditEntry = async (subjectId: string) =>
  (
    await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, subjectId))
      .orderBy(desc(auditLog.id))
      .limit(1)
  )[0]
