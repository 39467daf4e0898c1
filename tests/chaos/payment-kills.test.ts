/**
 * Held money while the product or its database is killed: people pay, confirm and cancel, and send again what
 * was not answered. Each charge is held, released or refunded once, and the provider says the same.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inArray, sql } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createExpert, type Expert } from "#app/areas/experts/fixtures.ts"
import { agreeToPayCharge } from "#app/areas/money/fixtures.ts"
import { charges, ledger, payments, refunds } from "#app/areas/money/schema.server.ts"
import { checkLedger } from "#app/areas/money/service/ledger.server.ts"
import { recheckOpenPayments } from "#app/areas/money/service/payments.server.ts"
import { executeOpenRefunds } from "#app/areas/money/service/refunds.server.ts"
import {
  createBegunSafeOrder,
  createChosenSafeOrder,
  deliverPart,
  findParts,
  payAskedPart,
  type OrderFixture,
} from "#app/areas/orders/fixtures.ts"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { MINUTE_MS } from "#app/basics/time.ts"
import { connectDatabase, db, disconnectDatabase } from "#app/platform/db.server.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { getDatabaseUrl, killDatabase, startProduct, type StartedProduct } from "../setup/started-product.ts"

const ROUNDS = 8
/** As many as one person may send in a minute are sent by each. */
const ORDERS = 12
const SEED = 20_261_123
const WAIT_OPTIONS = { timeout: 120_000, interval: 100 }
const PLAN = [{ name: "작업비", task: "도배", materials: "", amountWon: 1_780_000, days: 2 }]

const folder = mkdtempSync(join(tmpdir(), "baroildang-payment-kills-"))
const dataDir = join(folder, "data")
// As root the database runs under another user, who has to pass through.
chmodSync(folder, 0o711)
let product: StartedProduct
let experts: Expert[]
beforeAll(async () => {
  product = await startProduct({ dataDir })
  setEnvironment(readEnvironment({ APP_ENV: "test", SECRET: "a secret that only tests know, 32+" }))
  connectDatabase(getDatabaseUrl(dataDir), 8)
  experts = await Promise.all(Array.from({ length: ORDERS }, () => createExpert()))
})
afterEach(resetClock)
afterAll(async () => {
  await disconnectDatabase()
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Request = { path: string; cookie: string; fields?: Record<string, string> }

/** Sends a request again until it is answered by a page or a redirect, as somebody at a screen does. */
async function sendUntilAnswered({ path, cookie, fields }: Request): Promise<void> {
  await vi.waitFor(async () => {
    const answer = await fetch(product.url + path, {
      method: fields ? "POST" : "GET",
      headers: { Cookie: cookie, Origin: product.url },
      redirect: "manual",
      signal: AbortSignal.timeout(5_000),
      ...(fields && { body: new URLSearchParams(fields) }),
    })
    await answer.text()
    // Who sends again what was done hears that it is not possible now.
    expect([200, 302, 303, 400, 409]).toContain(answer.status)
  }, WAIT_OPTIONS)
}

/** Numbers between 0 and 1, the same for the same seed. */
function* seeded(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}
const chance = seeded(SEED)
const nextChance = () => Number(chance.next().value)

/** Sends all of `requests` at once, and kills the product or its database somewhere in between. */
async function sendThroughKill(requests: readonly Request[]): Promise<void> {
  const sent = Promise.all(requests.map(sendUntilAnswered))
  sent.catch(() => undefined)
  // The moment is what is tried: anywhere between the first request and the last answer.
  await new Promise((resolve) => setTimeout(resolve, nextChance() * 120))
  const isDatabase = nextChance() < 0.3
  if (isDatabase) killDatabase(dataDir)
  else {
    await product.kill()
    product = await startProduct({ dataDir, port: product.port })
  }
  await sent
}

/** What the jobs do some minutes later, by themselves. */
async function passSomeMinutes(): Promise<void> {
  for (const minutes of [2, 4, 6]) {
    setClock(() => new Date(Date.now() + minutes * MINUTE_MS))
    await vi.waitFor(recheckOpenPayments, WAIT_OPTIONS)
    await vi.waitFor(executeOpenRefunds, WAIT_OPTIONS)
  }
  resetClock()
}

async function findChargeIds(fixtures: readonly OrderFixture[]): Promise<string[]> {
  const parts = await Promise.all(fixtures.map(({ orderId }) => findParts(orderId)))
  return parts.flatMap(([part]) => part?.chargeId ?? [])
}

/** What the provider has of the payments of `chargeIds`: how many it charged, and what went back, in won. */
async function readProvider(chargeIds: readonly string[]) {
  const [row] = await db().execute<{ charged: number; back: string }>(sql`
    select count(*) filter (where payment->>'status' in ('DONE', 'PARTIAL_CANCELED', 'CANCELED'))::int
        as charged,
      coalesce(sum((payment->>'totalAmount')::bigint - (payment->>'balanceAmount')::bigint), 0)::text as back
    from simulated_payments where order_id in (select id::text from payments
      where ${inArray(payments.groupId, [...chargeIds])})`)
  return { charged: row?.charged ?? 0, backWon: Number(row?.back ?? 0) }
}

const createPayer = (): Promise<Person> => createPerson()

async function createOrders(
  create: (people: { customer: Person; expert: Expert }) => Promise<OrderFixture>,
): Promise<OrderFixture[]> {
  return Promise.all(experts.map(async (expert) => create({ customer: await createPayer(), expert })))
}

test("payments that are confirmed while it is killed are held once, or not charged", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const fixtures = await createOrders((people) => createChosenSafeOrder(PLAN, people))
    const chargeIds = await findChargeIds(fixtures)
    const returns = await Promise.all(
      fixtures.map(async ({ customer }, index): Promise<Request> => {
        const agreed = await agreeToPayCharge(customer.actor, chargeIds[index] ?? "")
        const query = new URLSearchParams({
          paymentKey: agreed.paymentKey,
          orderId: agreed.paymentId,
          amount: String(agreed.amountWon),
        })
        return { path: `/shopping/pay/${agreed.paymentId}/done?${query}`, cookie: customer.cookie }
      }),
    )
    await sendThroughKill(returns)
    await passSomeMinutes()
    const held = await db().select().from(charges).where(inArray(charges.id, chargeIds))
    expect(held.map(({ state }) => state)).toEqual(chargeIds.map(() => "held"))
    expect(await readProvider(chargeIds)).toEqual({ charged: ORDERS, backWon: 0 })
    expect(await checkLedger()).toEqual([])
  }
})

test("parts that are confirmed while it is killed are released once", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const fixtures = await createOrders(async (people) => {
      const fixture = await createBegunSafeOrder(PLAN, people)
      await deliverPart(fixture)
      return fixture
    })
    const chargeIds = await findChargeIds(fixtures)
    await sendThroughKill(
      fixtures.map(({ orderId, customer: { cookie } }) => {
        return { path: `/orders/${orderId}`, cookie, fields: { intent: "complete" } }
      }),
    )
    const released = await db().select().from(charges).where(inArray(charges.id, chargeIds))
    expect(released.map(({ state }) => state)).toEqual(chargeIds.map(() => "released"))
    const lines = await db().select().from(ledger).where(inArray(ledger.groupId, chargeIds))
    expect(lines.filter(({ kind, account }) => kind === "release" && account === "seller")).toHaveLength(
      ORDERS,
    )
    expect(await checkLedger()).toEqual([])
  }
})

test("orders that are cancelled while it is killed are refunded once, by the provider too", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const fixtures = await createOrders(async (people) => {
      const fixture = await createChosenSafeOrder(PLAN, people)
      await payAskedPart(fixture)
      return fixture
    })
    const chargeIds = await findChargeIds(fixtures)
    await sendThroughKill(
      fixtures.map(({ orderId, customer: { cookie } }) => {
        return {
          path: `/orders/${orderId}`,
          cookie,
          fields: { intent: "cancel", reason: "다른 곳에서 해요." },
        }
      }),
    )
    await passSomeMinutes()
    const refunded = await db().select().from(charges).where(inArray(charges.id, chargeIds))
    expect(refunded.map(({ state }) => state)).toEqual(chargeIds.map(() => "refunded"))
    const rows = await db().select().from(refunds).where(inArray(refunds.groupId, chargeIds))
    expect(rows.map(({ state }) => state)).toEqual(chargeIds.map(() => "done"))
    const backWon = rows.reduce((sum, { amountWon }) => sum + amountWon, 0)
    expect(await readProvider(chargeIds)).toEqual({ charged: ORDERS, backWon })
    expect(await checkLedger()).toEqual([])
  }
})
