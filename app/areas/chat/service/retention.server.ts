/** What becomes of conversations that nobody has to keep any more. */
import { sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { getRetentionCutoff } from "#app/basics/retention.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import { detachPictures } from "#app/platform/pictures.server.ts"

/** Removes conversations in which nothing was said for 5 years, with their pictures; a job calls it. */
export async function deleteExpiredConversations(): Promise<void> {
  await inTransaction(async (tx) => {
    const expiredRooms = sql`select id from chat_rooms
      where coalesce(last_message_at, created_at) <
        ${getRetentionCutoff("contract", now()).toISOString()}::timestamptz`
    const deletedPictures = await tx.execute<{ id: string }>(sql`
      delete from chat_pictures where message_id in (select id from chat_messages
        where room_id in (${expiredRooms}))
        returning picture_id as id`)
    await tx.execute(sql`delete from chat_messages where room_id in (${expiredRooms})`)
    await tx.execute(sql`delete from chat_rooms where id in (${expiredRooms})`)
    await detachPictures(
      tx,
      deletedPictures.map(({ id }) => id),
    )
  })
}
