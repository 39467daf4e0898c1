/**
 * Outgoing mail: an SMTP server where configured, else the readable outbox; nothing where mail is
 * switched off.
 */
import { env, memoizePerEnvironment, getOwnOrigin } from "./env.server.ts"
import { storeMessage } from "./messages.server.ts"
import { countUnsentMessage } from "./metrics.server.ts"
import { getMailMode } from "./services.server.ts"

export type Mail = {
  to: string
  subject: string
  /** Plain text; addresses in it become links. */ text: string
  /** An id of the letter: sent again it is the same letter. */ key?: string
}

const getTransport = memoizePerEnvironment(async () =>
  (await import("nodemailer")).createTransport(env().SMTP_URL),
)

/** From whom mails come; production names somebody. */
export const getMailFrom = (): string => env().MAIL_FROM ?? "바로일당 <no-reply@baroildang.example>"

/**
 * Sends one mail. Resolves when the SMTP server, or the outbox, has taken it; rejects when it has not.
 * Switched off, it is counted and let go: who asks for one is refused before it comes to that, and news of
 * what happened stand in the product as well.
 */
export async function sendMail(mail: Mail): Promise<void> {
  if (getMailMode() === "off") return countUnsentMessage("mail")
  if (getMailMode() === "practice")
    return storeMessage({
      channel: "mail",
      recipient: mail.to,
      subject: mail.subject,
      body: mail.text,
      key: mail.key,
    })
  await (
    await getTransport()
  ).sendMail({
    from: getMailFrom(),
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    ...(mail.key ? { messageId: `<${mail.key}@${new URL(getOwnOrigin()).hostname}>` } : {}),
  })
}
