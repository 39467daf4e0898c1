/** Blocks: who wants nothing to do with whom. */
import { and, count, desc, eq, sql, type SQL, type SQLWrapper } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { inTransaction, db, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import type { Actor, Member } from "../../accounts/rules.ts"
import { findPeople } from "../../accounts/service/profile.server.ts"
import { TRUST_LIMITS } from "../rules.ts"
import { blocks } from "../schema.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

declare module "#app/platform/events.server.ts" {
  interface Events {
    /** These two may talk no more, or again. */
    "block.changed": { blockerId: string; blockedId: string; blocked: boolean }
  }
}

/**
 * Blocks a person; again does nothing. Refuses visitors (`not_allowed`), oneself (`self`), somebody who is
 * not there or an admin's own desk (`not_found`), and more than 500 (`too_many`).
 */
export async function blockPerson(
  actor: Actor,
  userId: string,
): Promise<Outcome<"not_allowed" | "self" | "not_found" | "too_many">> {
  if (actor.kind !== "member") return refuse("not_allowed")
  if (actor.userId === userId) return refuse("self")
  if (!(await findPeople([userId])).has(userId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const [current] = await tx
      .select({ blocked: count() })
      .from(blocks)
      .where(eq(blocks.blockerId, actor.userId))
    if ((current?.blocked ?? 0) >= TRUST_LIMITS.maxBlocks) return refuse("too_many")
    const inserted = await tx
      .insert(blocks)
      .values({ blockerId: actor.userId, blockedId: userId, createdAt: now() })
      .onConflictDoNothing()
      .returning({ blockedId: blocks.blockedId })
    if (inserted.length > 0)
      await emit(tx, "block.changed", { blockerId: actor.userId, blockedId: userId, blocked: true })
    return ok()
  })
}

/** Takes a block back; where there is none nothing happens. */
export async function unblockPerson(actor: Actor, userId: string): Promise<Outcome<"not_allowed">> {
  if (actor.kind !== "member") return refuse("not_allowed")
  await inTransaction(async (tx) => {
    const deleted = await tx
      .delete(blocks)
      .where(and(eq(blocks.blockerId, actor.userId), eq(blocks.blockedId, userId)))
      .returning({ blockedId: blocks.blockedId })
    if (deleted.length > 0)
      await emit(tx, "block.changed", { blockerId: actor.userId, blockedId: userId, blocked: false })
  })
  return ok()
}

/** True where one of the two has blocked the other. One query, within a transaction where `tx` is given. */
export async function isBlockedBetween(
  a: string,
  b: string,
  tx: Pick<Transaction, "execute"> = db(),
): Promise<boolean> {
  const [found] = await tx.execute<{ blocked: boolean }>(
    sql`select ${buildBlockedCondition(sql`${a}::uuid`, sql`${b}::uuid`)} as blocked`,
  )
  return found?.blocked ?? false
}

/** The same as a condition of another query. */
export const buildBlockedCondition = (a: SQLWrapper, b: SQLWrapper): SQL<boolean> =>
  sql<boolean>`exists (select from blocks bl where (bl.blocker_id = ${a} and bl.blocked_id = ${b})
    or (bl.blocker_id = ${b} and bl.blocked_id = ${a}))`

/**
 * Whose block stands between `reader` and `other`, as a column of another query; the reader's own where both
 * have blocked.
 */
export const buildBlockColumn = (reader: SQLWrapper, other: SQLWrapper): SQL<"mine" | "theirs" | null> =>
  sql<"mine" | "theirs" | null>`case when exists (select from blocks bl where bl.blocker_id = ${reader}
    and bl.blocked_id = ${other}) then 'mine' when exists (select from blocks bl
    where bl.blocker_id = ${other} and bl.blocked_id = ${reader}) then 'theirs' end`

export type BlockedPerson = { userId: string; name: string; avatarId: string | null; blockedAt: string }

/** Everybody whom the actor has blocked, the newest first, at most 500. */
export async function listBlockedPeople(actor: Member): Promise<BlockedPerson[]> {
  const rows = await db()
    .select({ userId: blocks.blockedId, at: blocks.createdAt })
    .from(blocks)
    .where(eq(blocks.blockerId, actor.userId))
    .orderBy(desc(blocks.createdAt), blocks.blockedId)
    .limit(TRUST_LIMITS.maxBlocks)
  const people = await findPeople(rows.map((row) => row.userId))
  return rows.map((row) => {
    const person = people.get(row.userId)
    return {
      userId: row.userId,
      name: person?.name ?? "탈퇴한 회원",
      avatarId: person?.avatarId ?? null,
      blockedAt: row.at.toISOString(),
    }
  })
}
