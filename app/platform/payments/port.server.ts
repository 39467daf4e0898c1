/** Owns which payment provider the product uses: Toss Payments where its keys are configured, else the simulator. */
import { env } from "../env.server.ts"
import { answerAsProvider, SIMULATOR_KEY } from "./simulator.server.ts"
import { tossPort, type PaymentPort } from "./toss.server.ts"

/** The provider for new payments. */
export const paymentProvider = (): PaymentPort["name"] => (env().TOSS_SECRET_KEY ? "toss" : "simulator")
/** The client key of the browser's part; null with the simulator. */
export const paymentClientKey = (): string | null => env().TOSS_CLIENT_KEY ?? null

/** The port of `name`: a payment is asked about where it was made, whatever is configured today. */
export function paymentPort(name: PaymentPort["name"]): PaymentPort {
  if (name === "simulator") return tossPort({ name, base: "http://simulator.invalid", secretKey: SIMULATOR_KEY, transport: answerAsProvider })
  const { TOSS_SECRET_KEY, TOSS_API_URL } = env()
  if (!TOSS_SECRET_KEY) throw new Error("TOSS_SECRET_KEY is missing, but there are payments made with Toss")
  return tossPort({ name, base: TOSS_API_URL, secretKey: TOSS_SECRET_KEY, transport: (request) => fetch(request) })
}
