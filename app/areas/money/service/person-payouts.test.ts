/**
 * People are paid what was released to them, once and the day after, through the provider's double over HTTP:
 * whatever it answers, or does not.
 */
import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { simulatedPayouts } from "#app/platform/payouts/schema.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { withPayoutDouble } from "../../../../tests/setup/payout-double.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { createExpert, type Expert } from "../../experts/fixtures.ts"
import { createBegunSafeOrder, deliverPart } from "../../orders/fixtures.ts"
import { completeWork } from "../../orders/service/work.server.ts"
import { approvePayee, checkOwnAccount, OWN_ACCOUNT } from "../fixtures.ts"
import { charges, payoutAccounts, payouts } from "../schema.server.ts"
import { checkLedger, postEntries } from "./ledger.server.ts"
import { refreshPayee, registerDuePayees, registerPayee } from "./payee-registration.server.ts"
import { receivePayoutWebhook, recheckPayouts, sendPendingPayouts } from "./payout-requests.server.ts"
import { runDailyPayouts } from "./payouts.server.ts"
import { createPersonPayouts, retryPersonPayout } from "./person-payouts.server.ts"

withDatabase()

const double = withPayoutDouble()

const goTo = (moment: string) => setClock(() => new Date(moment))
const RELEASE_DAY = "2026-11-17T15:00:00+09:00"
const PAYOUT_DAY = "2026-11-18T10:00:00+09:00"
const MINUTES_LATER = "2026-11-18T10:05:00+09:00"
const NEXT_DAY = "2026-11-19T10:00:00+09:00"

beforeEach(() => goTo(RELEASE_DAY))
afterEach(async () => {
  double.troubles.length = 0
  expect(await checkLedger()).toEqual([])
  resetClock()
})

const ONE_PART = [{ name: "작업비", task: "도배", materials: "", amountWon: 1_780_000, days: 2 }]
/** The price of a part less the fee of 3 %. */
const NET_WON = 1_726_600

/** Releases 1,726,600 won to an expert. */
async function release(expert?: Expert): Promise<Expert> {
  const order = await createBegunSafeOrder(ONE_PART, expert ? { expert } : {})
  await deliverPart(order)
  expect(await completeWork(order.customer.actor, order.orderId)).toEqual({ ok: true })
  return order.expert
}

let accountNumber = 0
const nextAccount = (ending = "1") => ({
  ...OWN_ACCOUNT,
  accountNumber: `3333${String((accountNumber += 1)).padStart(6, "0")}${ending}`,
})

/** An expert with a checked account, who is owed 1,726,600 won since yesterday; it is the hour of payouts. */
async function createOwedExpert(account = nextAccount()): Promise<Expert> {
  const expert = await release()
  await approvePayee(expert.actor, account)
  goTo(PAYOUT_DAY)
  return expert
}

const payoutsOf = (expert: Expert) =>
  db().select().from(payouts).where(eq(payouts.sellerId, expert.expertId)).orderBy(payouts.id)
const statesOf = async (expert: Expert) =>
  (await payoutsOf(expert)).map(({ amountWon, state }) => [amountWon, state])
const accountOf = async (expert: Expert) =>
  (await db().select().from(payoutAccounts).where(eq(payoutAccounts.userId, expert.expertId)))[0]
const paidAtProvider = async (expert: Expert) => {
  const seller = (await accountOf(expert))?.sellerId
  const rows = await db().select().from(simulatedPayouts)
  return rows.filter(({ payout }) => payout.destination === seller).map(({ payout }) => payout.amount.value)
}
/** What the provider answers when it is asked for the balance. */
const createBalance = (value: number) => ({
  status: 200,
  body: { entityBody: { availableAmount: { currency: "KRW", value } } },
})
const countPosts = () => double.calls.filter(({ path }) => path === "/v2/payouts").length
async function askAgain(): Promise<void> {
  goTo(MINUTES_LATER)
  await recheckPayouts()
}

test("what is sent is encrypted, with every field that the provider knows", async () => {
  const account = nextAccount()
  const expert = await createOwedExpert(account)
  double.calls.length = 0
  await runDailyPayouts()
  const posted = double.calls.find(({ path }) => path === "/v2/payouts")
  const [payout] = await payoutsOf(expert)
  expect(posted).toMatchObject({
    method: "POST",
    idempotencyKey: `payout-${payout?.id}`,
    securityMode: "ENCRYPTION",
    header: { alg: "dir", enc: "A256GCM", iat: "2026-11-18T10:00:00+09:00", nonce: expect.any(String) },
    body: [
      {
        refPayoutId: payout?.providerRef,
        destination: (await accountOf(expert))?.sellerId,
        scheduleType: "EXPRESS",
        amount: { currency: "KRW", value: NET_WON },
        transactionDescription: "바로일당",
      },
    ],
  })
  expect(payout?.providerRef).toMatch(/^[\w-]{7,20}$/)
  await askAgain()
  expect(await statesOf(expert)).toEqual([[NET_WON, "paid"]])
})

test("today's releases wait, yesterday's are paid, and nothing twice by two workers", async () => {
  const expert = await createOwedExpert()
  await release(expert)
  await Promise.all([runDailyPayouts(), runDailyPayouts(), createPersonPayouts()])
  await Promise.all([sendPendingPayouts(), askAgain(), recheckPayouts()])
  await askAgain()
  expect(await statesOf(expert)).toEqual([[NET_WON, "paid"]])
  expect(await paidAtProvider(expert)).toEqual([NET_WON])
  goTo(NEXT_DAY)
  await runDailyPayouts()
  expect(await paidAtProvider(expert)).toEqual([NET_WON, NET_WON])
})

test("nobody is paid at the weekend, without a checked account, or before the approval", async () => {
  const [without, waiting] = [await release(), await release()]
  await checkOwnAccount(waiting.actor, nextAccount())
  await registerPayee(waiting.expertId)
  expect((await accountOf(waiting))?.sellerState).toBe("APPROVAL_REQUIRED")
  goTo("2026-11-21T10:00:00+09:00")
  expect(await runDailyPayouts()).toBe(0)
  goTo("2026-11-23T10:00:00+09:00")
  await runDailyPayouts()
  expect([await statesOf(without), await statesOf(waiting)]).toEqual([[], []])
  await registerDuePayees()
  expect((await accountOf(waiting))?.sellerState).toBe("PARTIALLY_APPROVED")
  await runDailyPayouts()
  expect(await statesOf(waiting)).toEqual([[NET_WON, "processing"]])
})

test.each(["cut", "silent"] as const)("a %s line: the truth is asked for, and paid once", async (trouble) => {
  const expert = await createOwedExpert()
  await createPersonPayouts()
  double.troubles.push(createBalance(900_000_000), trouble)
  await sendPendingPayouts()
  expect(await statesOf(expert)).toEqual([[NET_WON, "processing"]])
  await askAgain()
  await askAgain()
  expect(await statesOf(expert)).toEqual([[NET_WON, "paid"]])
  expect(await paidAtProvider(expert)).toEqual([NET_WON])
})

test("killed between the answer and the commit, the same request brings the same payout", async () => {
  const expert = await createOwedExpert()
  await runDailyPayouts()
  // As the process leaves it that asked, and did not live to write what was answered.
  await db().update(payouts).set({ providerPayoutId: null }).where(eq(payouts.sellerId, expert.expertId))
  await askAgain()
  await askAgain()
  expect(await statesOf(expert)).toEqual([[NET_WON, "paid"]])
  expect(await paidAtProvider(expert)).toEqual([NET_WON])
})

test("killed before it was asked, a payout is sent by the next run, within the hours", async () => {
  const expert = await createOwedExpert()
  await createPersonPayouts()
  goTo("2026-11-18T22:00:00+09:00")
  await recheckPayouts()
  expect(await statesOf(expert)).toEqual([[NET_WON, "pending"]])
  goTo(NEXT_DAY)
  await runDailyPayouts()
  expect(await statesOf(expert)).toEqual([[NET_WON, "processing"]])
})

test("a key that the provider may have forgotten is not used again", async () => {
  const expert = await createOwedExpert()
  await createPersonPayouts()
  double.troubles.push(createBalance(900_000_000), "silent")
  await sendPendingPayouts()
  const posts = countPosts()
  goTo("2026-12-07T10:00:00+09:00")
  await recheckPayouts()
  expect(await statesOf(expert)).toEqual([[NET_WON, "processing"]])
  expect(countPosts()).toBe(posts)
})

test("too little at the provider's leaves the payout pending", async () => {
  const expert = await createOwedExpert()
  await createPersonPayouts()
  double.troubles.push(createBalance(100))
  await sendPendingPayouts()
  expect(await statesOf(expert)).toEqual([[NET_WON, "pending"]])
  await sendPendingPayouts()
})

test("what a card company took back is taken off the next payout", async () => {
  const expert = await createOwedExpert()
  const takeBack = (won: number) =>
    inTransaction((tx) =>
      postEntries(tx, {
        name: `chargeback:${newId()}`,
        kind: "chargeback",
        amounts: { seller: -won, outside: won },
        references: { groupId: chargeId, sellerId: expert.expertId },
      }),
    )
  const [charge] = await db().select().from(charges).where(eq(charges.payeeId, expert.expertId))
  const chargeId = charge?.id ?? ""
  await takeBack(1_000_000)
  await Promise.all([runDailyPayouts(), takeBack(2_000_000)])
  const paidWon = (await payoutsOf(expert)).reduce((sum, { amountWon }) => sum + amountWon, 0)
  expect([0, 726_600]).toContain(paidWon)
  await askAgain()
  const released = await release(expert)
  goTo(NEXT_DAY)
  await runDailyPayouts()
  expect((await payoutsOf(released)).reduce((sum, { amountWon }) => sum + amountWon, 0)).toBe(
    Math.max(paidWon, 2 * NET_WON - 3_000_000),
  )
})

test("a closed account keeps the money, says why, and is paid once it is another", async () => {
  const expert = await createOwedExpert(nextAccount("0000"))
  await runDailyPayouts()
  await askAgain()
  const [failed] = await payoutsOf(expert)
  expect(failed).toMatchObject({ state: "failed", failureReason: expect.stringContaining("해지") })
  expect((await accountOf(expert))?.holdReason).toBe(failed?.failureReason)
  goTo(NEXT_DAY)
  await runDailyPayouts()
  expect(await payoutsOf(expert)).toHaveLength(1)
  await db()
    .update(payouts)
    .set({ updatedAt: new Date() })
    .where(eq(payouts.id, failed?.id ?? ""))
  // A session of now: the account is another.
  const other = nextAccount()
  goTo(RELEASE_DAY)
  await approvePayee(expert.actor, other)
  goTo(NEXT_DAY)
  await registerDuePayees()
  await runDailyPayouts()
  expect((await payoutsOf(expert)).at(-1)).toMatchObject({
    state: "processing",
    accountNumber: other.accountNumber,
    amountWon: NET_WON,
  })
})

test("a refusal fails the payout; an administrator sends it again, once", async () => {
  const expert = await createOwedExpert()
  const admin = await createPerson({ role: "admin" })
  await createPersonPayouts()
  const refusal = {
    status: 400,
    body: { error: { code: "INVALID_ACCOUNT", message: "계좌를 확인해 주세요." } },
  }
  double.troubles.push(createBalance(900_000_000), refusal)
  await sendPendingPayouts()
  const [failed] = await payoutsOf(expert)
  expect(failed).toMatchObject({ state: "failed", failureReason: "계좌를 확인해 주세요." })
  const tries = await Promise.all([
    retryPersonPayout(admin.actor, failed?.id ?? ""),
    retryPersonPayout(admin.actor, failed?.id ?? ""),
  ])
  expect(tries.filter(({ ok }) => ok)).toHaveLength(1)
  await askAgain()
  expect(await statesOf(expert)).toEqual([
    [NET_WON, "failed"],
    [NET_WON, "paid"],
  ])
  expect(await paidAtProvider(expert)).toEqual([NET_WON])
})

test("webhooks are not believed, come in any number, and may tell of money that came back", async () => {
  const expert = await createOwedExpert()
  await runDailyPayouts()
  const [payout] = await payoutsOf(expert)
  const webhook = {
    eventType: "payout.changed",
    entityBody: { id: payout?.providerPayoutId, status: "FAILED" },
  }
  expect(await receivePayoutWebhook(webhook)).toBe("done")
  expect(await statesOf(expert)).toEqual([[NET_WON, "paid"]])
  await Promise.all(Array.from({ length: 7 }, () => receivePayoutWebhook(webhook)))
  expect(await statesOf(expert)).toEqual([[NET_WON, "paid"]])
  const [known] = await db()
    .select()
    .from(simulatedPayouts)
    .where(eq(simulatedPayouts.id, payout?.providerPayoutId ?? ""))
  if (!known) throw new Error("The double has no payout")
  const error = { code: "RETURNED", message: "입금이 되돌아왔어요." }
  await db()
    .update(simulatedPayouts)
    .set({ payout: { ...known.payout, status: "FAILED", error } })
    .where(eq(simulatedPayouts.id, known.id))
  double.troubles.push("silent")
  expect(await receivePayoutWebhook(webhook)).toBe("unknown")
  await Promise.all(Array.from({ length: 7 }, () => receivePayoutWebhook(webhook)))
  expect(await payoutsOf(expert)).toMatchObject([{ state: "failed", failureReason: "입금이 되돌아왔어요." }])
  const seller = { eventType: "seller.changed", entityBody: { id: (await accountOf(expert))?.sellerId } }
  expect(await receivePayoutWebhook(seller)).toBe("done")
  for (const body of [
    null,
    {},
    { eventType: "payout.changed" },
    { eventType: "other", entityBody: { id: "x" } },
  ])
    expect(await receivePayoutWebhook(body)).toBe("not_ours")
})

test("what the provider refuses to register is said, and registered once it may be", async () => {
  const expert = await createExpert()
  await checkOwnAccount(expert.actor, nextAccount())
  double.troubles.push({
    status: 400,
    body: { error: { code: "INVALID_PHONE", message: "번호를 확인해 주세요." } },
  })
  await registerPayee(expert.expertId)
  expect(await accountOf(expert)).toMatchObject({ sellerProblem: "번호를 확인해 주세요.", sellerId: null })
  double.troubles.push("silent")
  goTo("2026-11-17T15:10:00+09:00")
  await checkOwnAccount(expert.actor, nextAccount())
  await registerPayee(expert.expertId)
  expect(await accountOf(expert)).toMatchObject({
    sellerProblem: "",
    sellerId: null,
    isRegistrationDue: true,
  })
  await registerDuePayees()
  await refreshPayee(expert.expertId)
  expect(await accountOf(expert)).toMatchObject({
    sellerState: "PARTIALLY_APPROVED",
    isRegistrationDue: false,
  })
})
