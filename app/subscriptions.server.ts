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
import { countCommon } from "./areas/search/service/how-common.server.ts"
import { rebuildSearch, refreshEntry } from "./areas/search/service/index.server.ts"
import { countPopularTerms } from "./areas/search/service/terms.server.ts"
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
  subscribe("subject.changed", refreshEntry)
  // Just after midnight: cards may speak of days that are left.
  scheduleJob({ name: "rebuild-search", cron: "1 0 * * *", work: rebuildSearch })
  scheduleJob({ name: "count-common-tokens", cron: "43 * * * *", work: countCommon })
  scheduleJob({ name: "count-popular-terms", cron: "13 * * * *", work: countPopularTerms })
}
