/** What the screens of second-hand are given: plain values, times as ISO text. */
import type { PictureView } from "#app/basics/picture-view.ts"
import type { Condition, DealRole, FeePayer, ItemCategory, ItemState, OfferState } from "./rules.ts"

export type { PictureView }

/** A card of a list. */
export type ItemCard = {
  id: string
  title: string
  category: ItemCategory
  priceWon: number
  regionCode: string
  state: ItemState
  /** When it was raised last. */
  at: string
  /** Raised after it was first put up. */
  bumped: boolean
  wishes: number
  chats: number
  picture: PictureView | null
  wished: boolean
}

export type ItemPage = { cards: ItemCard[]; next: string | null }

/** What others see of somebody in the market. */
export type TraderView = {
  userId: string
  name: string
  avatarId: string | null
  regionCode: string | null
  joinedAt: string
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
  picture: PictureView | null
  wishes: number
  chats: number
  offers: number
  partner: { userId: string; name: string } | null
  reviewed: boolean
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
  regionCode: string | null
  minWon: number | null
  maxWon: number | null
}
export type PriceGuide = { word: string; count: number; medianWon: number; lowWon: number; highWon: number }
