/** How people can be reached: what areas that send letters and text messages may use. */
import { sql } from "drizzle-orm"
import { isId } from "../../../basics/ids.ts"
import { db, type Executor } from "../../../platform/db.server.ts"
import { isPlaceholderEmail } from "../rules.ts"
import { hasAgreedToAdvertising } from "./audience.server.ts"

export type ContactChannels = {
  /** Null where the person never gave one. */
  email: string | null
  /** +8210…; null where it is not verified. */
  phone: string | null
  /** Has agreed to advertising, and not taken it back. */
  advertising: boolean
}

/** How each of `ids` can be reached, in one query; nobody who has left. */
export async function findContactChannels(
  ids: readonly string[],
  executor: Executor = db(),
): Promise<Map<string, ContactChannels>> {
  const uniqueIds = [...new Set(ids)].filter(isId)
  if (uniqueIds.length === 0) return new Map()
  const rows = await executor.execute<{
    id: string
    email: string
    phone: string | null
    advertising: boolean
  }>(sql`
    select u.id, u.email, case when p.phone_verified_at is not null then p.phone end as phone,
      ${hasAgreedToAdvertising(sql`u.id`)} as advertising
    from users u join profiles p on p.user_id = u.id
    where u.id = any(${sql.param(uniqueIds)}::uuid[]) and p.left_at is null`)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        email: isPlaceholderEmail(row.email) ? null : row.email,
        phone: row.phone,
        advertising: row.advertising,
      },
    ]),
  )
}
