/** Owns who hears which event and which work time starts: the one file that joins areas. */
import { mailAccountChange } from "./areas/accounts/service/account-changes.server.ts"
import { mailEmailChange } from "./areas/accounts/service/email.server.ts"
import { tellProfiles } from "./areas/accounts/service/events.server.ts"
import { askAnew } from "./areas/accounts/service/agreements.server.ts"
import { addLeavingCheck } from "./areas/accounts/service/leaving.server.ts"
import { mailReset } from "./areas/accounts/service/password-reset.server.ts"
import { mailLocked } from "./areas/accounts/service/sign-in.server.ts"
import { mailSignUp } from "./areas/accounts/service/sign-up.server.ts"
import { sweepAccounts } from "./areas/accounts/service/sweep.server.ts"
import { addRestore, mailChangeUndone } from "./areas/accounts/service/undo.server.ts"
import { noticeMessages, tellMessages } from "./areas/chat/service/notices.server.ts"
import { mayReadChatPicture } from "./areas/chat/service/review.server.ts"
import { closeRoomsOf, renameRoomsOf } from "./areas/chat/service/rooms.server.ts"
import { forgetPastTalks } from "./areas/chat/service/retention.server.ts"
import { aliveSessions } from "./areas/accounts/session.server.ts"
import { mailDecision } from "./areas/experts/service/application-mail.server.ts"
import { tellWaiting } from "./areas/market/service/alerts.server.ts"
import { ITEM_EVENTS, tellPeopleOfItem } from "./areas/market/service/events.server.ts"
import { clearLeaver, dealsOfLeaver } from "./areas/market/service/leaving.server.ts"
import {
  noticeOfAcceptance,
  noticeOfExpiry,
  noticeOfMove,
  noticeOfOffer,
  noticeOfPrice,
  noticeOfRefusal,
  noticeOfReview,
} from "./areas/market/service/notices.server.ts"
import { noteTalks } from "./areas/market/service/numbers.server.ts"
import { expireDueOffers } from "./areas/market/service/offers.server.ts"
import { ORDER_EVENTS, tellPeopleOfOrder } from "./areas/orders/service/events.server.ts"
import { ordersOfLeaver } from "./areas/orders/service/leaving.server.ts"
import {
  closeProposalsOfDecided,
  completeSilently,
  expireOrders,
  expireProposals,
} from "./areas/orders/service/time.server.ts"
import {
  APPLICATION_EVENTS,
  OFFER_EVENTS,
  tellPeopleOfJob,
  tellRated,
} from "./areas/jobs/service/events.server.ts"
import { publishDueJobReviews } from "./areas/jobs/service/job-reviews.server.ts"
import { jobsOfLeaver } from "./areas/jobs/service/leaving.server.ts"
import {
  noticeAppealDecided,
  noticeAppealed,
  noticeClosed,
  noticeMoved,
  noticeOfferAccepted,
  noticeOfferDeclined,
  noticeOfferExpired,
  noticeOffered,
  noticePaySent,
  noticeReviewPublished,
  noticeSent,
  noticeSigned,
} from "./areas/jobs/service/notices.server.ts"
import { forgetPastApplications } from "./areas/jobs/service/retention.server.ts"
import {
  closeDueHires,
  confirmWorkSilently,
  expireOffers,
  passOverForgotten,
} from "./areas/jobs/service/time.server.ts"
import { sweepDrafts } from "./platform/drafts.server.ts"
import { NUMBER_EVENTS, refreshNumbersOfEvent } from "./areas/experts/service/events.server.ts"
import { publishDueReviews } from "./areas/experts/service/reviews.server.ts"
import { forgetPastTickets } from "./areas/content/service/retention.server.ts"
import { closeSilentTickets, tellAnswered } from "./areas/content/service/tickets.server.ts"
import { publishDueArticles } from "./areas/content/service/write-articles.server.ts"
import { closeExpertOfLeaver, forgetExpert } from "./areas/experts/service/leaving.server.ts"
import { startExpertNotices } from "./areas/experts/service/notices.server.ts"
import { forgetPastOrders } from "./areas/orders/service/retention.server.ts"
import { startOrderNotices } from "./areas/orders/service/notices.server.ts"
import {
  notifyAccountChange,
  notifyChangeUndone,
  notifyOfficeChange,
  notifyPhoneTakenOver,
} from "./areas/notifications/service/account-notices.server.ts"
import { sweepNotices } from "./areas/notifications/service/centre.server.ts"
import { deliverDue, deliverNotices, passOn } from "./areas/notifications/service/deliver.server.ts"
import { forgetBrowser, forgetBrowsers } from "./areas/notifications/service/push.server.ts"
import {
  noticeActioned,
  noticeDismissed,
  noticeSettled,
  tellBlocked,
} from "./areas/trust/service/notices.server.ts"
import { forgetPastReports } from "./areas/trust/service/retention.server.ts"
import { noticeSanction } from "./areas/trust/service/sanctions.server.ts"
import { countCommon } from "./areas/search/service/how-common.server.ts"
import { rebuildSearch, refreshEntry } from "./areas/search/service/index.server.ts"
import { countPopularTerms } from "./areas/search/service/terms.server.ts"
import { LIMITS } from "./areas/shop/rules.ts"
import { startCommission } from "./areas/shop/service/commission.server.ts"
import { SHOP_EVENTS, tellBuyer, tellPeopleOfShopOrders } from "./areas/shop/service/events.server.ts"
import { closeShopOfLeaver, shopOfLeaver } from "./areas/shop/service/leaving.server.ts"
import {
  askForAccount,
  tellAnswer,
  tellClaimMove,
  tellDeposit,
  tellDepositOver,
  tellLines,
  tellNewReview,
  tellPaid,
  tellPayout,
  tellProduct,
  tellQuestion,
  tellRefund,
  tellRefundAccount,
  tellSeller,
} from "./areas/shop/service/notices.server.ts"
import { countReview, countSales, uncountSales } from "./areas/shop/service/numbers.server.ts"
import { askAgain } from "./areas/shop/service/pay.server.ts"
import { mayReadClaimPicture } from "./areas/shop/service/seller-claims.server.ts"
import { forgetPastPurchases, forgetSeller } from "./areas/shop/service/retention.server.ts"
import { restorePayoutAccount } from "./areas/shop/service/payout-account.server.ts"
import { payOutToday } from "./areas/shop/service/seller-payouts.server.ts"
import { payOpenRefunds } from "./areas/shop/service/refunds.server.ts"
import {
  confirmSilently,
  deliverSilently,
  expireCheckouts,
  watchLedger,
} from "./areas/shop/service/time.server.ts"
import { startSubjects } from "./subjects.server.ts"
import { askForSessions } from "./platform/live.server.ts"
import { subscribe, subscribeMany, sweepEvents } from "./platform/events.server.ts"
import { addReadRule, sweepPictures } from "./platform/pictures.server.ts"
import { scheduleJob, takeWork } from "./platform/jobs.server.ts"
import { sweepLimits } from "./platform/rate-limit.server.ts"
import { sweepSubmissions } from "./platform/submissions.server.ts"

let done = false

/** Subscribes everything once; to be called before events or jobs start. */
export function startSubscriptions(): void {
  if (done) return
  done = true
  startSubjects()
  askForSessions(aliveSessions)
  addLeavingCheck(ordersOfLeaver)
  // What writes letters waits for the mail server, which may take its time.
  const slow = { slow: true }
  subscribe("sign-up.requested", mailSignUp, slow)
  subscribe("password-reset.requested", mailReset, slow)
  subscribe("change-mail.requested", mailAccountChange, slow)
  subscribe("account.changed", notifyAccountChange)
  subscribe("undo-mail.requested", mailChangeUndone, slow)
  subscribe("account.change_undone", notifyChangeUndone)
  subscribe("account.changed_by_office", notifyOfficeChange)
  subscribe("phone.taken_over", notifyPhoneTakenOver)
  addRestore("payout_account", restorePayoutAccount)
  subscribe("sign-in.locked", mailLocked, slow)
  subscribe("email-change.requested", mailEmailChange, slow)
  subscribeMany("profile.changed", tellProfiles)
  subscribe("agreement.changed", askAnew)
  subscribe("expert.decided", mailDecision, slow)
  scheduleJob({ name: "sweep-accounts", cron: "*/10 * * * *", work: sweepAccounts })
  scheduleJob({ name: "sweep-drafts", cron: "37 4 * * *", work: sweepDrafts })
  scheduleJob({ name: "sweep-submissions", cron: "47 4 * * *", work: sweepSubmissions })
  scheduleJob({ name: "sweep-events", cron: "17 4 * * *", work: sweepEvents })
  scheduleJob({ name: "sweep-pictures", cron: "27 * * * *", work: sweepPictures })
  scheduleJob({ name: "sweep-limits", cron: "*/15 * * * *", work: sweepLimits })
  subscribe("ticket.answered", tellAnswered, slow)
  scheduleJob({ name: "publish-articles", cron: "* * * * *", work: publishDueArticles })
  scheduleJob({ name: "close-tickets", cron: "7 5 * * *", work: closeSilentTickets })
  for (const event of ORDER_EVENTS) subscribe(event, tellPeopleOfOrder)
  subscribe("expert.decided", closeProposalsOfDecided)
  scheduleJob({ name: "expire-orders", cron: "*/5 * * * *", work: expireOrders })
  scheduleJob({ name: "expire-proposals", cron: "*/5 * * * *", work: expireProposals })
  scheduleJob({ name: "complete-orders", cron: "*/10 * * * *", work: completeSilently })
  scheduleJob({ name: "publish-reviews", cron: "*/5 * * * *", work: publishDueReviews })
  for (const event of NUMBER_EVENTS) subscribe(event, refreshNumbersOfEvent)
  subscribeMany("message.sent", tellMessages)
  subscribeMany("message.sent", noticeMessages)
  subscribe("subject.changed", renameRoomsOf)
  subscribe("account.left", closeRoomsOf)
  addReadRule("chat", mayReadChatPicture)
  subscribe("report.actioned", noticeActioned)
  subscribe("report.dismissed", noticeDismissed)
  subscribe("report.settled", noticeSettled)
  subscribe("sanction.given", noticeSanction)
  subscribe("block.changed", tellBlocked)
  startOrderNotices()
  startExpertNotices()
  subscribeMany("notification.created", passOn)
  subscribe("account.signed-out", forgetBrowser)
  subscribe("account.left", forgetBrowsers)
  takeWork("deliver-notice", deliverNotices)
  scheduleJob({ name: "deliver-notices", cron: "* * * * *", work: deliverDue })
  scheduleJob({ name: "sweep-notices", cron: "7 5 * * *", work: sweepNotices })
  addLeavingCheck(jobsOfLeaver)
  for (const event of [...APPLICATION_EVENTS, ...OFFER_EVENTS]) subscribe(event, tellPeopleOfJob)
  subscribe("job_review.written", tellRated)
  subscribe("application.sent", noticeSent)
  subscribe("application.moved", noticeMoved)
  subscribe("application.signed", noticeSigned)
  subscribe("application.pay_sent", noticePaySent)
  subscribe("application.appealed", noticeAppealed)
  subscribe("application.appeal_decided", noticeAppealDecided)
  subscribe("hire.closed", noticeClosed)
  subscribe("job_offer.sent", noticeOffered)
  subscribe("job_offer.accepted", noticeOfferAccepted)
  subscribe("job_offer.declined", noticeOfferDeclined)
  subscribe("job_offer.expired", noticeOfferExpired)
  subscribe("job_review.published", noticeReviewPublished)
  scheduleJob({ name: "close-hires", cron: "*/5 * * * *", work: closeDueHires })
  scheduleJob({ name: "pass-over-applicants", cron: "7 * * * *", work: passOverForgotten })
  scheduleJob({ name: "confirm-work", cron: "*/10 * * * *", work: confirmWorkSilently })
  scheduleJob({ name: "expire-offers", cron: "*/5 * * * *", work: expireOffers })
  scheduleJob({ name: "publish-job-reviews", cron: "*/5 * * * *", work: publishDueJobReviews })
  addLeavingCheck(dealsOfLeaver)
  subscribe("account.left", clearLeaver)
  subscribeMany("message.sent", noteTalks)
  subscribe("item.posted", tellWaiting)
  subscribe("item.edited", tellWaiting)
  for (const event of ITEM_EVENTS) subscribe(event, tellPeopleOfItem)
  subscribe("offer.made", noticeOfOffer)
  subscribe("offer.accepted", noticeOfAcceptance)
  subscribe("offer.declined", noticeOfRefusal)
  subscribe("offer.expired", noticeOfExpiry)
  subscribe("item.moved", noticeOfMove)
  subscribe("item.price_dropped", noticeOfPrice)
  subscribe("deal.reviewed", noticeOfReview)
  scheduleJob({ name: "expire-price-offers", cron: "*/10 * * * *", work: expireDueOffers })
  subscribe("subject.changed", refreshEntry)
  // Just after midnight: cards may speak of days that are left.
  scheduleJob({ name: "rebuild-search", cron: "1 0 * * *", work: rebuildSearch })
  scheduleJob({ name: "count-common-tokens", cron: "43 * * * *", work: countCommon })
  scheduleJob({ name: "count-popular-terms", cron: "13 * * * *", work: countPopularTerms })
  addLeavingCheck(shopOfLeaver)
  for (const event of SHOP_EVENTS) subscribeMany(event, tellPeopleOfShopOrders)
  for (const event of [
    "shop.payment_failed",
    "shop.deposit_waiting",
    "shop.expired",
    "shop.refunded",
    "shop.account_needed",
  ] as const)
    subscribe(event, tellBuyer)
  subscribeMany("shop.paid", tellPaid)
  subscribe("shop.deposit_waiting", tellDeposit)
  subscribe("shop.expired", tellDepositOver)
  subscribeMany("shop.line_moved", tellLines)
  subscribeMany("shop.line_moved", uncountSales)
  subscribe("shop.claim_moved", tellClaimMove)
  subscribe("shop.refunded", tellRefund)
  subscribe("shop.account_needed", askForAccount)
  subscribe("shop.refund_account_told", tellRefundAccount)
  subscribe("seller.decided", tellSeller)
  subscribe("payout.moved", tellPayout)
  addReadRule("claim", mayReadClaimPicture)
  subscribe("seller.decided", startCommission)
  subscribe("product.decided", tellProduct)
  subscribe("product.reviewed", tellNewReview)
  subscribe("product.reviewed", countReview)
  subscribe("product.asked", tellQuestion)
  subscribe("product.answered", tellAnswer)
  scheduleJob({ name: "count-sales", cron: "* * * * *", work: countSales })
  scheduleJob({ name: "expire-checkouts", cron: "* * * * *", work: expireCheckouts })
  scheduleJob({ name: "ask-payments", cron: "* * * * *", work: askAgain })
  scheduleJob({ name: "pay-refunds", cron: "*/2 * * * *", work: payOpenRefunds })
  scheduleJob({ name: "deliver-parcels", cron: "*/10 * * * *", work: deliverSilently })
  scheduleJob({ name: "confirm-purchases", cron: "*/10 * * * *", work: confirmSilently })
  // Weekdays in the morning; it leaves out public holidays itself.
  scheduleJob({ name: "run-payouts", cron: `0 ${LIMITS.payoutHour} * * 1-5`, work: payOutToday })
  scheduleJob({ name: "watch-ledger", cron: "7 * * * *", work: watchLedger })
  subscribe("account.left", closeExpertOfLeaver)
  subscribe("account.left", closeShopOfLeaver)
  subscribe("account.forgotten", forgetExpert)
  subscribe("account.forgotten", forgetSeller)
  // From three at night, one after the other: docs/decisions/015-forgetting.md.
  const forgetting = {
    orders: forgetPastOrders,
    purchases: forgetPastPurchases,
    applications: forgetPastApplications,
    talks: forgetPastTalks,
    reports: forgetPastReports,
    tickets: forgetPastTickets,
  }
  for (const [place, [what, work]] of Object.entries(forgetting).entries())
    scheduleJob({ name: `forget-${what}`, cron: `${place * 5} 3 * * *`, work })
}
