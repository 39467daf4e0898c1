/**
 * The way to the provider of a payment: Toss Payments, or the simulator, which does not exist in
 * production.
 */
import { env } from "../env.server.ts"
import {
  answerAsPaymentProvider,
  createSimulatedPayment,
  depositToSimulatedAccount,
  SIMULATOR_KEY,
} from "./simulator.server.ts"
import { createTossPort, type PaymentPort } from "./toss.server.ts"

/** The client key of the browser's part; null with the simulator. */
export const getPaymentClientKey = (): string | null => env().TOSS_CLIENT_KEY ?? null

const isSimulatorAllowed = (): boolean => env().APP_ENV !== "production"

const SIMULATED_WINDOW = { agree: createSimulatedPayment, deposit: depositToSimulatedAccount }

/** What a buyer does at the provider's, where that is the simulator; null where it does not exist. */
export const getSimulatedWindow = (): typeof SIMULATED_WINDOW | null =>
  isSimulatorAllowed() ? SIMULATED_WINDOW : null

/**
 * Says no to everything: a simulated payment that came along with a database is neither charged nor given
 * back.
 */
const rejectEveryCall = async () =>
  Response.json(
    { code: "SIMULATOR_NOT_HERE", message: "연습 결제는 여기에서 처리할 수 없어요." },
    { status: 403 },
  )

/** The port of `name`: a payment is asked about where it was made, whatever is configured today. */
export function getPaymentPort(name: PaymentPort["name"]): PaymentPort {
  if (name === "simulator") {
    return createTossPort({
      name,
      base: "http://simulator.invalid",
      secretKey: SIMULATOR_KEY,
      transport: isSimulatorAllowed() ? answerAsPaymentProvider : rejectEveryCall,
    })
  }
  const { TOSS_SECRET_KEY, TOSS_API_URL } = env()
  if (!TOSS_SECRET_KEY) throw new Error("TOSS_SECRET_KEY is missing, but there are payments made with Toss")
  return createTossPort({
    name,
    base: TOSS_API_URL,
    secretKey: TOSS_SECRET_KEY,
    transport: (request) => fetch(request),
  })
}
