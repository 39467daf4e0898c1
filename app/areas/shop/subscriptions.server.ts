/** What the area shop emits, which events it hears, and which of its work time starts. */
import { batchSubscriber, type EventName, type Subscriptions } from "#app/platform/events.server.ts"
import type { ScheduledJob } from "#app/platform/jobs.server.ts"
import { copyClaimTitles } from "./service/claim-titles.server.ts"
import { copyPurchasesToLines } from "./service/line-purchases.server.ts"
import { publishPurchaseChange, publishSellerOrderChanges } from "./service/events.server.ts"
import {
  notifyClaimTransition,
  notifyDepositExpired,
  notifyDepositWaiting,
  notifyLineTransitions,
  notifyPaid,
  notifyProductAsked,
  notifyProductReviewed,
  notifyRefundAccountChanged,
  notifyRefundAccountNeeded,
  notifyRefundDone,
} from "./service/notifications.server.ts"
import { notifyPriceCuts, notifyRestocked } from "./service/product-alerts.server.ts"
import { deleteGathered, deleteOldViews } from "./service/product-lists.server.ts"
import {
  refreshCancelledSales,
  refreshRecentSales,
  refreshReviewStats,
} from "./service/product-stats.server.ts"
import { deleteAddressesOfLeavingMember } from "./service/addresses.server.ts"
import { trackParcels } from "./service/parcels.server.ts"
import { refreshHelpfulCounts } from "./service/review-marks.server.ts"
import { deleteOldMergedCarts } from "./service/visitor-cart.server.ts"
import { askForArrivals, autoConfirmLines, expireCheckouts } from "./service/scheduled.server.ts"

/** Every event that this area emits; the payloads are declared beside the services. */
export const emits = [
  "shop.paid",
  "shop.payment_failed",
  "shop.deposit_waiting",
  "shop.expired",
  "shop.line_moved",
  "shop.claim_moved",
  "shop.refunded",
  "shop.account_needed",
  "shop.refund_account_told",
  "product.reviewed",
  "product.asked",
  "product.review_marked",
] as const satisfies readonly EventName[]

export const subscriptions: Subscriptions = {
  "shop.paid": [batchSubscriber(publishSellerOrderChanges), batchSubscriber(notifyPaid)],
  "shop.line_moved": [
    batchSubscriber(publishSellerOrderChanges),
    batchSubscriber(notifyLineTransitions),
    batchSubscriber(refreshCancelledSales),
  ],
  "shop.claim_moved": [batchSubscriber(publishSellerOrderChanges), notifyClaimTransition],
  "shop.payment_failed": [publishPurchaseChange],
  "shop.deposit_waiting": [publishPurchaseChange, notifyDepositWaiting],
  "shop.expired": [publishPurchaseChange, notifyDepositExpired],
  "shop.refunded": [publishPurchaseChange, notifyRefundDone],
  "cash_receipt.moved": [publishPurchaseChange],
  "shop.account_needed": [publishPurchaseChange, notifyRefundAccountNeeded],
  "shop.refund_account_told": [notifyRefundAccountChanged],
  "product.reviewed": [notifyProductReviewed, refreshReviewStats],
  "product.asked": [notifyProductAsked],
  "product.review_marked": [batchSubscriber(refreshHelpfulCounts)],
  "account.left": [deleteAddressesOfLeavingMember, deleteGathered],
  "subject.changed": [batchSubscriber(notifyPriceCuts)],
}

async function forgetVisits(): Promise<void> {
  await deleteOldViews()
  await deleteOldMergedCarts()
}

export const schedule: readonly ScheduledJob[] = [
  { name: "count-sales", cron: "* * * * *", handler: refreshRecentSales },
  { name: "expire-checkouts", cron: "* * * * *", handler: expireCheckouts },
  { name: "notify-restocked", cron: "* * * * *", handler: notifyRestocked },
  { name: "forget-views-and-carts", cron: "40 4 * * *", handler: forgetVisits },
  { name: "track-parcels", cron: "*/10 * * * *", handler: trackParcels },
  { name: "copy-purchases-to-lines", cron: "* * * * *", handler: copyPurchasesToLines },
  { name: "copy-claim-titles", cron: "*/10 * * * *", handler: copyClaimTitles },
  { name: "ask-arrivals", cron: "50 3 * * *", handler: askForArrivals },
  { name: "confirm-purchases", cron: "*/10 * * * *", handler: autoConfirmLines },
]
