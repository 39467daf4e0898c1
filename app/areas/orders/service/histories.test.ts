/** Random histories of orders that are paid safely; ten thousand of them in `npm run test:chaos`. */
import { expect, test } from "vitest"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { playHistories } from "../../../../tests/setup/order-histories.ts"
import { checkLedger } from "../../money/service/ledger.server.ts"

withDatabase()

test("no won is lost or made, whatever the two do and when", { timeout: 120_000 }, async () => {
  await playHistories(60)
  expect(await checkLedger()).toEqual([])
})
