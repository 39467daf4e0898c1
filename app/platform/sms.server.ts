/**
 * Outgoing text messages: Solapi where configured, else the readable outbox; nothing where they are
 * switched off.
 */
import { env } from "./env.server.ts"
import { storeMessage } from "./messages.server.ts"
import { countUnsentMessage } from "./metrics.server.ts"
import { getSmsMode } from "./services.server.ts"

export type Sms = {
  /** +8210… */ to: string
  text: string
  /** An id of the message: sent again the outbox keeps it once. */ key?: string
}

/**
 * Sends one text message. Resolves when the provider, or the outbox, has taken it; rejects when it has not.
 * Switched off, it is counted and let go.
 */
export async function sendSms(sms: Sms): Promise<void> {
  const { SOLAPI_API_KEY, SOLAPI_API_SECRET, SMS_FROM } = env()
  if (getSmsMode() === "off") return countUnsentMessage("sms")
  if (getSmsMode() === "practice")
    return storeMessage({ channel: "sms", recipient: sms.to, subject: "", body: sms.text, key: sms.key })
  if (!SOLAPI_API_KEY || !SOLAPI_API_SECRET || !SMS_FROM)
    throw new Error("The keys of the text messages are missing")
  const { SolapiMessageService } = await import("solapi")
  await new SolapiMessageService(SOLAPI_API_KEY, SOLAPI_API_SECRET).send({
    to: sms.to.replace(/^\+82/, "0"),
    from: SMS_FROM,
    text: sms.text,
  })
}
