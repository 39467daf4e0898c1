/** The readable outbox: the mails and text messages that have no provider to go to. */
import { desc, eq } from "drizzle-orm"
import { now } from "../basics/clock.ts"
import { newId } from "../basics/ids.ts"
import { db } from "./db.server.ts"
import { messages } from "./schema.server.ts"

export type StoredMessage = typeof messages.$inferSelect

/** Keeps one message where a person can read it; of several with one `key` the first. */
export async function storeMessage({
  key,
  ...message
}: Pick<StoredMessage, "channel" | "recipient" | "subject" | "body"> & {
  key?: string | undefined
}): Promise<void> {
  await db()
    .insert(messages)
    .values({ id: key ?? newId(), createdAt: now(), ...message })
    .onConflictDoNothing()
}

/** The newest messages, newest first, to `recipient` alone where given. Callers decide who may read them. */
export async function listNewestMessages(limit: number, recipient?: string): Promise<StoredMessage[]> {
  return db()
    .select()
    .from(messages)
    .where(recipient === undefined ? undefined : eq(messages.recipient, recipient))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(limit)
}
