/**
 * What time does to jobs: posts close, offers run out, silent work counts as done, those who wait in
 * vain are told.
 */
import { and, asc, eq, exists, inArray, isNotNull, lte, or, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays } from "#app/basics/time.ts"
import { inBatches } from "#app/platform/db.server.ts"
import { emitMany } from "#app/platform/events.server.ts"
import { LIMITS, WAITING_APPLICATION_STATES } from "../rules.ts"
import { hirePosts, jobApplications, jobEvents, jobOffers } from "../schema.server.ts"
import { endDaysAsAgreed, settleWork } from "./wage-rows.server.ts"
import { closeLockedHire, transitionApplication, rejectWaitingApplications } from "./transitions.server.ts"

const BATCH_SIZE = 100

/** Closes the posts whose deadline is over; a job calls it. Those who applied may still be hired. */
export function closeExpiredHires(): Promise<number> {
  return inBatches(BATCH_SIZE, async (tx) => {
    // Those locked by somebody at this moment wait for the next run.
    const dueRows = await tx
      .select()
      .from(hirePosts)
      .where(and(eq(hirePosts.state, "open"), lte(hirePosts.deadlineAt, now())))
      .orderBy(asc(hirePosts.id))
      .limit(BATCH_SIZE)
      .for("update", { skipLocked: true })
    for (const hire of dueRows)
      await closeLockedHire(tx, hire, { move: "lapse", role: "system", actorId: null })
    return dueRows.length
  })
}

/** Tells those who still wait at closed posts whose last shift is over for a day. */
export function rejectForgottenApplicants(): Promise<number> {
  return inBatches(BATCH_SIZE, async (tx) => {
    const waitingApplications = tx
      .select({ one: sql`1` })
      .from(jobApplications)
      .where(
        and(
          eq(jobApplications.hireId, hirePosts.id),
          inArray(jobApplications.state, [...WAITING_APPLICATION_STATES]),
        ),
      )
    const finishedHires = await tx
      .select({ id: hirePosts.id })
      .from(hirePosts)
      .where(
        and(
          eq(hirePosts.state, "closed"),
          lte(hirePosts.lastEndsAt, addDays(now(), -LIMITS.rejectWaitingAfterDays)),
          exists(waitingApplications),
        ),
      )
      .orderBy(asc(hirePosts.id))
      .limit(BATCH_SIZE)
      .for("update", { skipLocked: true })
    await rejectWaitingApplications(
      tx,
      finishedHires.map((hire) => hire.id),
      "모집이 끝났어요",
    )
    return finishedHires.length
  })
}

/** Confirms, 3 days after the last shift, the work that one side at least has checked in; a job calls it. */
export function autoConfirmWork(): Promise<number> {
  return inBatches(BATCH_SIZE, async (tx) => {
    const dueRows = await tx
      .select({ application: jobApplications, hire: hirePosts.id })
      .from(jobApplications)
      .innerJoin(hirePosts, eq(hirePosts.id, jobApplications.hireId))
      .where(
        and(
          lte(jobApplications.lastEndsAt, addDays(now(), -LIMITS.autoConfirmDays)),
          or(
            eq(jobApplications.state, "checked_in"),
            and(
              eq(jobApplications.state, "hired"),
              or(isNotNull(jobApplications.checkInWorkerAt), isNotNull(jobApplications.checkInEmployerAt)),
            ),
          ),
        ),
      )
      .orderBy(asc(jobApplications.id))
      .limit(BATCH_SIZE)
      .for("update", { skipLocked: true })
    for (const { application } of dueRows) {
      const performer = { role: "system" as const, actorId: null }
      if (application.state === "hired")
        await transitionApplication(tx, application, { ...performer, move: "check_in" })
      await transitionApplication(
        tx,
        { ...application, state: "checked_in" },
        { ...performer, move: "confirm_work" },
      )
      await endDaysAsAgreed(tx, application)
      await settleWork(tx, { ...application, state: "worked" })
    }
    return dueRows.length
  })
}

/** Ends offers that nobody answered for 3 days; a job calls it. */
export function expireOffers(): Promise<number> {
  return inBatches(BATCH_SIZE, async (tx) => {
    const at = now()
    const dueRows = await tx
      .select({ id: jobOffers.id })
      .from(jobOffers)
      .where(and(eq(jobOffers.state, "sent"), lte(jobOffers.expiresAt, at)))
      .orderBy(asc(jobOffers.id))
      .limit(BATCH_SIZE)
      .for("update", { skipLocked: true })
    if (dueRows.length === 0) return 0
    const expiredOffers = await tx
      .update(jobOffers)
      .set({ state: "expired", decidedAt: at })
      .where(
        inArray(
          jobOffers.id,
          dueRows.map((row) => row.id),
        ),
      )
      .returning()
    await tx.insert(jobEvents).values(
      expiredOffers.map((row) => ({
        id: newId(),
        subject: "offer" as const,
        subjectId: row.id,
        move: "expire",
        fromState: "sent",
        toState: "expired",
        actorId: null,
        actorRole: "system" as const,
        at,
      })),
    )
    await emitMany(
      tx,
      "job_offer.expired",
      expiredOffers.map((row) => ({
        offerId: row.id,
        seekId: row.seekId,
        hireId: row.hireId,
        employerId: row.employerId,
        workerId: row.workerId,
      })),
    )
    return expiredOffers.length
  })
}
