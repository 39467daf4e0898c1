/** The steps of a deal that is paid safely, from its payment to its end: cancelling, sending, confirming. */
import { now } from "#app/basics/clock.ts"
import { commitRefusal, ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { isSameSignature, sign } from "#app/platform/signatures.server.ts"
import { eq } from "drizzle-orm"
import type { z } from "zod"
import type { Actor } from "../../accounts/rules.ts"
import type { CancelDealForm, SendParcelForm } from "../deal-forms.ts"
import { DEAL_LIMITS, isDealHeld } from "../deal-rules.ts"
import { deals } from "../schema.server.ts"
import { canTransitionDeal, transitionDeal, withLockedDeal, type DealRow } from "./deal-transitions.server.ts"

/** `not_found`: the deal does not concern the actor. `not_now`: this role has no such move from its state. */
type Done<More extends string = never> = Promise<Outcome<"not_found" | "not_now" | More>>

/** The buyer or the seller calls the deal off before the thing is sent or handed over: all goes back. */
export const cancelDeal = (actor: Actor, dealId: string, { reason }: z.output<typeof CancelDealForm>): Done =>
  withLockedDeal(actor, dealId, (tx, locked, performer, refundIds) =>
    transitionDeal(tx, locked, { move: "cancel", ...performer, note: reason }, refundIds),
  )

/** The seller has sent the parcel. */
export const sendParcel = (
  actor: Actor,
  dealId: string,
  { carrier, trackingNumber }: z.output<typeof SendParcelForm>,
): Done =>
  withLockedDeal(actor, dealId, async (tx, locked, performer, refundIds) => {
    if (locked.deal.method !== "parcel") return refuse("not_now")
    const changes = { carrier, trackingNumber }
    return transitionDeal(tx, locked, { move: "send", ...performer }, refundIds, changes)
  })

/** The parcel is there, says the buyer, who looks at it for three days more. */
export const reportArrival = (actor: Actor, dealId: string): Done =>
  withLockedDeal(actor, dealId, (tx, locked, performer, refundIds) =>
    transitionDeal(tx, locked, { move: "arrive", ...performer }, refundIds),
  )

/** The buyer has got what they bought: the seller gets the money. */
export const confirmDeal = (actor: Actor, dealId: string): Done =>
  withLockedDeal(actor, dealId, (tx, locked, performer, refundIds) =>
    transitionDeal(tx, locked, { move: "confirm", ...performer }, refundIds),
  )

// ── The meeting

/** The six digits that the buyer shows: nothing is stored but which of them it is. */
export function getMeetingCode({ id, codeNumber }: Pick<DealRow, "id" | "codeNumber">): string {
  const bytes = Buffer.from(sign("deal-code", `${id}:${codeNumber}`), "base64url")
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, "0")
}

/**
 * The seller types what the buyer shows: the money is theirs. Also `wrong_code`, with the tries that are
 * left, and `code_locked` (after five wrong ones, until the buyer shows a new code).
 */
export const handOver = (
  actor: Actor,
  dealId: string,
  code: string,
): Promise<
  Outcome<"not_found" | "not_now" | "code_locked"> | { ok: false; reason: "wrong_code"; triesLeft: number }
> =>
  withLockedDeal(actor, dealId, async (tx, locked, performer, refundIds) => {
    const { deal } = locked
    if (deal.method !== "direct" || !canTransitionDeal(deal, "hand_over", performer.role))
      return refuse("not_now")
    if (deal.codeTries >= DEAL_LIMITS.codeTries) return refuse("code_locked")
    if (!isSameSignature(getMeetingCode(deal), code)) {
      const codeTries = deal.codeTries + 1
      await tx.update(deals).set({ codeTries }).where(eq(deals.id, deal.id))
      // The try counts although it was refused.
      return commitRefusal(refuse("wrong_code", { triesLeft: DEAL_LIMITS.codeTries - codeTries }))
    }
    return transitionDeal(tx, locked, { move: "hand_over", ...performer }, refundIds)
  })

/** The buyer shows a new code, with which the seller may try again. */
export const renewMeetingCode = (actor: Actor, dealId: string): Done =>
  withLockedDeal(actor, dealId, async (tx, { deal }, { role }) => {
    if (role !== "buyer" || deal.method !== "direct" || deal.state !== "paid" || !isDealHeld(deal.state))
      return refuse("not_now")
    await tx
      .update(deals)
      .set({ codeNumber: deal.codeNumber + 1, codeTries: 0, updatedAt: now() })
      .where(eq(deals.id, deal.id))
    return ok()
  })
