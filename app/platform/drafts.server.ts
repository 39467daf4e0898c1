/** Owns drafts: what a long form holds while it is written, kept for a user or for the cookie of a visitor. */
import { and, count, eq, lt, ne, sql } from "drizzle-orm"
import { now } from "../basics/clock.ts"
import { newId } from "../basics/ids.ts"
import { isCleanText } from "../basics/korean.ts"
import { cookieText } from "./cookies.server.ts"
import { db, inTransaction, type Executor } from "./db.server.ts"
import { drafts } from "./schema.server.ts"

export const DRAFT_COOKIE = "baroildang.draft"

/** A draft is text that was typed; pictures are in it as ids. */
const MOST_BYTES = 64 * 1024
const MOST_FORMS = 30
const KEEP_DAYS = 30

/** Who writes: any actor fits. */
export type Drafter = { kind: "member"; userId: string } | { kind: "visitor"; draftId: string | null }
export type Draft = { content: unknown; updatedAt: Date }

const visitorOwner = (visitorId: string) => `visitor:${visitorId}`

/** Names of forms: `order-repair`, `proposal:0198…`. */
export const isDraftForm = (form: unknown): form is string => typeof form === "string" && /^[a-z][a-z0-9:-]{0,99}$/.test(form)

/** The owner under whom this person's drafts are kept; null for a visitor who has none yet. */
export function draftOwnerOf(drafter: Drafter): string | null {
  if (drafter.kind === "member") return drafter.userId
  return drafter.draftId ? visitorOwner(drafter.draftId) : null
}

/** As {@link draftOwnerOf}, but a visitor without drafts gets an owner of their own: send `setCookie` with the answer where it is not null. */
export function ensureDraftOwner(drafter: Drafter, request: Request): { owner: string; setCookie: string | null } {
  const owner = draftOwnerOf(drafter)
  if (owner) return { owner, setCookie: null }
  const visitorId = newId()
  return { owner: visitorOwner(visitorId), setCookie: cookieText(request, DRAFT_COOKIE, visitorId, KEEP_DAYS * 86_400_000) }
}

/** Keeps `content` as the draft of `form`, in place of an earlier one. Refuses more than 64 KB of JSON, and a 31st form of one owner. */
export async function saveDraft(owner: string, form: string, content: unknown): Promise<{ ok: true } | { ok: false; reason: "too_large" | "too_many" | "unreadable" }> {
  const text = JSON.stringify(content)
  if (text === undefined || !isDraftForm(form) || !isCleanText(text) || text.includes("\\u0000")) return { ok: false, reason: "unreadable" }
  if (Buffer.byteLength(text) > MOST_BYTES) return { ok: false, reason: "too_large" }
  const [others] = await db().select({ forms: count() }).from(drafts).where(and(eq(drafts.owner, owner), ne(drafts.form, form)))
  if ((others?.forms ?? 0) >= MOST_FORMS) return { ok: false, reason: "too_many" }
  const updatedAt = now()
  await db().insert(drafts).values({ owner, form, content, updatedAt }).onConflictDoUpdate({ target: [drafts.owner, drafts.form], set: { content, updatedAt } })
  return { ok: true }
}

/** The draft of `form`, or null; `owner` null (a visitor without drafts) asks nothing. What comes back was typed by a person: parse it. */
export async function findDraft(owner: string | null, form: string): Promise<Draft | null> {
  if (!owner || !isDraftForm(form)) return null
  const [draft] = await db().select({ content: drafts.content, updatedAt: drafts.updatedAt }).from(drafts).where(and(eq(drafts.owner, owner), eq(drafts.form, form)))
  return draft ?? null
}

/** Forgets the draft of `form`, in the transaction that makes the real thing of it where `executor` is one. */
export async function removeDraft(owner: string | null, form: string, executor: Executor = db()): Promise<void> {
  if (owner) await executor.delete(drafts).where(and(eq(drafts.owner, owner), eq(drafts.form, form)))
}

/** Gives a visitor's drafts to the user as whom the visitor has signed in; of two drafts of one form the newer one stays. */
export async function adoptVisitorDrafts(visitorId: string, userId: string): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.execute(sql`
      insert into drafts (owner, form, content, updated_at)
      select ${userId}, form, content, updated_at from drafts where owner = ${visitorOwner(visitorId)}
      on conflict (owner, form) do update set content = excluded.content, updated_at = excluded.updated_at
      where excluded.updated_at > drafts.updated_at`)
    await tx.delete(drafts).where(eq(drafts.owner, visitorOwner(visitorId)))
  })
}

/** Removes drafts that nobody touched for 30 days; a job calls it. */
export async function sweepDrafts(): Promise<void> {
  await db().delete(drafts).where(lt(drafts.updatedAt, new Date(now().getTime() - KEEP_DAYS * 86_400_000)))
}
