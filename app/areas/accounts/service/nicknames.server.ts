/** Nicknames: suggesting one that is free, taking one, and changing it once in 30 days. */
import { eq, isNull, and, sql } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { db, inTransaction, type Executor, type Transaction } from "../../../platform/db.server.ts"
import { emitMany } from "../../../platform/events.server.ts"
import { composeNickname, getNextNicknameChange, numberNickname, toNicknameKey } from "../nicknames.ts"
import { profiles } from "../schema.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

const CANDIDATES = 8
const random = () => Math.random()
const pickNumber = (max: number) => 2 + Math.floor(random() * (max - 2))

/** Which of `nicknames` somebody has, or an expert or a shop trades under; as keys, in one query. */
async function findTaken(executor: Executor, nicknames: readonly string[]): Promise<ReadonlySet<string>> {
  const keys = sql.param(nicknames.map(toNicknameKey))
  const rows = await executor.execute<{ key: string }>(sql`
    select lower(nickname) as key from profiles where lower(nickname) = any(${keys}::text[])
    union all select lower(replace(expert_name, ' ', '')) from office_people
      where lower(replace(expert_name, ' ', '')) = any(${keys}::text[])
    union all select lower(replace(shop_name, ' ', '')) from office_people
      where lower(replace(shop_name, ' ', '')) = any(${keys}::text[])`)
  return new Set(rows.map((row) => row.key))
}

/** `wanted`, and the same with numbers behind it, in the order in which they are tried. */
const listVariants = (wanted: string): string[] => [
  wanted,
  ...Array.from({ length: CANDIDATES }, (_, index) =>
    numberNickname(wanted, pickNumber(10 ** (2 + (index % 3)))),
  ),
]

/** Suggests a pleasant nickname that nobody has yet, with a number where the words are taken. One query. */
export async function suggestNickname(executor: Executor = db()): Promise<string> {
  const candidates = listVariants(composeNickname(random))
  const taken = await findTaken(executor, candidates)
  return candidates.find((each) => !taken.has(toNicknameKey(each))) ?? numberNickname("이웃", pickNumber(1e8))
}

/** True where `nickname` is somebody's, or the name that an expert or a shop trades under. */
export const isNicknameTaken = async (nickname: string, executor: Executor = db()): Promise<boolean> =>
  (await findTaken(executor, [nickname])).size > 0

/** Until the end of `tx` nobody else takes a nickname of the same key. */
const lockNickname = (tx: Transaction, nickname: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`nickname:${toNicknameKey(nickname)}`}, 0))`)

/**
 * The nickname for a new member, in the transaction that makes them: `wanted` where it is free, else the same
 * with a number; null wants a suggestion.
 */
export async function claimNickname(tx: Transaction, wanted: string | null): Promise<string> {
  const candidates = listVariants(wanted ?? composeNickname(random))
  for (const candidate of candidates) {
    await lockNickname(tx, candidate)
    if (!(await isNicknameTaken(candidate, tx))) return candidate
  }
  return numberNickname("이웃", pickNumber(1e8))
}

export type NicknameRefusal = Outcome<"nickname_taken"> | Refusal<"nickname_soon", { nextChange: Date }>

/**
 * Changes a member's nickname within `tx`; the present one is left as it is. Refusals: `nickname_taken`,
 * `nickname_soon` (changed within 30 days; `nextChange` says when it may be again).
 */
export async function changeNickname(
  tx: Transaction,
  profile: { userId: string; nickname: string | null; nicknameChangedAt: Date | null },
  nickname: string | null,
): Promise<NicknameRefusal> {
  if (nickname === null || nickname === profile.nickname) return ok()
  const nextChange = getNextNicknameChange(profile.nicknameChangedAt, now())
  if (nextChange) return refuse("nickname_soon", { nextChange })
  await lockNickname(tx, nickname)
  const isOwnInOtherCase = toNicknameKey(nickname) === toNicknameKey(profile.nickname ?? "")
  if (!isOwnInOtherCase && (await isNicknameTaken(nickname, tx))) return refuse("nickname_taken")
  await tx
    .update(profiles)
    .set({ nickname, nicknameChangedAt: now() })
    .where(eq(profiles.userId, profile.userId))
  return ok()
}

const BATCH_SIZE = 200

/**
 * Gives members of before a nickname, which they may change at once; a job calls it until nobody is without.
 * Members that a former version makes while it still runs get theirs here too.
 */
export async function giveMissingNicknames(): Promise<void> {
  for (;;) {
    const given = await inTransaction(async (tx) => {
      const rows = await tx
        .select({ userId: profiles.userId })
        .from(profiles)
        .where(and(isNull(profiles.nickname), isNull(profiles.leftAt)))
        .limit(BATCH_SIZE)
        .for("update", { skipLocked: true })
      const suggestions = await suggestMany(tx, rows.length)
      const userIds = rows.slice(0, suggestions.length).map((row) => row.userId)
      if (userIds.length === 0) return 0
      await tx.execute(sql`update profiles set nickname = given.nickname
        from unnest(${sql.param(userIds)}::uuid[], ${sql.param(suggestions.slice(0, userIds.length))}::text[])
          as given (user_id, nickname)
        where profiles.user_id = given.user_id and profiles.nickname is null`)
      await emitMany(
        tx,
        "profile.changed",
        userIds.map((userId) => ({ userId })),
      )
      return userIds.length
    })
    if (given < BATCH_SIZE) return
  }
}

/** At most `count` different nicknames that are free, in one query. */
async function suggestMany(tx: Transaction, count: number): Promise<string[]> {
  if (count === 0) return []
  // Two batches at once would draw the same words.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('nicknames', 0))`)
  const groups = Array.from({ length: count }, () => listVariants(composeNickname(random)))
  const taken = new Set(await findTaken(tx, groups.flat()))
  return groups.flatMap((variants) => {
    const free = variants.find((each) => !taken.has(toNicknameKey(each)))
    if (free === undefined) return []
    taken.add(toNicknameKey(free))
    return [free]
  })
}
