/** Owns outgoing mail: an SMTP server where configured, else the readable outbox. */
import { env, keptWith, ownOrigin } from "./env.server.ts"
import { storeMessage } from "./messages.server.ts"

export type Mail = { to: string; subject: string; /** Plain text; addresses in it become links. */ text: string; /** An id of the letter: sent again it is the same letter. */ key?: string }

const transport = keptWith(async () => (await import("nodemailer")).createTransport(env().SMTP_URL))

/** Sends one mail. Resolves when the SMTP server, or the outbox, has taken it; rejects when it has not. */
export async function sendMail(mail: Mail): Promise<void> {
  const { SMTP_URL, MAIL_FROM } = env()
  if (!SMTP_URL) return storeMessage({ channel: "mail", recipient: mail.to, subject: mail.subject, body: mail.text, key: mail.key })
  await (await transport()).sendMail({ from: MAIL_FROM, to: mail.to, subject: mail.subject, text: mail.text, ...(mail.key ? { messageId: `<${mail.key}@${new URL(ownOrigin()).hostname}>` } : {}) })
}
