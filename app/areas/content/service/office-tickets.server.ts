/** What colleagues do with tickets among themselves: how urgent one is, notes, texts for answers. */
import { and, asc, desc, eq, inArray, ne } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { listMoves } from "#app/basics/transitions.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db, inTransaction, violatedConstraint } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { runOnce } from "#app/platform/submissions.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { officePeople } from "../../accounts/service/people.server.ts"
import type { MacroForm } from "../forms.ts"
import { LIMITS, TICKET_TRANSITIONS, type TicketPriority } from "../rules.ts"
import type { Macro, OfficeTicket } from "../rules.ts"
import { ticketMacros, ticketNotes, tickets } from "../schema.server.ts"

/** The tickets among `ids`, with what an admin can do with them now; empty for anybody but an admin. */
export async function findTicketsByIds(actor: Actor, ids: readonly string[]) {
  if (!hasRight(actor, "support")) return []
  const rows = await db()
    .select({
      id: tickets.id,
      title: tickets.title,
      detail: tickets.name,
      state: tickets.state,
      changedAt: tickets.updatedAt,
    })
    .from(tickets)
    .where(inArray(tickets.id, [...ids]))
    .orderBy(tickets.id)
  return rows.map((row) => ({
    ...row,
    moves: listMoves(TICKET_TRANSITIONS, row.state, "admin").filter((move) => move !== "answer"),
  }))
}

/** Says how urgent a ticket is. Refusals: `not_found`, `same`. */
export async function setTicketPriority(
  actor: Actor,
  ticketId: string,
  priority: TicketPriority,
): Promise<Outcome<"not_found" | "same">> {
  if (!hasRight(actor, "support") || !isId(ticketId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, ticketId)).for("update")
    if (!ticket) return refuse("not_found")
    if (ticket.priority === priority) return refuse("same")
    await tx.update(tickets).set({ priority }).where(eq(tickets.id, ticketId))
    await audit(tx, actor, {
      action: "ticket.priority",
      subject: { kind: "ticket", id: ticketId, title: ticket.title },
      before: { priority: ticket.priority },
      after: { priority },
    })
    return ok()
  })
}

/** Writes a note that colleagues alone read. Refusals: `not_found`. */
export async function addTicketNote(
  actor: Actor,
  ticketId: string,
  { body, key }: { body: string; key: string },
): Promise<Outcome<"not_found">> {
  if (!hasRight(actor, "support") || !isId(ticketId)) return refuse("not_found")
  return inTransaction((tx) =>
    runOnce(tx, { actorId: actor.userId, form: `ticket-note:${ticketId}`, key }, async () => {
      const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, ticketId)).for("share")
      if (!ticket) return refuse("not_found")
      await tx
        .insert(ticketNotes)
        .values({ id: newId(), ticketId, authorId: actor.userId, body, createdAt: now() })
      await audit(tx, actor, {
        action: "ticket.note",
        subject: { kind: "ticket", id: ticketId, title: ticket.title },
      })
      return ok()
    }),
  )
}

const MAX_OTHERS = 5

/**
 * What colleagues know of a ticket of `userId` (null for one without an account), in three queries; null for
 * anybody but an admin.
 */
export async function findOfficeTicket(
  actor: Actor,
  ticket: { id: string; userId: string | null; priority: TicketPriority },
): Promise<OfficeTicket | null> {
  if (!hasRight(actor, "support")) return null
  const [notes, others, macros] = await Promise.all([
    db()
      .select({
        id: ticketNotes.id,
        author: officePeople.name,
        body: ticketNotes.body,
        createdAt: ticketNotes.createdAt,
      })
      .from(ticketNotes)
      .leftJoin(officePeople, eq(officePeople.userId, ticketNotes.authorId))
      .where(eq(ticketNotes.ticketId, ticket.id))
      .orderBy(asc(ticketNotes.id)),
    ticket.userId === null
      ? []
      : db()
          .select({
            id: tickets.id,
            title: tickets.title,
            state: tickets.state,
            createdAt: tickets.createdAt,
          })
          .from(tickets)
          .where(and(eq(tickets.userId, ticket.userId), ne(tickets.id, ticket.id)))
          .orderBy(desc(tickets.id))
          .limit(MAX_OTHERS),
    listMacros(actor),
  ])
  return {
    priority: ticket.priority,
    notes: notes.map((note) => ({
      ...note,
      author: note.author ?? "탈퇴한 관리자",
      createdAt: note.createdAt.toISOString(),
    })),
    others: others.map((each) => ({ ...each, createdAt: each.createdAt.toISOString() })),
    macros,
  }
}

/** The texts that answers are begun with, by title; empty for anybody but an admin. */
export async function listMacros(actor: Actor): Promise<Macro[]> {
  if (!hasRight(actor, "support")) return []
  return db()
    .select({ id: ticketMacros.id, title: ticketMacros.title, body: ticketMacros.body })
    .from(ticketMacros)
    .orderBy(ticketMacros.title)
    .limit(LIMITS.macros)
}

/**
 * Writes a text for answers anew, or the one that `macroId` names. Refusals: `not_found`, `taken` (another
 * has that title), `full` (there are 60).
 */
export async function saveMacro(
  actor: Actor,
  { macroId, title, body }: z.output<typeof MacroForm>,
): Promise<Outcome<"not_found" | "taken" | "full">> {
  if (!hasRight(actor, "support")) return refuse("not_found")
  try {
    return await inTransaction(async (tx) => {
      const id = macroId ?? newId()
      const values = { title, body, updatedAt: now() }
      if (macroId === null) {
        const count = await tx.$count(ticketMacros)
        if (count >= LIMITS.macros) return refuse("full")
        await tx.insert(ticketMacros).values({ id, ...values })
      } else {
        const changed = await tx
          .update(ticketMacros)
          .set(values)
          .where(eq(ticketMacros.id, id))
          .returning({ id: ticketMacros.id })
        if (changed.length === 0) return refuse("not_found")
      }
      await audit(tx, actor, {
        action: macroId === null ? "macro.add" : "macro.change",
        subject: { kind: "macro", id, title },
      })
      return ok()
    })
  } catch (error) {
    if (violatedConstraint(error) === "ticket_macros_title") return refuse("taken")
    throw error
  }
}

/** Takes a text for answers away. Refusals: `not_found`. */
export async function removeMacro(actor: Actor, macroId: string): Promise<Outcome<"not_found">> {
  if (!hasRight(actor, "support")) return refuse("not_found")
  return inTransaction(async (tx) => {
    const [removed] = await tx
      .delete(ticketMacros)
      .where(eq(ticketMacros.id, macroId))
      .returning({ title: ticketMacros.title })
    if (!removed) return refuse("not_found")
    await audit(tx, actor, {
      action: "macro.remove",
      subject: { kind: "macro", id: macroId, title: removed.title },
    })
    return ok()
  })
}
