/**
 * Whatever happens to releases, accounts, the provider and its answers, in any order: the provider paid what
 * the ledger says, never more than was released, and the ledger agrees.
 */
import { desc, eq, sql } from "drizzle-orm"
import fc from "fast-check"
import { afterEach, beforeAll, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { DAY_MS, MINUTE_MS } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { simulatedPayouts } from "#app/platform/payouts/schema.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { withPayoutDouble } from "../../../../tests/setup/payout-double.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { createBegunSafeOrder } from "../../orders/fixtures.ts"
import { OWN_ACCOUNT } from "../fixtures.ts"
import { charges, ledger, payoutAccounts, payouts } from "../schema.server.ts"
import { lockCharges, releaseCharge } from "./held-charges.server.ts"
import { checkLedger, postEntries } from "./ledger.server.ts"
import { refreshPayee, registerPayee } from "./payee-registration.server.ts"
import { receivePayoutWebhook, recheckPayouts, sendPendingPayouts } from "./payout-requests.server.ts"
import { saveCheckedAccount } from "./person-accounts.server.ts"
import { createPersonPayouts, retryPersonPayout } from "./person-payouts.server.ts"

const RUNS = Number(process.env.PAYOUT_HISTORIES ?? 12)

withDatabase()
const double = withPayoutDouble()
let admin: Person
beforeAll(async () => void (admin = await createPerson({ role: "admin" })))
afterEach(resetClock)

/** An expert, the charge that is held for them, and the time of their history. */
type History = { expertId: string; chargeId: string; at: number; accounts: number }

const goOn = (history: History, ms: number) => {
  history.at += ms
  setClock(() => new Date(history.at))
}

const release = ({ chargeId }: History, won: number) =>
  inTransaction(async (tx) => {
    const [charge] = await lockCharges(tx, [chargeId])
    if (charge) await releaseCharge(tx, charge, won)
  })

const takeBack = ({ chargeId, expertId }: History, won: number) =>
  inTransaction((tx) =>
    postEntries(tx, {
      name: `chargeback:${newId()}`,
      kind: "chargeback",
      amounts: { seller: -won, outside: won },
      references: { groupId: chargeId, sellerId: expertId },
    }),
  )

/** Another account, which may be closed; the provider may hear of it later. */
async function changeAccount(history: History, isClosed: boolean): Promise<void> {
  history.accounts += 1
  goOn(history, MINUTE_MS)
  const accountNumber = `3333-${history.expertId.slice(-6)}-${history.accounts}${isClosed ? "0000" : "1"}`
  await inTransaction((tx) => saveCheckedAccount(tx, history.expertId, { ...OWN_ACCOUNT, accountNumber }))
  await registerPayee(history.expertId)
  await refreshPayee(history.expertId)
}

/** The bank sends a payout back that had arrived. */
async function bounce({ expertId }: History): Promise<void> {
  const [paid] = await db()
    .select()
    .from(payouts)
    .where(sql`${payouts.sellerId} = ${expertId} and ${payouts.state} = 'paid'`)
    .limit(1)
  const id = paid?.providerPayoutId ?? ""
  const [known] = await db().select().from(simulatedPayouts).where(eq(simulatedPayouts.id, id))
  if (!known) return
  const error = { code: "RETURNED", message: "입금이 되돌아왔어요." }
  const payout = { ...known.payout, status: "FAILED", error }
  await db().update(simulatedPayouts).set({ payout }).where(eq(simulatedPayouts.id, id))
  const webhook = { eventType: "payout.changed", entityBody: { id } }
  const sendTwice = () => Promise.all([1, 2].map(() => receivePayoutWebhook(webhook)))
  // It comes again until it was dealt with.
  let answers = await sendTwice()
  while (!answers.includes("done")) answers = await sendTwice()
}

async function payday(history: History): Promise<void> {
  const nextDay = new Date(history.at + DAY_MS).toISOString().slice(0, 10)
  goOn(history, new Date(`${nextDay}T01:00:00Z`).getTime() - history.at)
  await Promise.all([createPersonPayouts(), createPersonPayouts()])
  await Promise.all([sendPendingPayouts(), sendPendingPayouts()])
}

async function recheck(history: History): Promise<void> {
  goOn(history, 5 * MINUTE_MS)
  await Promise.all([recheckPayouts(), recheckPayouts()])
}

async function retry({ expertId }: History): Promise<void> {
  const [newest] = await db()
    .select()
    .from(payouts)
    .where(eq(payouts.sellerId, expertId))
    .orderBy(desc(payouts.id))
    .limit(1)
  if (newest) await Promise.all([1, 2].map(() => retryPersonPayout(admin.actor, newest.id)))
}

const STEPS = {
  release: (history: History) => release(history, 50_000),
  takeBack: (history: History) => takeBack(history, 30_000),
  payday,
  recheck,
  retry,
  bounce,
  openAccount: (history: History) => changeAccount(history, false),
  closedAccount: (history: History) => changeAccount(history, true),
  cut: async () => void double.troubles.push("cut"),
  silent: async () => void double.troubles.push("silent"),
  broken: async () => void double.troubles.push({ status: 500, body: {} }),
} as const
type Step = keyof typeof STEPS
const steps = Object.keys(STEPS) as Step[]

/** What the provider paid or is paying an expert, and what the ledger says of them, in won. */
async function sumAll({ expertId }: History) {
  const [account] = await db().select().from(payoutAccounts).where(eq(payoutAccounts.userId, expertId))
  const made = (await db().select().from(simulatedPayouts)).filter(
    ({ payout }) => payout.destination === account?.sellerId && payout.status !== "FAILED",
  )
  const entries = await db().select().from(ledger).where(eq(ledger.sellerId, expertId))
  const sumOf = (kinds: readonly string[], of: "seller" | "outside") =>
    entries
      .filter(({ kind, account: name }) => kinds.includes(kind) && name === of)
      .reduce((sum, { amountWon }) => sum + amountWon, 0)
  return {
    provider: made.reduce((sum, { payout }) => sum + payout.amount.value, 0),
    out: sumOf(["payout", "payout_returned"], "outside"),
    released: sumOf(["release"], "seller"),
  }
}

async function createHistory(): Promise<History> {
  const history = { expertId: "", chargeId: "", at: Date.parse("2026-11-16T06:00:00Z"), accounts: 0 }
  goOn(history, 0)
  const order = await createBegunSafeOrder([
    { name: "작업비", task: "도배", materials: "", amountWon: 1_780_000, days: 2 },
  ])
  history.expertId = order.expert.expertId
  const [charge] = await db().select().from(charges).where(eq(charges.payeeId, history.expertId))
  history.chargeId = charge?.id ?? ""
  return history
}

test("over random histories no won is paid twice, lost or made", { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 4, maxLength: 18 }), async (walk) => {
      double.troubles.length = 0
      const history = await createHistory()
      // Most of what can go wrong needs something to pay, and somewhere to pay it to.
      for (const step of ["release", "openAccount", ...walk] as const) {
        await STEPS[step](history)
        const { provider, released } = await sumAll(history)
        expect(provider).toBeLessThanOrEqual(released)
      }
      double.troubles.length = 0
      for (let time = 0; time < 3; time += 1) await recheck(history)
      const { provider, out } = await sumAll(history)
      const pending = await db()
        .select({ won: payouts.amountWon })
        .from(payouts)
        .where(sql`${payouts.sellerId} = ${history.expertId} and ${payouts.state} = 'pending'`)
      expect(provider).toBe(out - pending.reduce((sum, { won }) => sum + won, 0))
      expect(await checkLedger()).toEqual([])
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
})
