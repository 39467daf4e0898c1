/** What admins see of people: who somebody is. */
import { and, eq, inArray, isNull, sql, type SQL } from "drizzle-orm"
import { pgView, text, timestamp, uuid } from "drizzle-orm/pg-core"
import { isId } from "../../../basics/ids.ts"
import { toPrefixPattern } from "../../../basics/like-pattern.ts"
import { db } from "../../../platform/db.server.ts"
import { isAdmin, type Actor, type OfficeRole, type Role, type UserType } from "../rules.ts"
import { profiles, users } from "../schema.server.ts"

/**
 * How the back office calls people: `name` is the legal name with the public one behind it. The other columns
 * are what they are found by. Services for admins join it in place of `people`.
 */
export const officePeople = pgView("office_people", {
  userId: uuid("user_id").notNull(),
  name: text("name").notNull(),
  legalName: text("legal_name").notNull(),
  nickname: text("nickname"),
  expertName: text("expert_name"),
  shopName: text("shop_name"),
  leftAt: timestamp("left_at", { withTimezone: true }),
}).existing()

/** Names of `ids` for a screen of admins, by id, in one query; empty for anybody else. */
export async function findOfficeNames(
  actor: Actor,
  ids: readonly (string | null)[],
): Promise<Map<string, { name: string }>> {
  const uniqueIds = [...new Set(ids)].filter(isId)
  if (!isAdmin(actor) || uniqueIds.length === 0) return new Map()
  const rows = await db()
    .select({ userId: officePeople.userId, name: officePeople.name })
    .from(officePeople)
    .where(inArray(officePeople.userId, uniqueIds))
  return new Map(rows.map((row) => [row.userId, { name: row.name }]))
}

/**
 * The ids of members whose legal name, nickname or trade begins with `term`, as a subselect for the filters
 * of admins' lists. Four branches, each with its index, in place of one condition over the view.
 */
export const selectIdsByName = (term: string): SQL => {
  const pattern = toPrefixPattern(term)
  return sql`(select user_id from office_people where left_at is null and legal_name like ${pattern}
    union all select user_id from office_people where left_at is null and nickname like ${pattern}
    union all select user_id from office_people where left_at is null and expert_name like ${pattern}
    union all select user_id from office_people where left_at is null and shop_name like ${pattern})`
}

export type PersonDetail = {
  userId: string
  /** The legal name, with the public one behind it. */
  name: string
  email: string
  phone: string | null
  phoneVerified: boolean
  userType: UserType
  role: Role
  officeRole: OfficeRole
  joinedAt: string
  left: boolean
}

/**
 * Names and contacts of `ids`, by id, in one query; empty for anybody but an admin. Unknown ids are left out.
 */
export async function findPeopleForAdmin(
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, PersonDetail>> {
  const uniqueIds = [...new Set(ids)].filter(isId)
  if (!isAdmin(actor) || uniqueIds.length === 0) return new Map()
  const rows = await db()
    .select({
      userId: profiles.userId,
      name: officePeople.name,
      email: users.email,
      phone: profiles.phone,
      phoneVerifiedAt: profiles.phoneVerifiedAt,
      userType: profiles.userType,
      role: profiles.role,
      officeRole: profiles.officeRole,
      createdAt: profiles.createdAt,
      leftAt: profiles.leftAt,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .innerJoin(officePeople, eq(officePeople.userId, profiles.userId))
    .where(inArray(profiles.userId, uniqueIds))
  return new Map(
    rows.map(({ phoneVerifiedAt, createdAt, leftAt, ...row }) => [
      row.userId,
      {
        ...row,
        phoneVerified: phoneVerifiedAt !== null,
        joinedAt: createdAt.toISOString(),
        left: leftAt !== null,
      },
    ]),
  )
}

/** The admins who have not left, as rows of id and name; for statements of the back office. */
export const selectAdmins = () =>
  sql`select user_id as id, name, office_role as "officeRole" from profiles
    where role = 'admin' and left_at is null order by name limit 50`

/** The ids of all admins who have not left; for what the back office shows by itself. */
export async function listAdminIds(): Promise<string[]> {
  const rows = await db()
    .select({ userId: profiles.userId })
    .from(profiles)
    .where(and(eq(profiles.role, "admin"), isNull(profiles.leftAt)))
  return rows.map((row) => row.userId)
}

/** The admins who have not left, and whether they have a second factor; for services of the office. */
export const listOfficeMembers = () =>
  db()
    .select({
      userId: profiles.userId,
      name: officePeople.name,
      officeRole: profiles.officeRole,
      usedAt: profiles.usedAt,
      hasSecondFactor: sql<boolean>`exists (select from second_factors f
          where f.user_id = profiles.user_id and f.confirmed_at is not null)
        or exists (select from passkeys k where k.user_id = profiles.user_id)`,
    })
    .from(profiles)
    .innerJoin(officePeople, eq(officePeople.userId, profiles.userId))
    .where(and(eq(profiles.role, "admin"), isNull(profiles.leftAt)))
    .orderBy(profiles.officeRole, officePeople.name)
    .limit(100)
