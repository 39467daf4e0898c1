/**
 * The shapes in which experts and reviews are shown: plain data, times as ISO text, nothing the viewer
 * may not see.
 */
import type { CardPicture, PictureView, SmallPicture } from "#app/basics/picture-view.ts"
import type { Category } from "../orders/rules.ts"
import type { ExpertBadge, ExpertState, SubScore, Vacation } from "./rules.ts"
import type { ExpertPrice } from "./prices.ts"

export type { PictureView }

export type PortfolioView = {
  id: string
  title: string
  description: string
  category: Category
  priceWon: number | null
  areaPyeong: number | null
  /** YYYY-MM-DD, as all days. */
  doneOn: string | null
  before: SmallPicture | null
  after: SmallPicture
}
export type CertificateView = {
  id: string
  name: string
  issuer: string
  acquiredOn: string | null
  verifiedAt: string | null
}
export type QuestionView = {
  id: string
  asker: string
  question: string
  answer: string | null
  askedAt: string
  answeredAt: string | null
}

export type ExpertProfile = {
  id: string
  state: ExpertState
  name: string
  oneLine: string
  introduction: string
  careerYears: number
  categories: Category[]
  /** Codes of 시·군·구, 시·도 or "all". */
  regions: string[]
  /** "송파구 · 11월 인증"; null where they were not found there lately. */
  neighbourhoodCheck: string | null
  workHours: string
  warranty: string
  prices: ExpertPrice[]
  priceFrom: ExpertPrice | null
  avatarId: string | null
  /** For the expert, whose form shows it again. */
  avatar: PictureView | null
  cover: PictureView | null
  badges: ExpertBadge[]
  verified: boolean
  certificates: CertificateView[]
  portfolio: PortfolioView[]
  questions: QuestionView[]
  vacations: Vacation[]
  statistics: {
    rating: number | null
    reviewCount: number
    isNew: boolean
    hires: number
    /**
     * Share of the hires by customers who came back, in percent; null while there are too few hires to say.
     */
    repeatPercent: number | null
    responseMinutes: number | null
    favorites: number
    /** Claims about defects, and those that were answered late. */
    warrantyClaims: number
    lateWarrantyAnswers: number
  }
  seller: { businessName: string; representative: string; businessNumber: string }
  isOwner: boolean
  isFavorite: boolean
  isPublic: boolean
}

export type ReviewView = {
  id: string
  customer: string
  avatarId: string | null
  category: Category
  /** Kind of work, as asked for in the request. */
  service: string
  rating: number
  scores: Record<SubScore, number>
  tags: string[]
  body: string
  photos: SmallPicture[]
  paidWon: number | null
  /** The work was paid through the market: 결제 확인. */
  isPaidSafely: boolean
  reply: string | null
  repliedAt: string | null
  publishedAt: string
  edited: boolean
}
/** What stays of a review that was taken down. */
export type RemovedReview = { id: string; removed: true; publishedAt: string }

export type ReviewSummary = {
  /** Published reviews with one star to five. */
  stars: [number, number, number, number, number]
  total: number
  withPhotos: number
  scores: Record<SubScore, number> | null
  categories: { category: Category; count: number }[]
}

/** A published review outside its expert's page: on the home page and on a category's. */
export type ReviewCardView = {
  id: string
  expertId: string
  expertName: string
  customer: string
  category: Category
  service: string
  regionCode: string
  rating: number
  body: string
  paidWon: number | null
  isPaidSafely: boolean
  /** The place as it was asked about; only beside the customer's own picture of the result. */
  before: CardPicture | null
  after: CardPicture | null
  publishedAt: string
}

/** A customer's own review, published or not. */
export type OwnReview = {
  id: string
  orderId: string
  rating: number
  scores: Record<SubScore, number>
  tags: string[]
  body: string
  photos: SmallPicture[]
  isPaidSafely: boolean
  reply: string | null
  /** When it is published at the latest. */
  publishAt: string
  publishedAt: string | null
  removedReason: string | null
  edited: boolean
  /** Null when it can no longer be changed. */
  editableUntil: string | null
}
