/**
 * The evidence of an order: every step from the choice on is an entry of a chain, written in the transaction
 * of the step. The two of the order take it along as a file, and anybody checks a file.
 */
import { and, asc, desc, eq, inArray, or, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { db, type Transaction } from "#app/platform/db.server.ts"
import { log } from "#app/platform/log.server.ts"
import { hashPictures } from "#app/platform/picture-hashes.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import {
  EVIDENCE_FORMAT,
  findBrokenEntry,
  FIRST_PREVIOUS,
  getMessageId,
  hashContent,
  hashEntry,
  hashText,
  type EvidenceEntry,
  type EvidenceFile,
  type EvidenceKind,
} from "../evidence-chain.ts"
import type { OrderRole } from "../rules.ts"
import { orderEvidence, orderEvidenceHeads, orderPhotos, orders, proposalVersions } from "../schema.server.ts"

type OrderRow = typeof orders.$inferSelect
type NewEntry = {
  order: Pick<OrderRow, "id" | "expertId">
  kind: EvidenceKind
  role: OrderRole
  content: Record<string, unknown>
  /** When it happened, where that was not now. */
  at?: Date
}

/**
 * Adds entries to the chains of orders that the caller has locked, in two statements however many there are.
 * Orders for which nobody is chosen have no chain yet.
 */
export async function appendEvidence(tx: Transaction, newEntries: readonly NewEntry[]): Promise<void> {
  const chosen = newEntries.filter(({ order }) => order.expertId !== null)
  if (chosen.length === 0) return
  const heads = await tx
    .selectDistinctOn([orderEvidence.orderId], {
      orderId: orderEvidence.orderId,
      seq: orderEvidence.seq,
      hash: orderEvidence.hash,
    })
    .from(orderEvidence)
    .where(inArray(orderEvidence.orderId, [...new Set(chosen.map(({ order }) => order.id))]))
    .orderBy(orderEvidence.orderId, desc(orderEvidence.seq))
  const headByOrder = new Map(heads.map((head) => [head.orderId, head]))
  const rows = chosen.map(({ order, kind, role, content, at = now() }) => {
    const head = headByOrder.get(order.id)
    const entry = {
      seq: (head?.seq ?? 0) + 1,
      kind,
      at: at.toISOString(),
      role,
      contentSha256: hashContent(content),
      previous: head?.hash ?? FIRST_PREVIOUS,
    }
    const hash = hashEntry(order.id, entry)
    headByOrder.set(order.id, { orderId: order.id, seq: entry.seq, hash })
    return { ...entry, at, hash, content, orderId: order.id, expertId: order.expertId ?? "" }
  })
  await tx.insert(orderEvidence).values(rows)
}

/**
 * Begins the chain of an order with its choice: the request as it stands, every version of the chosen
 * proposal, and what was agreed.
 */
export async function appendChoiceEvidence(
  tx: Transaction,
  order: OrderRow,
  proposalId: string,
): Promise<void> {
  const [photos, versions] = [
    await tx
      .select({ id: orderPhotos.pictureId })
      .from(orderPhotos)
      .where(and(eq(orderPhotos.orderId, order.id), eq(orderPhotos.kind, "site")))
      .orderBy(asc(orderPhotos.position)),
    await tx
      .select()
      .from(proposalVersions)
      .where(eq(proposalVersions.proposalId, proposalId))
      .orderBy(asc(proposalVersions.version)),
  ]
  const { category, service, title, description, answers, regionCode, schedule, wantedOn } = order
  await appendEvidence(tx, [
    {
      order,
      kind: "request",
      role: "customer",
      content: {
        category,
        service,
        title,
        description,
        answers,
        regionCode,
        schedule,
        wantedOn,
        pictures: await hashPictures(
          tx,
          photos.map(({ id }) => id),
        ),
      },
      ...(order.openedAt ? { at: order.openedAt } : {}),
    },
    ...versions.map(({ version, content, at }) => ({
      order,
      kind: "proposal" as const,
      role: "expert" as const,
      content: { proposalId, version, ...(content as Record<string, unknown>) },
      at,
    })),
    {
      order,
      kind: "step",
      role: "customer",
      content: {
        move: "accept",
        from: "open",
        to: order.state,
        note: "",
        agreedWon: order.agreedWon,
        payment: order.payment,
        feePayer: order.feePayer,
        feeBps: order.feeBps,
      },
    },
  ])
}

/** A message as its chat knows it. */
type EvidenceMessage = {
  id: string
  /** The order or the proposal that the room is about. */
  subject: { kind: string; id: string }
  senderId: string
  text: string
  at: Date
  pictureIds: string[]
  /** False once it was deleted or hidden: its words leave the file, its hash stays. */
  isKept: boolean
}
let findMessages: (ids: readonly string[]) => Promise<EvidenceMessage[]> = () => Promise.resolve([])

/** Names who knows the messages; only app/subscriptions.server.ts calls this. */
export function registerEvidenceMessages(find: typeof findMessages): void {
  findMessages = find
}

const SUBJECT_KINDS = ["order", "proposal"]

/**
 * Subscriber of `message.sent`, many at a time: what the two of a chosen order write to each other is an
 * entry, by its hash. Once for each message.
 */
export async function recordMessageEvidence(
  events: readonly { messageId: string }[],
  tx: Transaction,
): Promise<void> {
  const found = await findMessages(events.map(({ messageId }) => messageId))
  const messages = found.filter(({ subject }) => SUBJECT_KINDS.includes(subject.kind))
  if (messages.length === 0) return
  const subjectIds = messages.map(({ subject }) => subject.id)
  const lockedOrders = await tx
    .select()
    .from(orders)
    .where(or(inArray(orders.id, subjectIds), inArray(orders.acceptedProposalId, subjectIds)))
    .orderBy(orders.id)
    .for("update")
  const messageId = sql<string>`${orderEvidence.content} ->> 'messageId'`
  const recorded = await tx
    .select({ messageId })
    .from(orderEvidence)
    .where(
      and(
        eq(orderEvidence.kind, "message"),
        inArray(
          messageId,
          messages.map(({ id }) => id),
        ),
      ),
    )
  const recordedIds = new Set(recorded.map((row) => row.messageId))
  const entries = await Promise.all(
    messages
      .filter(({ id }) => !recordedIds.has(id))
      .toSorted((first, second) => first.at.getTime() - second.at.getTime())
      .map((message) => toMessageEntry(tx, lockedOrders, message)),
  )
  await appendEvidence(
    tx,
    entries.filter((entry) => entry !== null),
  )
}

/** The entry of a message in the order that it is about; null where it is of nobody of a chosen order. */
async function toMessageEntry(
  tx: Transaction,
  lockedOrders: readonly OrderRow[],
  { id, subject, senderId, text, at, pictureIds }: EvidenceMessage,
): Promise<NewEntry | null> {
  const order = lockedOrders.find((one) => one.id === subject.id || one.acceptedProposalId === subject.id)
  const role =
    order?.customerId === senderId ? "customer" : order?.expertId === senderId ? "expert" : undefined
  if (!order || !role) return null
  const pictures = await hashPictures(tx, pictureIds)
  return {
    order,
    kind: "message",
    role,
    content: { messageId: id, textSha256: hashText(text), pictures },
    at,
  }
}

export type EvidenceView = {
  title: string
  file: EvidenceFile
  /**
   * The first entry that does not agree with those before it, or is missing at the end; null where all are
   * there and do.
   */
  brokenAt: number | null
}

/**
 * The evidence of an order for its two people and administrators, with the words of messages that are kept;
 * null for everybody else, and where nothing was recorded. What was agreed with another expert of the same
 * order is there by its hash alone.
 */
export async function findEvidence(actor: Actor, orderId: string): Promise<EvidenceView | null> {
  if (actor.kind !== "member") return null
  const [found] = await db()
    .select({ order: orders, head: orderEvidenceHeads })
    .from(orders)
    .leftJoin(orderEvidenceHeads, eq(orderEvidenceHeads.orderId, orders.id))
    .where(eq(orders.id, orderId))
  const order = found?.order
  const isAdmin = actor.profile?.role === "admin"
  const isExpert = order?.expertId === actor.userId
  if (!order || !(order.customerId === actor.userId || isExpert || isAdmin)) return null
  const rows = await db()
    .select()
    .from(orderEvidence)
    .where(eq(orderEvidence.orderId, orderId))
    .orderBy(asc(orderEvidence.seq))
  const entries = rows.map((row) => ({ ...toEntry(row), expertId: row.expertId }))
  const brokenAt =
    findBrokenEntry({ orderId, entries, messages: {} }) ?? findMissingEntry(entries, found?.head ?? null)
  if (brokenAt !== null)
    log().error({ order: orderId, entry: brokenAt }, "the evidence of an order is broken")
  if (rows.length === 0) return null
  const isHidden = (expertId: string) => isExpert && expertId !== actor.userId
  const visible = entries.map(({ expertId, ...entry }) =>
    isHidden(expertId) ? { ...entry, content: null } : entry,
  )
  return {
    title: order.title,
    file: {
      format: EVIDENCE_FORMAT,
      orderId,
      madeAt: now().toISOString(),
      entries: visible,
      messages: await findKeptTexts(visible),
    },
    brokenAt,
  }
}

/** The number of the first entry that was taken from the end of a chain; null where none was. */
function findMissingEntry(
  entries: readonly EvidenceEntry[],
  head: typeof orderEvidenceHeads.$inferSelect | null,
): number | null {
  if (head === null || entries[head.seq - 1]?.hash === head.hash) return null
  return Math.min(entries.length + 1, head.seq)
}

const toEntry = (row: typeof orderEvidence.$inferSelect): EvidenceEntry => ({
  seq: row.seq,
  kind: row.kind,
  at: row.at.toISOString(),
  role: row.role,
  content: row.content as EvidenceEntry["content"],
  contentSha256: row.contentSha256,
  previous: row.previous,
  hash: row.hash,
})

/** The words of messages that were neither deleted nor hidden, and are what they were. */
async function findKeptTexts(entries: readonly EvidenceEntry[]): Promise<Record<string, string>> {
  const hashes = new Map(
    entries.flatMap((entry) => {
      const id = getMessageId(entry)
      return id ? [[id, entry.content?.textSha256] as const] : []
    }),
  )
  if (hashes.size === 0) return {}
  const messages = await findMessages([...hashes.keys()])
  return Object.fromEntries(
    messages
      .filter(({ id, text, isKept }) => isKept && hashText(text) === hashes.get(id))
      .map(({ id, text }) => [id, text]),
  )
}

/** When an entry with this hash was written, and as which of its chain; null where none was. */
export async function findEvidenceHash(hash: string): Promise<{ at: string; seq: number } | null> {
  const [row] = await db()
    .select({ at: orderEvidence.at, seq: orderEvidence.seq })
    .from(orderEvidence)
    .where(eq(orderEvidence.hash, hash))
  return row ? { at: row.at.toISOString(), seq: row.seq } : null
}
