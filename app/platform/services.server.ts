/** What of payments, payouts, checks of accounts, mail and SMS is real, practice or switched off. */
import type { ServiceMode, Services } from "../basics/services.ts"
import { env, hasTestKeys } from "./env.server.ts"

/** Who takes new payments; null where nobody does. */
export function getPaymentProvider(): "toss" | "simulator" | null {
  const { PAYMENTS, TOSS_SECRET_KEY } = env()
  const chosenProvider = PAYMENTS ?? (TOSS_SECRET_KEY ? "toss" : "simulator")
  return chosenProvider === "off" ? null : chosenProvider
}

/** Whether new payments move money. */
export function getPaymentsMode(): ServiceMode {
  const provider = getPaymentProvider()
  if (provider === null) return "off"
  return provider === "simulator" || hasTestKeys(env()) ? "practice" : "real"
}

/** Who pays people out; null where nobody does, and what is owed waits. */
export function getPayoutProvider(): "toss" | "simulator" | null {
  const { PAYOUTS, TOSS_SECRET_KEY, TOSS_SECURITY_KEY } = env()
  const chosen = PAYOUTS ?? (TOSS_SECRET_KEY && TOSS_SECURITY_KEY ? "toss" : "simulator")
  return chosen === "off" ? null : chosen
}

/** Who checks an account by one won; null where nobody does. */
export function getAccountCheckProvider(): "codef" | "simulator" | null {
  const { ACCOUNT_CHECK, CODEF_CLIENT_ID } = env()
  const chosen = ACCOUNT_CHECK ?? (CODEF_CLIENT_ID ? "codef" : "simulator")
  return chosen === "off" ? null : chosen
}

/** Who follows parcels; null where nobody does, and buyers are asked whether they have arrived. */
export function getTrackingProvider(): "tracker_delivery" | "simulator" | null {
  const { TRACKING, TRACKER_CLIENT_ID } = env()
  const chosen = TRACKING ?? (TRACKER_CLIENT_ID ? "tracker_delivery" : "simulator")
  return chosen === "off" ? null : chosen
}

/** Whether mails leave. */
export function getMailMode(): ServiceMode {
  const { MAIL, SMTP_URL } = env()
  const chosenProvider = MAIL ?? (SMTP_URL ? "smtp" : "outbox")
  return chosenProvider === "smtp" ? "real" : chosenProvider === "off" ? "off" : "practice"
}

/** Whether text messages leave. */
export function getSmsMode(): ServiceMode {
  const { SMS, SOLAPI_API_KEY } = env()
  const chosenProvider = SMS ?? (SOLAPI_API_KEY ? "solapi" : "outbox")
  return chosenProvider === "solapi" ? "real" : chosenProvider === "off" ? "off" : "practice"
}

/** What of payouts and of the checks of accounts is off: what is owed to people waits then. */
export function listPayoutServicesOff(): ("PAYOUTS" | "ACCOUNT_CHECK")[] {
  const providers = { PAYOUTS: getPayoutProvider(), ACCOUNT_CHECK: getAccountCheckProvider() }
  return (["PAYOUTS", "ACCOUNT_CHECK"] as const).filter((setting) => providers[setting] === null)
}

/** What the screens say of them; null where all is real. */
export function getServicesNotLive(): Services | null {
  const services = { payments: getPaymentsMode(), mail: getMailMode(), sms: getSmsMode() }
  return Object.values(services).every((mode) => mode === "real") ? null : services
}
