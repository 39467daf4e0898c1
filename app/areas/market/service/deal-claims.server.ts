/**
 * Claims about what arrived: opened by the buyer with pictures, answered by the seller, ended by a return or
 * decided by an administrator. What is held does not move before the end.
 */
import { eq, sql } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db, type Transaction } from "#app/platform/db.server.ts"
import { refuse, type Outcome } from "#app/platform/outcome.ts"
import { attachPictures, type PictureReader } from "#app/platform/pictures.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import type {
  AnswerClaimForm,
  DealClaimForm,
  DealDecisionForm,
  RefuseReturnForm,
  ReturnParcelForm,
} from "../deal-forms.ts"
import { CLAIM_OUTCOME_LABELS, type ClaimOutcome, type DealActorRole, type DealMove } from "../deal-rules.ts"
import { dealClaimPictures, dealClaims, deals } from "../schema.server.ts"
import { canTransitionDeal, transitionDeal, withLockedDeal } from "./deal-transitions.server.ts"

type Done<More extends string = never> = Promise<Outcome<"not_found" | "not_now" | More>>

/**
 * Adds the pictures of one of the two behind those that are there; false where one is not their loose
 * one.
 */
async function addClaimPictures(
  tx: Transaction,
  claimId: string,
  { role, actorId }: { role: DealActorRole; actorId: string },
  pictureIds: readonly string[],
): Promise<boolean> {
  if (!(await attachPictures(tx, actorId, "claim", pictureIds))) return false
  if (pictureIds.length === 0) return true
  const [shown] = await tx
    .select({ next: sql<number>`coalesce(max(${dealClaimPictures.position}) + 1, 0)` })
    .from(dealClaimPictures)
    .where(eq(dealClaimPictures.claimId, claimId))
  await tx.insert(dealClaimPictures).values(
    pictureIds.map((pictureId, index) => ({
      claimId,
      pictureId,
      position: (shown?.next ?? 0) + index,
      side: role === "seller" ? ("seller" as const) : ("buyer" as const),
    })),
  )
  return true
}

/**
 * The buyer says what is wrong with what arrived, or that nothing did. Also `pictures_missing`: a picture is
 * not this person's loose one.
 */
export const openClaim = (
  actor: Actor,
  dealId: string,
  { kind, details, pictureIds }: z.output<typeof DealClaimForm>,
): Done<"pictures_missing"> =>
  withLockedDeal(actor, dealId, async (tx, locked, performer, refundIds) => {
    if (!canTransitionDeal(locked.deal, "claim", performer.role)) return refuse("not_now")
    const claimId = newId()
    await tx.insert(dealClaims).values({ id: claimId, dealId, kind, details, createdAt: now() })
    if (!(await addClaimPictures(tx, claimId, performer, pictureIds))) return refuse("pictures_missing")
    return transitionDeal(tx, locked, { move: "claim", ...performer }, refundIds)
  })

/** The buyer is content after all: the seller gets the money. */
export const withdrawClaim = (actor: Actor, dealId: string): Done =>
  withLockedDeal(actor, dealId, (tx, locked, performer, refundIds) =>
    transitionDeal(tx, locked, { move: "withdraw_claim", ...performer }, refundIds),
  )

const updateClaim = (tx: Transaction, dealId: string, changes: Partial<typeof dealClaims.$inferInsert>) =>
  tx.update(dealClaims).set(changes).where(eq(dealClaims.dealId, dealId))

const ANSWER_MOVES = {
  return: "agree_return",
  refund: "agree_refund",
  refuse: "refuse_claim",
} as const satisfies Record<z.output<typeof AnswerClaimForm>["answer"], DealMove>

/**
 * The seller agrees to take it back, to refund without that, or does not agree: then an administrator
 * decides.
 */
export const answerClaim = (
  actor: Actor,
  dealId: string,
  { answer, note }: z.output<typeof AnswerClaimForm>,
): Done =>
  withLockedDeal(actor, dealId, async (tx, locked, performer, refundIds) => {
    const attempt = { move: ANSWER_MOVES[answer], ...performer, note: note ?? "" }
    const moved = await transitionDeal(tx, locked, attempt, refundIds)
    if (moved.ok) await updateClaim(tx, dealId, { sellerNote: note ?? "" })
    return moved
  })

/** The buyer has sent the thing back. */
export const sendReturn = (
  actor: Actor,
  dealId: string,
  { carrier, trackingNumber }: z.output<typeof ReturnParcelForm>,
): Done =>
  withLockedDeal(actor, dealId, (tx, locked, performer, refundIds) => {
    const changes = { returnCarrier: carrier, returnTrackingNumber: trackingNumber }
    return transitionDeal(tx, locked, { move: "send_back", ...performer }, refundIds, changes)
  })

/** The seller has got it back: the buyer gets the money. */
export const acceptReturn = (actor: Actor, dealId: string): Done =>
  withLockedDeal(actor, dealId, (tx, locked, performer, refundIds) =>
    transitionDeal(tx, locked, { move: "take_back", ...performer }, refundIds),
  )

/**
 * Something else came back, or broken, or nothing did, says the seller: an administrator decides. Also
 * `pictures_missing`: a picture is not this person's loose one.
 */
export const refuseReturn = (
  actor: Actor,
  dealId: string,
  { problem, note, pictureIds }: z.output<typeof RefuseReturnForm>,
): Done<"pictures_missing"> =>
  withLockedDeal(actor, dealId, async (tx, locked, performer, refundIds) => {
    const moved = await transitionDeal(tx, locked, { move: "refuse_return", ...performer, note }, refundIds)
    if (!moved.ok) return moved
    const changes = { returnProblem: problem, returnNote: note }
    const [claim] = await updateClaim(tx, dealId, changes).returning({ id: dealClaims.id })
    if (!claim) throw new Error(`The deal ${dealId} has no claim`)
    const isShown = await addClaimPictures(tx, claim.id, performer, pictureIds)
    return isShown ? moved : refuse("pictures_missing")
  })

const DECISION_MOVES = {
  refund: "decide_refund",
  return: "decide_return",
  release: "decide_release",
} as const satisfies Record<ClaimOutcome, DealMove>

/**
 * An administrator decides a disputed claim, with a reason that both read. Also `not_found` for everybody
 * else; who buys or sells here is no administrator of it.
 */
export const decideClaim = (
  actor: Actor,
  dealId: string,
  { outcome, reason }: z.output<typeof DealDecisionForm>,
): Done =>
  withLockedDeal(actor, dealId, async (tx, locked, performer, refundIds) => {
    if (performer.role !== "admin") return refuse("not_found")
    const attempt = { move: DECISION_MOVES[outcome], ...performer, note: reason }
    const moved = await transitionDeal(tx, locked, attempt, refundIds)
    if (!moved.ok) return moved
    await updateClaim(tx, dealId, {
      outcome,
      reason,
      decidedBy: performer.actorId,
      decidedAt: now(),
    })
    await audit(
      tx,
      { userId: performer.actorId },
      {
        action: "deal.decide",
        subject: { kind: "item", id: locked.item.id, title: locked.item.title },
        before: { state: locked.deal.state },
        after: { outcome: CLAIM_OUTCOME_LABELS[outcome] },
        note: reason,
      },
    )
    return moved
  })

/** The two of a deal and administrators see the pictures of its claim. */
export async function canReadDealPicture(reader: PictureReader, pictureId: string): Promise<boolean> {
  const [row] = await db()
    .select({ buyerId: deals.buyerId, sellerId: deals.sellerId })
    .from(dealClaimPictures)
    .innerJoin(dealClaims, eq(dealClaims.id, dealClaimPictures.claimId))
    .innerJoin(deals, eq(deals.id, dealClaims.dealId))
    .where(eq(dealClaimPictures.pictureId, pictureId))
    .limit(1)
  return (
    row !== undefined && (reader.isAdmin || reader.userId === row.buyerId || reader.userId === row.sellerId)
  )
}
