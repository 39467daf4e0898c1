/** Decisions about several things at once: which there are, which ask for a reason, which are taken back. */
import { z } from "zod"
import { chosenIds } from "#app/basics/chosen-ids.ts"
import { choice, multiline, optional, text } from "#app/basics/form-fields.ts"

const BULK_KINDS = ["experts", "sellers", "products", "tickets", "reports", "payouts"] as const
export type BulkKind = (typeof BULK_KINDS)[number]
export const isBulkKind = (value: string): value is BulkKind => BULK_KINDS.some((kind) => kind === value)

export const BULK_MOVES = {
  experts: ["review", "approve", "reject", "suspend", "restore"],
  sellers: ["approve", "reject", "suspend", "resume"],
  products: ["publish", "reject", "hide", "show"],
  tickets: ["close", "reopen"],
  reports: ["triage", "dismiss"],
  payouts: ["start", "pay", "fail"],
} as const satisfies Record<BulkKind, readonly string[]>
export type BulkMove<Kind extends BulkKind = BulkKind> = (typeof BULK_MOVES)[Kind][number]
const ALL_MOVES = [...new Set(Object.values(BULK_MOVES).flat())] as const

/** Moves that ask for a reason, and who reads it. */
const REASON_READERS: Partial<Record<BulkMove, "concerned" | "colleagues">> = {
  reject: "concerned",
  suspend: "concerned",
  hide: "concerned",
  fail: "concerned",
  dismiss: "colleagues",
}
export const getReasonReaders = (move: BulkMove) => REASON_READERS[move] ?? null

/** The move that takes another back, where the rules have one. */
const UNDOING_MOVES: Partial<Record<BulkMove, BulkMove>> = {
  suspend: "restore",
  hide: "show",
  show: "hide",
  close: "reopen",
  reopen: "close",
}
/** What takes `move` back for things of `kind`; null where nothing does. */
export function getUndoingMove(kind: BulkKind, move: BulkMove): BulkMove | null {
  const undoing = kind === "sellers" && move === "suspend" ? "resume" : UNDOING_MOVES[move]
  return undoing && isBulkMove(kind, undoing) ? undoing : null
}
export const isBulkMove = (kind: BulkKind, move: string): move is BulkMove =>
  BULK_MOVES[kind].some((each) => each === move)

const ids = chosenIds({ label: "처리할 것" })

/**
 * Which things are looked at before it is decided. `done` is what has just been decided about them, and
 * `left` are those of the same choice that it could not be decided about.
 */
export const BulkQuery = z.object({
  move: choice(ALL_MOVES, "할 일").nullable().catch(null),
  done: choice(ALL_MOVES, "한 일").nullable().catch(null),
  ids: ids.catch([]),
  left: ids.catch([]),
})

/**
 * `seenAt` is when the preview was drawn, as ISO: what has changed since is left alone. `left` are those that
 * the preview said would stay as they are.
 */
export const BulkForm = z.object({
  move: choice(ALL_MOVES, "할 일"),
  ids,
  left: ids.catch([]),
  seenAt: text({ label: "본 때", max: 40 }),
  reason: optional(multiline({ label: "이유", min: 0, max: 200 })).transform((typed) => typed ?? ""),
})
