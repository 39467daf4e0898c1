/**
 * Drafts: what a long form holds while it is written, kept for a user or for the cookie of a visitor.
 */
import { and, count, eq, lt, ne, sql } from "drizzle-orm"
import { now } from "../basics/clock.ts"
import { isStorableJson } from "../basics/column-values.ts"
import { isId, newId } from "../basics/ids.ts"
import { DAY_MS, HOUR_MS } from "../basics/time.ts"
import { formatSetCookie } from "./cookies.server.ts"
import { db, inTransaction, type Executor } from "./db.server.ts"
import { networkOf } from "./network.ts"
import { countHit } from "./rate-limit.server.ts"
import { drafts } from "./schema.server.ts"
import { isSameSignature, sign } from "./signatures.server.ts"
import { ok, refuse, type Done, type Refusal } from "./outcome.ts"

export const DRAFT_COOKIE = "baroildang.draft"

/** A draft is text that was typed; pictures are in it as ids. */
const MAX_DRAFT_BYTES = 64 * 1024
const MAX_DRAFTS_PER_MEMBER = 30
const DRAFT_TTL_DAYS = 30
/** A visitor costs nothing to invent, so all visitors of one address share what may be kept for them. */
const MAX_DRAFTS_PER_VISITOR = 12
const MAX_NEW_VISITORS_PER_HOUR = 60
const MAX_BYTES_PER_ADDRESS_PER_DAY = 8 * 1024 * 1024

/** Who writes: any actor fits. */
export type DraftAuthor = { kind: "member"; userId: string } | { kind: "visitor"; draftId: string | null }
/** The space of a visitor, named by the id in their signed cookie. */
type VisitorOwner = { visitorId: string }
/** Where drafts are kept: a member's space is named by their user id, and never the same as a visitor's. */
export type DraftOwner = string | VisitorOwner
/** As {@link DraftOwner}, for what stores something: visitors are counted by the address they write from. */
export type DraftWriter = string | (VisitorOwner & { address: string })
export type Draft = { content: unknown; updatedAt: Date }
type Unsaved =
  | Refusal<"too_large" | "too_many" | "unreadable">
  | Refusal<"address_full", { retryAfterMs: number }>

/** What the column holds; the database refuses everything else. */
const getOwnerKey = (owner: DraftOwner) => (typeof owner === "string" ? owner : `visitor:${owner.visitorId}`)

/** Names of forms: `order-repair`, `proposal:0198…`. */
export const isDraftFormName = (form: unknown): form is string =>
  typeof form === "string" && /^[a-z][a-z0-9:-]{0,99}$/.test(form)

/** Reads the value of the draft cookie, `{visitor id}.{signature}`; null for one that we did not make. */
export function parseDraftCookie(cookie: string | undefined): string | null {
  const [id = "", sentSignature = ""] = (cookie ?? "").split(".")
  return isId(id) && isSameSignature(sentSignature, sign("draft", id)) ? id : null
}

/** The owner under whom this person's drafts are kept; null for a visitor who has none yet. */
export function getDraftOwner(author: DraftAuthor): DraftOwner | null {
  if (author.kind === "member") return author.userId
  return author.draftId ? { visitorId: author.draftId } : null
}

/**
 * As {@link getDraftOwner}, but a visitor without drafts gets an owner of their own: send `setCookie` with
 * the answer where it is not null. `address` is where the request came from.
 */
export function ensureDraftOwner(
  author: DraftAuthor,
  request: Request,
  address: string,
): { owner: DraftWriter; setCookie: string | null } {
  if (author.kind === "member") return { owner: author.userId, setCookie: null }
  if (author.draftId) return { owner: { visitorId: author.draftId, address }, setCookie: null }
  const visitorId = newId()
  const value = `${visitorId}.${sign("draft", visitorId)}`
  return {
    owner: { visitorId, address },
    setCookie: formatSetCookie(request, DRAFT_COOKIE, value, DRAFT_TTL_DAYS * 86_400_000),
  }
}

/**
 * Keeps `content` as the draft of `form`, in place of an earlier one. Refuses more than 64 KB of JSON
 * (`too_large`), a 31st form of a member and a 13th of a visitor (`too_many`), what is no JSON
 * (`unreadable`), and of one address more than 60 new visitors an hour or 8 MB of visitors' drafts a day
 * (`address_full`). Written in the transaction that `executor` is, where it is one.
 */
export async function saveDraft(
  owner: DraftWriter,
  form: string,
  content: unknown,
  executor: Executor = db(),
): Promise<Done | Unsaved> {
  if (!isDraftFormName(form) || content === undefined || content === null || !isStorableJson(content))
    return refuse("unreadable")
  const bytes = Buffer.byteLength(JSON.stringify(content))
  if (bytes > MAX_DRAFT_BYTES) return refuse("too_large")
  const key = getOwnerKey(owner)
  const [stored] = await executor
    .select({
      others: sql<number>`count(*) filter (where ${ne(drafts.form, form)})::int`,
      bytes: sql<number>`coalesce(sum(octet_length(${drafts.content}::text)) filter (where
        ${eq(drafts.form, form)}), 0)::int`,
      forms: count(),
    })
    .from(drafts)
    .where(eq(drafts.owner, key))
  const visitor = typeof owner !== "string"
  if ((stored?.others ?? 0) >= (visitor ? MAX_DRAFTS_PER_VISITOR : MAX_DRAFTS_PER_MEMBER))
    return refuse("too_many")
  if (visitor) {
    const network = networkOf(owner.address)
    const addedBytes = bytes - (stored?.bytes ?? 0)
    const limit = await countHit([
      ...(stored?.forms === 0
        ? [{ key: `drafts:visitors:${network}`, max: MAX_NEW_VISITORS_PER_HOUR, windowMs: HOUR_MS }]
        : []),
      ...(addedBytes > 0
        ? [
            {
              key: `drafts:bytes:${network}`,
              max: MAX_BYTES_PER_ADDRESS_PER_DAY,
              windowMs: DAY_MS,
              hits: addedBytes,
            },
          ]
        : []),
    ])
    if (!limit.ok) return { ...limit, reason: "address_full" }
  }
  const updatedAt = now()
  await executor
    .insert(drafts)
    .values({ owner: key, form, content, updatedAt })
    .onConflictDoUpdate({ target: [drafts.owner, drafts.form], set: { content, updatedAt } })
  return ok()
}

/** What is said where an address has filled its share. */
export const ADDRESS_FULL_TEXT =
  "이 주소에서 새로 쓴 글이 너무 많아요. 잠시 뒤 다시 시도하거나 로그인해 주세요."

/**
 * The draft of `form`, or null; `owner` null (a visitor without drafts) asks nothing. What comes back was
 * typed by a person: parse it.
 */
export async function findDraft(owner: DraftOwner | null, form: string): Promise<Draft | null> {
  if (!owner || !isDraftFormName(form)) return null
  const [draft] = await db()
    .select({ content: drafts.content, updatedAt: drafts.updatedAt })
    .from(drafts)
    .where(and(eq(drafts.owner, getOwnerKey(owner)), eq(drafts.form, form)))
  return draft ?? null
}

/**
 * Forgets the draft of `form`, in the transaction that makes the real thing of it where `executor` is one.
 */
export async function removeDraft(
  owner: DraftOwner | null,
  form: string,
  executor: Executor = db(),
): Promise<void> {
  if (owner)
    await executor.delete(drafts).where(and(eq(drafts.owner, getOwnerKey(owner)), eq(drafts.form, form)))
}

/**
 * Gives a visitor's drafts to the user as whom the visitor has signed in; of two drafts of one form the newer
 * one stays.
 */
export async function transferVisitorDrafts(visitorId: string, userId: string): Promise<void> {
  const visitor = getOwnerKey({ visitorId })
  await inTransaction(async (tx) => {
    await tx.execute(sql`
      insert into drafts (owner, form, content, updated_at)
      select ${userId}, form, content, updated_at from drafts where owner = ${visitor}
      on conflict (owner, form) do update set content = excluded.content, updated_at = excluded.updated_at
      where excluded.updated_at > drafts.updated_at`)
    await tx.delete(drafts).where(eq(drafts.owner, visitor))
  })
}

/** Removes drafts that nobody touched for 30 days; a job calls it. */
export async function deleteOldDrafts(): Promise<void> {
  await db()
    .delete(drafts)
    .where(lt(drafts.updatedAt, new Date(now().getTime() - DRAFT_TTL_DAYS * 86_400_000)))
}
