/** Offers: an employer invites somebody who seeks work to one of their open posts. */
import { and, count, desc, eq, gte } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, DAY_MS } from "#app/basics/time.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { isBlockedBetween } from "../../trust/service/blocks.server.ts"
import { findPeople } from "../../accounts/service/profile.server.ts"
import { LIMITS, OFFER_TRANSITIONS } from "../rules.ts"
import { hirePosts, jobOffers, seekPosts } from "../schema.server.ts"
import type { OfferView } from "../views.ts"
import { insertApplication } from "./apply.server.ts"
import type { OfferEvent } from "./events.server.ts"
import { copyResume } from "./resumes.server.ts"
import { lockHire, recordHistory, findSlots } from "./transitions.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { hideContacts } from "#app/basics/contacts.ts"

type OfferRow = typeof jobOffers.$inferSelect
const toOfferEvent = (row: OfferRow): OfferEvent => ({
  offerId: row.id,
  seekId: row.seekId,
  hireId: row.hireId,
  employerId: row.employerId,
  workerId: row.workerId,
})

/**
 * Sends an offer with one of the actor's open posts; it is good for 3 days. Refusals: `not_found` (no such
 * seek post), `not_now` (not seeking at the moment), `own_post`, `no_hire` (not an open post of the actor),
 * `blocked` (one of the two has blocked the other), `already` (this post was offered), `too_many` (20 a day).
 */
export async function sendOffer(
  actor: Actor,
  seekId: string,
  input: { hireId: string; message: string },
): Promise<
  Outcome<
    "not_found" | "not_now" | "own_post" | "no_hire" | "blocked" | "already" | "too_many",
    { offerId: string }
  >
> {
  if (actor.kind !== "member") return refuse("not_found")
  return inTransaction(async (tx) => {
    const hire = await lockHire(tx, input.hireId)
    if (
      !hire ||
      hire.employerId !== actor.userId ||
      hire.state !== "open" ||
      hire.hiddenAt ||
      hire.deadlineAt <= now()
    )
      return refuse("no_hire")
    const [seek] = await tx.select().from(seekPosts).where(eq(seekPosts.id, seekId)).for("share")
    if (!seek || seek.hiddenAt) return refuse("not_found")
    if (seek.workerId === actor.userId) return refuse("own_post")
    if (seek.state !== "open") return refuse("not_now")
    if (await isBlockedBetween(actor.userId, seek.workerId, tx)) return refuse("blocked")
    const at = now()
    const [offersToday] = await tx
      .select({ sent: count() })
      .from(jobOffers)
      .where(
        and(
          eq(jobOffers.employerId, actor.userId),
          gte(jobOffers.createdAt, new Date(at.getTime() - DAY_MS)),
        ),
      )
    if ((offersToday?.sent ?? 0) >= LIMITS.offersPerDay) return refuse("too_many")
    const [insertedOffer] = await tx
      .insert(jobOffers)
      .values({
        id: newId(),
        seekId,
        hireId: hire.id,
        employerId: actor.userId,
        workerId: seek.workerId,
        state: "sent",
        message: hideContacts(input.message),
        expiresAt: addDays(at, LIMITS.offerDays),
        createdAt: at,
      })
      .onConflictDoNothing()
      .returning()
    if (!insertedOffer) return refuse("already")
    await recordHistory(tx, {
      subject: "offer",
      subjectId: insertedOffer.id,
      move: "send",
      fromState: null,
      toState: "sent",
      role: "employer",
      actorId: actor.userId,
    })
    await emit(tx, "job_offer.sent", toOfferEvent(insertedOffer))
    return ok({ offerId: insertedOffer.id })
  })
}

/**
 * The worker accepts: they stand among the applicants of the post, shortlisted, for every shift with a place.
 * Refusals: `not_found`, `not_now` (answered or over), `closed` (the post or its places are gone), `already`
 * (applied already), `no_resume`, `blocked` (one has blocked the other since), `too_many`.
 */
export async function acceptOffer(
  actor: Actor,
  offerId: string,
  input: { phone: string; sendResume: boolean },
): Promise<
  Outcome<
    "not_found" | "not_now" | "closed" | "already" | "no_resume" | "blocked" | "too_many",
    { applicationId: string }
  >
> {
  if (actor.kind !== "member") return refuse("not_found")
  const [ownOffer] = await db()
    .select({ hireId: jobOffers.hireId })
    .from(jobOffers)
    .where(and(eq(jobOffers.id, offerId), eq(jobOffers.workerId, actor.userId)))
  if (!ownOffer) return refuse("not_found")
  return inTransaction(async (tx) => {
    const hire = await lockHire(tx, ownOffer.hireId)
    const [offer] = await tx.select().from(jobOffers).where(eq(jobOffers.id, offerId)).for("update")
    if (!hire || !offer) return refuse("not_found")
    if (
      !findTransition(OFFER_TRANSITIONS, { move: "accept", from: offer.state, role: "worker" }) ||
      offer.expiresAt <= now()
    )
      return refuse("not_now")
    const slots = (await findSlots(tx, hire.id)).filter(
      (slot) => slot.hired < slot.headcount && (slot.startsAt > now() || hire.payType === "month"),
    )
    if (hire.state !== "open" || hire.hiddenAt || slots.length === 0) return refuse("closed")
    const resume = input.sendResume ? await copyResume(tx, actor.userId) : null
    if (input.sendResume && !resume) return refuse("no_resume")
    const applicationOutcome = await insertApplication(tx, hire, slots, {
      workerId: actor.userId,
      message: "보내 주신 제안을 수락했어요.",
      phone: input.phone,
      resume,
      offerId,
    })
    if (!applicationOutcome.ok) return applicationOutcome
    await tx.update(jobOffers).set({ state: "accepted", decidedAt: now() }).where(eq(jobOffers.id, offerId))
    await recordHistory(tx, {
      subject: "offer",
      subjectId: offerId,
      move: "accept",
      fromState: "sent",
      toState: "accepted",
      role: "worker",
      actorId: actor.userId,
    })
    await emit(tx, "job_offer.accepted", toOfferEvent(offer))
    return applicationOutcome
  })
}

/** The worker says no. Refusals `not_found`, `not_now`. */
export async function declineOffer(actor: Actor, offerId: string): Promise<Outcome<"not_found" | "not_now">> {
  return inTransaction(async (tx) => {
    const [offer] = await tx.select().from(jobOffers).where(eq(jobOffers.id, offerId)).for("update")
    if (!offer || actor.kind !== "member" || offer.workerId !== actor.userId) return refuse("not_found")
    if (!findTransition(OFFER_TRANSITIONS, { move: "decline", from: offer.state, role: "worker" }))
      return refuse("not_now")
    await tx.update(jobOffers).set({ state: "declined", decidedAt: now() }).where(eq(jobOffers.id, offerId))
    await recordHistory(tx, {
      subject: "offer",
      subjectId: offerId,
      move: "decline",
      fromState: offer.state,
      toState: "declined",
      role: "worker",
      actorId: actor.userId,
    })
    await emit(tx, "job_offer.declined", toOfferEvent(offer))
    return ok()
  })
}

/**
 * Offers that the actor got (as a worker) or made (as an employer), newest first, at most 50; of one seek
 * post where `seekId` is given.
 */
export async function findOffers(
  actor: Actor,
  side: "worker" | "employer",
  seekId?: string,
): Promise<OfferView[]> {
  if (actor.kind !== "member") return []
  const [ownColumn, otherColumn] =
    side === "worker"
      ? [jobOffers.workerId, jobOffers.employerId]
      : [jobOffers.employerId, jobOffers.workerId]
  const rows = await db()
    .select({
      id: jobOffers.id,
      state: jobOffers.state,
      message: jobOffers.message,
      createdAt: jobOffers.createdAt,
      expiresAt: jobOffers.expiresAt,
      seekId: jobOffers.seekId,
      otherId: otherColumn,
      businessName: hirePosts.businessName,
      hire: {
        id: hirePosts.id,
        title: hirePosts.title,
        payType: hirePosts.payType,
        payWon: hirePosts.payWon,
        hourlyWon: hirePosts.hourlyWon,
        regionCode: hirePosts.regionCode,
        firstDate: hirePosts.firstDate,
        state: hirePosts.state,
      },
    })
    .from(jobOffers)
    .innerJoin(hirePosts, eq(hirePosts.id, jobOffers.hireId))
    .where(and(eq(ownColumn, actor.userId), seekId ? eq(jobOffers.seekId, seekId) : undefined))
    .orderBy(desc(jobOffers.createdAt), desc(jobOffers.id))
    .limit(50)
  const people =
    side === "employer"
      ? await findPeople(rows.map((row) => row.otherId))
      : new Map<string, { name: string }>()
  return rows.map(({ businessName, ...row }) => ({
    ...row,
    otherName: side === "worker" ? businessName : (people.get(row.otherId)?.name ?? "회원"),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    state: row.state === "sent" && row.expiresAt <= now() ? "expired" : row.state,
  }))
}
