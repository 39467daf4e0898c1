/** What admins do about orders and their reviews, and the lines of the log that it leaves. */
import { rateExpert } from "#app/areas/experts/service/reviews.server.ts"
import {
  createDisputedSafeOrder,
  createEscalatedClaim,
  createOrderInState,
} from "#app/areas/orders/fixtures.ts"
import { answerDecision, proposeDecision } from "#app/areas/orders/service/disputes.server.ts"
import { newId } from "#app/basics/ids.ts"
import { REASON, type Deeds } from "./deed.ts"

async function createReview(): Promise<string> {
  const { orderId, customer, expert } = await createOrderInState("completed")
  const done = await rateExpert(customer.actor, {
    orderId,
    expertId: expert.expertId,
    rating: 1,
    finish: 1,
    priceMatch: 1,
    punctuality: 1,
    kindness: 1,
    tags: [],
    body: "다시는 부르지 않을 거예요.",
    pictureIds: [],
  })
  if (!done.ok) throw new Error(done.reason)
  return done.reviewId
}

export const ORDER_DEEDS: Deeds = {
  "/admin/orders/:orderId": [
    async () => {
      const { orderId } = await createOrderInState("disputed")
      return {
        at: `/admin/orders/${orderId}`,
        fields: { intent: "resolve", outcome: "complete", note: "절반을 돌려주기로 했어요." },
        lines: [
          {
            action: "order.resolve_complete",
            subject: orderId,
            before: { state: "disputed" },
            after: { state: "completed" },
          },
        ],
      }
    },
    async () => {
      const { orderId } = await createDisputedSafeOrder()
      return {
        at: `/admin/orders/${orderId}`,
        fields: { intent: "propose_decision", expertWon: "100000", outcome: "complete", reason: REASON },
        lines: [{ action: "order.propose_decision", subject: orderId }],
      }
    },
    async () => {
      const { orderId } = await createEscalatedClaim()
      return {
        at: `/admin/orders/${orderId}`,
        fields: { intent: "decide_warranty", decision: "repair", reason: REASON },
        lines: [{ action: "order.decide_warranty", subject: orderId, after: { decision: "repair" } }],
      }
    },
    async ({ admin }) => {
      const { orderId, customer, expert } = await createDisputedSafeOrder()
      const proposal = { expertWon: 100_000, outcome: "complete" as const, reason: REASON }
      await proposeDecision(admin.actor, orderId, proposal)
      for (const { actor } of [customer, expert])
        await answerDecision(actor, orderId, { answer: "object", note: "사진을 다시 봐 주세요." })
      return {
        at: `/admin/orders/${orderId}`,
        fields: { intent: "decide_dispute", expertWon: "90000", outcome: "cancel", reason: REASON },
        lines: [{ action: "order.decide_dispute", subject: orderId }],
      }
    },
    async () => {
      const { orderId } = await createOrderInState("in_progress")
      return {
        at: `/admin/orders/${orderId}`,
        fields: { intent: "cancel", key: newId(), reason: REASON },
        lines: [
          {
            action: "order.cancel",
            subject: orderId,
            before: { state: "in_progress" },
            after: { state: "cancelled" },
          },
        ],
      }
    },
  ],
  "/admin/reviews": [
    async () => {
      const ids = [await createReview(), await createReview()]
      return {
        at: "/admin/reviews",
        fields: { intent: "remove", "ids[]": ids, reason: REASON },
        lines: ids.map((subject) => ({
          action: "review.remove",
          subject,
          before: { removed: false },
          after: { removed: true },
        })),
      }
    },
  ],
  "/admin/reviews/:reviewId": [
    async () => {
      const id = await createReview()
      return {
        at: `/admin/reviews/${id}`,
        fields: { reason: REASON },
        lines: [
          { action: "review.remove", subject: id, before: { removed: false }, after: { removed: true } },
        ],
      }
    },
  ],
}
