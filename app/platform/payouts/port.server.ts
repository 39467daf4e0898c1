/** The way to the provider of payouts: Toss Payments, or, never in production, the simulator. */
import { env } from "../env.server.ts"
import type { PayoutPort } from "./payout.ts"
import { answerAsPayoutProvider, SIMULATOR_PAYOUT_KEYS } from "./simulator.server.ts"
import { createTossPayoutPort } from "./toss-payouts.server.ts"

/** Says no to everything: who was registered for practice is paid nothing here. */
const rejectEveryCall = async () =>
  Response.json(
    { error: { code: "SIMULATOR_NOT_HERE", message: "연습 지급은 여기에서 처리할 수 없어요." } },
    { status: 403 },
  )

/** The port of `name`: a payout is asked about where it was made, whatever is configured today. */
export function getPayoutPort(name: PayoutPort["name"]): PayoutPort {
  const { APP_ENV, TOSS_API_URL, TOSS_SECRET_KEY, TOSS_SECURITY_KEY } = env()
  if (name === "simulator")
    return createTossPayoutPort({
      name,
      base: "http://simulator.invalid",
      ...SIMULATOR_PAYOUT_KEYS,
      transport: APP_ENV === "production" ? rejectEveryCall : answerAsPayoutProvider,
    })
  if (!TOSS_SECRET_KEY || !TOSS_SECURITY_KEY)
    throw new Error("TOSS_SECRET_KEY or TOSS_SECURITY_KEY is missing, but there are payouts made with Toss")
  return createTossPayoutPort({
    name,
    base: TOSS_API_URL,
    secretKey: TOSS_SECRET_KEY,
    securityKey: TOSS_SECURITY_KEY,
    transport: (request) => fetch(request),
  })
}
