/**
 * What people talk about, search for, report and are told of: one name and one card for everything the
 * product shows.
 */

/**
 * Every kind of thing that has a page of its own. `hire` and `seek` are posts, `item` is a second-hand
 * listing.
 */
export const SUBJECT_KINDS = [
  "order",
  "proposal",
  "expert",
  "hire",
  "seek",
  "item",
  "product",
  "review",
  "message",
  "person",
] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]
export const isSubjectKind = (value: unknown): value is SubjectKind =>
  SUBJECT_KINDS.some((kind) => kind === value)

export type SubjectRef = { kind: SubjectKind; id: string }

/** What a card of a thing says, anywhere in the product; it holds nothing that only some may know. */
export type SubjectCard = SubjectRef & {
  title: string
  /** One line beneath: 견적 3건 · 강남구, or the seller's name. */
  line: string
  /** What it costs, in words (`120,000원`, `시급 12,000원`, `나눔`); null where it has no price. */
  priceText: string | null
  pictureId: string | null
  href: string
  /**
   * Its state in words and in the colour that this meaning has across the product; null where it has none.
   */
  state: { tone: "open" | "progress" | "done" | "warn" | "refused" | "ok"; label: string } | null
  /** Whose it is; null where the owner has left. */
  ownerId: string | null
  /** That it waits for one of the two people of a room, who will meet. */
  isAgreed?: boolean
}

/**
 * What things of one tab of the search are narrowed to: each group of `marks` must have one that the thing
 * has, and its price, in won, must lie between the two.
 */
export type MarkFilters = {
  marks: readonly (readonly string[])[]
  minWon: number | null
  maxWon: number | null
}
export const NO_MARK_FILTERS: MarkFilters = { marks: [], minWon: null, maxWon: null }
export const hasMarkFilters = ({ marks, minWon, maxWon }: MarkFilters): boolean =>
  marks.length > 0 || minWon !== null || maxWon !== null
