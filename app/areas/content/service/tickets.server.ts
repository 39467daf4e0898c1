/** Tickets: what people ask us, and what we answer. */
import { href } from "react-router"
import { and, asc, eq, lt, sql, type SQL } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { byAge, page } from "#app/platform/page.server.ts"
import { sendMail } from "#app/platform/mail.server.ts"
import { networkOf } from "#app/platform/network.ts"
import { countHit } from "#app/platform/rate-limit.server.ts"
import { getMailMode } from "#app/platform/services.server.ts"
import { runOnce } from "#app/platform/submissions.server.ts"
import { containsText } from "#app/platform/text-match.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { notify } from "../../notifications/service/notify.server.ts"
import type { TicketForm, TicketReplyForm } from "../forms.ts"
import {
  TICKET_CLOSES_AFTER_DAYS,
  TICKET_TRANSITIONS,
  type TicketPriority,
  type TicketTransition,
  type TicketState,
  type TicketTopic,
} from "../rules.ts"
import { ticketMessages, tickets } from "../schema.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

declare module "#app/platform/events.server.ts" {
  interface Events {
    "ticket.opened": { ticketId: string }
    "ticket.moved": { ticketId: string }
    "ticket.answered": { ticketId: string; messageId: string }
  }
}

const PAGE_SIZE = 30
/** Against floods: tickets an hour from one person, and from one address. */
const MAX_TICKETS_PER_HOUR = 5
const HOUR_MS = 3_600_000
/** Who asks without an account: keys of their forms are counted apart from those of people. */
const ANONYMOUS_ACTOR_ID = "00000000-0000-7000-8000-000000000000"

/**
 * Takes a question. `address` is where the request came from. Refusals: `too_many` (more than five an hour),
 * `mail_off` (a visitor is answered by mail, and none is sent).
 */
export async function openTicket(
  actor: Actor,
  input: z.output<typeof TicketForm>,
  address: string,
): Promise<Outcome<"too_many" | "mail_off", { ticketId: string }>> {
  const userId = actor.kind === "member" ? actor.userId : null
  if (userId === null && getMailMode() === "off") return refuse("mail_off")
  const limit = await countHit([
    { key: `ticket:address:${networkOf(address)}`, max: MAX_TICKETS_PER_HOUR * 4, windowMs: HOUR_MS },
    {
      key: userId ? `ticket:person:${userId}` : `ticket:mail:${input.email}`,
      max: MAX_TICKETS_PER_HOUR,
      windowMs: HOUR_MS,
    },
  ])
  if (!limit.ok) return refuse("too_many")
  return inTransaction((tx) =>
    runOnce(tx, { actorId: userId ?? ANONYMOUS_ACTOR_ID, form: "ticket", key: input.key }, async () => {
      const ticketId = newId()
      const at = now()
      await tx.insert(tickets).values({
        id: ticketId,
        userId,
        name: input.name,
        email: input.email,
        topic: input.topic,
        title: input.title,
        state: "open",
        createdAt: at,
        updatedAt: at,
      })
      await tx
        .insert(ticketMessages)
        .values({ id: newId(), ticketId, authorId: userId, byStaff: false, body: input.body, createdAt: at })
      await emit(tx, "ticket.opened", { ticketId })
      return ok({ ticketId })
    }),
  )
}

type TicketRole = "asker" | "admin"

/** What `actor` is to a ticket; null for everybody else, for whom it does not exist. */
const getTicketRole = (actor: Actor, ticket: { userId: string | null }): TicketRole | null =>
  hasRight(actor, "support")
    ? "admin"
    : actor.kind === "member" && ticket.userId === actor.userId
      ? "asker"
      : null

async function transitionTicket(
  tx: Transaction,
  actor: Actor,
  ticketId: string,
  chooseTransition: (role: TicketRole) => TicketTransition,
) {
  if (!isId(ticketId)) return refuse("not_found")
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, ticketId)).for("update")
  const role = ticket ? getTicketRole(actor, ticket) : null
  if (!ticket || !role) return refuse("not_found")
  const transition = findTransition(TICKET_TRANSITIONS, {
    move: chooseTransition(role),
    from: ticket.state,
    role,
  })
  if (!transition) return refuse("not_now")
  await tx.update(tickets).set({ state: transition.to, updatedAt: now() }).where(eq(tickets.id, ticketId))
  return ok({ ticket, role, state: transition.to })
}

/**
 * Goes on with a ticket: an admin answers, the asker asks again. Refusals: `not_found`, `not_now` (it is
 * closed).
 */
export function replyToTicket(
  actor: Actor,
  ticketId: string,
  input: z.output<typeof TicketReplyForm>,
): Promise<Outcome<"not_found" | "not_now">> {
  return inTransaction(async (tx) => {
    if (actor.kind !== "member") return refuse("not_found")
    return runOnce(tx, { actorId: actor.userId, form: `ticket:${ticketId}`, key: input.key }, async () => {
      const outcome = await transitionTicket(tx, actor, ticketId, (role) =>
        role === "admin" ? "answer" : "ask_again",
      )
      if (!outcome.ok) return outcome
      const messageId = newId()
      await tx.insert(ticketMessages).values({
        id: messageId,
        ticketId,
        authorId: actor.userId,
        byStaff: outcome.role === "admin",
        body: input.body,
        createdAt: now(),
      })
      if (outcome.role === "admin") {
        await emit(tx, "ticket.answered", { ticketId, messageId })
        await audit(tx, actor, {
          action: "ticket.answer",
          subject: { kind: "ticket", id: ticketId, title: outcome.ticket.title },
          before: { state: outcome.ticket.state },
          after: { state: outcome.state },
        })
      }
      return ok()
    })
  })
}

/** Closes a ticket. Refusals: `not_found`, `not_now` (closed before). */
export function closeTicket(actor: Actor, ticketId: string): Promise<Outcome<"not_found" | "not_now">> {
  return inTransaction(async (tx) => {
    const outcome = await transitionTicket(tx, actor, ticketId, () => "close")
    if (!outcome.ok) return outcome
    await emit(tx, "ticket.moved", { ticketId })
    if (outcome.role === "admin" && actor.kind === "member") {
      await audit(tx, actor, {
        action: "ticket.close",
        subject: { kind: "ticket", id: ticketId, title: outcome.ticket.title },
        before: { state: outcome.ticket.state },
        after: { state: outcome.state },
      })
    }
    return ok()
  })
}

/** Opens a closed ticket again: an admin alone. Refusals: `not_found`, `not_now` (it is not closed). */
export function reopenTicket(actor: Actor, ticketId: string): Promise<Outcome<"not_found" | "not_now">> {
  return inTransaction(async (tx) => {
    const outcome = await transitionTicket(tx, actor, ticketId, () => "reopen")
    if (!outcome.ok) return outcome
    await emit(tx, "ticket.moved", { ticketId })
    if (actor.kind === "member")
      await audit(tx, actor, {
        action: "ticket.reopen",
        subject: { kind: "ticket", id: ticketId, title: outcome.ticket.title },
        before: { state: outcome.ticket.state },
        after: { state: outcome.state },
      })
    return ok()
  })
}

/** Closes answered tickets that nobody took up again for 14 days; a job calls it. */
export async function closeSilentTickets(): Promise<void> {
  const at = now()
  await db()
    .update(tickets)
    .set({ state: "closed", updatedAt: at })
    .where(
      and(
        eq(tickets.state, "answered"),
        lt(tickets.updatedAt, new Date(at.getTime() - TICKET_CLOSES_AFTER_DAYS * 86_400_000)),
      ),
    )
}

/** Subscriber of "ticket.answered": tells the asker, on the page where they have an account, and by mail. */
export async function notifyTicketAnswered(
  { ticketId, messageId }: { ticketId: string; messageId: string },
  tx: Transaction,
): Promise<void> {
  const [row] = await tx
    .select({
      userId: tickets.userId,
      email: tickets.email,
      name: tickets.name,
      title: tickets.title,
      body: ticketMessages.body,
    })
    .from(tickets)
    .innerJoin(ticketMessages, eq(ticketMessages.ticketId, tickets.id))
    .where(and(eq(tickets.id, ticketId), eq(ticketMessages.id, messageId)))
  if (!row) return
  if (row.userId)
    await notify(tx, [
      {
        userId: row.userId,
        kind: "account",
        title: "문의에 답변이 도착했어요",
        text: row.title,
        href: href("/my-info/tickets/:ticketId", { ticketId }),
        deduplicationKey: `ticket.answered:${messageId}`,
      },
    ])
  // Who asked without an account has nothing but the mail.
  else
    await sendMail({
      to: row.email,
      subject: `[바로일당] 문의하신 내용에 답변드려요: ${row.title}`,
      text: `${row.name}님, 안녕하세요.\n\n${row.body}\n\n더 궁금한 점은 문의하기에 다시 남겨 주세요.\n\n바로일당 드림`,
    })
}

export type TicketRow = {
  id: string
  title: string
  topic: TicketTopic
  state: TicketState
  priority: TicketPriority
  name: string
  createdAt: string
  updatedAt: string
}
const rowColumns = {
  id: tickets.id,
  title: tickets.title,
  topic: tickets.topic,
  state: tickets.state,
  priority: tickets.priority,
  name: tickets.name,
  createdAt: tickets.createdAt,
  updatedAt: tickets.updatedAt,
}
const toTicketRow = (
  row: Omit<TicketRow, "createdAt" | "updatedAt"> & { createdAt: Date; updatedAt: Date },
): TicketRow => ({ ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() })

/** The actor's own tickets, the newest first; a page. How urgent the office finds them is not said. */
export async function listMyTickets(
  actor: Actor,
  cursor: string | null,
): Promise<{ rows: TicketRow[]; cursor: string | null }> {
  if (actor.kind !== "member") return { rows: [], cursor: null }
  const found = await listPage(eq(tickets.userId, actor.userId), cursor, true)
  return { ...found, rows: found.rows.map((row) => ({ ...row, priority: "normal" })) }
}

type TicketFilter = {
  state: TicketState | null
  priority: TicketPriority | null
  /** A part of the title, the name or the address of who asks. */ term: string
}

const buildWhere = ({ state, priority, term }: TicketFilter): SQL | undefined =>
  and(
    state ? eq(tickets.state, state) : undefined,
    priority ? eq(tickets.priority, priority) : undefined,
    term === ""
      ? undefined
      : // Each looked up by its own index.
        sql`${tickets.id} in (select id from tickets where ${containsText(sql`title`, term)}
          union select id from tickets where ${containsText(sql`name`, term)}
          union select id from tickets where ${containsText(sql`email`, term)})`,
  )

/** All tickets in `state` (null: all) for admins, the newest or the oldest first. */
export async function listTickets(
  actor: Actor,
  options: TicketFilter & { newest: boolean; cursor: string | null },
): Promise<{ rows: TicketRow[]; cursor: string | null }> {
  if (!hasRight(actor, "support")) return { rows: [], cursor: null }
  return listPage(buildWhere(options), options.cursor, options.newest)
}

/** How many tickets `filter` finds; 0 for anybody but an admin. */
export async function countTickets(actor: Actor, filter: TicketFilter): Promise<number> {
  if (!hasRight(actor, "support")) return 0
  const [row] = await db()
    .select({ found: sql<number>`count(*)::int` })
    .from(tickets)
    .where(buildWhere(filter))
  return row?.found ?? 0
}

// Ids are made in the order of time.

const ORDERS = byAge([tickets.id, "id"])

async function listPage(condition: SQL | undefined, after: string | null, newest: boolean) {
  const { rows, cursor } = await page({
    from: (sortKeys) =>
      db()
        .select({ ...rowColumns, sortKeys })
        .from(tickets),
    order: ORDERS[newest ? "newest" : "oldest"],
    filter: condition,
    cursor: after,
    size: PAGE_SIZE,
  })
  return { rows: rows.map(toTicketRow), cursor }
}

/** How many tickets wait for us, and since when the oldest does; null for anybody but an admin. */
export async function countWaitingTickets(
  actor: Actor,
): Promise<{ open: number; oldest: string | null } | null> {
  if (!hasRight(actor, "support")) return null
  const [row] = await db()
    .select({ open: sql<number>`count(*)::int`, oldest: sql<string | null>`min(${tickets.updatedAt})` })
    .from(tickets)
    .where(eq(tickets.state, "open"))
  return { open: row?.open ?? 0, oldest: row?.oldest ? new Date(row.oldest).toISOString() : null }
}

export type Ticket = TicketRow & {
  email: string
  userId: string | null
  messages: { id: string; byStaff: boolean; body: string; createdAt: string }[]
}

/** A ticket with what was said; null where it is not there or not for this person. Two queries. */
export async function findTicket(actor: Actor, id: string): Promise<Ticket | null> {
  if (!isId(id)) return null
  const [ticket] = await db().select().from(tickets).where(eq(tickets.id, id))
  if (!ticket || !getTicketRole(actor, ticket)) return null
  const messages = await db()
    .select({
      id: ticketMessages.id,
      byStaff: ticketMessages.byStaff,
      body: ticketMessages.body,
      createdAt: ticketMessages.createdAt,
    })
    .from(ticketMessages)
    .where(eq(ticketMessages.ticketId, id))
    .orderBy(asc(ticketMessages.id))
  return {
    ...toTicketRow(ticket),
    priority: hasRight(actor, "support") ? ticket.priority : "normal",
    email: ticket.email,
    userId: ticket.userId,
    messages: messages.map((message) => ({ ...message, createdAt: message.createdAt.toISOString() })),
  }
}
