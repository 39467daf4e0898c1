/** Owns who hears which event and which work time starts: the one file that joins areas. */
import { mailEmailChange } from "./areas/accounts/service/email.server.ts"
import { tellProfile } from "./areas/accounts/service/events.server.ts"
import { addLeavingCheck } from "./areas/accounts/service/leaving.server.ts"
import { mailPasswordChanged, mailReset } from "./areas/accounts/service/password-reset.server.ts"
import { mailLocked } from "./areas/accounts/service/sign-in.server.ts"
import { mailSignUp } from "./areas/accounts/service/sign-up.server.ts"
import { sweepAccounts } from "./areas/accounts/service/sweep.server.ts"
import { mailDecision } from "./areas/experts/service/application-mail.server.ts"
import { ORDER_EVENTS, tellPeopleOfOrder } from "./areas/orders/service/events.server.ts"
import { ordersOfLeaver } from "./areas/orders/service/leaving.server.ts"
import { closeProposalsOfDecided, completeSilently, expireOrders, expireProposals } from "./areas/orders/service/time.server.ts"
import { sweepDrafts } from "./platform/drafts.server.ts"
import { NUMBER_EVENTS, refreshNumbersOfEvent } from "./areas/experts/service/events.server.ts"
import { publishDueReviews } from "./areas/experts/service/reviews.server.ts"
import { SHOP_EVENTS, tellBuyer, tellPeopleOfShopOrder } from "./areas/shop/service/events.server.ts"
import {
  shopOfLeaver, tellAnswer, tellClaimMove, tellDeposit, tellLine, tellNewReview, tellPaid, tellProduct, tellQuestion, tellRefund, tellSeller,
} from "./areas/shop/service/notices.server.ts"
import { countReview, countSale } from "./areas/shop/service/numbers.server.ts"
import { askAgain } from "./areas/shop/service/pay.server.ts"
import { payOpenRefunds } from "./areas/shop/service/refunds.server.ts"
import { confirmSilently, deliverSilently, expireCheckouts, watchLedger } from "./areas/shop/service/time.server.ts"
import { startSubjects } from "./subjects.server.ts"
import { subscribe, sweepEvents } from "./platform/events.server.ts"
import { scheduleJob } from "./platform/jobs.server.ts"
import { sweepPictures } from "./platform/pictures.server.ts"
import { sweepLimits } from "./platform/rate-limit.server.ts"
import { sweepSubmissions } from "./platform/submissions.server.ts"

let done = false

/** Subscribes everything once; to be called before events or jobs start. */
export function startSubscriptions(): void {
  if (done) return
  done = true
  startSubjects()
  addLeavingCheck(ordersOfLeaver)
  subscribe("sign-up.requested", mailSignUp)
  subscribe("password-reset.requested", mailReset)
  subscribe("password.changed", mailPasswordChanged)
  subscribe("sign-in.locked", mailLocked)
  subscribe("email-change.requested", mailEmailChange)
  subscribe("profile.changed", tellProfile)
  subscribe("expert.decided", mailDecision)
  scheduleJob({ name: "sweep-accounts", cron: "*/10 * * * *", work: sweepAccounts })
  scheduleJob({ name: "sweep-drafts", cron: "37 4 * * *", work: sweepDrafts })
  scheduleJob({ name: "sweep-submissions", cron: "47 4 * * *", work: sweepSubmissions })
  scheduleJob({ name: "sweep-events", cron: "17 4 * * *", work: sweepEvents })
  scheduleJob({ name: "sweep-pictures", cron: "27 * * * *", work: sweepPictures })
  scheduleJob({ name: "sweep-limits", cron: "*/15 * * * *", work: sweepLimits })
  for (const event of ORDER_EVENTS) subscribe(event, tellPeopleOfOrder)
  subscribe("expert.decided", closeProposalsOfDecided)
  scheduleJob({ name: "expire-orders", cron: "*/5 * * * *", work: expireOrders })
  scheduleJob({ name: "expire-proposals", cron: "*/5 * * * *", work: expireProposals })
  scheduleJob({ name: "complete-orders", cron: "*/10 * * * *", work: completeSilently })
  scheduleJob({ name: "publish-reviews", cron: "*/5 * * * *", work: publishDueReviews })
  for (const event of NUMBER_EVENTS) subscribe(event, refreshNumbersOfEvent)
  addLeavingCheck(shopOfLeaver)
  for (const event of SHOP_EVENTS) subscribe(event, tellPeopleOfShopOrder)
  for (const event of ["shop.deposit_waiting", "shop.expired", "shop.refunded"] as const) subscribe(event, tellBuyer)
  subscribe("shop.paid", tellPaid)
  subscribe("shop.paid", countSale)
  subscribe("shop.deposit_waiting", tellDeposit)
  subscribe("shop.line_moved", tellLine)
  subscribe("shop.claim_moved", tellClaimMove)
  subscribe("shop.refunded", tellRefund)
  subscribe("seller.decided", tellSeller)
  subscribe("product.decided", tellProduct)
  subscribe("product.reviewed", tellNewReview)
  subscribe("product.reviewed", countReview)
  subscribe("product.asked", tellQuestion)
  subscribe("product.answered", tellAnswer)
  scheduleJob({ name: "expire-checkouts", cron: "* * * * *", work: expireCheckouts })
  scheduleJob({ name: "ask-payments", cron: "* * * * *", work: askAgain })
  scheduleJob({ name: "pay-refunds", cron: "*/2 * * * *", work: payOpenRefunds })
  scheduleJob({ name: "deliver-parcels", cron: "*/10 * * * *", work: deliverSilently })
  scheduleJob({ name: "confirm-purchases", cron: "*/10 * * * *", work: confirmSilently })
  scheduleJob({ name: "watch-ledger", cron: "7 * * * *", work: watchLedger })
}
