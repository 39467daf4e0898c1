/**
 * Ten thousand random histories of orders that are paid safely, or as many as HISTORIES says. They are played
 * in batches, each with people of its own and a seed that says which: HISTORIES_SEED and what follows it.
 * Some batches go on at the same time, so that histories of different orders meet as well.
 */
import { expect, test } from "vitest"
import { checkLedger, sumLedgerAccounts } from "#app/areas/money/service/ledger.server.ts"
import { withDatabase } from "../setup/database.ts"
import { countLockTimeouts, playHistories } from "../setup/order-histories.ts"

const COUNT = Number(process.env.HISTORIES ?? 10_000)
const FIRST_SEED = Number(process.env.HISTORIES_SEED ?? Date.now() % 1_000_000_000)
const BATCH_SIZE = 100
const AT_ONCE = 4

withDatabase()

test("no won is lost or made in ten thousand histories", { timeout: 5_400_000 }, async () => {
  const beganAt = performance.now()
  let played = 0
  let batch = 0
  const playBatches = async () => {
    while (batch * BATCH_SIZE < COUNT) {
      const seed = FIRST_SEED + batch
      const count = Math.min(BATCH_SIZE, COUNT - batch * BATCH_SIZE)
      batch += 1
      await playHistories(count, { seed, endOnFailure: true })
      played += count
      if (played % 1_000 === 0) report(`${played} histories after ${secondsSince(beganAt)} s`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, playBatches))
  expect(played).toBe(COUNT)
  expect(await checkLedger()).toEqual([])
  const sums = await sumLedgerAccounts()
  expect(Object.values(sums).reduce((sum, won) => sum + won, 0)).toBe(0)
  report(
    `${played} histories in ${secondsSince(beganAt)} s, seeds ${FIRST_SEED} to ${FIRST_SEED + batch - 1}, ` +
      `${countLockTimeouts()} waited too long for a lock, ledger ${JSON.stringify(sums)}`,
  )
})

const secondsSince = (beganAt: number) => Math.round((performance.now() - beganAt) / 1_000)

function report(line: string): void {
  process.stdout.write(`${line}\n`)
}
