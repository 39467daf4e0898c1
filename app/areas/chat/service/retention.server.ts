/** Owns what becomes of conversations that nobody has to keep any more. */
import { sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { keptSince } from "#app/basics/retention.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import { releasePictures } from "#app/platform/pictures.server.ts"

/** Removes conversations in which nothing was said for 5 years, with their pictures; a job calls it. */
export async function forgetPastTalks(): Promise<void> {
  await inTransaction(async (tx) => {
    const past = sql`select id from chat_rooms
      where coalesce(last_message_at, created_at) <
        ${keptSince("contract", now()).toISOString()}::timestamptz`
    const shown = await tx.execute<{ id: string }>(sql`
      delete from chat_pictures where message_id in (select id from chat_messages where room_id in (${past}))
        returning picture_id as id`)
    await tx.execute(sql`delete from chat_messages where room_id in (${past})`)
    await tx.execute(sql`delete from chat_rooms where id in (${past})`)
    await releasePictures(
      tx,
      shown.map(({ id }) => id),
    )
  })
}
