/** What the screens of the shop show: view models without rows. */
import type { PictureView } from "#app/basics/picture-view.ts"
import type { DisclosureRow } from "./disclosure.ts"
import type { Department, PurchaseState, LineMove, LineActorRole, LineState } from "./rules.ts"
import type { PaymentView, RefundView, LedgerEntryView } from "../money/views.ts"
import type { ClaimKind, ClaimState, ClaimMove, Fault } from "./claim-rules.ts"

export type { PictureView }

export type ProductCard = {
  id: string
  title: string
  brand: string
  priceWon: number
  listPriceWon: number | null
  discountPercent: number
  rating: number | null
  reviewCount: number
  picture: PictureView | null
  /** 무료배송, or null where a parcel costs. */
  hasFreeShipping: boolean
  /** 내일 도착. */
  arrivalText: string
  isDeal: boolean
  soldOut: boolean
}

export type VariantView = { id: string; name: string; priceWon: number; stock: number }

export type SellerCard = {
  id: string
  name: string
  intro: string
  direct: boolean
  businessName: string
  representative: string
  businessNumber: string
  mailOrderNumber: string
  phone: string
  email: string
  address: string
  shippingWon: number
  freeFromWon: number | null
  returnWon: number
  dispatchDays: number
}

export type ProductView = {
  id: string
  title: string
  brand: string
  department: Department
  description: string
  optionLabel: string
  priceWon: number
  listPriceWon: number | null
  discountPercent: number
  freeShipping: boolean
  madeToOrder: boolean
  disclosure: DisclosureRow[]
  dealUntil: string | null
  sold: number
  rating: number | null
  reviewCount: number
  pictures: PictureView[]
  variants: VariantView[]
  seller: SellerCard
  /** For sale to everybody now. */
  isForSale: boolean
  hiddenReason: string | null
}

export type CartLineView = {
  variantId: string
  productId: string
  title: string
  optionName: string
  pictureId: string | null
  unitWon: number
  listPriceWon: number | null
  quantity: number
  selected: boolean
  stock: number
  freeShipping: boolean
  /** What it cost when it was put in, where it costs something else now. */
  previousWon: number | null
  /** Why it cannot be bought now. */
  problem: "gone" | "sold_out" | "too_many" | null
}
export type CartSellerView = {
  sellerId: string
  name: string
  direct: boolean
  lines: CartLineView[]
  feeWon: number
  freeFromWon: number | null
  itemsWon: number
  shippingWon: number
  wonUntilFreeShipping: number | null
}

export type LineView = {
  id: string
  productId: string
  title: string
  optionName: string
  pictureId: string | null
  unitWon: number
  quantity: number
  discountWon: number
  madeToOrder: boolean
  state: LineState
  carrier: string | null
  trackingNumber: string | null
  deliveredAt: string | null
}
export type ClaimView = {
  id: string
  kind: ClaimKind
  state: ClaimState
  reason: string
  detail: string
  fault: Fault
  feeWon: number
  createdAt: string
  photos: PictureView[]
  events: {
    id: string
    move: ClaimMove | "request"
    toState: ClaimState
    role: LineActorRole
    reason: string
    at: string
  }[]
}
export type LineEventView = {
  id: string
  move: LineMove
  toState: LineState
  role: LineActorRole
  at: string
}

export type AdminPurchaseView = {
  id: string
  number: string
  state: PurchaseState
  buyerId: string
  recipient: string
  phone: string
  address: string
  request: string
  itemsWon: number
  shippingWon: number
  discountWon: number
  totalWon: number
  refundedWon: number
  createdAt: string
  paidAt: string | null
  coupon: string | null
  payments: PaymentView[]
  refunds: RefundView[]
  ledger: LedgerEntryView[]
  /**
   * Where every won that was paid is; `agrees` where the payments, the ledger and the orders say the same.
   */
  sums: {
    paidWon: number
    sellerWon: number
    platformWon: number
    returnedWon: number
    refundingWon: number
    heldWon: number
    isBalanced: boolean
  }
  sellerOrders: {
    id: string
    sellerId: string
    seller: string
    itemsWon: number
    shippingWon: number
    discountWon: number
    refundedWon: number
    heldWon: number
    lines: {
      id: string
      productId: string
      title: string
      optionName: string
      pictureId: string | null
      unitWon: number
      quantity: number
      discountWon: number
      state: LineState
      carrier: string | null
      trackingNumber: string | null
      endReason: string
      claims: ClaimView[]
      events: LineEventView[]
    }[]
  }[]
}
