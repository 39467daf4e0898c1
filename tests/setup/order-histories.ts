/**
 * Random histories of orders that are paid safely: anybody does anything at any time, twice and at once, and
 * no won is lost or made.
 */
import fc from "fast-check"
import { eq, sql } from "drizzle-orm"
import { expect } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import type { Actor } from "#app/areas/accounts/rules.ts"
import { createExpert, type Expert } from "#app/areas/experts/fixtures.ts"
import { agreeToPayCharge, chargeBack } from "#app/areas/money/fixtures.ts"
import { charges } from "#app/areas/money/schema.server.ts"
import { expireDueCharges } from "#app/areas/money/service/held-charges.server.ts"
import {
  confirmPayment,
  receiveWebhook,
  recheckOwnPayment,
} from "#app/areas/money/service/payments.server.ts"
import {
  buildProposalInput,
  CONTACT,
  createOpenOrder,
  createPicture,
  createProposal,
  findParts,
} from "#app/areas/orders/fixtures.ts"
import { getPayableWon } from "#app/areas/orders/rules.ts"
import { changeOrders, orders, orderSplits } from "#app/areas/orders/schema.server.ts"
import { decideChange, proposeChange } from "#app/areas/orders/service/change-orders.server.ts"
import {
  answerDecision,
  appealDecision,
  closeDecidedDisputes,
  decideDispute,
  decideDisputeAppeal,
  proposeDecision,
} from "#app/areas/orders/service/disputes.server.ts"
import { acceptProposal } from "#app/areas/orders/service/received-proposals.server.ts"
import { undoChoice } from "#app/areas/orders/service/reopen.server.ts"
import { confirmSilentParts } from "#app/areas/orders/service/silence.server.ts"
import { acceptSplit, proposeSplit } from "#app/areas/orders/service/splits.server.ts"
import {
  cancelOrder,
  completeWork,
  deliverWork,
  openDispute,
  redeliverWork,
  requestChanges,
  startNextPart,
  startWork,
} from "#app/areas/orders/service/work.server.ts"
import { replaceCurrentSettings } from "#app/basics/settings.ts"
import { addDays } from "#app/basics/time.ts"
import { db, errorCode } from "#app/platform/db.server.ts"
import { depositToSimulatedAccount } from "#app/platform/payments/simulator.server.ts"

/** PostgreSQL’s lock_not_available. */
const LOCK_TIMEOUT = "55P03"

type Cast = { customer: Person; expert: Expert; admin: Actor; colleague: Actor }
type Play = Cast & { orderId: string; won: number }
type Move = (play: Play) => Promise<unknown>

const findAskedCharge = async ({ orderId }: Play): Promise<string | undefined> =>
  (await findParts(orderId)).find(({ state }) => state === "asked")?.chargeId ?? undefined

/** A rival was faster: nothing is to be paid any more. */
function unlessRefused(error: unknown): null {
  if (error instanceof Error && error.message.startsWith("The charge cannot be paid")) return null
  throw error
}

/** Pays what is asked for; `times` returns from the provider at once. */
const pay =
  (options: Parameters<typeof agreeToPayCharge>[2], times = 1): Move =>
  async (play) => {
    const chargeId = await findAskedCharge(play)
    const [charge] = await db()
      .select()
      .from(charges)
      .where(eq(charges.id, chargeId ?? play.orderId))
    if (!chargeId || charge?.state !== "asked") return
    const agreed = await agreeToPayCharge(play.customer.actor, chargeId, options).catch(unlessRefused)
    if (!agreed) return
    const { paymentId, ...returned } = agreed
    await Promise.all(
      Array.from({ length: times }, () => confirmPayment(play.customer.actor, paymentId, returned)),
    )
    if (options?.script === "unknown") await recheckOwnPayment(play.customer.actor, chargeId)
    if (!options?.isDeposit) return
    const webhooks = (await depositToSimulatedAccount(paymentId, 7)).toReversed()
    await Promise.all(webhooks.map(receiveWebhook))
  }

const deliver =
  (work: typeof deliverWork | typeof redeliverWork): Move =>
  async ({ expert, orderId }) =>
    work(expert.actor, orderId, {
      pictureIds: [await createPicture(expert.expertId, "after")],
      note: "마쳤어요.",
    })

const reason = "서로 이야기해서 정했어요."
const split =
  (by: "customer" | "expert"): Move =>
  (play) =>
    proposeSplit(play[by].actor, play.orderId, { expertWon: play.won, reason })

const acceptOpenSplit =
  (by: "customer" | "expert"): Move =>
  async ({ orderId, ...people }) => {
    const rows = await db().select().from(orderSplits).where(eq(orderSplits.orderId, orderId))
    const open = rows.find(({ state }) => state === "proposed")
    if (open) await acceptSplit(people[by].actor, orderId, { splitId: open.id })
  }

const decide =
  (decision: "accept" | "reject"): Move =>
  async ({ customer, orderId }) => {
    const rows = await db().select().from(changeOrders).where(eq(changeOrders.orderId, orderId))
    const open = rows.find(({ state }) => state === "proposed")
    if (open) await decideChange(customer.actor, { changeOrderId: open.id, decision })
  }

/** What time does: a charge falls due, a delivered part waits for seven days. */
const passTime: Move = async ({ orderId }) => {
  await db().execute(sql`update charges set due_at = now() - interval '1 minute'
    where state in ('asked', 'paying')
      and subject_id in (select id from order_parts where order_id = ${orderId})`)
  await db()
    .update(orders)
    .set({ deliveredAt: addDays(new Date(), -8) })
    .where(eq(orders.id, orderId))
  await db().execute(sql`update order_disputes set decided_at = now() - interval '4 days'
    where state = 'decided' and order_id = ${orderId}`)
  await Promise.all([expireDueCharges(), confirmSilentParts(), closeDecidedDisputes()])
}

/** The customer's bank takes back a thousandth of `won`, or all of the newest part that was paid. */
const takeBack =
  (isWhole: boolean): Move =>
  async ({ orderId, won }) => {
    const parts = (await findParts(orderId)).filter(({ heldAt }) => heldAt !== null)
    const chargeId = parts.at(-1)?.chargeId
    if (chargeId) await chargeBack(chargeId, isWhole ? undefined : Math.ceil((won + 1) / 1_000))
  }

const MOVES: Record<string, Move> = {
  pay: pay({}),
  payTwice: pay({}, 2),
  payUnknown: pay({ script: "unknown" }),
  payRejected: pay({ script: "reject" }),
  deposit: pay({ isDeposit: true }),
  start: ({ expert, orderId }) => startWork(expert.actor, orderId, { reason }),
  startPart: ({ expert, orderId }) => startNextPart(expert.actor, orderId),
  deliver: deliver(deliverWork),
  redeliver: deliver(redeliverWork),
  askChanges: ({ customer, orderId }) => requestChanges(customer.actor, orderId, "이음매가 벌어졌어요."),
  confirm: ({ customer, orderId }) => completeWork(customer.actor, orderId),
  change: ({ expert, orderId, won }) =>
    proposeChange(expert.actor, orderId, { title: "곰팡이 제거", reason, amountWon: 1_000 + won }),
  acceptChange: decide("accept"),
  rejectChange: decide("reject"),
  splitByCustomer: split("customer"),
  splitByExpert: split("expert"),
  acceptByCustomer: acceptOpenSplit("customer"),
  acceptByExpert: acceptOpenSplit("expert"),
  cancel: ({ customer, orderId }) => cancelOrder(customer.actor, orderId, reason),
  cancelByExpert: ({ expert, orderId }) => cancelOrder(expert.actor, orderId, reason),
  undo: ({ customer, orderId }) => undoChoice(customer.actor, orderId),
  dispute: ({ customer, orderId }) => openDispute(customer.actor, orderId, "약속한 작업과 많이 달라요."),
  propose: ({ admin, orderId, won }) =>
    proposeDecision(admin, orderId, { expertWon: won, outcome: "cancel", reason }),
  acceptDecision: async ({ customer, expert, orderId }) =>
    Promise.all(
      [customer, expert].map(({ actor }) => answerDecision(actor, orderId, { answer: "accept", note: "" })),
    ),
  objectToDecision: async ({ customer, expert, orderId }) =>
    Promise.all(
      [customer, expert].map(({ actor }) =>
        answerDecision(actor, orderId, { answer: "object", note: reason }),
      ),
    ),
  decideDispute: ({ admin, orderId, won }) =>
    decideDispute(admin, orderId, { expertWon: won, outcome: "complete", reason }),
  appeal: ({ expert, orderId }) => appealDecision(expert.actor, orderId, { note: reason }),
  decideAppeal: ({ colleague, orderId, won }) =>
    decideDisputeAppeal(colleague, orderId, { expertWon: won, outcome: "cancel", reason }),
  chargeBack: takeBack(true),
  chargeBackPart: takeBack(false),
  time: passTime,
}

/** Moves that lead on come often, those that end an order seldom: most histories are long. */
const OFTEN = ["pay", "start", "deliver", "confirm", "startPart", "redeliver", "acceptChange"]
const MOVE_NAMES = [...OFTEN, ...OFTEN, ...OFTEN, ...Object.keys(MOVES)]

const step = fc.record({
  name: fc.constantFrom(...MOVE_NAMES),
  /** Done at the same moment. */
  rival: fc.option(fc.constantFrom(...Object.keys(MOVES)), { freq: 4 }),
  won: fc.integer({ min: 0, max: 900_000 }),
})

const history = fc.record({
  steps: fc.array(step, { minLength: 4, maxLength: 24 }),
  unitPriceWon: fc.integer({ min: 5_000, max: 3_000_000 }),
  payer: fc.constantFrom("customer" as const, "expert" as const),
  bps: fc.integer({ min: 0, max: 1_500 }),
})
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never

/** What must hold for an order after every step; of everything at once `checkLedger` says it in the end. */
async function checkOrder({ orderId }: Play): Promise<void> {
  const [sums] = await db().execute<{
    posted: number
    charged: number
    agreed: number
    open: number
    guarantee: number
    borne: number
  }>(sql`
    with own as (select c.id, c.held_won from charges c
      where c.subject_id in (select id from order_parts where order_id = ${orderId})),
    entries as (select l.* from ledger l join own on own.id = l.group_id)
    select (select coalesce(sum(amount_won), 0) from entries)::int as posted,
      (select coalesce(sum(amount_won), 0) from order_parts where order_id = ${orderId})::int as charged,
      (select coalesce(agreed_won, 0) from orders where id = ${orderId})::int as agreed,
      (select count(*) from own left join (select group_id, sum(amount_won) as held from entries
          where account = 'held' group by group_id) l on l.group_id = own.id
        where coalesce(l.held, 0) <> own.held_won)::int as open,
      (select coalesce(-sum(amount_won), 0) from entries where account = 'guarantee')::int as guarantee,
      ((select coalesce(sum(amount_won), 0) from chargebacks where group_id in (select id from own))
        - (select coalesce(sum(set_off_won), 0) from refunds
          where state = 'done' and group_id in (select id from own)))::int as borne`)
  const changes = await db().select().from(changeOrders).where(eq(changeOrders.orderId, orderId))
  expect(sums?.posted).toBe(0)
  expect(sums?.guarantee).toBe(sums?.borne)
  expect(sums?.open).toBe(0)
  expect(sums?.charged).toBeLessThanOrEqual(getPayableWon(sums?.agreed ?? 0, changes))
}

/** The fee is frozen at the choice: what others set a moment later must not reach an order. */
let choosing: Promise<unknown> = Promise.resolve()

async function chooseWithFee(cast: Cast, { unitPriceWon, payer, bps }: History): Promise<string> {
  const { customer, expert } = cast
  const fees = { repair: bps, interior: bps, moving: bps, demolition: bps, installation: bps }
  const orderId = await createOpenOrder(customer.actor)
  const lines = [{ name: "도배", quantity: 1, unit: "식", unitPriceWon }]
  const proposalId = await createProposal(expert.actor, orderId, { ...buildProposalInput(), lines })
  const choose = async () => {
    replaceCurrentSettings({ orderFees: { payer, bps: fees } })
    const choice = { proposalId, version: 1, ...CONTACT, payment: "safe" as const }
    return acceptProposal(customer.actor, orderId, choice)
  }
  const choice = choosing.then(choose)
  choosing = choice.catch(() => {})
  expect(await choice).toMatchObject({ ok: true })
  return orderId
}

let lockTimeouts = 0
/** How often somebody was told to come again because what they wanted was locked for too long. */
export const countLockTimeouts = (): number => lockTimeouts

/** Whoever waited too long for a lock is refused with nothing changed, and tries again. */
async function playMove(move: Move | undefined, play: Play): Promise<unknown> {
  try {
    return await move?.(play)
  } catch (error) {
    if (errorCode(error) !== LOCK_TIMEOUT) throw error
    lockTimeouts += 1
    return move?.(play)
  }
}

async function playOut(cast: Cast, one: History): Promise<void> {
  const orderId = await chooseWithFee(cast, one)
  for (const { name, rival, won } of one.steps) {
    const now = { ...cast, orderId, won }
    await Promise.all([playMove(MOVES[name], now), rival ? playMove(MOVES[rival], now) : undefined])
    await checkOrder(now)
  }
}

/** Plays `count` random histories, one after another; a failing one is shortened and shown. */
export async function playHistories(count: number, options: fc.Parameters<[History]> = {}): Promise<void> {
  const cast: Cast = {
    customer: await createPerson(),
    expert: await createExpert(),
    admin: (await createPerson({ role: "admin" })).actor,
    colleague: (await createPerson({ role: "admin" })).actor,
  }
  await fc.assert(
    fc.asyncProperty(history, (one) => playOut(cast, one)),
    { numRuns: count, ...options },
  )
}
