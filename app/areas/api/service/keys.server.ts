/** The keys of programs: made by their owner, shown once, stored as a hash, found by it, revoked. */
import { createHash, randomBytes } from "node:crypto"
import { and, count, desc, eq, isNull, sql } from "drizzle-orm"
import { href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import type { Actor, Member } from "../../accounts/rules.ts"
import { confirmIdentity, type IdentityRefusal } from "../../accounts/service/confirm-identity.server.ts"
import { findProgramActor } from "../../accounts/service/program-actor.server.ts"
import { notify } from "../../notifications/service/notify.server.ts"
import { API_KEY_PREFIX, API_LIMITS, getScopeRole, hasApiRole, type ApiScope } from "../rules.ts"
import { apiKeys } from "../schema.server.ts"

const KEY_BYTES = 24
const SHOWN_LENGTH = API_KEY_PREFIX.length + 6
const KEY_PATTERN = new RegExp(`^${API_KEY_PREFIX}[\\w-]{32}$`)

/** The key has 192 random bits: a plain hash cannot be guessed back. */
const hashKey = (key: string) => createHash("sha256").update(key).digest("base64url")

/**
 * Makes a key of the actor's; `key` is shown this once and never again. Refusals: `not_allowed` (a
 * scope of a shop without one, or of an expert who is not approved), `too_many_keys`, and those of
 * `confirmIdentity`, named `password_tries` where it was asked too often.
 */
export async function createApiKey(
  actor: Actor,
  input: { name: string; scopes: readonly ApiScope[]; password: string },
): Promise<Outcome<"not_allowed" | "too_many_keys" | IdentityRefusal, { keyId: string; key: string }>> {
  if (actor.kind !== "member") return refuse("not_allowed")
  if (!input.scopes.every((scope) => hasApiRole(actor, getScopeRole(scope)))) return refuse("not_allowed")
  const identity = await confirmIdentity(actor, input.password)
  if (!identity.ok) return identity
  const key = `${API_KEY_PREFIX}${randomBytes(KEY_BYTES).toString("base64url")}`
  const keyId = newId()
  return inTransaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`api_keys:${actor.userId}`}, 0))`)
    const [held] = await tx
      .select({ count: count() })
      .from(apiKeys)
      .where(and(eq(apiKeys.ownerId, actor.userId), isNull(apiKeys.revokedAt)))
    if ((held?.count ?? 0) >= API_LIMITS.keys) return refuse("too_many_keys")
    await tx.insert(apiKeys).values({
      id: keyId,
      ownerId: actor.userId,
      name: input.name,
      prefix: key.slice(0, SHOWN_LENGTH),
      keyHash: hashKey(key),
      scopes: [...input.scopes],
      createdAt: now(),
    })
    // Who did not make it hears of it.
    await notify(tx, [
      {
        userId: actor.userId,
        kind: "account",
        title: "새 API 키를 만들었어요",
        text: `${input.name} · 직접 만들지 않았다면 바로 폐기해 주세요`,
        href: href(hasApiRole(actor, "seller") ? "/shopping/admin/api" : "/expert-dashboard/api"),
        deduplicationKey: `api_key.created:${keyId}`,
      },
    ])
    return ok({ keyId, key })
  })
}

/** Ends a key of the actor's at once. Refusals: `not_found` (not theirs, or revoked already). */
export async function revokeApiKey(actor: Actor, keyId: string): Promise<Outcome<"not_found">> {
  if (actor.kind !== "member" || !isId(keyId)) return refuse("not_found")
  const revoked = await db()
    .update(apiKeys)
    .set({ revokedAt: now() })
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.ownerId, actor.userId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id })
  return revoked.length > 0 ? ok() : refuse("not_found")
}

/** The actor's keys that are not revoked, the newest first. */
export async function findOwnApiKeys(actor: Actor) {
  if (actor.kind !== "member") return []
  const rows = await db()
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      prefix: apiKeys.prefix,
      scopes: apiKeys.scopes,
      createdAt: apiKeys.createdAt,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .where(and(eq(apiKeys.ownerId, actor.userId), isNull(apiKeys.revokedAt)))
    .orderBy(desc(apiKeys.id))
    .limit(API_LIMITS.keys)
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }))
}

export type KeyHolder = { keyId: string; actor: Member; scopes: readonly ApiScope[] }

/**
 * For whom `key` stands; null where it is none, or is revoked, `banned` where an admin has shut its owner
 * out. Notes to the minute when it was last used.
 */
export async function findKeyHolder(key: string): Promise<KeyHolder | "banned" | null> {
  if (!KEY_PATTERN.test(key)) return null
  const [row] = await db()
    .select({
      keyId: apiKeys.id,
      ownerId: apiKeys.ownerId,
      scopes: apiKeys.scopes,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .where(and(eq(apiKeys.keyHash, hashKey(key)), isNull(apiKeys.revokedAt)))
  if (!row) return null
  const actor = await findProgramActor(row.ownerId, row.keyId)
  if (actor === null || actor === "banned") return actor
  const at = now()
  if (row.lastUsedAt === null || at.getTime() - row.lastUsedAt.getTime() >= API_LIMITS.lastUseMs)
    await db().update(apiKeys).set({ lastUsedAt: at }).where(eq(apiKeys.id, row.keyId))
  return { keyId: row.keyId, actor, scopes: row.scopes }
}

/** Subscriber of "account.left": nobody acts any more for who is gone. */
export async function deleteKeysOfLeavingMember(
  { userId }: { userId: string },
  tx: Transaction,
): Promise<void> {
  await tx.delete(apiKeys).where(eq(apiKeys.ownerId, userId))
}
