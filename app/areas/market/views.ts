/** What the screens of second-hand are given: plain values, times as ISO text. */
import type { Distance, Range } from "#app/basics/distance.ts"
import type { CardPicture, PictureView } from "#app/basics/picture-view.ts"
import type {
  ClaimKind,
  ClaimOutcome,
  DealActorRole,
  DealMove,
  DealState,
  GoodsProblem,
} from "./deal-rules.ts"
import type {
  Condition,
  DealMethod,
  DealRole,
  FeePayer,
  ItemCategory,
  ItemState,
  OfferState,
} from "./rules.ts"

export type { PictureView }

/** A card of a list; what does not hold of it is left out, as lists send many. */
export type ItemCard = {
  id: string
  title: string
  priceWon: number
  regionCode: string
  /** How far it is from the reader. */
  distance?: Distance
  state: ItemState
  /** When it was raised last. */
  at: string
  /** Raised after it was first put up. */
  bumped?: boolean
  wishes: number
  chats: number
  picture: CardPicture | null
  wished?: boolean
}

export type ItemPage = { cards: ItemCard[]; next: string | null }

/** What others see of somebody in the market. */
export type TraderView = {
  userId: string
  name: string
  avatarId: string | null
  regionCode: string | null
  joinedAt: string
  /** "송파구 · 11월 인증", while a check of their neighbourhood stands. */
  check: string | null
  deals: number
  reviews: number
  good: number
}

export type ItemView = {
  id: string
  sellerId: string
  title: string
  category: ItemCategory
  condition: Condition
  priceWon: number
  negotiable: boolean
  direct: boolean
  parcel: boolean
  parcelFeeBy: FeePayer | null
  parcelFeeWon: number
  /** The buyer may pay here, and the money waits until they have the thing. */
  safe: boolean
  regionCode: string
  defects: string
  description: string
  state: ItemState
  bumpedAt: string
  bumped: boolean
  createdAt: string
  isListed: boolean
  isHiddenBySeller: boolean
  hiddenReason: string | null
  wishes: number
  chats: number
  views: number
  pictures: PictureView[]
}

export type OfferView = {
  id: string
  buyerId: string
  buyerName: string
  buyerAvatarId: string | null
  priceWon: number
  state: OfferState
  createdAt: string
  expiresAt: string
}
export type CandidateView = {
  userId: string
  name: string
  avatarId: string | null
  offerWon: number | null
  offerState: OfferState | null
}

/** The deal of an item that is paid safely, as its two people see it beside the item. */
export type SafeDealRef = { id: string; state: DealState; chargeId: string | null }

/** A row of 판매 내역 or 구매 내역. */
export type DealRow = {
  id: string
  title: string
  priceWon: number
  dealWon: number | null
  state: ItemState
  regionCode: string
  at: string
  bumpedAt: string
  picture: CardPicture | null
  wishes: number
  chats: number
  offers: number
  partner: { userId: string; name: string } | null
  reviewed: boolean
  safeDeal: SafeDealRef | null
  isListed: boolean
  hiddenReason: string | null
}

export type DealReviewView = {
  id: string
  writerName: string
  writerAvatarId: string | null
  role: DealRole
  good: boolean
  tags: string[]
  body: string
  itemTitle: string
  createdAt: string
}
export type AlertView = {
  id: string
  keyword: string
  category: ItemCategory | null
  range: Range
  regionCode: string | null
  minWon: number | null
  maxWon: number | null
}
export type PriceGuide = { word: string; count: number; medianWon: number; lowWon: number; highWon: number }

type DealAddress = {
  recipient: string
  phone: string
  zonecode: string
  address: string
  addressDetail: string
  request: string
}

/** A deal that is paid safely, as `role` sees it. */
export type DealView = {
  id: string
  role: Exclude<DealActorRole, "system">
  itemId: string
  title: string
  picture: CardPicture | null
  buyerId: string
  buyerName: string
  sellerId: string
  sellerName: string
  method: DealMethod
  priceWon: number
  parcelFeeWon: number
  state: DealState
  chargeId: string | null
  isDepositAwaited: boolean
  /** A refund waits until the buyer tells an account. */
  isAccountNeeded: boolean
  isRefunding: boolean
  /** When time moves it on. */
  dueAt: string | null
  address: DealAddress | null
  /** The six digits of the meeting: for the buyer alone. */
  code: string | null
  codeTries: number
  parcel: { carrier: string; number: string } | null
  returnParcel: { carrier: string; number: string } | null
  claim: {
    kind: ClaimKind
    details: string
    sellerNote: string
    outcome: ClaimOutcome | null
    reason: string
    pictures: PictureView[]
    /** What the seller says and shows of the thing that came back. */
    returned: { problem: GoodsProblem; note: string; pictures: PictureView[] } | null
  } | null
  reviewed: boolean
  events: { move: DealMove | "ask"; role: DealActorRole; note: string; at: string }[]
}

/** A row of 안심결제 내역. */
export type DealListRow = {
  id: string
  title: string
  picture: CardPicture | null
  partnerName: string
  method: DealMethod
  totalWon: number
  state: DealState
  at: string
}

/** A claim in the administrators' queue. */
export type DisputedDealRow = {
  id: string
  title: string
  buyerName: string
  sellerName: string
  totalWon: number
  state: DealState
  kind: ClaimKind
  outcome: ClaimOutcome | null
  at: string
}
