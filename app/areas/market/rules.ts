/** The words, limits and transition tables of second-hand goods, price offers and reviews of deals. */
import { HOUR_MS } from "#app/basics/time.ts"
import { findTransition, type Transition } from "#app/basics/transitions.ts"

/**
 * Specification §2: used appliances, furniture, clothing, electronics, books, sports, baby and pet goods; and
 * what else neighbours sell.
 */
export const ITEM_CATEGORIES = [
  "appliance",
  "furniture",
  "digital",
  "clothes",
  "books",
  "sports",
  "kids",
  "pets",
  "living",
  "hobby",
  "tools",
] as const
export type ItemCategory = (typeof ITEM_CATEGORIES)[number]
export const ITEM_CATEGORY_LABELS: Record<ItemCategory, string> = {
  appliance: "생활가전",
  furniture: "가구·인테리어",
  digital: "전자제품",
  clothes: "의류·잡화",
  books: "도서",
  sports: "스포츠용품",
  kids: "유아용품",
  pets: "반려동물용품",
  living: "생활·주방",
  hobby: "취미·악기",
  tools: "공구·자재",
}

export const CONDITIONS = ["new", "like_new", "light", "heavy", "broken"] as const
export type Condition = (typeof CONDITIONS)[number]
export const CONDITION_LABELS: Record<Condition, string> = {
  new: "새 상품",
  like_new: "거의 새것",
  light: "사용감 적음",
  heavy: "사용감 많음",
  broken: "고장·파손",
}
export const CONDITION_TEXTS: Record<Condition, string> = {
  new: "뜯지 않았거나 한 번도 쓰지 않았어요",
  like_new: "몇 번 쓰지 않아 흠이 없어요",
  light: "쓴 흔적이 조금 있지만 깨끗해요",
  heavy: "눈에 띄는 흠이나 닳은 곳이 있어요",
  broken: "제대로 작동하지 않거나 깨진 곳이 있어요",
}

export const ITEM_STATES = ["selling", "reserved", "sold"] as const
export type ItemState = (typeof ITEM_STATES)[number]
export type ItemMove = "reserve" | "release" | "sell" | "reopen"

/**
 * marketplace.md, Second-hand. Complete: what is not here is refused. Reopening also needs that nobody has
 * reviewed the deal. `deal`: a deal that is paid safely moves its item; its seller does not while it lasts.
 */
export const ITEM_TRANSITIONS: readonly Transition<ItemState, ItemMove, "seller" | "deal">[] = [
  { move: "reserve", from: ["selling"], to: "reserved", by: ["seller", "deal"] },
  { move: "release", from: ["reserved"], to: "selling", by: ["seller", "deal"] },
  { move: "sell", from: ["selling", "reserved"], to: "sold", by: ["seller", "deal"] },
  { move: "reopen", from: ["sold"], to: "selling", by: ["seller"] },
]

export const OFFER_STATES = ["offered", "accepted", "declined", "expired"] as const
export type OfferState = (typeof OFFER_STATES)[number]
export const OFFER_STATE_LABELS: Record<OfferState, string> = {
  offered: "답변 대기",
  accepted: "수락함",
  declined: "거절함",
  expired: "기간 지남",
}
export type OfferMove = "accept" | "decline" | "expire"

/**
 * marketplace.md, Price offers. The system closes what nobody answered in time, and what a sale to somebody
 * else has settled.
 */
export const OFFER_TRANSITIONS: readonly Transition<OfferState, OfferMove, "seller" | "system">[] = [
  { move: "accept", from: ["offered"], to: "accepted", by: ["seller"] },
  { move: "decline", from: ["offered"], to: "declined", by: ["seller"] },
  { move: "expire", from: ["offered"], to: "expired", by: ["system"] },
]

export const ITEM_SORTS = ["recent", "near", "cheap", "expensive"] as const
export type ItemSort = (typeof ITEM_SORTS)[number]
export const ITEM_SORT_LABELS: Record<ItemSort, string> = {
  recent: "최신순",
  near: "거리순",
  cheap: "낮은가격순",
  expensive: "높은가격순",
}

/** How a thing changes hands. */
export const DEAL_METHODS = ["direct", "parcel"] as const
export type DealMethod = (typeof DEAL_METHODS)[number]
export const DEAL_METHOD_LABELS: Record<DealMethod, string> = { direct: "직거래", parcel: "택배거래" }
export const FEE_PAYERS = ["buyer", "seller"] as const
export type FeePayer = (typeof FEE_PAYERS)[number]
export const FEE_PAYER_LABELS: Record<FeePayer, string> = { buyer: "구매자가 내요", seller: "판매자가 내요" }

export const SALES_TABS = ["selling", "sold", "hidden"] as const
export type SalesTab = (typeof SALES_TABS)[number]
export const SALES_TAB_LABELS: Record<SalesTab, string> = {
  selling: "판매중",
  sold: "거래완료",
  hidden: "숨김",
}

/** What one says of the other after a deal: good tags first, then those for 별로예요. */
export const GOOD_TAGS = [
  "시간 약속을 잘 지켜요",
  "친절하고 매너가 좋아요",
  "응답이 빨라요",
  "물건 상태가 설명과 같아요",
  "좋은 가격에 거래했어요",
] as const
export const BAD_TAGS = [
  "시간 약속을 안 지켰어요",
  "불친절했어요",
  "응답이 느렸어요",
  "물건 상태가 설명과 달라요",
  "무리하게 깎으려 했어요",
] as const
export const DEAL_TAGS = [...GOOD_TAGS, ...BAD_TAGS] as const
export type DealRole = "seller" | "buyer"

/** marketplace.md, Second-hand; amounts in won. */
export const LIMITS = {
  pictures: 10,
  title: 40,
  description: 2_000,
  defects: 300,
  priceWon: 1_000_000_000,
  bumpIntervalMs: 24 * HOUR_MS,
  /** An offer waits this long for an answer. */
  offerTtlMs: 48 * HOUR_MS,
  /** Offers one person makes for one item. */
  maxOffersPerBuyer: 5,
  alerts: 30,
  /** Fewer sold items of a kind say nothing about a price; older ones neither. */
  priceGuideMinSales: 5,
  priceGuideDays: 180,
  /** New items of one person in a day. */
  maxPostsPerDay: 30,
  reviewTags: 3,
} as const

/** When an item raised at `bumpedAt` may be raised again: after 24 hours, to the millisecond. */
export const getNextBumpAt = (bumpedAt: Date): Date => new Date(bumpedAt.getTime() + LIMITS.bumpIntervalMs)
export const canBump = (item: { state: ItemState; bumpedAt: Date }, at: Date): boolean =>
  item.state === "selling" && getNextBumpAt(item.bumpedAt) <= at
/** Whether a seller may still change what an item says. */
export const canEditItem = (state: ItemState): boolean => state !== "sold"
/** A sold item is the record of a deal: it may be hidden, not deleted. */
export const canDeleteItem = (state: ItemState): boolean => state === "selling"
export const canTransitionItem = (from: ItemState, move: ItemMove): boolean =>
  findTransition(ITEM_TRANSITIONS, { move, from, role: "seller" }) !== undefined

/** The lowest offer that is no insult: half the price, in steps of 100 won. */
export const getMinOfferWon = (priceWon: number): number => Math.max(100, Math.ceil(priceWon / 2 / 100) * 100)
/** Whether people may offer another price for it. */
export const canReceiveOffers = (item: {
  state: ItemState
  negotiable: boolean
  priceWon: number
}): boolean => item.state === "selling" && item.negotiable && item.priceWon > 0
/** Everybody sees it: neither the operator nor the seller has taken it away. */
export const isListed = (item: {
  hiddenAt: Date | null
  putAwayAt: Date | null
  deletedAt: Date | null
}): boolean => item.hiddenAt === null && item.putAwayAt === null && item.deletedAt === null
