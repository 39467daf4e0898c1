/** What becomes of an expert who leaves, and of what the law had us keep of them. */
import { sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { detachPictures } from "#app/platform/pictures.server.ts"
import { emitSubjectChanged } from "#app/platform/subjects.server.ts"

/**
 * Subscriber of "account.left": the profile is closed and nameless at once; the registration stays as long as
 * the contracts. Doing it twice changes nothing.
 */
export async function closeExpertOfLeavingMember(
  { userId }: { userId: string },
  tx: Transaction,
): Promise<void> {
  const [closed] = await tx.execute<{ avatar: string | null; cover: string | null }>(sql`
    with before as (select user_id, avatar_id, cover_id from experts
      where user_id = ${userId}::uuid for update)
    update experts set state = 'terminated', name = '탈퇴한 전문가', one_line = '', introduction = '',
      work_hours = '', warranty = '', avatar_id = null, cover_id = null, vacations = '[]', badges = '[]',
      search_key = '', search_choseong = '', updated_at = ${now().toISOString()}::timestamptz
    from before where experts.user_id = before.user_id
      returning before.avatar_id as avatar, before.cover_id as cover`)
  if (!closed) return
  await detachPictures(
    tx,
    [closed.avatar, closed.cover].filter((id) => id !== null),
  )
  await emitSubjectChanged(tx, { kind: "expert", id: userId })
}

/** Subscriber of "account.forgotten": the papers and who stood behind the registration are gone. */
export async function anonymizeExpert({ userId }: { userId: string }, tx: Transaction): Promise<void> {
  await tx.execute(
    sql`update experts set business_number = 'left-' || user_id, business_name = '', representative = ''
      where user_id = ${userId}::uuid`,
  )
  const removedPictures = await tx.execute<{ id: string }>(sql`
    with certificates as (delete from expert_certificates where expert_id = ${userId}::uuid
      returning picture_id),
      papers as (delete from insurance_paper_pictures where paper_id in (select id from insurance_papers
        where expert_id = ${userId}::uuid) returning picture_id)
    select picture_id as id from certificates where picture_id is not null union select picture_id
      from papers`)
  await tx.execute(sql`delete from insurance_papers where expert_id = ${userId}::uuid`)
  await detachPictures(
    tx,
    removedPictures.map(({ id }) => id),
  )
}
