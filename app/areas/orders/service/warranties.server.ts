/**
 * Claims about defects of finished work: reported with photos, answered by the expert within three working
 * days, repaired and confirmed; late or refused they go to an administrator (safe-payment.md, Warranty card).
 */
import { and, desc, eq, sql } from "drizzle-orm"
import type { z } from "zod"
import { addBusinessDays } from "#app/basics/business-days.ts"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { hashPictures } from "#app/platform/picture-hashes.server.ts"
import { attachPictures, type PictureReader } from "#app/platform/pictures.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import type {
  WarrantyAnswerForm,
  WarrantyClaimForm,
  WarrantyDecisionForm,
  WarrantyNoteForm,
  WarrantyRefusalForm,
  WarrantyRepairForm,
} from "../forms.ts"
import { proposals, warrantyClaims, warrantyPhotos } from "../schema.server.ts"
import {
  canEscalate,
  countNamedDay,
  getWarrantyEnd,
  WARRANTY_LIMITS,
  WARRANTY_TRANSITIONS,
  type WarrantyMove,
  type WarrantyRole,
} from "../warranty-rules.ts"
import "./events.server.ts"
import { recordOrderHistory, withLockedOrder, type OrderRow } from "./transitions.server.ts"

export type ClaimRow = typeof warrantyClaims.$inferSelect
type Performer = { role: WarrantyRole; actorId: string | null }

/** The last claim of a locked order. */
export async function loadLastClaim(tx: Transaction, orderId: string): Promise<ClaimRow | undefined> {
  const [claim] = await tx
    .select()
    .from(warrantyClaims)
    .where(eq(warrantyClaims.orderId, orderId))
    .orderBy(desc(warrantyClaims.id))
    .limit(1)
  return claim
}

const isOverdue = (claim: ClaimRow) => claim.isLate || claim.answerDueOn < toKstDateString(now())
const nextAnswerDay = () => addBusinessDays(now(), WARRANTY_LIMITS.answerDays)

async function announce(
  tx: Transaction,
  order: OrderRow,
  claim: { id: string; customerId: string; expertId: string },
  step: Performer & { move: WarrantyMove | "open"; note: string; details?: Record<string, unknown> },
): Promise<void> {
  await recordOrderHistory(tx, order, {
    move: `warranty_${step.move}`,
    role: step.role,
    actorId: step.actorId,
    note: step.note,
    ...(step.details ? { details: step.details } : {}),
  })
  await emit(tx, "warranty.moved", {
    orderId: order.id,
    claimId: claim.id,
    customerId: claim.customerId,
    expertId: claim.expertId,
    move: step.move,
    at: now().toISOString(),
  })
}

/** Makes `move` on a locked claim; `not_now` where the table has none for this role from its state. */
export async function moveClaim(
  tx: Transaction,
  order: OrderRow,
  claim: ClaimRow | undefined,
  step: Performer & { move: WarrantyMove; note: string; details?: Record<string, unknown> },
  changes: Partial<ClaimRow>,
): Promise<Outcome<"not_now">> {
  const transition =
    claim && findTransition(WARRANTY_TRANSITIONS, { move: step.move, from: claim.state, role: step.role })
  if (!claim || !transition) return refuse("not_now")
  await tx
    .update(warrantyClaims)
    .set({ ...changes, state: transition.to })
    .where(eq(warrantyClaims.id, claim.id))
  await announce(tx, order, claim, step)
  return ok()
}

async function addPhotos(
  tx: Transaction,
  photos: { claimId: string; ownerId: string; kind: "defect" | "repair"; ids: readonly string[] },
): Promise<boolean> {
  if (!(await attachPictures(tx, photos.ownerId, "claim", photos.ids))) return false
  const [last] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(warrantyPhotos)
    .where(and(eq(warrantyPhotos.claimId, photos.claimId), eq(warrantyPhotos.kind, photos.kind)))
  const first = last?.count ?? 0
  await tx.insert(warrantyPhotos).values(
    photos.ids.map((pictureId, index) => ({
      claimId: photos.claimId,
      pictureId,
      kind: photos.kind,
      position: first + index,
    })),
  )
  return true
}

/** The claim about which somebody of the order does something. */
function withClaim<Refused extends string>(
  actor: Actor,
  orderId: string,
  operation: (
    tx: Transaction,
    order: OrderRow,
    claim: ClaimRow | undefined,
    performer: { role: Exclude<WarrantyRole, "system">; actorId: string },
  ) => Promise<Outcome<Refused>>,
) {
  return withLockedOrder(actor, orderId, async (tx, order, performer) =>
    operation(tx, order, await loadLastClaim(tx, orderId), performer),
  )
}

/**
 * The customer reports a defect of finished work. The expert answers within three working days. Refusals:
 * `not_found` (not this customer's), `not_now` (not completed, or without a warranty), `warranty_over`,
 * `open_already` (one claim at a time), `pictures_missing`.
 */
export function openWarrantyClaim(
  actor: Actor,
  orderId: string,
  input: z.output<typeof WarrantyClaimForm>,
): Promise<Outcome<"not_found" | "not_now" | "warranty_over" | "open_already" | "pictures_missing">> {
  return withClaim(actor, orderId, async (tx, order, lastClaim, { role, actorId }) => {
    if (role !== "customer") return refuse("not_found")
    const { expertId, completedAt, acceptedProposalId } = order
    if (order.state !== "completed" || !expertId || !completedAt || !acceptedProposalId)
      return refuse("not_now")
    const [proposal] = await tx
      .select({ months: proposals.warrantyMonths })
      .from(proposals)
      .where(eq(proposals.id, acceptedProposalId))
    if (!proposal || proposal.months === 0) return refuse("not_now")
    if (getWarrantyEnd(completedAt, proposal.months) < toKstDateString(now())) return refuse("warranty_over")
    if (lastClaim && lastClaim.state !== "closed" && lastClaim.state !== "refused")
      return refuse("open_already")
    const claim = { id: newId(), orderId, customerId: order.customerId, expertId }
    await tx.insert(warrantyClaims).values({
      ...claim,
      state: "opened",
      details: input.details,
      answerDueOn: nextAnswerDay(),
      createdAt: now(),
    })
    const photos = { claimId: claim.id, ownerId: actorId, kind: "defect" as const, ids: input.pictureIds }
    if (!(await addPhotos(tx, photos))) return refuse("pictures_missing")
    const details = { pictures: await hashPictures(tx, input.pictureIds) }
    await announce(tx, order, claim, { move: "open", role, actorId, note: input.details, details })
    return ok()
  })
}

/**
 * The expert names a day to come and look, the first time or another one. Refusals: `not_found`, `not_now`.
 */
export const answerWarrantyClaim = (
  actor: Actor,
  orderId: string,
  { visitOn, answer }: z.output<typeof WarrantyAnswerForm>,
): Promise<Outcome<"not_found" | "not_now">> =>
  withClaim(actor, orderId, (tx, order, claim, performer) =>
    moveClaim(
      tx,
      order,
      claim,
      { ...performer, move: "answer", note: answer },
      {
        answer,
        visitOn,
        answeredAt: now(),
        ...(claim ? { namedDays: countNamedDay(claim, now()) } : {}),
        ...(claim?.state === "opened" ? { isLate: isOverdue(claim) } : {}),
      },
    ),
  )

/** The customer agrees to the day. Refusals: `not_found`, `not_now`. */
export const agreeToWarrantyVisit = (
  actor: Actor,
  orderId: string,
): Promise<Outcome<"not_found" | "not_now">> =>
  withClaim(actor, orderId, (tx, order, claim, performer) =>
    moveClaim(tx, order, claim, { ...performer, move: "agree", note: "" }, {}),
  )

/** The expert refuses, with a reason that the customer reads. Refusals: `not_found`, `not_now`. */
export const refuseWarrantyClaim = (
  actor: Actor,
  orderId: string,
  { reason }: z.output<typeof WarrantyRefusalForm>,
): Promise<Outcome<"not_found" | "not_now">> =>
  withClaim(actor, orderId, (tx, order, claim, performer) =>
    moveClaim(
      tx,
      order,
      claim,
      { ...performer, move: "refuse", note: reason },
      {
        refusalReason: reason,
        answeredAt: now(),
        ...(claim?.state === "opened" ? { isLate: isOverdue(claim) } : {}),
      },
    ),
  )

/** The expert has repaired it, and shows it. Refusals: `not_found`, `not_now`, `pictures_missing`. */
export const repairWarrantyClaim = (
  actor: Actor,
  orderId: string,
  { note, pictureIds }: z.output<typeof WarrantyRepairForm>,
): Promise<Outcome<"not_found" | "not_now" | "pictures_missing">> =>
  withClaim<"not_now" | "pictures_missing">(actor, orderId, async (tx, order, claim, performer) => {
    const moved = await moveClaim(
      tx,
      order,
      claim,
      { ...performer, move: "repair", note, details: { pictures: await hashPictures(tx, pictureIds) } },
      { repairNote: note, repairedAt: now() },
    )
    if (!moved.ok || !claim) return moved
    const photos = { claimId: claim.id, ownerId: performer.actorId, kind: "repair" as const, ids: pictureIds }
    return (await addPhotos(tx, photos)) ? ok() : refuse("pictures_missing")
  })

/** The customer confirms the repair. Refusals: `not_found`, `not_now`. */
export const confirmWarrantyRepair = (
  actor: Actor,
  orderId: string,
): Promise<Outcome<"not_found" | "not_now">> =>
  withClaim(actor, orderId, (tx, order, claim, performer) =>
    moveClaim(tx, order, claim, { ...performer, move: "confirm", note: "" }, { closedAt: now() }),
  )

/**
 * The repair has not cured it: the expert answers anew, and after the second time an administrator may be
 * asked. Refusals: `not_found`, `not_now`.
 */
export const complainAboutRepair = (
  actor: Actor,
  orderId: string,
  { note }: z.output<typeof WarrantyNoteForm>,
): Promise<Outcome<"not_found" | "not_now">> =>
  withClaim(actor, orderId, (tx, order, claim, performer) =>
    moveClaim(
      tx,
      order,
      claim,
      { ...performer, move: "complain", note },
      {
        answerDueOn: nextAnswerDay(),
        visitOn: null,
        namedDays: 0,
        failedRepairs: (claim?.failedRepairs ?? 0) + 1,
        reminders: 0,
        repairedAt: null,
      },
    ),
  )

/** The customer takes the claim back. Refusals: `not_found`, `not_now`. */
export const withdrawWarrantyClaim = (
  actor: Actor,
  orderId: string,
): Promise<Outcome<"not_found" | "not_now">> =>
  withClaim(actor, orderId, (tx, order, claim, performer) =>
    moveClaim(tx, order, claim, { ...performer, move: "withdraw", note: "" }, { closedAt: now() }),
  )

/**
 * The customer asks an administrator. Refusals: `not_found`, `not_now`, `too_early` (the expert may still
 * answer, come or repair it a second time; what was refused can be taken there for 30 days).
 */
export const escalateWarrantyClaim = (
  actor: Actor,
  orderId: string,
  { note }: z.output<typeof WarrantyNoteForm>,
): Promise<Outcome<"not_found" | "not_now" | "too_early">> =>
  withClaim<"not_now" | "too_early">(actor, orderId, async (tx, order, claim, performer) => {
    const canMove =
      claim &&
      findTransition(WARRANTY_TRANSITIONS, { move: "escalate", from: claim.state, role: performer.role })
    if (!canMove) return refuse("not_now")
    if (!canEscalate(claim, now())) return refuse("too_early")
    return moveClaim(
      tx,
      order,
      claim,
      { ...performer, move: "escalate", note },
      {
        escalationNote: note,
        escalatedAt: now(),
        ...(claim.state === "opened" ? { isLate: isOverdue(claim) } : {}),
      },
    )
  })

/**
 * An administrator orders the repair, which the expert answers anew, or ends the claim. Refusals:
 * `not_found`, `not_now`.
 */
export const decideWarrantyClaim = (
  actor: Actor,
  orderId: string,
  { decision, reason }: z.output<typeof WarrantyDecisionForm>,
): Promise<Outcome<"not_found" | "not_now">> =>
  withClaim<"not_found" | "not_now">(actor, orderId, async (tx, order, claim, performer) => {
    if (performer.role !== "admin") return refuse("not_found")
    const isRepair = decision === "repair"
    const moved = await moveClaim(
      tx,
      order,
      claim,
      { ...performer, move: isRepair ? "order_repair" : "dismiss", note: reason },
      {
        decision,
        decisionReason: reason,
        decidedBy: performer.actorId,
        decidedAt: now(),
        ...(isRepair
          ? {
              answerDueOn: nextAnswerDay(),
              visitOn: null,
              namedDays: 0,
              // What was ordered is done once: where that cures nothing, the next word is an administrator's.
              failedRepairs: WARRANTY_LIMITS.failedRepairs - 1,
              reminders: 0,
            }
          : { closedAt: now() }),
      },
    )
    if (moved.ok)
      await audit(
        tx,
        { userId: performer.actorId },
        {
          action: "order.decide_warranty",
          subject: { kind: "order", id: order.id, title: order.title },
          note: reason,
          after: { decision },
        },
      )
    return moved
  })

/** The two of an order and administrators see the pictures of its claims. */
export async function canReadWarrantyPicture(reader: PictureReader, pictureId: string): Promise<boolean> {
  const [row] = await db()
    .select({ customerId: warrantyClaims.customerId, expertId: warrantyClaims.expertId })
    .from(warrantyPhotos)
    .innerJoin(warrantyClaims, eq(warrantyClaims.id, warrantyPhotos.claimId))
    .where(eq(warrantyPhotos.pictureId, pictureId))
  return (
    row !== undefined &&
    (reader.isAdmin || reader.userId === row.customerId || reader.userId === row.expertId)
  )
}
