/**
 * What the back office sees of all members: the list by name, address or number, and one member's
 * account.
 */
import { and, eq, gt, isNotNull, isNull, lte, or, sql, type SQL } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { isId, newId } from "../../../basics/ids.ts"
import { toPrefixPattern } from "../../../basics/like-pattern.ts"
import { addDays, toKstDateString, startOfKstDay } from "../../../basics/time.ts"
import { countCapped, countCappedAnyOf, isInAnyOf } from "../../../platform/capped-count.server.ts"
import { db, inTransaction, type Transaction } from "../../../platform/db.server.ts"
import { audit, auditMany } from "../../../platform/audit.server.ts"
import { emit, emitMany } from "../../../platform/events.server.ts"
import {
  hasRight,
  type Actor,
  type MemberFilter,
  type MemberSort,
  type MemberState,
  type OfficeRole,
  type Role,
  type UserType,
  type ExpertState,
  type SellerState,
} from "../rules.ts"
import { profiles, users } from "../schema.server.ts"
import { updateAccountStatus } from "./account-status.server.ts"
import { endSessionsOfUsers } from "./sessions.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import {
  type ListOrder,
  ascending,
  descending,
  exactTime,
  page,
  pageFiltered,
} from "#app/platform/page.server.ts"

export type MemberRow = {
  userId: string
  /** The legal name. */
  name: string
  nickname: string | null
  email: string
  phone: string | null
  userType: UserType
  role: Role
  sellerState: SellerState | null
  expertState: ExpertState | null
  avatarId: string | null
  state: MemberState
  bannedUntil: string | null
  joinedAt: string
  usedAt: string
}

const PAGE_SIZE = 50

const columns = {
  userId: profiles.userId,
  name: profiles.legalName,
  nickname: profiles.nickname,
  email: users.email,
  phone: profiles.phone,
  userType: profiles.userType,
  role: profiles.role,
  sellerState: profiles.sellerState,
  expertState: profiles.expertState,
  avatarId: profiles.avatarId,
  bannedUntil: profiles.bannedUntil,
  leftAt: profiles.leftAt,
  createdAt: profiles.createdAt,
  usedAt: exactTime(profiles.usedAt),
}

const MEMBER_TABLE = { table: profiles, id: profiles.userId }

/**
 * Where a term may stand: `fits` is asked of one member, `found` looks each up by its own index. Null where
 * nothing is looked for by text.
 */
function buildTextConditions(term: string): { fits: SQL | undefined; found: SQL[] } | null {
  const trimmed = term.normalize("NFC").trim()
  const id: unknown = trimmed
  if (trimmed === "" || isId(id)) return null
  const digits = trimmed.replace(/\D/g, "")
  const isPhone = digits.length >= 4 && digits.length <= 11 && /^[\d\s+-]+$/.test(trimmed)
  const onProfile = [
    sql`${profiles.legalName} like ${toPrefixPattern(trimmed)}`,
    sql`${profiles.nickname} like ${toPrefixPattern(trimmed)}`,
    ...(isPhone ? [sql`${profiles.phone} like ${toPrefixPattern(`+82${digits.replace(/^0/, "")}`)}`] : []),
  ]
  const email = toPrefixPattern(trimmed.toLowerCase())
  return {
    fits: or(...onProfile, sql`(select email like ${email} from users where id = ${profiles.userId})`),
    found: [
      ...onProfile,
      sql`${profiles.userId} = any(array(select id from users where email like ${email}))`,
    ],
  }
}

/** What `filter` finds without its text. */
function buildWhere(filter: MemberFilter): SQL | undefined {
  const at = now()
  const conditionByState: Record<MemberState, SQL | undefined> = {
    active: and(isNull(profiles.leftAt), or(isNull(profiles.bannedUntil), lte(profiles.bannedUntil, at))),
    banned: and(isNull(profiles.leftAt), isNotNull(profiles.bannedUntil), gt(profiles.bannedUntil, at)),
    left: isNotNull(profiles.leftAt),
  }
  const id: unknown = filter.term.normalize("NFC").trim()
  return and(
    isId(id) ? eq(profiles.userId, id) : undefined,
    filter.kind === "admin"
      ? eq(profiles.role, "admin")
      : filter.kind === "seller"
        ? eq(profiles.sellerState, "approved")
        : filter.kind
          ? eq(profiles.userType, filter.kind)
          : undefined,
    filter.state ? conditionByState[filter.state] : undefined,
    filter.days
      ? sql`${profiles.createdAt} >=
        ${startOfKstDay(addDays(toKstDateString(at), 1 - Number(filter.days))).toISOString()}::timestamptz`
      : undefined,
  )
}

const SORTS: Record<MemberSort, ListOrder> = {
  newest: descending("newest", [profiles.createdAt, "time"], [profiles.userId, "id"]),
  oldest: ascending("oldest", [profiles.createdAt, "time"], [profiles.userId, "id"]),
  used: descending("used", [profiles.usedAt, "time"], [profiles.userId, "id"]),
  name: ascending("name", [profiles.legalName, "text"], [profiles.userId, "id"]),
}

function toMemberRow({
  bannedUntil,
  leftAt,
  createdAt,
  ...row
}: Omit<MemberRow, "state" | "bannedUntil" | "joinedAt"> & {
  bannedUntil: Date | null
  leftAt: Date | null
  createdAt: Date
}): MemberRow {
  const banned = bannedUntil !== null && bannedUntil > now()
  return {
    ...row,
    state: leftAt ? "left" : banned ? "banned" : "active",
    bannedUntil: banned ? bannedUntil.toISOString() : null,
    joinedAt: createdAt.toISOString(),
  }
}

const selectMembers = (sortKeys: SQL<string[]>) =>
  db()
    .select({ ...columns, sortKeys })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))

/** A page of members; `maxRows` is for exports. Empty for anybody but an admin. */
export async function findMembers(
  actor: Actor,
  options: { filter: MemberFilter; sort: MemberSort; cursor: string | null; maxRows?: number },
): Promise<{ rows: MemberRow[]; cursor: string | null }> {
  if (!hasRight(actor, "people")) return { rows: [], cursor: null }
  const where = buildWhere(options.filter)
  const texts = buildTextConditions(options.filter.term)
  const list = {
    order: SORTS[options.sort],
    cursor: options.cursor,
    size: options.maxRows ?? PAGE_SIZE,
  }
  const found = texts
    ? await pageFiltered({
        ...list,
        ...MEMBER_TABLE,
        from: (sortKeys, rows) => selectMembers(sortKeys).innerJoin(rows, sql`found.id = ${profiles.userId}`),
        listed: where ?? sql`true`,
        filter: isInAnyOf(MEMBER_TABLE, texts.found),
        fits: sql`${texts.fits}`,
      })
    : await page({ ...list, from: selectMembers, filter: where })
  return { rows: found.rows.map(toMemberRow), cursor: found.cursor }
}

/** How many members `filter` finds, at most `maxRows` (null: all); 0 for anybody but an admin. */
export async function countMembers(
  actor: Actor,
  filter: MemberFilter,
  maxRows?: number | null,
): Promise<number> {
  if (!hasRight(actor, "people")) return 0
  const where = buildWhere(filter)
  const texts = buildTextConditions(filter.term)
  return texts
    ? countCappedAnyOf(MEMBER_TABLE, where, texts.found, maxRows)
    : countCapped(profiles, where, maxRows)
}

export type MemberDetail = MemberRow & {
  regionCode: string | null
  emailVerified: boolean
  phoneVerified: boolean
  officeRole: OfficeRole
  banReason: string | null
  leftAt: string | null
  /** Browsers that are signed in now, the last used first. */
  sessions: {
    id: string
    device: string | null
    address: string | null
    beganAt: string
    usedAt: string
    staysSignedIn: boolean
  }[]
}

/**
 * One member's account and open sessions in one query; null for anybody but an admin, and where there is
 * none.
 */
export async function findMember(actor: Actor, userId: unknown): Promise<MemberDetail | null> {
  if (!hasRight(actor, "people") || !isId(userId)) return null
  const [row] = await db()
    .select({
      ...columns,
      officeRole: profiles.officeRole,
      regionCode: profiles.regionCode,
      emailVerified: users.emailVerified,
      phoneVerifiedAt: profiles.phoneVerifiedAt,
      banReason: profiles.banReason,
      sessions: sql<MemberDetail["sessions"]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', s.id, 'device', s.user_agent, 'address', s.ip_address,
          'beganAt', s.created_at, 'usedAt', s.updated_at, 'staysSignedIn', s.kept)
          order by s.updated_at desc)
        from (select * from sessions where sessions.user_id = profiles.user_id
          and sessions.expires_at > ${now().toISOString()}::timestamptz order by updated_at desc
          limit 10) s), '[]')`,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.userId, userId))
  if (!row) return null
  const {
    officeRole,
    regionCode,
    emailVerified,
    phoneVerifiedAt,
    banReason,
    sessions: openSessions,
    ...rest
  } = row
  return {
    ...toMemberRow(rest),
    officeRole,
    regionCode,
    emailVerified,
    phoneVerified: phoneVerifiedAt !== null,
    banReason,
    leftAt: rest.leftAt?.toISOString() ?? null,
    sessions: openSessions.map((session) => ({
      ...session,
      beganAt: new Date(session.beganAt).toISOString(),
      usedAt: new Date(session.usedAt).toISOString(),
    })),
  }
}

async function lockMember(tx: Transaction, userId: string) {
  const [row] = await tx.select().from(profiles).where(eq(profiles.userId, userId)).for("update")
  return row
}

/**
 * Changes between 일반회원 and 전문가; every session of the member ends. Refusals: `not_found` (no admin, nobody
 * there, left), `same`, `approved` (an approved expert stays one until the registration is ended), `admin`
 * (an admin has no second trade).
 */
export async function changeUserType(
  actor: Actor,
  userId: string,
  input: { userType: UserType; reason: string },
): Promise<Outcome<"not_found" | "same" | "approved" | "admin">> {
  if (!hasRight(actor, "people") || !isId(userId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const member = await lockMember(tx, userId)
    if (!member || member.leftAt) return refuse("not_found")
    if (member.userType === input.userType) return refuse("same")
    if (member.role === "admin") return refuse("admin")
    if (member.userType === "expert" && member.expertState === "approved") return refuse("approved")
    await updateAccountStatus(tx, userId, { userType: input.userType })
    await emit(tx, "account.changed_by_office", { userId, changeId: newId(), what: input.userType })
    await audit(tx, actor, {
      action: "person.type",
      subject: { kind: "person", id: userId },
      note: input.reason,
      before: { userType: member.userType },
      after: { userType: input.userType },
    })
    return ok()
  })
}

/**
 * Ends every session of members, so that each has to sign in again; the actor's own are left alone. Returns
 * how many members were signed in.
 */
export async function endSessionsOfMembers(
  actor: Actor,
  userIds: readonly string[],
  reason: string,
): Promise<number> {
  const uniqueIds = [...new Set(userIds)].filter(isId)
  if (!hasRight(actor, "people") || uniqueIds.length === 0) return 0
  return inTransaction(async (tx) => {
    const endedUserIds = await endSessionsOfUsers(
      tx,
      uniqueIds.filter((userId) => userId !== actor.userId),
    )
    await emitMany(
      tx,
      "account.changed_by_office",
      endedUserIds.map((userId) => ({ userId, changeId: newId(), what: "signed_out" as const })),
    )
    await auditMany(
      tx,
      actor,
      endedUserIds.map((userId) => ({
        action: "person.sign_out" as const,
        subject: { kind: "person", id: userId },
        note: reason,
      })),
    )
    return endedUserIds.length
  })
}
