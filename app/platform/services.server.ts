/** Owns what of payments, mail and text messages is real, practice or switched off. */
import type { ServiceMode, Services } from "../basics/services.ts"
import { env, hasTestKeys } from "./env.server.ts"

/** Who takes new payments; null where nobody does. */
export function paymentProvider(): "toss" | "simulator" | null {
  const { PAYMENTS, TOSS_SECRET_KEY } = env()
  const chosen = PAYMENTS ?? (TOSS_SECRET_KEY ? "toss" : "simulator")
  return chosen === "off" ? null : chosen
}

/** Whether new payments move money. */
export function paymentsMode(): ServiceMode {
  const provider = paymentProvider()
  if (provider === null) return "off"
  return provider === "simulator" || hasTestKeys(env()) ? "practice" : "real"
}

/** Whether mails leave. */
export function mailMode(): ServiceMode {
  const { MAIL, SMTP_URL } = env()
  const chosen = MAIL ?? (SMTP_URL ? "smtp" : "outbox")
  return chosen === "smtp" ? "real" : chosen === "off" ? "off" : "practice"
}

/** Whether text messages leave. */
export function smsMode(): ServiceMode {
  const { SMS, SOLAPI_API_KEY } = env()
  const chosen = SMS ?? (SOLAPI_API_KEY ? "solapi" : "outbox")
  return chosen === "solapi" ? "real" : chosen === "off" ? "off" : "practice"
}

/** What the screens say of them; null where all is real. */
export function shownServices(): Services | null {
  const services = { payments: paymentsMode(), mail: mailMode(), sms: smsMode() }
  return Object.values(services).every((mode) => mode === "real") ? null : services
}
