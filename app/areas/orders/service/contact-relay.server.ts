/**
 * How the two people of an order call each other: by a relay number, until both want the number itself
 * (docs/decisions/059-relay-numbers.md).
 */
import { and, eq, isNotNull, ne, or, isNull, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { addDays } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { emit, type Events } from "#app/platform/events.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { getRelayPort, type RelayPort } from "#app/platform/relay/relay.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { ACTIVE_ORDER_STATES, canSeeContact, LIMITS } from "../rules.ts"
import { orderRelays, orders } from "../schema.server.ts"
import type { ContactView } from "../views.ts"
import { withLockedOrder, type OrderRow } from "./transitions.server.ts"

const BATCH = 200

/** What is stored of the relay of an order. */
export type RelayRecord = { number: string | null; customerShares: boolean; expertShares: boolean }

/** The relay of the order of the statement around it, as {@link RelayRecord}; null where there is none. */
export const selectRelay = sql<RelayRecord | null>`(select json_build_object('number', r.number,
  'customerShares', r.customer_shares_at is not null, 'expertShares', r.expert_shares_at is not null)
  from order_relays r where r.order_id = ${orders.id})`

/** The contact of an order as `role` may see it: an expert gets the relay number until both want more. */
export function toContactView(
  order: OrderRow,
  relay: RelayRecord | null,
  role: "customer" | "expert" | "admin",
): ContactView {
  const contact = { address: order.address, phone: order.contactPhone }
  const isRelayed = getRelayPort() !== null && order.contactPhone !== "" && canSeeContact(order.state)
  if (!isRelayed || order.expertId === null) return { ...contact, relayNumber: null, sharing: null }
  const [customer, expert] = [relay?.customerShares ?? false, relay?.expertShares ?? false]
  const isShared = customer && expert
  const sharing =
    role === "admin"
      ? null
      : { mine: role === "customer" ? customer : expert, theirs: role === "customer" ? expert : customer }
  return {
    ...contact,
    phone: role === "expert" && !isShared ? "" : contact.phone,
    relayNumber: isShared ? null : (relay?.number ?? null),
    sharing,
  }
}

/**
 * Says that the actor wants the two to have the customer's own number, or no longer; returns which of the
 * two the actor is, and whether the number is seen now. Refuses an order that nobody works on or that has no
 * number (`not_now`), and whom it does not concern (`not_found`).
 */
export const setPhoneSharing = (
  actor: Actor,
  { orderId, shares }: { orderId: string; shares: boolean },
): Promise<Outcome<"not_found" | "not_now", { by: "customer" | "expert"; isShared: boolean }>> =>
  withLockedOrder(actor, orderId, async (tx, order, { role }) => {
    if (role === "admin" || order.expertId === null) return refuse("not_now")
    if (!canSeeContact(order.state) || order.contactPhone === "" || getRelayPort() === null)
      return refuse("not_now")
    const time = shares ? now() : null
    const change = role === "customer" ? { customerSharesAt: time } : { expertSharesAt: time }
    const [row] = await tx
      .insert(orderRelays)
      .values({ orderId, createdAt: now(), ...change })
      .onConflictDoUpdate({ target: orderRelays.orderId, set: change })
      .returning({ customer: orderRelays.customerSharesAt, expert: orderRelays.expertSharesAt })
    const isShared = Boolean(row?.customer && row.expert)
    const { customerId, expertId } = order
    await emit(tx, "contact.sharing_changed", { orderId, customerId, expertId, by: role, shares, isShared })
    return ok({ by: role, isShared })
  })

/** Answers "order.matched": the two have a number to call each other by. */
export async function assignRelayOfOrder({ orderId }: Events["order.matched"]): Promise<void> {
  const port = getRelayPort()
  if (port) await assignWhere(port, eq(orders.id, orderId))
}

/** Assigns numbers that are missing, because the provider was away or there was none yet; a job calls it. */
export async function assignMissingRelays(): Promise<void> {
  const port = getRelayPort()
  if (port) await assignWhere(port)
}

async function assignWhere(port: RelayPort, condition?: ReturnType<typeof eq>): Promise<void> {
  const waiting = await db()
    .select({ id: orders.id, phone: orders.contactPhone })
    .from(orders)
    .leftJoin(orderRelays, eq(orderRelays.orderId, orders.id))
    .where(
      and(
        condition,
        sql`${orders.state} = any(${sql.param([...ACTIVE_ORDER_STATES])}::text[])`,
        isNotNull(orders.expertId),
        isNotNull(orders.thirdPartyConsentAt),
        ne(orders.contactPhone, ""),
        isNull(orderRelays.number),
      ),
    )
    .limit(BATCH)
  await forEachIsolated(waiting, { what: "assign-relay", id: ({ id }) => id }, async ({ id, phone }) => {
    const number = await port.assign(id, phone)
    await db()
      .insert(orderRelays)
      .values({ orderId: id, number, createdAt: now() })
      .onConflictDoUpdate({ target: orderRelays.orderId, set: { number } })
  })
}

/** Gives numbers back of orders that were cancelled, or completed 90 days ago; a job calls it. */
export async function releaseRelays(): Promise<void> {
  const port = getRelayPort()
  if (!port) return
  const over = await db()
    .select({ id: orders.id })
    .from(orderRelays)
    .innerJoin(orders, eq(orders.id, orderRelays.orderId))
    .where(
      and(
        isNotNull(orderRelays.number),
        or(
          sql`${orders.state} <> 'completed' and ${orders.state} <> all(${sql.param([
            ...ACTIVE_ORDER_STATES,
          ])}::text[])`,
          sql`${orders.state} = 'completed' and ${orders.completedAt} < ${addDays(
            now(),
            -LIMITS.relayDays,
          ).toISOString()}::timestamptz`,
        ),
      ),
    )
    .limit(BATCH)
  await forEachIsolated(over, { what: "release-relay", id: ({ id }) => id }, async ({ id }) => {
    await port.release(id)
    await db().update(orderRelays).set({ number: null }).where(eq(orderRelays.orderId, id))
  })
}
