/**
 * How the states of an item are named and coloured. Apart from the rules: the cards of the home page need no
 * more of them, and a browser loads what they need first.
 */
import type { ItemState } from "./rules.ts"

export const ITEM_STATE_LABELS: Record<ItemState, string> = {
  selling: "판매중",
  reserved: "예약중",
  sold: "거래완료",
}

export const ITEM_STATE_TONES = {
  selling: "open",
  reserved: "progress",
  sold: "done",
} as const satisfies Record<ItemState, string>
