/** A provider of payouts for the tests of a file, to which the product is pointed. */
import { afterAll, beforeAll } from "vitest"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { SIMULATOR_PAYOUT_KEYS } from "#app/platform/payouts/simulator.server.ts"
import { startPayoutDouble, type PayoutDouble } from "../doubles/payouts.ts"

/** Starts the double before the tests and stops it after them; throws where it is asked before. */
export function withPayoutDouble(): Pick<PayoutDouble, "calls" | "troubles"> {
  let double: PayoutDouble | undefined
  beforeAll(async () => {
    double = await startPayoutDouble()
    setEnvironment(
      readEnvironment({
        APP_ENV: "test",
        SECRET: "a secret that only tests know, 32+",
        PAYMENTS: "simulator",
        TOSS_CLIENT_KEY: "test_ck_double",
        TOSS_SECRET_KEY: SIMULATOR_PAYOUT_KEYS.secretKey,
        TOSS_SECURITY_KEY: SIMULATOR_PAYOUT_KEYS.securityKey,
        TOSS_API_URL: double.url,
      }),
    )
  })
  afterAll(() => double?.stop())
  const get = () => {
    if (!double) throw new Error("The double of payouts has not started")
    return double
  }
  return {
    get calls() {
      return get().calls
    },
    get troubles() {
      return get().troubles
    },
  }
}
