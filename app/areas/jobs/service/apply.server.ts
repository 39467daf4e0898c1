/**
 * Applying and what the employer answers: viewed, shortlisted, hired while there are places, refused.
 */
import { and, count, eq, gte, inArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit, emitMany } from "#app/platform/events.server.ts"
import { runOnce } from "#app/platform/submissions.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { isBlockedBetween } from "../../trust/service/blocks.server.ts"
import type { ApplyInput } from "../forms.ts"
import { LIMITS } from "../rules.ts"
import { applicationSlots, hirePosts, hireSlots, jobApplications, jobEvents } from "../schema.server.ts"
import type { Contract, Resume } from "../views.ts"
import { getWorkforce } from "../workforce.ts"
import { toShift } from "./hire-write.server.ts"
import { copyResume } from "./resumes.server.ts"
import {
  closeLockedHire,
  toApplicationEvent,
  lockHire,
  canTransitionApplication,
  transitionApplication,
  rejectWaitingApplications,
  recordHistory,
  findSlots,
  findSlotsOfApplication,
  withLockedApplication,
  type HireRow,
  type SlotRow,
} from "./transitions.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

type Done<More extends string = never> = Promise<Outcome<"not_found" | "not_now" | More>>

/**
 * Applies for shifts of an open post. The same `submissionKey` applies once. Refusals: `not_found` (not
 * there, hidden), `own_post`, `closed` (or its deadline is over), `already` (one application a post),
 * `slot_taken` (a shift is full, over, or not of this post), `no_resume` (none is there to be sent along),
 * `blocked` (one of the two has blocked the other), `too_many` (30 a day).
 */
export async function applyForHire(
  actor: Actor,
  hireId: string,
  input: ApplyInput,
): Promise<
  Outcome<
    "not_found" | "own_post" | "closed" | "already" | "slot_taken" | "no_resume" | "blocked" | "too_many",
    { applicationId: string }
  >
> {
  if (actor.kind !== "member" || !actor.profile) return refuse("not_found")
  return inTransaction((tx) =>
    runOnce(tx, { actorId: actor.userId, form: "apply", key: input.submissionKey }, async () => {
      const hire = await lockHire(tx, hireId)
      if (!hire || hire.hiddenAt) return refuse("not_found")
      if (hire.employerId === actor.userId) return refuse("own_post")
      if (hire.state !== "open" || hire.deadlineAt <= now()) return refuse("closed")
      const slots = (await findSlots(tx, hireId)).filter((slot) => input.slotIds.includes(slot.id))
      if (
        slots.length !== input.slotIds.length ||
        slots.some(
          (slot) => slot.hired >= slot.headcount || (slot.startsAt <= now() && hire.payType !== "month"),
        )
      )
        return refuse("slot_taken")
      const resume = input.sendResume ? await copyResume(tx, actor.userId) : null
      if (input.sendResume && !resume) return refuse("no_resume")
      return insertApplication(tx, hire, slots, {
        workerId: actor.userId,
        message: input.message,
        phone: input.phone,
        resume,
        offerId: null,
      })
    }),
  )
}

/** Writes a worker's application for shifts of a locked post. Refusals `blocked`, `already`, `too_many`. */
export async function insertApplication(
  tx: Transaction,
  hire: HireRow,
  slots: readonly SlotRow[],
  applicant: {
    workerId: string
    message: string
    phone: string
    resume: Resume | null
    offerId: string | null
  },
): Promise<Outcome<"blocked" | "already" | "too_many", { applicationId: string }>> {
  if (await isBlockedBetween(applicant.workerId, hire.employerId, tx)) return refuse("blocked")
  const at = now()
  const [today] = await tx
    .select({ sent: count() })
    .from(jobApplications)
    .where(
      and(
        eq(jobApplications.workerId, applicant.workerId),
        gte(jobApplications.createdAt, new Date(at.getTime() - DAY_MS)),
      ),
    )
  if ((today?.sent ?? 0) >= LIMITS.applicationsPerDay) return refuse("too_many")
  const id = newId()
  const [application] = await tx
    .insert(jobApplications)
    .values({
      id,
      hireId: hire.id,
      employerId: hire.employerId,
      ...applicant,
      state: applicant.offerId ? "shortlisted" : "applied",
      thirdPartyConsentAt: at,
      firstStartsAt: new Date(Math.min(...slots.map((slot) => slot.startsAt.getTime()))),
      lastEndsAt: new Date(Math.max(...slots.map((slot) => slot.endsAt.getTime()))),
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing({ target: [jobApplications.hireId, jobApplications.workerId] })
    .returning()
  if (!application) return refuse("already")
  await tx.insert(applicationSlots).values(slots.map((slot) => ({ applicationId: id, slotId: slot.id })))
  await tx
    .update(hirePosts)
    .set({ applicationCount: sql`${hirePosts.applicationCount} + 1` })
    .where(eq(hirePosts.id, hire.id))
  await recordHistory(tx, {
    subject: "application",
    subjectId: id,
    move: "apply",
    fromState: null,
    toState: application.state,
    role: "worker",
    actorId: applicant.workerId,
  })
  await emit(tx, "application.sent", toApplicationEvent(application, "worker"))
  return ok({ applicationId: id })
}

/** The worker takes an application back that nobody has decided. */
export const withdrawApplication = (actor: Actor, applicationId: string): Done =>
  withLockedApplication(actor, applicationId, (tx, _hire, row, performer) =>
    transitionApplication(tx, row, { ...performer, move: "withdraw" }),
  )
/** The employer marks somebody they are interested in; the worker is not told. */
export const shortlistApplicant = (actor: Actor, applicationId: string): Done =>
  withLockedApplication(actor, applicationId, (tx, _hire, row, performer) =>
    transitionApplication(tx, row, { ...performer, move: "shortlist" }),
  )
/** The employer says no, with a reason that the worker reads. */
export const rejectApplicant = (actor: Actor, applicationId: string, reason: string): Done =>
  withLockedApplication(actor, applicationId, (tx, _hire, row, performer) =>
    transitionApplication(tx, row, { ...performer, move: "reject", note: reason }, { note: reason }),
  )

/**
 * Marks applications of the actor's own posts as seen (move `view`); those that are further already stay.
 * Three statements however many.
 */
export async function viewApplications(actor: Actor, applicationIds: readonly string[]): Promise<void> {
  if (actor.kind !== "member" || applicationIds.length === 0) return
  await inTransaction(async (tx) => {
    const at = now()
    const viewedApplications = await tx
      .update(jobApplications)
      .set({ state: "viewed", updatedAt: at })
      .where(
        and(
          inArray(jobApplications.id, [...applicationIds]),
          eq(jobApplications.employerId, actor.userId),
          eq(jobApplications.state, "applied"),
        ),
      )
      .returning()
    if (viewedApplications.length === 0) return
    await tx.insert(jobEvents).values(
      viewedApplications.map((row) => ({
        id: newId(),
        subject: "application" as const,
        subjectId: row.id,
        move: "view",
        fromState: "applied",
        toState: "viewed",
        actorId: actor.userId,
        actorRole: "employer" as const,
        at,
      })),
    )
    await emitMany(
      tx,
      "application.moved",
      viewedApplications.map((row) => ({
        ...toApplicationEvent(row, "employer"),
        move: "view" as const,
        done: true,
      })),
    )
  })
}

/**
 * Hires somebody for the shifts they applied for, and signs the contract for the employer. The last place
 * closes the post and passes over those who wait. Refusals: `not_found`, `not_now`, `full` (a shift has no
 * place left), `over` (its time has come already).
 */
export async function hireApplicant(actor: Actor, applicationId: string): Done<"full" | "over"> {
  return withLockedApplication(actor, applicationId, async (tx, hire, row, performer) => {
    if (!canTransitionApplication(row, "hire", performer.role)) return refuse("not_now")
    const slots = await findSlotsOfApplication(tx, row.id)
    if (slots.length === 0 || slots.some((slot) => slot.hired >= slot.headcount)) return refuse("full")
    if (row.lastEndsAt <= now() && hire.payType !== "month") return refuse("over")
    await tx
      .update(hireSlots)
      .set({ hired: sql`${hireSlots.hired} + 1` })
      .where(
        inArray(
          hireSlots.id,
          slots.map((slot) => slot.id),
        ),
      )
    await tx
      .update(hirePosts)
      .set({ hiredCount: sql`${hirePosts.hiredCount} + ${slots.length}`, updatedAt: now() })
      .where(eq(hirePosts.id, hire.id))
    const transitionOutcome = await transitionApplication(
      tx,
      row,
      { ...performer, move: "hire" },
      { contract: buildContract(hire, slots), contractEmployerAt: now() },
    )
    if (!transitionOutcome.ok) throw new Error(`The application ${row.id} has no move hire`)
    const allSlots = await findSlots(tx, hire.id)
    if (allSlots.every((slot) => slot.hired >= slot.headcount)) {
      if (hire.state === "open")
        await closeLockedHire(tx, hire, { move: "fill", role: "system", actorId: null })
      else await rejectWaitingApplications(tx, [hire.id], "모집 인원이 모두 찼어요")
    }
    return ok()
  })
}

/** The terms as they are at the hiring. */
export function buildContract(hire: HireRow, slots: readonly SlotRow[]): Contract {
  return {
    title: hire.title,
    kind: hire.kind,
    description: hire.description,
    payType: hire.payType,
    payWon: hire.payWon,
    hourlyWon: hire.hourlyWon,
    minutesPerPiece: hire.minutesPerPiece,
    payDate: hire.payDate,
    regionCode: hire.regionCode,
    address: hire.address,
    businessName: hire.businessName,
    representative: hire.representative,
    businessNumber: hire.businessNumber,
    workforce: getWorkforce(hire),
    employerPhone: hire.contactPhone,
    meals: hire.meals,
    lodging: hire.lodging,
    weekdays: hire.weekdays,
    slots: slots.map(toShift),
  }
}
