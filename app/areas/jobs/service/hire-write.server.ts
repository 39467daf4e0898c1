/** Writing a hire post: posting, changing what may still change, closing by hand, posting again. */
import { and, count, eq, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import type { FormValues } from "#app/basics/form.ts"
import { newId } from "#app/basics/ids.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { endOfKstDay } from "#app/basics/time.ts"
import { removeDraft } from "#app/platform/drafts.server.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { emitSubjectChanged } from "#app/platform/subjects.server.ts"
import { findSubmittedId, runOnce } from "#app/platform/submissions.server.ts"
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import { findEditRefusals, type EditRefusal } from "../edit-rules.ts"
import { LIMITS } from "../rules.ts"
import { hirePosts, hireSlots } from "../schema.server.ts"
import { listDayTimes, isShortTerm, checkPay, toPay, getShiftTimes, type Shift } from "../wages.ts"
import { closeLockedHire, lockHire, recordHistory, findSlots } from "./transitions.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { findPayProblem, type HireInput, type EditHireInput } from "#app/areas/jobs/hire-forms.ts"

/** Name of the draft of a hire post. */
export const HIRE_DRAFT_NAME = "hire"

/** What is kept of the shifts on the post itself, for lists, filters and time. */
export function summarizeShifts(
  payType: HireInput["payType"],
  slots: readonly (Shift & { headcount: number })[],
) {
  const timedSlots = slots
    .map((slot) => ({ ...slot, ...getShiftTimes(slot) }))
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  const [first, last] = [timedSlots[0], timedSlots.at(-1)]
  if (!first || !last) throw new Error("A post without a shift")
  return {
    timed: timedSlots,
    shiftColumns: {
      headcount: timedSlots.reduce((sum, slot) => sum + slot.headcount, 0),
      firstDate: first.date,
      lastDate: last.date,
      firstStartsAt: first.startsAt,
      lastEndsAt: new Date(Math.max(...timedSlots.map((slot) => slot.endsAt.getTime()))),
      dayTimes: [...new Set(timedSlots.flatMap(listDayTimes))],
      shortTerm: isShortTerm(payType, timedSlots),
    },
  }
}

/** A deadline lasts to the end of its day, but not beyond the start of the last shift. */
const getDeadline = (day: string, payType: HireInput["payType"], lastStart: Date): Date => {
  const end = endOfKstDay(day)
  return payType === "month" || end < lastStart ? end : lastStart
}

/** The post that this member made of the draft with this key within the last week, or null. */
export const findSubmittedHire = (memberId: string, submissionKey: string): Promise<string | null> =>
  findSubmittedId({ actorId: memberId, form: "hire", key: submissionKey }, "hireId")

/**
 * Opens a post. The same `submissionKey` of the same person makes one post. Refusals: `not_member` (no
 * profile yet), `below_minimum`, `too_many` (30 open posts).
 */
export async function createHire(
  actor: Actor,
  input: HireInput & { submissionKey: string; repostedFrom: string | null },
): Promise<Outcome<"not_member" | "below_minimum" | "too_many", { hireId: string }>> {
  if (actor.kind !== "member" || !actor.profile) return refuse("not_member")
  if (findPayProblem(input)) return refuse("below_minimum")
  return inTransaction((tx) =>
    runOnce(tx, { actorId: actor.userId, form: "hire", key: input.submissionKey }, async () => {
      const [openPosts] = await tx
        .select({ posts: count() })
        .from(hirePosts)
        .where(and(eq(hirePosts.employerId, actor.userId), eq(hirePosts.state, "open")))
      if ((openPosts?.posts ?? 0) >= LIMITS.openPosts) return refuse("too_many")
      const at = now()
      const hireId = newId()
      const { timed: timedSlots, shiftColumns } = summarizeShifts(input.payType, input.slots)
      const payCheck = checkPay(toPay(input), input.slots)
      await tx.insert(hirePosts).values({
        id: hireId,
        employerId: actor.userId,
        state: "open",
        title: input.title,
        kind: input.kind,
        description: input.description,
        payType: input.payType,
        payWon: input.payWon,
        minutesPerPiece: input.payType === "piece" ? input.minutesPerPiece : null,
        weekdays: input.payType === "month" ? input.weekdays : [],
        hourlyWon: payCheck.ok ? payCheck.hourlyWon : 1,
        payDate: input.payDate,
        regionCode: input.regionCode,
        address: input.address,
        contactPhone: input.contactPhone,
        needs: input.needs,
        safetyTraining: input.safetyTraining,
        meals: input.meals,
        lodging: input.lodging,
        foreigners: input.foreigners,
        teens: input.teens,
        beginners: input.beginners,
        employerKind: input.employerKind,
        businessName: input.businessName,
        representative: input.representative,
        businessNumber: input.employerKind === "business" ? input.businessNumber : null,
        workforce: input.employerKind === "business" ? input.workforce : null,
        ...shiftColumns,
        repostedFrom: input.repostedFrom,
        deadlineAt: getDeadline(input.deadline, input.payType, timedSlots.at(-1)?.startsAt ?? at),
        openedAt: at,
        updatedAt: at,
      })
      await tx.insert(hireSlots).values(
        timedSlots.map((slot) => ({
          id: newId(),
          hireId,
          date: slot.date,
          starts: slot.start,
          ends: slot.end,
          breakMinutes: slot.breakMinutes,
          startsAt: slot.startsAt,
          endsAt: slot.endsAt,
          headcount: slot.headcount,
        })),
      )
      await recordHistory(tx, {
        subject: "hire",
        subjectId: hireId,
        move: "publish",
        fromState: null,
        toState: "open",
        role: "employer",
        actorId: actor.userId,
      })
      await removeDraft(actor.userId, HIRE_DRAFT_NAME, tx)
      await emit(tx, "hire.opened", { hireId, employerId: actor.userId })
      await emitSubjectChanged(tx, { kind: "hire", id: hireId })
      return ok({ hireId })
    }),
  )
}

/**
 * Changes an open post. Kind, way of pay and shifts stay; once somebody has applied the pay may only rise and
 * the address stays. Refusals: `not_found`, `not_now` (closed), `below_minimum`, `lower_pay`,
 * `other_address`.
 */
export async function editHire(
  actor: Actor,
  hireId: string,
  input: EditHireInput,
): Promise<Outcome<"not_found" | "not_now" | EditRefusal>> {
  return inTransaction(async (tx) => {
    const hire = await lockHire(tx, hireId)
    if (!hire || actor.kind !== "member" || hire.employerId !== actor.userId) return refuse("not_found")
    if (hire.state !== "open") return refuse("not_now")
    const slots = (await findSlots(tx, hireId)).map(toShift)
    const [refusal] = findEditRefusals(hire, slots, input)
    const payCheck = checkPay(toPay({ ...hire, payWon: input.payWon }), slots)
    if (refusal || !payCheck.ok) return refuse(refusal ?? "below_minimum")
    const { deadline, ...rest } = input
    const lastStart = slots.reduce(
      (latest, slot) => (getShiftTimes(slot).startsAt > latest ? getShiftTimes(slot).startsAt : latest),
      hire.firstStartsAt,
    )
    await tx
      .update(hirePosts)
      .set({
        ...rest,
        hourlyWon: payCheck.hourlyWon,
        deadlineAt: getDeadline(deadline, hire.payType, lastStart),
        updatedAt: now(),
      })
      .where(eq(hirePosts.id, hireId))
    await recordHistory(tx, {
      subject: "hire",
      subjectId: hireId,
      move: "edit",
      fromState: "open",
      toState: "open",
      role: "employer",
      actorId: actor.userId,
    })
    await emitSubjectChanged(tx, { kind: "hire", id: hireId })
    return ok()
  })
}

export const toShift = (slot: {
  date: string
  starts: string
  ends: string
  breakMinutes: number
}): Shift => ({ date: slot.date, start: slot.starts, end: slot.ends, breakMinutes: slot.breakMinutes })

/**
 * Closes a post by hand; those who applied may still be hired. Refusals: `not_found`, `not_now` (closed
 * already).
 */
export async function closeHire(actor: Actor, hireId: string): Promise<Outcome<"not_found" | "not_now">> {
  return inTransaction(async (tx) => {
    const hire = await lockHire(tx, hireId)
    if (!hire || actor.kind !== "member") return refuse("not_found")
    const role = hire.employerId === actor.userId ? "employer" : isAdmin(actor) ? "admin" : undefined
    return role
      ? closeLockedHire(tx, hire, { move: "close", role, actorId: actor.userId })
      : refuse("not_found")
  })
}

/**
 * One's own post as the wizard's fields, for changing it and for posting it again; null where it is not the
 * actor's. One query.
 */
export async function findOwnHire(
  actor: Actor,
  hireId: string,
): Promise<{ values: FormValues; hire: typeof hirePosts.$inferSelect; slots: Shift[] } | null> {
  if (actor.kind !== "member") return null
  const [row] = await db()
    .select({
      hire: hirePosts,
      slots: sql<(Shift & { headcount: number })[]>`(
        select json_agg(json_build_object('date', s.date, 'start', s.starts, 'end', s.ends, 'breakMinutes',
          s.break_minutes, 'headcount', s.headcount) order by s.starts_at)
        from hire_slots s where s.hire_id = hire_posts.id)`,
    })
    .from(hirePosts)
    .where(and(eq(hirePosts.id, hireId), eq(hirePosts.employerId, actor.userId)))
  if (!row) return null
  const { hire, slots } = row
  const toCheckedField = (on: boolean, name: string): FormValues => (on ? { [name]: "on" } : {})
  return {
    hire,
    slots,
    values: {
      kind: hire.kind,
      payType: hire.payType,
      weekdays: hire.weekdays,
      payWon: String(hire.payWon),
      minutesPerPiece: hire.minutesPerPiece === null ? "" : String(hire.minutesPerPiece),
      payDate: hire.payDate,
      regionCode: hire.regionCode,
      address: hire.address,
      title: hire.title,
      description: hire.description,
      needs: hire.needs.join("\n"),
      ...toCheckedField(hire.safetyTraining, "safetyTraining"),
      ...toCheckedField(hire.meals, "meals"),
      ...toCheckedField(hire.lodging, "lodging"),
      ...toCheckedField(hire.foreigners, "foreigners"),
      ...toCheckedField(hire.teens, "teens"),
      ...toCheckedField(hire.beginners, "beginners"),
      employerKind: hire.employerKind,
      businessName: hire.businessName,
      representative: hire.representative,
      businessNumber: hire.businessNumber ?? "",
      workforce: hire.workforce ?? "",
      contactPhone: formatPhone(hire.contactPhone),
      ...Object.fromEntries(
        slots.flatMap((slot, index) =>
          Object.entries({ ...slot, date: "" }).map(([field, value]) => [
            `slots[${index}].${field}`,
            String(value),
          ]),
        ),
      ),
    },
  }
}
