/** Corrections of the hours of a day: one of the two asks, the other accepts or refuses. */
import { and, eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import type { Actor } from "../../accounts/rules.ts"
import type { ReviewSide } from "../rules.ts"
import { wages, workCorrections, workDays } from "../schema.server.ts"
import { getPresenceMinutes, getShiftTimes } from "../wages.ts"
import {
  CORRECTION_TRANSITIONS,
  isOpenToCorrection,
  WORK_DAY_TRANSITIONS,
  type CorrectionMove,
} from "../work-rules.ts"
import type { CorrectionHistoryMove } from "./events.server.ts"
import {
  recordHistory,
  toApplicationEvent,
  withLockedApplication,
  type ApplicationRow,
} from "./transitions.server.ts"
import { createWork, lockWorkDays, settleWork, type WorkDayRow } from "./wage-rows.server.ts"

const MAX_PRESENCE_MINUTES = 16 * 60
const CORRECTABLE_STATES = ["hired", "checked_in", "worked", "wage_disputed"]

const isWagePaid = async (tx: Transaction, day: WorkDayRow): Promise<boolean> => {
  const [wage] = await tx.select({ state: wages.state }).from(wages).where(eq(wages.id, day.wageId))
  return !wage || !isOpenToCorrection(wage.state)
}

/**
 * Asks for other hours on a day that has begun. Refusals: `not_found`, `not_now`, `too_early` (the day, or
 * the end that is asked for, is still to come), `too_long` (more than 16 hours), `break_too_long`, `paid`
 * (the wage is sent), `already` (one is waiting).
 */
export function askCorrection(
  actor: Actor,
  applicationId: string,
  input: { workDayId: string; start: string; end: string; breakMinutes: number; reason: string },
): Promise<
  Outcome<"not_found" | "not_now" | "too_early" | "too_long" | "break_too_long" | "paid" | "already">
> {
  return withLockedApplication(actor, applicationId, async (tx, _hire, row, performer) => {
    const { role, actorId } = performer
    if (role === "admin" || !CORRECTABLE_STATES.includes(row.state) || !row.contractWorkerAt)
      return refuse("not_now")
    await createWork(tx, row)
    const day = (await lockWorkDays(tx, row.id)).find((each) => each.id === input.workDayId)
    if (!day) return refuse("not_found")
    const hours = { date: day.date, start: input.start, end: input.end }
    const { startsAt, endsAt } = getShiftTimes(hours)
    if (day.startsAt > now() || endsAt > now()) return refuse("too_early")
    const presence = getPresenceMinutes(hours)
    if (presence > MAX_PRESENCE_MINUTES) return refuse("too_long")
    if (input.breakMinutes >= presence) return refuse("break_too_long")
    if (await isWagePaid(tx, day)) return refuse("paid")
    const correctionId = newId()
    const inserted = await tx
      .insert(workCorrections)
      .values({
        id: correctionId,
        workDayId: day.id,
        askedBy: role,
        state: "asked",
        startsAt,
        endsAt,
        breakMinutes: input.breakMinutes,
        reason: input.reason,
        createdAt: now(),
      })
      .onConflictDoNothing()
      .returning()
    if (inserted.length === 0) return refuse("already")
    await recordCorrection(
      tx,
      row,
      { role, actorId },
      { correctionId, move: "correction_asked", note: input.reason },
    )
    return ok()
  })
}

/** Writes a step of a correction into the history and announces it. */
async function recordCorrection(
  tx: Transaction,
  row: ApplicationRow,
  performer: { role: ReviewSide; actorId: string },
  { correctionId, move, note = "" }: { correctionId: string; move: CorrectionHistoryMove; note?: string },
): Promise<void> {
  await recordHistory(tx, {
    subject: "application",
    subjectId: row.id,
    move,
    fromState: row.state,
    toState: row.state,
    ...performer,
    note,
  })
  await emit(tx, "work_day.corrected", { ...toApplicationEvent(row, performer.role), move, correctionId })
}

const ANSWER_MOVES = {
  accept: "correction_accepted",
  refuse: "correction_refused",
  withdraw: "correction_withdrawn",
} as const satisfies Record<CorrectionMove, CorrectionHistoryMove>

/**
 * Accepts, refuses or withdraws a correction; accepted hours count, and the payslip is drawn anew. Refusals:
 * `not_found`, `not_now` (answered already, or one's own), `paid`.
 */
export function answerCorrection(
  actor: Actor,
  applicationId: string,
  input: { correctionId: string; move: CorrectionMove },
): Promise<Outcome<"not_found" | "not_now" | "paid">> {
  return withLockedApplication(actor, applicationId, async (tx, _hire, row, performer) => {
    const { role, actorId } = performer
    if (role === "admin" || !CORRECTABLE_STATES.includes(row.state)) return refuse("not_now")
    const [found] = await tx
      .select({ correction: workCorrections, day: workDays })
      .from(workCorrections)
      .innerJoin(workDays, eq(workDays.id, workCorrections.workDayId))
      .where(and(eq(workCorrections.id, input.correctionId), eq(workDays.applicationId, row.id)))
      .for("update")
    if (!found) return refuse("not_found")
    const { correction, day } = found
    const transition = findTransition(CORRECTION_TRANSITIONS, {
      move: input.move,
      from: correction.state,
      role: correction.askedBy === role ? "asker" : "other",
    })
    if (!transition) return refuse("not_now")
    await tx
      .update(workCorrections)
      .set({ state: transition.to, answeredAt: now() })
      .where(eq(workCorrections.id, correction.id))
    if (input.move === "accept") {
      const corrected = findTransition(WORK_DAY_TRANSITIONS, { move: "correct", from: day.state, role })
      if (!corrected) return refuse("not_now")
      if (await isWagePaid(tx, day)) return refuse("paid")
      await tx
        .update(workDays)
        .set({
          state: corrected.to,
          startedAt: correction.startsAt,
          endedAt: correction.endsAt,
          restMinutes: correction.breakMinutes,
          restingSince: null,
          source: "agreed",
          updatedAt: now(),
        })
        .where(eq(workDays.id, day.id))
      await settleWork(tx, row)
    }
    await recordCorrection(
      tx,
      row,
      { role, actorId },
      { correctionId: correction.id, move: ANSWER_MOVES[input.move] },
    )
    return ok()
  })
}
