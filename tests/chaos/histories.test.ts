/** Ten thousand random histories of orders that are paid safely, or as many as HISTORIES says. */
import { expect, test } from "vitest"
import { checkLedger } from "#app/areas/money/service/ledger.server.ts"
import { withDatabase } from "../setup/database.ts"
import { playHistories } from "../setup/order-histories.ts"

withDatabase()

test("no won is lost or made in ten thousand histories", { timeout: 5_400_000 }, async () => {
  await playHistories(Number(process.env.HISTORIES ?? 10_000))
  expect(await checkLedger()).toEqual([])
})
