/** What the screens of the shop show: view models without rows. */
import type { CardPicture, PictureView } from "#app/basics/picture-view.ts"
import type { ParcelStation } from "#app/platform/tracking/tracking.ts"
import type {
  DeliverySource,
  Department,
  LineActorRole,
  LineMove,
  LineState,
  ParcelState,
  PurchaseState,
} from "./rules.ts"
import type { PaymentMethod, PaymentState, RefundState } from "../money/rules.ts"
import type { DispatchTerms } from "./vacation-rules.ts"
import type { CashReceiptView, PaymentView, RefundView, LedgerEntryView } from "../money/views.ts"
import type { ClaimKind, ClaimState, ClaimMove, Fault } from "./claim-rules.ts"
export type { PictureView }

/** A card of a list; what does not hold of it is left out, as lists send many. */
export type ProductCard = {
  id: string
  title: string
  brand: string
  priceWon: number
  listPriceWon?: number
  discountPercent?: number
  rating?: number
  reviewCount?: number
  picture: CardPicture | null
  hasFreeShipping?: boolean
  /** 내일 도착. */
  arrivalText: string
  isDeal?: boolean
  soldOut?: boolean
}

export type VariantView = {
  id: string
  name: string
  priceWon: number
  stock: number
  /** Which of the product's pictures shows it; null for the first. */ pictureId: string | null
}

export type SellerCard = DispatchTerms & {
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

/** As a page has it beside its HTML. */
export type PageProduct = Omit<ProductView, "seller"> & { seller: Pick<SellerCard, "id" | "name"> }

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
  problem: "gone" | "vacation" | "sold_out" | "too_many" | null
}
export type CartSellerView = {
  sellerId: string
  name: string
  direct: boolean
  lines: CartLineView[]
  feeWon: number
  freeFromWon: number | null
  arrivalText: string
  /** Where the seller is away and takes no orders. */
  reopensOn: string | null
  itemsWon: number
  shippingWon: number
  wonUntilFreeShipping: number | null
}

/** What was bought. */
type LineGoods = {
  id: string
  productId: string
  title: string
  optionName: string
  pictureId: string | null
  unitWon: number
  quantity: number
  discountWon: number
}

export type LineView = LineGoods & {
  madeToOrder: boolean
  state: LineState
  carrier: string | null
  trackingNumber: string | null
  /** How far its parcel is, where somebody follows it. */
  parcelState: ParcelState | null
  deliveredAt: string | null
  deliverySource: DeliverySource | null
  /** Its buyer has said that it is not there. */
  isMissing: boolean
}

export type DeliveryAddress = {
  id: string
  recipient: string
  phone: string
  zonecode: string
  address: string
  addressDetail: string
  request: string
  isDefault: boolean
}

/** What a line can be exchanged for, with why it cannot be chosen. */
export type ExchangeOption = {
  id: string
  name: string
  isBought: boolean
  problem: "price" | "sold_out" | null
}

/** What a buyer sees of a purchase as a whole. */
export type PurchaseSummary = {
  id: string
  number: string
  state: PurchaseState
  itemsWon: number
  shippingWon: number
  discountWon: number
  totalWon: number
  recipient: string
  phone: string
  zonecode: string
  address: string
  addressDetail: string
  request: string
  couponId: string | null
  expiresAt: string
  paidAt: string | null
  createdAt: string
  refundBank: string
}
/** What one seller sends of a purchase. */
export type SellerOrderView<Line extends LineView = LineView> = {
  id: string
  seller: {
    id: string
    name: string
    direct: boolean
    phone: string
    businessName: string
    businessNumber: string
  }
  itemsWon: number
  shippingWon: number
  discountWon: number
  refundedWon: number
  feeWon: number
  freeFromWon: number | null
  returnWon: number
  /** 내일 도착 예정. */
  arrivalText: string | null
  lines: Line[]
}
/** How a purchase is or was paid: of several attempts the one that counts. */
export type PurchasePaymentView = {
  id: string
  isSimulated: boolean
  state: PaymentState
  method: PaymentMethod
  methodText: string
  bank: string | null
  accountNumber: string | null
  dueAt: string | null
  approvedAt: string | null
  failureMessage: string | null
  receiptUrl: string | null
  cashReceipts: CashReceiptView[]
  /** A seller's part of it has no cash receipt, and one can be asked for. */
  canAskCashReceipt: boolean
}
export type PurchaseView<Line extends LineView = LineView> = {
  purchase: PurchaseSummary
  /** How the payment ended is being asked. */
  asking: boolean
  isOver: boolean
  sellerOrders: SellerOrderView<Line>[]
  refundedWon: number
  payment: PurchasePaymentView | null
}

/** A coupon with what it takes off the purchase that is being made: 0 where its minimum is not reached. */
export type CouponChoice = {
  id: string
  name: string
  /** Of the seller whose goods alone it counts for. */
  sellerName: string | null
  minWon: number
  /** The most that it takes off; null where there is no such limit. */
  maxWon: number | null
  offWon: number
}

/** A purchase in the list of one's own. */
export type ListedPurchase = PurchaseSummary & {
  needsAccount: boolean
  refunding: boolean
  isConfirming: boolean
  refundedWon: number
  lines: (LineView & {
    sellerName: string
    arrivalText: string | null
    canReview: boolean
    claimKinds: ClaimKind[]
  })[]
}

export type ClaimSummary = {
  id: string
  kind: ClaimKind
  state: ClaimState
  decisionReason: string
  withheldWon: number
  /** Of an exchange: the option that it brings. */
  optionName: string
}
/** A line of a purchase with what its buyer can do to it now. */
export type PurchaseLineView = LineView & {
  arrivalText: string | null
  canCancel: boolean
  /** The last day to send it, while it waits for that. */
  sendBy: string | null
  /** What goes back where it is cancelled now. */
  cancelWon: number
  canConfirm: boolean
  canReportMissing: boolean
  parcel: { stations: ParcelStation[]; isSimulated: boolean } | null
  claimKinds: ClaimKind[]
  canReview: boolean
  claim: (ClaimSummary & { canWithdraw: boolean }) | null
  events: { toState: LineState; at: string }[]
}
export type PurchaseDetail = PurchaseView<PurchaseLineView> & {
  /** Ways back that the buyer has paid: they are part of what is left. */
  withheldWon: number
  refunds: {
    id: string
    amountWon: number
    reason: string
    state: RefundState
    isAccountRejected: boolean
    at: string
  }[]
}

/** A line of an order as its seller works on it. */
export type SellerOrderLine = LineGoods & {
  state: LineState
  carrier: string | null
  trackingNumber: string | null
  parcelState: ParcelState | null
  isMissing: boolean
  paidAt: string | null
  endReason: string
  claim: { kind: ClaimKind; state: ClaimState } | null
}

export type ClaimView = {
  id: string
  kind: ClaimKind
  state: ClaimState
  reason: string
  detail: string
  fault: Fault
  feeWon: number
  /** Of an exchange: the option that it brings. */
  newOptionName: string
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
   * Where every won that was paid is; `isBalanced` where the payments, the ledger and the orders say the
   * same.
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
      isMissing: boolean
      claims: ClaimView[]
      events: LineEventView[]
    }[]
  }[]
}
