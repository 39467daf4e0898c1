/** Who may read the outbox: everybody in development and in tests, admins elsewhere. */
import { env } from "../../../platform/env.server.ts"
import { listNewestMessages } from "../../../platform/messages.server.ts"
import { formatDateTime } from "../../../basics/time.ts"
import { hasRight, type Actor } from "../rules.ts"

/** Whether mails are shown on screen to everybody. */
export const isOutboxOpen = (): boolean => env().APP_ENV === "development" || env().APP_ENV === "test"

/**
 * The newest messages, at most 50, to `recipient` alone where given; null where this person may not read
 * them.
 */
export async function listOutboxMessages(actor: Actor, recipient?: string) {
  if (!isOutboxOpen() && !hasRight(actor, "settings")) return null
  const messages = await listNewestMessages(50, recipient)
  return messages.map(({ id, channel, recipient: to, subject, body, createdAt }) => ({
    id,
    channel,
    recipient: to,
    subject,
    body,
    at: formatDateTime(createdAt),
  }))
}
