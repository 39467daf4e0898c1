/** What administrators see of the daily reconciliation, compare again by hand, and settle with a note. */
import { and, asc, desc, eq, sql, type SQL } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { commitRefusal, ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { descending, page, type Page } from "#app/platform/page.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { officePeople } from "../../accounts/service/people.server.ts"
import type { SettleDifferenceForm } from "../forms.ts"
import {
  getDifferenceLabel,
  MAX_RECONCILED_DAYS_BACK,
  type DayQueue,
  type DayState,
} from "../office-rules.ts"
import { charges, payments, reconciliationDays, reconciliationDifferences } from "../schema.server.ts"
import { hasOpenDifference, isOpenDifference, reconcileDay } from "./reconciliation.server.ts"

const PAGE_SIZE = 30

type DayRow = typeof reconciliationDays.$inferSelect

export type ReconciliationDay = DayRow & {
  /** Differences that nobody has settled, and those that somebody has. */
  openCount: number
  settledCount: number
}

const countDifferences = (condition: SQL) => sql<number>`(select count(*)::int
  from reconciliation_differences d where d.day = reconciliation_days.day and ${condition})`

const DAY_COLUMNS = {
  day: reconciliationDays.day,
  provider: reconciliationDays.provider,
  state: reconciliationDays.state,
  tries: reconciliationDays.tries,
  failure: reconciliationDays.failure,
  paidCount: reconciliationDays.paidCount,
  paidWon: reconciliationDays.paidWon,
  returnedCount: reconciliationDays.returnedCount,
  returnedWon: reconciliationDays.returnedWon,
  startedAt: reconciliationDays.startedAt,
  openCount: countDifferences(sql`d.settled_at is null and d.gone_at is null`),
  settledCount: countDifferences(sql`d.settled_at is not null`),
}

const QUEUE_FILTERS: Record<DayQueue, SQL | undefined> = {
  all: undefined,
  open: hasOpenDifference,
  silent: eq(reconciliationDays.state, "silent"),
}

/** The days of a queue, the newest first; null for anybody but an admin. */
export async function findReconciliationDays(
  actor: Actor,
  { queue, cursor }: { queue: DayQueue; cursor: string | null },
): Promise<Page<ReconciliationDay> | null> {
  if (!hasRight(actor, "money")) return null
  return page({
    from: (sortKeys) =>
      db()
        .select({ ...DAY_COLUMNS, sortKeys })
        .from(reconciliationDays),
    order: descending("newest", [reconciliationDays.day, "day"]),
    filter: QUEUE_FILTERS[queue],
    cursor,
    size: PAGE_SIZE,
  })
}

export type DifferenceView = typeof reconciliationDifferences.$inferSelect & {
  settledByName: string | null
  /** What was paid for; null where it is none of ours. */
  groupId: string | null
  charge: { subjectId: string; title: string } | null
}

/**
 * A day with all that differed on it, open ones first; null where it was never compared, and for anybody but
 * an admin.
 */
export async function findReconciliationDay(
  actor: Actor,
  day: string,
): Promise<{ day: ReconciliationDay; differences: DifferenceView[] } | null> {
  if (!hasRight(actor, "money")) return null
  const [[found], differences] = await Promise.all([
    db().select(DAY_COLUMNS).from(reconciliationDays).where(eq(reconciliationDays.day, day)),
    db()
      .select({
        difference: reconciliationDifferences,
        settledByName: officePeople.name,
        groupId: payments.groupId,
        charge: { subjectId: charges.subjectId, title: charges.title },
      })
      .from(reconciliationDifferences)
      .leftJoin(payments, eq(payments.id, reconciliationDifferences.paymentId))
      .leftJoin(charges, eq(charges.id, payments.groupId))
      .leftJoin(officePeople, eq(officePeople.userId, reconciliationDifferences.settledBy))
      .where(eq(reconciliationDifferences.day, day))
      .orderBy(
        desc(sql`${isOpenDifference}`),
        asc(reconciliationDifferences.happenedAt),
        asc(reconciliationDifferences.id),
      ),
  ])
  return found
    ? { day: found, differences: differences.map(({ difference, ...rest }) => ({ ...difference, ...rest })) }
    : null
}

/**
 * Compares a day again. Refusals: `not_found` (no admin, or too long ago), `not_over` (the day is not over),
 * `off` (there is nobody to ask), `silent` (the provider did not answer: the job tries again).
 */
export async function rerunReconciliation(
  actor: Actor,
  day: string,
): Promise<Outcome<"not_found" | "not_over" | "off" | "silent", { state: DayState }>> {
  if (!hasRight(actor, "money")) return refuse("not_found")
  const today = toKstDateString(now())
  if (day < addDays(today, -MAX_RECONCILED_DAYS_BACK)) return refuse("not_found")
  if (day >= today) return refuse("not_over")
  const state = await reconcileDay(day)
  if (state === "off") return refuse("off")
  await inTransaction((tx) =>
    audit(tx, actor, {
      action: "reconciliation.run",
      subject: { kind: "reconciliation", id: day, title: day },
      after: { reconciliation: state },
    }),
  )
  return state === "silent" ? commitRefusal(refuse("silent")) : ok({ state })
}

/**
 * An administrator knows why the two differ, and writes it down. Refusals: `not_found`, `involved` (they paid
 * it, or would get it), `not_now` (somebody was faster, or a later run did not find it any more).
 */
export function settleDifference(
  actor: Actor,
  day: string,
  { differenceId, note }: z.output<typeof SettleDifferenceForm>,
): Promise<Outcome<"not_found" | "involved" | "not_now">> {
  return inTransaction(async (tx) => {
    if (!hasRight(actor, "money")) return refuse("not_found")
    const [row] = await tx
      .select({
        difference: reconciliationDifferences,
        payerId: payments.buyerId,
        payeeId: charges.payeeId,
      })
      .from(reconciliationDifferences)
      .leftJoin(payments, eq(payments.id, reconciliationDifferences.paymentId))
      .leftJoin(charges, eq(charges.id, payments.groupId))
      .where(and(eq(reconciliationDifferences.id, differenceId), eq(reconciliationDifferences.day, day)))
      .for("update", { of: reconciliationDifferences })
    if (!row) return refuse("not_found")
    const { difference } = row
    if (row.payerId === actor.userId || row.payeeId === actor.userId) return refuse("involved")
    if (difference.settledAt !== null || difference.goneAt !== null) return refuse("not_now")
    await tx
      .update(reconciliationDifferences)
      .set({ note, settledBy: actor.userId, settledAt: now() })
      .where(eq(reconciliationDifferences.id, differenceId))
    const won = difference.theirWon ?? difference.ourWon ?? 0
    await audit(tx, actor, {
      action: "reconciliation.settle",
      subject: { kind: "reconciliation", id: day, title: `${day} ${getDifferenceLabel(difference)}` },
      note: `${formatWon(won)} · ${note}`,
      before: { difference: "open" },
      after: { difference: "settled" },
    })
    return ok()
  })
}
