/** Defines the words, states and transitions of the seller dashboard. Pure. */
import type { Transition } from "#app/basics/transitions.ts"
import type { SellerState, ProductState } from "../shop/rules.ts"
import type { ClaimState } from "#app/areas/shop/claim-rules.ts"

export type SellerMove = "approve" | "ask_info" | "reject" | "reapply" | "suspend" | "resume" | "terminate"

/**
 * As the registration of experts goes (marketplace.md, Experts): an admin decides, the applicant sends again.
 */
export const SELLER_TRANSITIONS: readonly Transition<SellerState, SellerMove, "admin" | "seller">[] = [
  { move: "approve", from: ["applied"], to: "approved", by: ["admin"] },
  { move: "ask_info", from: ["applied"], to: "needs_info", by: ["admin"] },
  { move: "reject", from: ["applied", "needs_info"], to: "rejected", by: ["admin"] },
  { move: "reapply", from: ["rejected", "needs_info"], to: "applied", by: ["seller"] },
  { move: "suspend", from: ["approved"], to: "suspended", by: ["admin"] },
  { move: "resume", from: ["suspended"], to: "approved", by: ["admin"] },
  { move: "terminate", from: ["approved", "suspended"], to: "terminated", by: ["admin"] },
]

/** The moves whose reason the person is told. */
export const SELLER_MOVES_WITH_REASON: readonly SellerMove[] = ["ask_info", "reject", "suspend", "terminate"]

/** Who has sold something keeps the desk, to send what is ordered and to read the settlement. */
export const hasSellerDashboard = (
  state: SellerState | null,
): state is "approved" | "suspended" | "terminated" =>
  state === "approved" || state === "suspended" || state === "terminated"

export type ProductMove = "propose" | "publish" | "reject" | "hide" | "show" | "revise"

/**
 * marketplace.md, Shop. What a published product says is looked at again when it is changed; price and stock
 * are live at once.
 */
export const PRODUCT_TRANSITIONS: readonly Transition<ProductState, ProductMove, "seller" | "admin">[] = [
  { move: "propose", from: ["draft", "rejected"], to: "proposed", by: ["seller"] },
  { move: "publish", from: ["proposed"], to: "published", by: ["admin"] },
  { move: "reject", from: ["proposed"], to: "rejected", by: ["admin"] },
  { move: "hide", from: ["published"], to: "hidden", by: ["seller", "admin"] },
  { move: "show", from: ["hidden"], to: "published", by: ["seller", "admin"] },
  { move: "revise", from: ["published", "hidden"], to: "proposed", by: ["seller"] },
]

// ── An owner's lists

export const PRODUCT_TABS = ["all", "selling", "sold_out", "proposed", "draft", "hidden"] as const

export type ProductTab = (typeof PRODUCT_TABS)[number]

export const PRODUCT_TAB_LABELS: Record<ProductTab, string> = {
  all: "전체",
  selling: "판매 중",
  sold_out: "품절",
  proposed: "심사 중",
  draft: "작성 중·반려",
  hidden: "숨김",
}

export const CLAIM_TABS = ["open", "done"] as const

export const CLAIM_TAB_STATES: Record<(typeof CLAIM_TABS)[number], readonly ClaimState[]> = {
  open: ["requested", "approved", "collecting", "collected"],
  done: ["completed", "rejected", "withdrawn"],
}

export const STOCK_TABS = ["low", "all"] as const

/** Lower prices for a time. */
export const PRICE_SALE_STATES = ["planned", "running", "ended"] as const
export type PriceSaleState = (typeof PRICE_SALE_STATES)[number]
export const PRICE_SALE_STATE_LABELS: Record<PriceSaleState, string> = {
  planned: "예약",
  running: "할인 중",
  ended: "끝남",
}

export const QUESTION_TABS = ["waiting", "all"] as const

/** Days of the sales figures. */
export const SALES_SPANS = ["7", "30", "90"] as const
/** `11/26`, as it stands under a chart. */
export const formatShortDay = (day: string) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`

export type SalesSpan = (typeof SALES_SPANS)[number]

export const SELLER_SORTS = ["oldest", "newest", "name"] as const

export type SellerSort = (typeof SELLER_SORTS)[number]

/** Of products by their last change, or the dearest first. */
export const PRODUCT_QUEUE_SORTS = ["oldest", "newest", "price"] as const

export type ProductQueueSort = (typeof PRODUCT_QUEUE_SORTS)[number]

/** The name of the draft of an application. */
export const SELLER_DRAFT_NAME = "seller"

/** What waits in an owner's shop. */
export type SellerTasks = { toShip: number; claims: number; questions: number; lowStock: number }

/** The hours of a day at which lower prices begin and end. */
export const SALE_HOURS = Array.from({ length: 24 }, (_, hour) => String(hour))
