/**
 * Sanctions that the back office gives without a report: a warning, a ban until a day, and lifting
 * either.
 */
import { desc, eq } from "drizzle-orm"
import { href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { auditMany, audit } from "#app/platform/audit.server.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emitMany } from "#app/platform/events.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { findPeopleForAdmin } from "../../accounts/service/people.server.ts"
import { banUsers, updateBan } from "../../accounts/service/account-status.server.ts"
import { notify } from "../../notifications/service/notify.server.ts"
import { getBanEnd, type BanLength, type SanctionKind, type SanctionView } from "../rules.ts"
import { sanctions } from "../schema.server.ts"
import { findLongestBan } from "./transitions.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

declare module "#app/platform/events.server.ts" {
  interface Events {
    "sanction.given": { sanctionId: string }
  }
}

/**
 * What is done to each of several people, at most 100; `ban` "none" is a warning. Those who are admins or the
 * actor are left out and counted.
 */
export async function sanctionPeople(
  actor: Actor,
  userIds: readonly string[],
  input: { ban: BanLength; reason: string },
): Promise<Outcome<"not_found" | "nobody", { sanctionedCount: number; skippedCount: number }>> {
  if (!hasRight(actor, "trust")) return refuse("not_found")
  const uniqueIds = [...new Set(userIds)].filter(isId).slice(0, 100)
  const people = await findPeopleForAdmin(actor, uniqueIds)
  // An admin is banned only after a colleague has taken the role back: two people at odds must not lock each
  // other out.
  const sanctionablePeople = [...people.values()].filter(
    (person) => person.userId !== actor.userId && person.role !== "admin" && !person.left,
  )
  if (sanctionablePeople.length === 0) return refuse("nobody")
  return inTransaction(async (tx) => {
    const at = now()
    const endsAt = getBanEnd(input.ban, at)
    const kind: SanctionKind = endsAt ? "banned" : "warned"
    const rows = sanctionablePeople.map((person) => ({
      id: newId(),
      kind,
      userId: person.userId,
      reason: input.reason,
      endsAt,
      decidedBy: actor.userId,
      createdAt: at,
    }))
    if (endsAt)
      await banUsers(
        tx,
        rows.map((row) => row.userId),
        { until: endsAt, reason: input.reason },
      )
    await tx.insert(sanctions).values(rows)
    await emitMany(
      tx,
      "sanction.given",
      rows.map((row) => ({ sanctionId: row.id })),
    )
    await auditMany(
      tx,
      actor,
      rows.map((row) => ({
        action: endsAt ? ("person.ban" as const) : ("person.warn" as const),
        subject: { kind: "person", id: row.userId },
        note: input.reason,
        ...(endsAt ? { before: { bannedUntil: null }, after: { bannedUntil: endsAt.toISOString() } } : {}),
      })),
    )
    return ok({ sanctionedCount: rows.length, skippedCount: uniqueIds.length - rows.length })
  })
}

/**
 * Lifts a warning or a ban before its end; another ban that is in force goes on. Refusals: `not_found` (no
 * admin, no such sanction, or one that hides a thing: the report it belongs to decides about that), `not_now`
 * (lifted before).
 */
export async function liftSanction(
  actor: Actor,
  sanctionId: string,
  reason: string,
): Promise<Outcome<"not_found" | "not_now", { userId: string }>> {
  if (!hasRight(actor, "trust") || !isId(sanctionId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const [row] = await tx.select().from(sanctions).where(eq(sanctions.id, sanctionId)).for("update")
    if (!row?.userId || row.kind === "hidden" || row.userId === actor.userId) return refuse("not_found")
    if (row.liftedAt) return refuse("not_now")
    await tx.update(sanctions).set({ liftedAt: now() }).where(eq(sanctions.id, row.id))
    if (row.kind === "banned") {
      const otherBan = await findLongestBan(tx, row.userId, null)
      await updateBan(
        tx,
        row.userId,
        otherBan ? { until: otherBan.endsAt, reason: otherBan.reason } : { until: null, reason: "" },
      )
    }
    await audit(tx, actor, {
      action: "person.lift",
      subject: { kind: "person", id: row.userId },
      note: reason,
      before: { kind: row.kind, endsAt: row.endsAt?.toISOString() ?? null, lifted: false },
      after: { lifted: true },
    })
    return ok({ userId: row.userId })
  })
}

/** Subscriber of "sanction.given": the person reads why, also when they may come back. */
export async function notifySanction({ sanctionId }: { sanctionId: string }, tx: Transaction): Promise<void> {
  const [row] = await tx.select().from(sanctions).where(eq(sanctions.id, sanctionId))
  if (!row?.userId) return
  await notify(tx, [
    {
      userId: row.userId,
      kind: "account",
      title: row.kind === "banned" ? "운영 정책을 어겨 이용이 정지됐어요" : "운영 정책을 지켜 주세요",
      text: row.reason.slice(0, 200),
      href: href("/contact"),
      deduplicationKey: `sanction.given:${sanctionId}`,
    },
  ])
}

/**
 * What was ever given to a person, the newest first, at most 50; empty for anybody but an admin. Two queries.
 */
export async function listSanctionsOfUser(actor: Actor, userId: string): Promise<SanctionView[]> {
  if (!hasRight(actor, "trust") || !isId(userId)) return []
  const rows = await db()
    .select()
    .from(sanctions)
    .where(eq(sanctions.userId, userId))
    .orderBy(desc(sanctions.createdAt))
    .limit(50)
  const people = await findPeopleForAdmin(
    actor,
    rows.flatMap((row) => row.decidedBy ?? []),
  )
  const at = now()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    reason: row.reason,
    reportId: row.reportId,
    decidedByName: row.decidedBy ? (people.get(row.decidedBy)?.name ?? "탈퇴한 관리자") : "관리자",
    createdAt: row.createdAt.toISOString(),
    endsAt: row.endsAt?.toISOString() ?? null,
    liftedAt: row.liftedAt?.toISOString() ?? null,
    inForce: row.liftedAt === null && (row.endsAt === null || row.endsAt > at),
  }))
}
