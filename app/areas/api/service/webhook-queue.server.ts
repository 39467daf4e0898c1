/** Notes what happened for the addresses that want to hear of it, where the event is handled. */
import { and, inArray, isNull, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { isRegionWithin } from "#app/basics/regions.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import {
  batchSubscriber,
  type EventName,
  type Events,
  type Subscriptions,
} from "#app/platform/events.server.ts"
import { findProgramActors } from "../../accounts/service/program-actor.server.ts"
import { findServiceAreas } from "../../experts/service/dashboard.server.ts"
import { findPersonPayouts } from "../../money/service/payouts.server.ts"
import { findBoardRequests } from "../../orders/service/board.server.ts"
import { findProposalStates } from "../../orders/service/expert-work.server.ts"
import type { ProposalState } from "../../orders/rules.ts"
import type { WebhookData } from "../http/webhook-data.server.ts"
import { getWebhookEventRole, hasApiRole, type WebhookEvent } from "../rules.ts"
import { webhookDeliveries, webhookEndpoints } from "../schema.server.ts"

/** Something that happened, to be told to the programs of `ownerId`. */
type News = {
  [Event in WebhookEvent]: { ownerId: string; event: Event; data: WebhookData[Event] }
}[WebhookEvent]

/**
 * Notes `news` for each address of its owner that wants to hear of it. Who may have no program for such
 * things any more is told nothing.
 */
async function queueNews(tx: Transaction, news: readonly News[]): Promise<void> {
  const ownerIds = [...new Set(news.map(({ ownerId }) => ownerId))]
  if (ownerIds.length === 0) return
  const endpoints = await tx
    .select({ id: webhookEndpoints.id, ownerId: webhookEndpoints.ownerId, events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .where(and(inArray(webhookEndpoints.ownerId, ownerIds), isNull(webhookEndpoints.disabledAt)))
  if (endpoints.length === 0) return
  const owners = await findProgramActors(tx, [...new Set(endpoints.map(({ ownerId }) => ownerId))])
  const at = now()
  const rows = news.flatMap(({ ownerId, event, data }) => {
    const owner = owners.get(ownerId)
    if (!owner || !hasApiRole(owner, getWebhookEventRole(event))) return []
    return endpoints
      .filter((endpoint) => endpoint.ownerId === ownerId && endpoint.events.includes(event))
      .map(({ id }) => ({
        id: newId(),
        endpointId: id,
        event,
        body: JSON.stringify({ type: event, timestamp: at.toISOString(), data }),
        state: "waiting" as const,
        nextTryAt: at,
        createdAt: at,
      }))
  })
  if (rows.length > 0) await tx.insert(webhookDeliveries).values(rows)
}

/** The owners of addresses that want to hear of `event`. */
async function findListeners(tx: Transaction, event: WebhookEvent): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ ownerId: webhookEndpoints.ownerId })
    .from(webhookEndpoints)
    .where(
      and(sql`${webhookEndpoints.events} @> array[${event}]::text[]`, isNull(webhookEndpoints.disabledAt)),
    )
  return rows.map(({ ownerId }) => ownerId)
}

/** New requests, for the experts whose categories and regions they are of, or whom they name. */
async function queueOpenedRequests(
  events: readonly Events["order.opened"][],
  tx: Transaction,
): Promise<void> {
  const listeners = await findListeners(tx, "request.opened")
  if (listeners.length === 0) return
  const requests = await findBoardRequests(
    tx,
    events.map(({ orderId }) => orderId),
  )
  if (requests.length === 0) return
  const areas = await findServiceAreas(tx, listeners)
  await queueNews(
    tx,
    requests.flatMap(({ orderId, customerId, category, regionCode, invitedExpertId }) =>
      [...areas].flatMap(([ownerId, { categories, regions }]): News[] => {
        const invited = ownerId === invitedExpertId
        const isFitting =
          categories.includes(category) && regions.some((wider) => isRegionWithin(regionCode, wider))
        return ownerId !== customerId && (invited || isFitting)
          ? [{ ownerId, event: "request.opened", data: { orderId, invited } }]
          : []
      }),
    ),
  )
}

/** An order whose choice was undone: the expert's work is gone, and proposals may be chosen again. */
async function queueReopenedWork(
  events: readonly Events["order.reopened"][],
  tx: Transaction,
): Promise<void> {
  const proposals = await findProposalStates(
    tx,
    events.flatMap(({ reopenedProposalIds }) => reopenedProposalIds),
  )
  await queueNews(tx, [
    ...events.map(({ expertId, orderId }): News => ({
      ownerId: expertId,
      event: "work.moved",
      data: { orderId, state: "open" },
    })),
    ...proposals.map(({ expertId, ...data }): News => ({ ownerId: expertId, event: "proposal.moved", data })),
  ])
}

async function queuePayouts(events: readonly Events["payout.moved"][], tx: Transaction): Promise<void> {
  const payouts = await findPersonPayouts(
    tx,
    events.map(({ payoutId }) => payoutId),
  )
  await queueNews(
    tx,
    events.flatMap(({ payoutId, toState }) =>
      payouts
        .filter((payout) => payout.payoutId === payoutId)
        .map(({ payeeId, amountWon }): News => ({
          ownerId: payeeId,
          event: "payout.moved",
          data: { payoutId, state: toState, amountWon },
        })),
    ),
  )
}

/** Notes each `type` as what `toNews` makes of it. */
function queueEach<Name extends EventName>(
  type: Name,
  toNews: (event: Events[Name]) => News | News[],
): Subscriptions {
  const queueWebhooks = (events: readonly Events[Name][], tx: Transaction) =>
    queueNews(tx, events.flatMap(toNews))
  return { [type]: [batchSubscriber(queueWebhooks)] }
}

const queueProposal = (
  type: `proposal.${"sent" | "viewed" | "declined" | "withdrawn" | "expired" | "not_selected"}`,
  state: ProposalState,
): Subscriptions =>
  queueEach(type, ({ expertId, orderId, proposalId }) => ({
    ownerId: expertId,
    event: "proposal.moved",
    data: { orderId, proposalId, state },
  }))

/** "order.matched" says the same, and waits for calls of others: what comes after it would be told before. */
const queueChoice: Subscriptions = queueEach("proposal.accepted", ({ expertId, orderId, proposalId }) => [
  { ownerId: expertId, event: "proposal.moved", data: { orderId, proposalId, state: "accepted" } },
  { ownerId: expertId, event: "work.moved", data: { orderId, state: "matched" } },
])

/** An order without an expert is nobody's work. */
const queueWork = (
  type: `order.${"started" | "delivered" | "changes_requested" | "disputed" | "completed" | "cancelled"}`,
  state: WebhookData["work.moved"]["state"],
): Subscriptions =>
  queueEach(type, ({ expertId, orderId }) =>
    expertId === null ? [] : { ownerId: expertId, event: "work.moved", data: { orderId, state } },
  )

const queuePayment = (type: "part.held" | "part.released", state: "held" | "released"): Subscriptions =>
  queueEach(type, ({ expertId, orderId, partId }) => ({
    ownerId: expertId,
    event: "payment.moved",
    data: { orderId, partId, state },
  }))

const ofShop: readonly Subscriptions[] = [
  queueEach("shop.paid", ({ sellerId, orderId }) => ({
    ownerId: sellerId,
    event: "order.paid",
    data: { orderId },
  })),
  queueEach("shop.line_moved", ({ sellerId, orderId, lineId, move }) => ({
    ownerId: sellerId,
    event: "line.moved",
    data: { orderId, lineId, move },
  })),
  queueEach("shop.claim_moved", ({ sellerId, orderId, lineId, claimId, move }) => ({
    ownerId: sellerId,
    event: "claim.moved",
    data: { orderId, lineId, claimId, move },
  })),
  queueEach("product.asked", ({ sellerId, questionId, productId }) => ({
    ownerId: sellerId,
    event: "question.asked",
    data: { questionId, productId },
  })),
  queueEach("product.decided", ({ sellerId, productId, toState }) => ({
    ownerId: sellerId,
    event: "product.decided",
    data: { productId, state: toState },
  })),
]

const ofExpert: readonly Subscriptions[] = [
  { "order.opened": [batchSubscriber(queueOpenedRequests)] },
  { "order.reopened": [batchSubscriber(queueReopenedWork)] },
  { "payout.moved": [batchSubscriber(queuePayouts)] },
  queueProposal("proposal.sent", "sent"),
  queueProposal("proposal.viewed", "viewed"),
  queueChoice,
  queueProposal("proposal.declined", "declined"),
  queueProposal("proposal.withdrawn", "withdrawn"),
  queueProposal("proposal.expired", "expired"),
  queueProposal("proposal.not_selected", "not_selected"),
  queueWork("order.started", "in_progress"),
  queueWork("order.delivered", "delivered"),
  queueWork("order.changes_requested", "changes_requested"),
  queueWork("order.disputed", "disputed"),
  queueWork("order.completed", "completed"),
  queueWork("order.cancelled", "cancelled"),
  queuePayment("part.held", "held"),
  queuePayment("part.released", "released"),
]

/** Who hears which event for the programs of its owner. */
export const webhookSubscriptions: readonly Subscriptions[] = [...ofShop, ...ofExpert]
