/** Owns who hears which event and which work time starts: the one file that joins areas. */
import { sendAccountChangeMail } from "./areas/accounts/service/account-changes.server.ts"
import { sendEmailChangeMail } from "./areas/accounts/service/email.server.ts"
import { publishProfileChanges } from "./areas/accounts/service/events.server.ts"
import { requestAgreement } from "./areas/accounts/service/agreements.server.ts"
import { registerLeavingCheck } from "./areas/accounts/service/leaving.server.ts"
import { sendPasswordResetMail } from "./areas/accounts/service/password-reset.server.ts"
import { sendSignInLockedMail } from "./areas/accounts/service/sign-in.server.ts"
import { sendSignUpMail } from "./areas/accounts/service/sign-up.server.ts"
import { cleanUpAccounts } from "./areas/accounts/service/cleanup.server.ts"
import { registerRestoreHandler, sendChangeUndoneMail } from "./areas/accounts/service/undo-change.server.ts"
import { notifyMessages, publishMessages } from "./areas/chat/service/notifications.server.ts"
import { canReadChatPicture } from "./areas/chat/service/reported-room.server.ts"
import { closeRoomsOfUser, updateRoomSubjects } from "./areas/chat/service/rooms.server.ts"
import { deleteExpiredConversations } from "./areas/chat/service/retention.server.ts"
import { listActiveSessionIds } from "./areas/accounts/session.server.ts"
import { sendDecisionMail } from "./areas/experts/service/application-mail.server.ts"
import { notifyAlertOwners } from "./areas/market/service/alerts.server.ts"
import { ITEM_EVENTS, publishItemChange } from "./areas/market/service/events.server.ts"
import { closeDealsOfLeavingMember, findDealObligations } from "./areas/market/service/leaving.server.ts"
import {
  notifyOfferAccepted,
  notifyOfferExpired,
  notifyItemMoved,
  notifyOfferMade,
  notifyPriceDropped,
  notifyOfferDeclined,
  notifyDealReviewed,
} from "./areas/market/service/notifications.server.ts"
import { recordItemChats } from "./areas/market/service/item-stats.server.ts"
import { expireOverdueOffers } from "./areas/market/service/offers.server.ts"
import { ORDER_EVENTS, publishOrderChange } from "./areas/orders/service/events.server.ts"
import { findOrderObligations } from "./areas/orders/service/leaving.server.ts"
import {
  closeProposalsOfStoppedExpert,
  autoCompleteOrders,
  expireOrders,
  expireProposals,
} from "./areas/orders/service/scheduled.server.ts"
import {
  APPLICATION_EVENTS,
  OFFER_EVENTS,
  publishJobChange,
  publishJobReviewWritten,
} from "./areas/jobs/service/events.server.ts"
import { publishDueJobReviews } from "./areas/jobs/service/job-reviews.server.ts"
import { findJobObligations } from "./areas/jobs/service/leaving.server.ts"
import {
  notifyAppealDecided,
  notifyAppealFiled,
  notifyHireClosed,
  notifyApplicationTransition,
  notifyJobOfferAccepted,
  notifyJobOfferDeclined,
  notifyJobOfferExpired,
  notifyJobOfferSent,
  notifyPaySent,
  notifyJobReviewPublished,
  notifyApplicationSent,
  notifyContractSigned,
} from "./areas/jobs/service/notifications.server.ts"
import { anonymizePastApplications } from "./areas/jobs/service/retention.server.ts"
import {
  closeExpiredHires,
  autoConfirmWork,
  expireOffers,
  rejectForgottenApplicants,
} from "./areas/jobs/service/scheduled.server.ts"
import { deleteOldDrafts } from "./platform/drafts.server.ts"
import { STATISTICS_EVENTS, refreshStatisticsOnEvent } from "./areas/experts/service/events.server.ts"
import { publishDueReviews } from "./areas/experts/service/reviews.server.ts"
import { deleteExpiredTickets } from "./areas/content/service/retention.server.ts"
import { closeSilentTickets, notifyTicketAnswered } from "./areas/content/service/tickets.server.ts"
import { publishDueArticles } from "./areas/content/service/write-articles.server.ts"
import { closeExpertOfLeavingMember, anonymizeExpert } from "./areas/experts/service/leaving.server.ts"
import { subscribeExpertNotifications } from "./areas/experts/service/notifications.server.ts"
import { anonymizePastOrders } from "./areas/orders/service/retention.server.ts"
import { subscribeOrderNotifications } from "./areas/orders/service/notifications.server.ts"
import {
  notifyAccountChange,
  notifyChangeUndone,
  notifyAdminChange,
  notifyPhoneTakenOver,
} from "./areas/notifications/service/account-notifications.server.ts"
import { deleteExpiredNotifications } from "./areas/notifications/service/centre.server.ts"
import {
  deliverDueNotifications,
  deliverNotifications,
  enqueueDeliveries,
} from "./areas/notifications/service/deliver.server.ts"
import { deleteSignedOutBrowser, deleteBrowsersOfUser } from "./areas/notifications/service/push.server.ts"
import {
  notifyActioned,
  notifyDismissed,
  notifySettled,
  publishBlockChange,
} from "./areas/trust/service/notifications.server.ts"
import { deleteExpiredReports } from "./areas/trust/service/retention.server.ts"
import { notifySanction } from "./areas/trust/service/sanctions.server.ts"
import { updateTokenFrequencies } from "./areas/search/service/token-frequencies.server.ts"
import { rebuildIndex, refreshEntry } from "./areas/search/service/index.server.ts"
import { updatePopularTerms } from "./areas/search/service/terms.server.ts"
import { LIMITS } from "./areas/shop/rules.ts"
import { assignInitialCommission } from "./areas/money/service/commission.server.ts"
import {
  SHOP_EVENTS,
  publishPurchaseChange,
  publishSellerOrderChanges,
} from "./areas/shop/service/events.server.ts"
import { closeShopOfLeavingMember, findShopObligations } from "./areas/shop/service/leaving.server.ts"
import {
  notifyRefundAccountNeeded,
  notifyQuestionAnswered,
  notifyClaimTransition,
  notifyDepositWaiting,
  notifyDepositExpired,
  notifyLineTransitions,
  notifyProductReviewed,
  notifyPaid,
  notifyPayoutMoved,
  notifyProductDecided,
  notifyProductAsked,
  notifyRefundDone,
  notifyRefundAccountChanged,
  notifySellerDecided,
} from "./areas/shop/service/notifications.server.ts"
import {
  refreshReviewStats,
  refreshRecentSales,
  refreshCancelledSales,
} from "./areas/shop/service/product-stats.server.ts"
import { recheckOpenPayments } from "./areas/money/service/payments.server.ts"
import { canReadClaimPicture } from "./areas/selling/service/claims.server.ts"
import { forgetPastPurchases, forgetSeller } from "./areas/shop/service/retention.server.ts"
import { restorePayoutAccount } from "./areas/money/service/payout-account.server.ts"
import { runDailyPayouts } from "./areas/money/service/payouts.server.ts"
import { executeOpenRefunds } from "./areas/money/service/refunds.server.ts"
import {
  autoConfirmLines,
  autoDeliverLines,
  expireCheckouts,
  logLedgerMismatches,
} from "./areas/shop/service/scheduled.server.ts"
import { registerSubjects } from "./subjects.server.ts"
import { setAliveSessionsLookup } from "./platform/live.server.ts"
import { subscribe, subscribeBatch, deleteHandledEvents } from "./platform/events.server.ts"
import { registerPictureReadRule, deleteUnattachedPictures } from "./platform/pictures.server.ts"
import { scheduleJob, registerQueueHandler } from "./platform/jobs.server.ts"
import { deleteEndedLimits } from "./platform/rate-limit.server.ts"
import { deleteOldSubmissions } from "./platform/submissions.server.ts"

let isRegistered = false

/** Subscribes everything once; to be called before events or jobs start. */
export function registerSubscriptions(): void {
  if (isRegistered) return
  isRegistered = true
  registerSubjects()
  setAliveSessionsLookup(listActiveSessionIds)
  registerLeavingCheck(findOrderObligations)
  // What writes letters waits for the mail server, which may take its time.
  const slow = { slow: true }
  subscribe("sign-up.requested", sendSignUpMail, slow)
  subscribe("password-reset.requested", sendPasswordResetMail, slow)
  subscribe("change-mail.requested", sendAccountChangeMail, slow)
  subscribe("account.changed", notifyAccountChange)
  subscribe("undo-mail.requested", sendChangeUndoneMail, slow)
  subscribe("account.change_undone", notifyChangeUndone)
  subscribe("account.changed_by_office", notifyAdminChange)
  subscribe("phone.taken_over", notifyPhoneTakenOver)
  registerRestoreHandler("payout_account", restorePayoutAccount)
  subscribe("sign-in.locked", sendSignInLockedMail, slow)
  subscribe("email-change.requested", sendEmailChangeMail, slow)
  subscribeBatch("profile.changed", publishProfileChanges)
  subscribe("agreement.changed", requestAgreement)
  subscribe("expert.decided", sendDecisionMail, slow)
  scheduleJob({ name: "sweep-accounts", cron: "*/10 * * * *", handler: cleanUpAccounts })
  scheduleJob({ name: "sweep-drafts", cron: "37 4 * * *", handler: deleteOldDrafts })
  scheduleJob({ name: "sweep-submissions", cron: "47 4 * * *", handler: deleteOldSubmissions })
  scheduleJob({ name: "sweep-events", cron: "17 4 * * *", handler: deleteHandledEvents })
  scheduleJob({ name: "sweep-pictures", cron: "27 * * * *", handler: deleteUnattachedPictures })
  scheduleJob({ name: "sweep-limits", cron: "*/15 * * * *", handler: deleteEndedLimits })
  subscribe("ticket.answered", notifyTicketAnswered, slow)
  scheduleJob({ name: "publish-articles", cron: "* * * * *", handler: publishDueArticles })
  scheduleJob({ name: "close-tickets", cron: "7 5 * * *", handler: closeSilentTickets })
  for (const event of ORDER_EVENTS) subscribe(event, publishOrderChange)
  subscribe("expert.decided", closeProposalsOfStoppedExpert)
  scheduleJob({ name: "expire-orders", cron: "*/5 * * * *", handler: expireOrders })
  scheduleJob({ name: "expire-proposals", cron: "*/5 * * * *", handler: expireProposals })
  scheduleJob({ name: "complete-orders", cron: "*/10 * * * *", handler: autoCompleteOrders })
  scheduleJob({ name: "publish-reviews", cron: "*/5 * * * *", handler: publishDueReviews })
  for (const event of STATISTICS_EVENTS) subscribe(event, refreshStatisticsOnEvent)
  subscribeBatch("message.sent", publishMessages)
  subscribeBatch("message.sent", notifyMessages)
  subscribe("subject.changed", updateRoomSubjects)
  subscribe("account.left", closeRoomsOfUser)
  registerPictureReadRule("chat", canReadChatPicture)
  subscribe("report.actioned", notifyActioned)
  subscribe("report.dismissed", notifyDismissed)
  subscribe("report.settled", notifySettled)
  subscribe("sanction.given", notifySanction)
  subscribe("block.changed", publishBlockChange)
  subscribeOrderNotifications()
  subscribeExpertNotifications()
  subscribeBatch("notification.created", enqueueDeliveries)
  subscribe("account.signed-out", deleteSignedOutBrowser)
  subscribe("account.left", deleteBrowsersOfUser)
  registerQueueHandler("deliver-notice", deliverNotifications)
  scheduleJob({ name: "deliver-notices", cron: "* * * * *", handler: deliverDueNotifications })
  scheduleJob({ name: "sweep-notices", cron: "7 5 * * *", handler: deleteExpiredNotifications })
  registerLeavingCheck(findJobObligations)
  for (const event of [...APPLICATION_EVENTS, ...OFFER_EVENTS]) subscribe(event, publishJobChange)
  subscribe("job_review.written", publishJobReviewWritten)
  subscribe("application.sent", notifyApplicationSent)
  subscribe("application.moved", notifyApplicationTransition)
  subscribe("application.signed", notifyContractSigned)
  subscribe("application.pay_sent", notifyPaySent)
  subscribe("application.appealed", notifyAppealFiled)
  subscribe("application.appeal_decided", notifyAppealDecided)
  subscribe("hire.closed", notifyHireClosed)
  subscribe("job_offer.sent", notifyJobOfferSent)
  subscribe("job_offer.accepted", notifyJobOfferAccepted)
  subscribe("job_offer.declined", notifyJobOfferDeclined)
  subscribe("job_offer.expired", notifyJobOfferExpired)
  subscribe("job_review.published", notifyJobReviewPublished)
  scheduleJob({ name: "close-hires", cron: "*/5 * * * *", handler: closeExpiredHires })
  scheduleJob({ name: "pass-over-applicants", cron: "7 * * * *", handler: rejectForgottenApplicants })
  scheduleJob({ name: "confirm-work", cron: "*/10 * * * *", handler: autoConfirmWork })
  scheduleJob({ name: "expire-offers", cron: "*/5 * * * *", handler: expireOffers })
  scheduleJob({ name: "publish-job-reviews", cron: "*/5 * * * *", handler: publishDueJobReviews })
  registerLeavingCheck(findDealObligations)
  subscribe("account.left", closeDealsOfLeavingMember)
  subscribeBatch("message.sent", recordItemChats)
  subscribe("item.posted", notifyAlertOwners)
  subscribe("item.edited", notifyAlertOwners)
  for (const event of ITEM_EVENTS) subscribe(event, publishItemChange)
  subscribe("offer.made", notifyOfferMade)
  subscribe("offer.accepted", notifyOfferAccepted)
  subscribe("offer.declined", notifyOfferDeclined)
  subscribe("offer.expired", notifyOfferExpired)
  subscribe("item.moved", notifyItemMoved)
  subscribe("item.price_dropped", notifyPriceDropped)
  subscribe("deal.reviewed", notifyDealReviewed)
  scheduleJob({ name: "expire-price-offers", cron: "*/10 * * * *", handler: expireOverdueOffers })
  subscribe("subject.changed", refreshEntry)
  // Just after midnight: cards may speak of days that are left.
  scheduleJob({ name: "rebuild-search", cron: "1 0 * * *", handler: rebuildIndex })
  scheduleJob({ name: "count-common-tokens", cron: "43 * * * *", handler: updateTokenFrequencies })
  scheduleJob({ name: "count-popular-terms", cron: "13 * * * *", handler: updatePopularTerms })
  registerLeavingCheck(findShopObligations)
  for (const event of SHOP_EVENTS) subscribeBatch(event, publishSellerOrderChanges)
  for (const event of [
    "shop.payment_failed",
    "shop.deposit_waiting",
    "shop.expired",
    "shop.refunded",
    "shop.account_needed",
  ] as const)
    subscribe(event, publishPurchaseChange)
  subscribeBatch("shop.paid", notifyPaid)
  subscribe("shop.deposit_waiting", notifyDepositWaiting)
  subscribe("shop.expired", notifyDepositExpired)
  subscribeBatch("shop.line_moved", notifyLineTransitions)
  subscribeBatch("shop.line_moved", refreshCancelledSales)
  subscribe("shop.claim_moved", notifyClaimTransition)
  subscribe("shop.refunded", notifyRefundDone)
  subscribe("shop.account_needed", notifyRefundAccountNeeded)
  subscribe("shop.refund_account_told", notifyRefundAccountChanged)
  subscribe("seller.decided", notifySellerDecided)
  subscribe("payout.moved", notifyPayoutMoved)
  registerPictureReadRule("claim", canReadClaimPicture)
  subscribe("seller.decided", assignInitialCommission)
  subscribe("product.decided", notifyProductDecided)
  subscribe("product.reviewed", notifyProductReviewed)
  subscribe("product.reviewed", refreshReviewStats)
  subscribe("product.asked", notifyProductAsked)
  subscribe("product.answered", notifyQuestionAnswered)
  scheduleJob({ name: "count-sales", cron: "* * * * *", handler: refreshRecentSales })
  scheduleJob({ name: "expire-checkouts", cron: "* * * * *", handler: expireCheckouts })
  scheduleJob({ name: "ask-payments", cron: "* * * * *", handler: recheckOpenPayments })
  scheduleJob({ name: "pay-refunds", cron: "*/2 * * * *", handler: executeOpenRefunds })
  scheduleJob({ name: "deliver-parcels", cron: "*/10 * * * *", handler: autoDeliverLines })
  scheduleJob({ name: "confirm-purchases", cron: "*/10 * * * *", handler: autoConfirmLines })
  // Weekdays in the morning; it leaves out public holidays itself.
  scheduleJob({ name: "run-payouts", cron: `0 ${LIMITS.payoutHour} * * 1-5`, handler: runDailyPayouts })
  scheduleJob({ name: "watch-ledger", cron: "7 * * * *", handler: logLedgerMismatches })
  subscribe("account.left", closeExpertOfLeavingMember)
  subscribe("account.left", closeShopOfLeavingMember)
  subscribe("account.forgotten", anonymizeExpert)
  subscribe("account.forgotten", forgetSeller)
  // From three at night, one after the other: docs/decisions/015-forgetting.md.
  const retentionJobs = {
    orders: anonymizePastOrders,
    purchases: forgetPastPurchases,
    applications: anonymizePastApplications,
    talks: deleteExpiredConversations,
    reports: deleteExpiredReports,
    tickets: deleteExpiredTickets,
  }
  for (const [index, [what, work]] of Object.entries(retentionJobs).entries())
    scheduleJob({ name: `forget-${what}`, cron: `${index * 5} 3 * * *`, handler: work })
}
