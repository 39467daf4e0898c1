/** What time does to claims about defects: reminders, late answers, and silence after a repair. */
import { and, eq, lt, lte, or } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { warrantyClaims } from "../schema.server.ts"
import { WARRANTY_LIMITS } from "../warranty-rules.ts"
import { lockOrder, type OrderRow } from "./transitions.server.ts"
import { loadLastClaim, moveClaim, type ClaimRow } from "./warranties.server.ts"

const BATCH_SIZE = 100
/** Reminders of one claim: that today is the last day, and that it has passed. */
const REMINDED = { due: 1, late: 2 } as const

/**
 * What time does to claims, as a job: the expert hears on the last day to answer and both when it has passed;
 * a repair that nobody answered for seven days is confirmed. Returns how many claims were due.
 */
export async function runWarrantyClock(): Promise<number> {
  const today = toKstDateString(now())
  const due = await db()
    .select({ id: warrantyClaims.id, orderId: warrantyClaims.orderId })
    .from(warrantyClaims)
    .where(
      or(
        and(
          eq(warrantyClaims.state, "opened"),
          or(
            and(eq(warrantyClaims.answerDueOn, today), lt(warrantyClaims.reminders, REMINDED.due)),
            and(lt(warrantyClaims.answerDueOn, today), lt(warrantyClaims.reminders, REMINDED.late)),
          ),
        ),
        and(
          eq(warrantyClaims.state, "repaired"),
          lte(warrantyClaims.repairedAt, addDays(now(), -WARRANTY_LIMITS.confirmDays)),
        ),
      ),
    )
    .orderBy(warrantyClaims.id)
    .limit(BATCH_SIZE)
  await forEachIsolated(due, { what: "warranty", id: ({ id }) => id }, ({ id, orderId }) =>
    inTransaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      const claim = await loadLastClaim(tx, orderId)
      if (order && claim?.id === id) await advanceClaim(tx, order, claim)
    }),
  )
  return due.length
}

async function advanceClaim(tx: Transaction, order: OrderRow, claim: ClaimRow): Promise<void> {
  if (claim.state === "repaired" && claim.repairedAt) {
    if (claim.repairedAt > addDays(now(), -WARRANTY_LIMITS.confirmDays)) return
    const step = { move: "confirm", role: "system", actorId: null, note: "" } as const
    await moveClaim(tx, order, claim, step, { closedAt: now() })
    return
  }
  if (claim.state !== "opened") return
  const today = toKstDateString(now())
  const of = claim.answerDueOn < today ? "late" : claim.answerDueOn === today ? "due" : undefined
  if (!of || claim.reminders >= REMINDED[of]) return
  await tx
    .update(warrantyClaims)
    .set({ reminders: REMINDED[of], ...(of === "late" ? { isLate: true } : {}) })
    .where(eq(warrantyClaims.id, claim.id))
  const { id: claimId, customerId, expertId, answerDueOn } = claim
  await emit(tx, "warranty.reminder", { orderId: order.id, claimId, customerId, expertId, of, answerDueOn })
}
