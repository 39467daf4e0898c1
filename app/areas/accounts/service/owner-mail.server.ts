import { eq } from "drizzle-orm"
import type { MailContent } from "../mails.ts"
import { isPlaceholderEmail } from "../rules.ts"
import { users } from "../schema.server.ts"
import { db } from "../../../platform/db.server.ts"
import { sendMail } from "../../../platform/mail.server.ts"

/** Sends `content` to whom the account belongs; nothing where they have no address or are gone. */
export async function mailToOwner(userId: string, content: MailContent): Promise<void> {
  const [user] = await db().select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (user && !isPlaceholderEmail(user.email)) await sendMail({ to: user.email, ...content })
}
