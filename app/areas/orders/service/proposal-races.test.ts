/** Whatever two people do at the same moment has one outcome. */
import { eq } from "drizzle-orm"
import fc from "fast-check"
import { afterEach, beforeAll, expect, test, vi } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createExpert, type Expert } from "#app/areas/experts/fixtures.ts"
import { resetClock } from "#app/basics/clock.ts"
import { addDays } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import {
  CONTACT,
  createPicture,
  createOpenOrder,
  createOrderInState,
  createProposal,
  buildProposalInput,
} from "../fixtures.ts"
import { LIMITS } from "../rules.ts"
import { orders, proposals } from "../schema.server.ts"
import { acceptProposal, declineProposal } from "./received-proposals.server.ts"
import { findOrder } from "./find-order.server.ts"
import { reviseProposal, sendProposal, withdrawProposal } from "./proposals.server.ts"
import {
  cancelOrder,
  completeWork,
  deliverWork,
  openDispute,
  redeliverWork,
  requestChanges,
} from "./work.server.ts"
import { decideChange, proposeChange } from "./change-orders.server.ts"
import { autoCompleteOrders, expireOrders } from "./scheduled.server.ts"

// Races and random walks make many orders; a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000 })
withDatabase()

let stranger: Person
beforeAll(async () => {
  stranger = await createPerson()
})
afterEach(() => resetClock())

const proposalOf = async (id: string) => {
  const [row] = await db().select().from(proposals).where(eq(proposals.id, id))
  if (!row) throw new Error("no such proposal")
  return row
}
const orderOf = async (id: string) => {
  const [row] = await db().select().from(orders).where(eq(orders.id, id))
  if (!row) throw new Error("no such order")
  return row
}
const choose = (made: { proposalId: string }, version = 1) => ({
  proposalId: made.proposalId,
  version,
  ...CONTACT,
})

/**
 * Runs rivals at once, on connections of their own, a few times over; each pair must end with exactly one
 * success.
 */
const ROUNDS = 8
type Outcome = { ok: boolean }
const winners = (outcomes: readonly Outcome[]) => outcomes.filter((outcome) => outcome.ok).length

test("two accepts at once: one expert is chosen, the other accept is refused", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const made = await createOrderInState("open")
    const other = await createProposal((await createExpert()).actor, made.orderId)
    const outcomes = await Promise.all([
      acceptProposal(made.customer.actor, made.orderId, choose(made)),
      acceptProposal(made.customer.actor, made.orderId, { ...choose(made), proposalId: other }),
    ])
    expect(winners(outcomes)).toBe(1)
    const accepted = await db().select().from(proposals).where(eq(proposals.orderId, made.orderId))
    expect(accepted.map((row) => row.state).sort()).toEqual(["accepted", "not_selected"])
    expect((await orderOf(made.orderId)).acceptedProposalId).toBe(
      accepted.find((row) => row.state === "accepted")?.id,
    )
  }
})

type Made = Awaited<ReturnType<typeof createOrderInState>>
const acceptIt = (made: Made) => acceptProposal(made.customer.actor, made.orderId, choose(made))
const RACES: Record<
  string,
  {
    from: Parameters<typeof createOrderInState>[0]
    rivals: ((made: Made) => Promise<Outcome>)[]
    ends: readonly string[]
  }
> = {
  "accept and withdraw": {
    from: "open",
    rivals: [acceptIt, (made) => withdrawProposal(made.expert.actor, made.proposalId)],
    ends: ["matched accepted", "open withdrawn"],
  },
  "accept and decline": {
    from: "open",
    rivals: [
      acceptIt,
      (made) =>
        declineProposal(made.customer.actor, made.orderId, {
          proposalId: made.proposalId,
          reason: "작업 범위가 달라요",
        }),
    ],
    ends: ["matched accepted", "open declined"],
  },
  "accept and revise": {
    from: "open",
    rivals: [
      acceptIt,
      (made) => reviseProposal(made.expert.actor, made.proposalId, { ...buildProposalInput(), version: 1 }),
    ],
    ends: ["matched accepted", "open sent"],
  },
  "two sends of one revision": {
    from: "open",
    rivals: [1, 2].map(
      () => (made: Made) =>
        reviseProposal(made.expert.actor, made.proposalId, { ...buildProposalInput(), version: 1 }),
    ),
    ends: ["open sent"],
  },
  "complete and dispute": {
    from: "delivered",
    rivals: [
      (made) => completeWork(made.customer.actor, made.orderId),
      (made) => openDispute(made.expert.actor, made.orderId, "확인이 너무 늦어지고 있어요."),
    ],
    ends: ["completed accepted", "disputed accepted"],
  },
  "deliver and cancel": {
    from: "in_progress",
    rivals: [
      async (made) =>
        deliverWork(made.expert.actor, made.orderId, {
          pictureIds: [await createPicture(made.expert.expertId, "after")],
          note: "",
        }),
      (made) => cancelOrder(made.customer.actor, made.orderId, "일정이 바뀌었어요."),
    ],
    ends: ["delivered accepted", "cancelled accepted"],
  },
  "a double click on cancel": {
    from: "open",
    rivals: [1, 2].map(() => (made: Made) => cancelOrder(made.customer.actor, made.orderId, "")),
    ends: ["cancelled not_selected"],
  },
}

test.each(Object.entries(RACES))(
  "%s at once: exactly one outcome, the other a refusal",
  async (_name, { from, rivals, ends }) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const made = await createOrderInState(from)
      const order = round % 2 === 0 ? rivals : rivals.toReversed()
      expect(winners(await Promise.all(order.map((rival) => rival(made))))).toBe(1)
      expect(ends).toContain(
        `${(await orderOf(made.orderId)).state} ${(await proposalOf(made.proposalId)).state}`,
      )
    }
  },
)

test("accept and cancel at once: a chosen order or a cancelled one, never both", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const made = await createOrderInState("open")
    const [accepted, cancelled] = await Promise.all([
      acceptIt(made),
      cancelOrder(made.customer.actor, made.orderId, ""),
    ])
    expect([accepted.ok, cancelled.ok].filter(Boolean)).toHaveLength(1)
    const order = await orderOf(made.orderId)
    expect([order.state, order.acceptedProposalId !== null]).toEqual(
      accepted.ok ? ["matched", true] : ["cancelled", false],
    )
  }
})

test("twelve experts at once for ten places: ten proposals, two refusals", async () => {
  const orderId = await createOpenOrder(stranger.actor)
  const experts: Expert[] = []
  for (let made = 0; made < 12; made += 1) experts.push(await createExpert())
  const outcomes = await Promise.all(
    experts.map((expert) => sendProposal(expert.actor, orderId, buildProposalInput())),
  )
  expect(winners(outcomes)).toBe(10)
  expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([
    { ok: false, reason: "full" },
    { ok: false, reason: "full" },
  ])
  expect((await orderOf(orderId)).proposalCount).toBe(10)
  expect(await db().select().from(proposals).where(eq(proposals.orderId, orderId))).toHaveLength(10)
})

test("one expert sending five times at once has sent one proposal", async () => {
  const orderId = await createOpenOrder(stranger.actor)
  const expert = await createExpert()
  const outcomes = await Promise.all(
    [1, 2, 3, 4, 5].map(() => sendProposal(expert.actor, orderId, buildProposalInput())),
  )
  expect(winners(outcomes)).toBe(1)
  expect((await orderOf(orderId)).proposalCount).toBe(1)
})

test("a change order answered twice at once is answered one way", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const made = await createOrderInState("in_progress")
    const change = await proposeChange(made.expert.actor, made.orderId, {
      title: "곰팡이 제거",
      reason: "벽지를 걷으니 곰팡이가 있어요.",
      amountWon: 100_000,
    })
    if (!change.ok) throw new Error("refused")
    const answers = (["accept", "reject"] as const).map((decision) =>
      decideChange(made.customer.actor, { changeOrderId: change.changeOrderId, decision }),
    )
    expect(winners(await Promise.all(answers))).toBe(1)
  }
})

test("two change orders at once: one waits, the other is refused", async () => {
  const made = await createOrderInState("in_progress")
  const ask = () =>
    proposeChange(made.expert.actor, made.orderId, {
      title: "곰팡이 제거",
      reason: "벽지를 걷으니 곰팡이가 있어요.",
      amountWon: 100_000,
    })
  expect(winners(await Promise.all([ask(), ask()]))).toBe(1)
})

type Step = { ask: number } | { answer: "accept" | "reject" } | "deliver" | "improve"
const steps = fc.array(
  fc.oneof(
    fc.record({ ask: fc.integer({ min: 1_000, max: 600_000_000 }) }),
    fc.record({ answer: fc.constantFrom("accept" as const, "reject" as const) }),
    fc.constantFrom("deliver" as const, "improve" as const),
  ),
  { maxLength: 12 },
)

test("whatever the two do, payable is the accepted total plus what was accepted", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (way: Step[]) => {
      const made = await createOrderInState("in_progress")
      let owed = 1_780_000
      let asked: { changeOrderId: string; amountWon: number } | undefined
      for (const step of way) {
        if (step === "deliver") {
          const input = { pictureIds: [await createPicture(made.expert.expertId, "after")], note: "" }
          if (!(await deliverWork(made.expert.actor, made.orderId, input)).ok)
            await redeliverWork(made.expert.actor, made.orderId, input)
        } else if (step === "improve")
          await requestChanges(made.customer.actor, made.orderId, "이음매를 봐 주세요.")
        else if ("ask" in step) {
          const change = await proposeChange(made.expert.actor, made.orderId, {
            title: "추가 작업",
            reason: "상태가 생각보다 나빠요.",
            amountWon: step.ask,
          })
          if (change.ok) asked = { changeOrderId: change.changeOrderId, amountWon: step.ask }
        } else if (asked) {
          const answered = await decideChange(made.customer.actor, {
            changeOrderId: asked.changeOrderId,
            decision: step.answer,
          })
          if (answered.ok && step.answer === "accept") owed += asked.amountWon
        }
        const payable = (await findOrder(made.customer.actor, made.orderId))?.privateDetails?.payableWon
        expect(payable).toBe(owed)
        expect(payable).toBeLessThanOrEqual(LIMITS.totalWon)
      }
    }),
    { numRuns: 25 },
  )
})

test("time and people at once: closing, choosing and confirming end in one way", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const open = await createOrderInState("open")
    const delivered = await createOrderInState("delivered")
    await db()
      .update(orders)
      .set({ deliveredAt: addDays(new Date(), -8) })
      .where(eq(orders.id, delivered.orderId))
    const closing = new Date(Date.now() + 5)
    await db().update(orders).set({ expiresAt: closing }).where(eq(orders.id, open.orderId))
    const [, accepted, , disputed] = await Promise.all([
      expireOrders(),
      acceptIt(open),
      autoCompleteOrders(),
      openDispute(delivered.customer.actor, delivered.orderId, "이음매가 벌어져 있어요."),
    ])
    await expireOrders()
    expect(accepted.ok ? ["matched"] : ["expired", "open"]).toContain((await orderOf(open.orderId)).state)
    expect((await orderOf(delivered.orderId)).state).toBe(disputed.ok ? "disputed" : "completed")
  }
})
