/**
 * The statements that need rows of several groups of tables (distribution.ts), each with what would be done
 * about it. They join freely as long as one primary holds everything (decision 095).
 */
const CROSSING_STATEMENTS: readonly { reason: string; names: string }[] = [
  {
    reason:
      "A card has its picture in the same answer. A row of pictures would carry the key of what it " +
      "is attached to (its owner until then), and stand with it.",
    names: `
      chat/messages.server.ts: selectMessages
      experts/profile.server.ts: selectProfile
      experts/review-lists.server.ts: findOrdersWithReviews
      market/item-lists.server.ts: findItemsOfSeller findSimilarItems findWishes
        readItems
      market/item-to-buy.server.ts: findItemToBuy
      orders/my-orders.server.ts: findMyOrders
      orders/photos.server.ts: findPhotos
      selling/application.server.ts: findOwnSeller
      selling/claims.server.ts: findOwnClaims
      selling/stock.server.ts: findOwnProduct
      shop/catalogue.server.ts: findProducts selectProducts
      shop/product-lists.server.ts: findViewedProducts findWishedProducts
    `,
  },
  {
    reason:
      "A row says who somebody is: the name, what they are known for, whom they blocked. What the " +
      "view of people says would be copied to every node, as few columns that seldom change.",
    names: `
      chat/rooms.server.ts: findRoom
      experts/review-lists.server.ts: findReviewsOfCategory findReviewsOfExpert findReviewsOfOrder
      jobs/applications.server.ts: findApplicants findApplication
      jobs/seek-lists.server.ts: findSeek
      market/deal-views.server.ts: findOwnDeals
      market/find-item.server.ts: findItem
      market/own-deals.server.ts: findDealPage
      market/reviews.server.ts: findDealToReview
      market/traders.server.ts: findTrader
      orders/received-proposals.server.ts: viewProposals
      selling/reviews-and-questions.server.ts: findOwnReviews
      shop/product-reviews.server.ts: loadReviews
      shop/product.server.ts: loadProduct
    `,
  },
  {
    reason:
      "What was bought meets whose it was, on a desk or at the checkout. The lines of a purchase " +
      "are copied to the seller's node by their events, as their search entries are; coupons are " +
      "few and copied.",
    names: `
      experts/dashboard.server.ts: findExpertDashboard
      selling/dashboard.server.ts: findSellerTasks
      selling/stock.server.ts: findStock
      shop/buy-again.server.ts: buyAgain
      shop/checkout-choices.server.ts: choicesQuery
      shop/coupons.server.ts: findCouponBox findUsableCoupons
      shop/product.server.ts: loadOwn
      shop/purchase-charge.server.ts: findCashReceiptParts
      shop/purchases.server.ts: selectSellerOrderRows
    `,
  },
  {
    reason:
      "What is bought meets how it was paid. A charge would stand with what it pays for: its " +
      "subject is a column already, and the ledger goes by charge.",
    names: `
      market/deal-views.server.ts: findDeal
      money/person-payouts.server.ts: sumWaitingMoney
      orders/find-order.server.ts: findOrder
      orders/part-notifications.server.ts: loadFacts
      orders/parts.server.ts: sumHeldWon
      selling/dashboard.server.ts: findSellerDashboard
      selling/settlement.server.ts: findEntries sumSales
      shop/after-sale.server.ts: hasRefundAccount
      shop/notifications.server.ts: findDepositAccount
      shop/purchases.server.ts: findPurchases
    `,
  },
  {
    reason:
      "Both are locked or written in one transaction. They stay with one primary until the step has " +
      "a state of its own between, as payments to the provider have.",
    names: `
      chat/messages.server.ts: sendMessage
      money/person-payouts.server.ts: createPersonPayouts
      platform/pictures.server.ts: deleteUnattachedPictures
      shop/expiry.server.ts: expireOtherCheckouts expireOverduePurchases notBeingPaidCondition
      shop/place-purchase.server.ts: lockPurchase
    `,
  },
  {
    reason: "A job counts over everything. It goes node by node, or reads a copy of all of them.",
    names: `
      campaigns/audience.server.ts: countAudience
      campaigns/send-campaigns.server.ts: sendPiece
      experts/moderation.server.ts: reviewSubject
      experts/statistics.server.ts: refreshStatistics
      shop/product-stats.server.ts: refreshProductStats
      shop/purchase-charge.server.ts: promiseArrivalAnew
      shop/seller-sales.server.ts: findBestSellers
    `,
  },
  {
    reason:
      "The back office looks through everything, a few people a day. A copy of all nodes for " +
      "reading answers it, as a standby does now.",
    names: `
      admin/access.server.ts: findAccessMonth findAccessRecords
      admin/audit.server.ts: findAuditActors
      admin/bulk.server.ts: findHolders
      admin/charges.server.ts: findSubjectHrefs
      admin/desk.server.ts: findDesk
      admin/office-refunds.server.ts: findOfficeRefunds selectOfficeRefunds
      experts/application-queries.server.ts: loadApplication
      experts/insurance-papers.server.ts: findInsurancePapers
      experts/review-admin.server.ts: countReviewsForAdmin findReviewForAdmin findReviewsForAdmin
      market/deal-views.server.ts: findDisputedDeals
      money/admin-charges.server.ts: countFilteredCharges findChargesForAdmin
      money/payout-lists.server.ts: countFilteredPayouts findPayouts selectPayouts sumPayouts
      orders/admin-orders.server.ts: countFilteredOrders findOrdersForAdmin
      selling/approvals.server.ts: findProductForAdmin findSellerForAdmin
      shop/admin-claims.server.ts: countFilteredClaims findClaimsForAdmin selectClaims
      shop/admin-coupons.server.ts: findCouponsForAdmin
      shop/admin-purchases.server.ts: findPurchasesForAdmin selectHead
        selectLines selectPurchases
      trust/report-queue.server.ts: countFoundReports listReportQueue loadReportDetail
      trust/retention.server.ts: deleteExpiredReports
    `,
  },
]

/** The statements by the names that {@link readStatements} gives them. */
export const listKnownCrossings = (): string[] =>
  CROSSING_STATEMENTS.flatMap(({ names }) =>
    names
      .trim()
      .split(/\n {6}(?! )/)
      .flatMap((line) => {
        const [file = "", functions = ""] = line.trim().split(": ")
        return functions.split(/\s+/).map((name) => `${file} ${name}`)
      }),
  )
