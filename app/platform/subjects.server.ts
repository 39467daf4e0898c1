/**
 * How areas that know nothing of each other show, talk about, find and moderate each other's things: one
 * source per kind.
 */
import type { SubjectCard, SubjectKind, SubjectRef } from "../basics/subject.ts"
import type { Transaction } from "./db.server.ts"
import { emit, emitMany } from "./events.server.ts"

declare module "./events.server.ts" {
  interface Events {
    /** What is shown or found of a thing is different now: changed, closed, hidden or gone. */
    "subject.changed": { kind: SubjectKind; id: string }
  }
}

/** What the one search index holds of a thing. */
export type SearchEntry = {
  id: string
  /** The tab under which it is found. */
  tab: "services" | "jobs" | "market" | "shop"
  title: string
  /** More that it is found by, the most telling first: category, kind, seller, options. Not shown. */
  searchWords: readonly string[]
  /** Codes of 시·군·구 or 시·도 where it is to be had; empty for everywhere. */
  regionCodes: readonly string[]
  /** What a search may be narrowed by within the tab, such as a category of services. */
  marks?: readonly string[]
  /** Integer won, for sorting by price; null where it has none. */
  priceWon: number | null
  /** 0–1: how good it is among its kind (rating, hires, sales), for the order 추천순. */
  rank: number
  /** Its moment for the order 최신순. */
  at: Date
}

export type SubjectSource = {
  kind: SubjectKind
  /** The cards of those among `ids` that exist, hidden or closed ones too; one query, any order. */
  loadCards(ids: readonly string[]): Promise<SubjectCard[]>
  /**
   * The card as `userId` sees it who talks about the thing with `partnerId`: with what only these two may
   * know (a price offered), and what `userId` would do next. Asked only for people who share a room about it;
   * where it is missing, `loadCards` is asked.
   */
  loadCardFor?(
    userId: string,
    id: string,
    partnerId: string,
  ): Promise<(SubjectCard & { next: { label: string; href: string } | null }) | null>
  /**
   * Who would talk with `userId` about the thing: the other person's id, or null where these two have nothing
   * to say to each other (not there, hidden, one's own thing without a partner). `withUserId` is given where
   * an owner opens the talk with one of several (a seller with a buyer, an employer with an applicant).
   */
  findPartnerId?(userId: string, id: string, withUserId: string | null): Promise<string | null>
  /**
   * Whether the thing, which everybody may see, takes no new talks any more: closed or sold while somebody
   * was reading it.
   */
  isClosed?(id: string): Promise<boolean>
  /**
   * Entries of those among `ids` that everybody may find now; what is missing in the answer leaves the index.
   */
  loadSearchEntries?(ids: readonly string[]): Promise<SearchEntry[]>
  /** Up to `limit` ids after `after` in id order (null: from the first), for building the index anew. */
  listIdsAfter?(after: string | null, limit: number): Promise<string[]>
  /**
   * Hides (a reason) or shows again (null) a thing: moderation is an overlay, never a state. False where
   * there is none such.
   */
  setHidden?(tx: Transaction, id: string, reason: string | null): Promise<boolean>
}

const sources = new Map<SubjectKind, SubjectSource>()

/** Names the source of a kind; only app/subjects.server.ts calls this. */
export function registerSubjectSource(source: SubjectSource): void {
  sources.set(source.kind, source)
}

/** The source of `kind`; undefined where no area has one. */
export const getSubjectSource = (kind: SubjectKind): SubjectSource | undefined => sources.get(kind)
export const listSubjectKindsWith = (capability: keyof SubjectSource): SubjectKind[] =>
  [...sources.values()].filter((source) => source[capability] !== undefined).map((source) => source.kind)

/** The cards of `refs`, by `kind:id`; one query for each kind among them. */
export async function loadSubjectCards(refs: readonly SubjectRef[]): Promise<Map<string, SubjectCard>> {
  const byKind = new Map<SubjectKind, Set<string>>()
  for (const { kind, id } of refs) byKind.set(kind, (byKind.get(kind) ?? new Set()).add(id))
  const cards = await Promise.all(
    [...byKind].map(([kind, ids]) => sources.get(kind)?.loadCards([...ids]) ?? []),
  )
  return new Map(cards.flat().map((card) => [getSubjectKey(card), card]))
}
export const getSubjectKey = ({ kind, id }: SubjectRef): string => `${kind}:${id}`

/** Says that what is shown or found of a thing is different now, in the transaction of the change. */
export const emitSubjectChanged = (tx: Transaction, ref: SubjectRef): Promise<void> =>
  emit(tx, "subject.changed", { kind: ref.kind, id: ref.id })
/** As {@link emitSubjectChanged}, for several. */
export const emitSubjectsChanged = (tx: Transaction, refs: readonly SubjectRef[]): Promise<void> =>
  emitMany(
    tx,
    "subject.changed",
    refs.map(({ kind, id }) => ({ kind, id })),
  )
