/** Days and wages of a contract as rows: made when both have signed, drawn up when the last day is over. */
import { and, asc, eq, inArray } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { listPublicHolidays } from "#app/basics/support-hours.ts"
import { MINUTE_MS } from "#app/basics/time.ts"
import { findTransition } from "#app/basics/transitions.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import {
  computeDayPay,
  computePremiums,
  computeWageSums,
  getWageRate,
  sumPremiums,
  type WageSums,
} from "../payslip.ts"
import { wages, workDays, workMarks } from "../schema.server.ts"
import type { Contract, Payslip, PayslipDay } from "../views.ts"
import {
  countHours,
  getDueAt,
  getPayday,
  hasWorkDays,
  WAGE_TRANSITIONS,
  type HoursSource,
  type MarkMethod,
  type MarkMove,
} from "../work-rules.ts"
import { findSlotsOfApplication, transitionApplication, type ApplicationRow } from "./transitions.server.ts"

export type WorkDayRow = typeof workDays.$inferSelect
export type WageRow = typeof wages.$inferSelect

type SlotTimes = { id: string; date: string; startsAt: Date; endsAt: Date; breakMinutes: number }

/** The days and wages that a signed contract for `slots` has, none for work by the month or the piece. */
export function planWork(
  row: Pick<ApplicationRow, "id" | "employerId" | "workerId">,
  contract: Pick<Contract, "payType" | "payDate">,
  slots: readonly SlotTimes[],
  makeId: (label: string) => string = newId,
): { wages: (typeof wages.$inferInsert)[]; days: (typeof workDays.$inferInsert)[] } {
  if (!hasWorkDays(contract.payType) || slots.length === 0) return { wages: [], days: [] }
  const at = now()
  const lastEndsAt = new Date(Math.max(...slots.map((slot) => slot.endsAt.getTime())))
  const byPayday = Map.groupBy(slots, (slot) => getPayday(contract.payDate, slot.endsAt, lastEndsAt))
  const plan: ReturnType<typeof planWork> = { wages: [], days: [] }
  for (const [payday, slotsOfWage] of byPayday) {
    const wageId = makeId(`wage/${row.id}/${payday}`)
    plan.wages.push({
      id: wageId,
      applicationId: row.id,
      employerId: row.employerId,
      workerId: row.workerId,
      state: "open",
      payday,
      dueAt: getDueAt(payday),
      createdAt: at,
      updatedAt: at,
    })
    for (const { id: slotId, date, startsAt, endsAt, breakMinutes } of slotsOfWage)
      plan.days.push({
        id: makeId(`work-day/${row.id}/${slotId}`),
        applicationId: row.id,
        slotId,
        wageId,
        state: "planned",
        date,
        startsAt,
        endsAt,
        breakMinutes,
        updatedAt: at,
      })
  }
  return plan
}

/** Makes the days and wages of a contract that both have signed, once. */
export async function createWork(tx: Transaction, row: ApplicationRow): Promise<void> {
  if (!row.contract) return
  const [found] = await tx
    .select({ id: workDays.id })
    .from(workDays)
    .where(eq(workDays.applicationId, row.id))
    .limit(1)
  if (found) return
  const plan = planWork(row, row.contract, await findSlotsOfApplication(tx, row.id))
  if (plan.days.length === 0) return
  await tx.insert(wages).values(plan.wages)
  await tx.insert(workDays).values(plan.days)
}

/** The days of an application in their order, locked. */
export const lockWorkDays = (tx: Transaction, applicationId: string): Promise<WorkDayRow[]> =>
  tx
    .select()
    .from(workDays)
    .where(eq(workDays.applicationId, applicationId))
    .orderBy(asc(workDays.startsAt), asc(workDays.id))
    .for("update")

/** The wages of an application in their order, locked. */
export const lockWages = (tx: Transaction, applicationId: string): Promise<WageRow[]> =>
  tx
    .select()
    .from(wages)
    .where(eq(wages.applicationId, applicationId))
    .orderBy(asc(wages.dueAt), asc(wages.id))
    .for("update")

type WorkedDay = Pick<
  WorkDayRow,
  "state" | "date" | "startsAt" | "endsAt" | "breakMinutes" | "restMinutes"
> & { startedAt?: Date | null; endedAt?: Date | null; source?: HoursSource }

/**
 * The payslip and the sums of the days of one payday; days on which nobody worked are left out. A day is the
 * public holiday on which it begins, also where it ends after midnight.
 */
export function drawPayslip(
  contract: Pick<Contract, "payType" | "payWon" | "businessNumber" | "workforce">,
  days: readonly WorkedDay[],
): { payslip: Payslip; sums: WageSums } {
  const insured = contract.businessNumber !== null
  const lines = days.flatMap((day): PayslipDay[] => {
    if (day.state !== "ended" || !day.startedAt || !day.endedAt) return []
    const source = day.source ?? "recorded"
    const { startsAt, endsAt, ...counted } = countHours(day, {
      startedAt: day.startedAt,
      endedAt: day.endedAt,
      restMinutes: day.restMinutes ?? null,
      source,
    })
    const plannedMinutes =
      Math.round((day.endsAt.getTime() - day.startsAt.getTime()) / MINUTE_MS) - day.breakMinutes
    const rate = getWageRate(contract, plannedMinutes)
    if (!rate || counted.minutes === 0) return []
    const [holiday = null] = listPublicHolidays(startsAt)
    return [
      {
        date: day.date,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
        ...counted,
        payWon: computeDayPay(rate, counted.minutes),
        source,
        ...(contract.workforce === "five_or_more"
          ? { premiums: { ...computePremiums(rate, counted, holiday !== null), rate, holiday } }
          : {}),
      },
    ]
  })
  return {
    payslip: {
      payType: contract.payType,
      payWon: contract.payWon,
      insured,
      workforce: contract.workforce ?? null,
      days: lines,
    },
    sums: computeWageSums(
      lines.map((line) => line.payWon + (line.premiums ? sumPremiums(line.premiums) : 0)),
      { insured },
    ),
  }
}

const isOver = (day: WorkDayRow) =>
  day.state === "ended" || day.state === "absent" || day.state === "called_off"

/**
 * Draws the payslips of wages whose days are all over, anew where hours were corrected, and ends the work
 * of the application with its last day. The caller has locked the application.
 */
export async function settleWork(tx: Transaction, row: ApplicationRow): Promise<void> {
  const { contract } = row
  if (!contract) return
  const [days, wageRows] = [await lockWorkDays(tx, row.id), await lockWages(tx, row.id)]
  for (const wage of wageRows) {
    const ownDays = days.filter((day) => day.wageId === wage.id)
    if (!ownDays.every(isOver)) continue
    const { payslip, sums } = drawPayslip(contract, ownDays)
    const move = sums.grossWon > 0 ? "issue" : "drop"
    const transition = findTransition(WAGE_TRANSITIONS, { move, from: wage.state, role: "system" })
    if (!transition) continue
    const issued = { payslip, ...sums, issuedAt: now() }
    const empty = {
      payslip: null,
      grossWon: null,
      incomeTaxWon: null,
      localTaxWon: null,
      insuranceWon: null,
      netWon: null,
      issuedAt: null,
    }
    await tx
      .update(wages)
      .set({ state: transition.to, ...(move === "issue" ? issued : empty), updatedAt: now() })
      .where(eq(wages.id, wage.id))
  }
  if (!days.every(isOver)) return
  let current = row
  for (const move of ["check_in", "confirm_work"] as const) {
    const from = move === "check_in" ? "hired" : "checked_in"
    if (current.state !== from) continue
    await transitionApplication(tx, current, { move, role: "system", actorId: null })
    current = { ...current, state: move === "check_in" ? "checked_in" : "worked" }
  }
}

/** Ends the days that nobody has ended as they were agreed: both, or time, say that the work is done. */
export async function endDaysAsAgreed(tx: Transaction, row: ApplicationRow): Promise<void> {
  for (const day of await lockWorkDays(tx, row.id)) if (!isOver(day)) await endDayAsAgreed(tx, day)
}

/** Ends a locked day at its agreed end; who never checked in counts from its agreed beginning. */
export async function endDayAsAgreed(tx: Transaction, day: WorkDayRow): Promise<void> {
  const startedAt = day.startedAt ?? day.startsAt
  const endedAt = startedAt > day.endsAt ? startedAt : day.endsAt
  await tx
    .update(workDays)
    .set({
      state: "ended",
      startedAt,
      endedAt,
      restingSince: null,
      source: "contract",
      updatedAt: now(),
    })
    .where(eq(workDays.id, day.id))
  await recordMark(tx, day.id, { move: "check_out", method: "contract", at: endedAt })
}

/** Begins the first day of a locked application to which both say that the worker has come. */
export async function startFirstDay(tx: Transaction, row: ApplicationRow): Promise<void> {
  await createWork(tx, row)
  const day = (await lockWorkDays(tx, row.id)).find((each) => each.state === "planned")
  if (!day) return
  const startedAt = day.startsAt < now() ? day.startsAt : now()
  await tx
    .update(workDays)
    .set({ state: "working", startedAt, updatedAt: now() })
    .where(eq(workDays.id, day.id))
  await recordMark(tx, day.id, { move: "check_in", method: "both" })
}

/** Writes down that somebody checked in or out or took a break. */
export async function recordMark(
  tx: Transaction,
  workDayId: string,
  mark: { move: MarkMove; method: MarkMethod; distanceM?: number | null; at?: Date },
): Promise<void> {
  await tx.insert(workMarks).values({ id: newId(), workDayId, at: now(), ...mark })
}

/** Marks wages of an application: those in one of `from`. */
export async function updateWages(
  tx: Transaction,
  applicationId: string,
  from: readonly WageRow["state"][],
  changes: Partial<WageRow>,
): Promise<void> {
  await tx
    .update(wages)
    .set({ ...changes, updatedAt: now() })
    .where(and(eq(wages.applicationId, applicationId), inArray(wages.state, [...from])))
}
