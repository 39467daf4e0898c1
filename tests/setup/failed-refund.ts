/** A refund of a held charge that did not go out. */
import { eq } from "drizzle-orm"
import { takeBackUntold } from "#app/areas/money/fixtures.ts"
import { refunds } from "#app/areas/money/schema.server.ts"
import { createChosenSafeOrder, findParts, payAskedPart } from "#app/areas/orders/fixtures.ts"
import { cancelOrder } from "#app/areas/orders/service/work.server.ts"
import { db } from "#app/platform/db.server.ts"

/** A refund that the provider refused: the bank took the money back first, and nobody has said so yet. */
export async function createFailedRefund() {
  const fixture = await createChosenSafeOrder()
  await payAskedPart(fixture)
  const chargeId = (await findParts(fixture.orderId)).find((part) => part.chargeId)?.chargeId ?? ""
  await takeBackUntold(chargeId)
  await cancelOrder(fixture.customer.actor, fixture.orderId, "다른 곳에서 하기로 했어요.")
  const [refund] = await db().select().from(refunds).where(eq(refunds.groupId, chargeId))
  if (refund?.state !== "failed") throw new Error(`The refund is ${refund?.state}`)
  return { ...fixture, chargeId, refundId: refund.id }
}
