/** Who hears which event and which work time starts: joins the tables of the areas. */
import * as accounts from "./areas/accounts/subscriptions.server.ts"
import * as admin from "./areas/admin/subscriptions.server.ts"
import * as api from "./areas/api/subscriptions.server.ts"
import * as campaigns from "./areas/campaigns/subscriptions.server.ts"
import * as content from "./areas/content/subscriptions.server.ts"
import * as orders from "./areas/orders/subscriptions.server.ts"
import * as chat from "./areas/chat/subscriptions.server.ts"
import * as trust from "./areas/trust/subscriptions.server.ts"
import * as notifications from "./areas/notifications/subscriptions.server.ts"
import * as jobs from "./areas/jobs/subscriptions.server.ts"
import * as market from "./areas/market/subscriptions.server.ts"
import * as search from "./areas/search/subscriptions.server.ts"
import * as experts from "./areas/experts/subscriptions.server.ts"
import * as money from "./areas/money/subscriptions.server.ts"
import * as selling from "./areas/selling/subscriptions.server.ts"
import * as shop from "./areas/shop/subscriptions.server.ts"
import { registerActorCounter } from "./areas/accounts/service/actor-counts.server.ts"
import { createUnreadMessageCount } from "./areas/chat/service/unread-count.server.ts"
import { createUnreadNotificationCount } from "./areas/notifications/service/unread-count.server.ts"
import { registerPersonalData } from "./areas/accounts/service/data-exports.server.ts"
import { accountsPersonalData } from "./areas/accounts/service/personal-data.server.ts"
import { ordersPersonalData } from "./areas/orders/service/personal-data.server.ts"
import { expertsPersonalData } from "./areas/experts/service/personal-data.server.ts"
import { jobsPersonalData } from "./areas/jobs/service/personal-data.server.ts"
import { marketPersonalData } from "./areas/market/service/personal-data.server.ts"
import { shopPersonalData } from "./areas/shop/service/personal-data.server.ts"
import { moneyPersonalData } from "./areas/money/service/personal-data.server.ts"
import { chatPersonalData } from "./areas/chat/service/personal-data.server.ts"
import { contentPersonalData } from "./areas/content/service/personal-data.server.ts"
import { trustPersonalData } from "./areas/trust/service/personal-data.server.ts"
import { notificationsPersonalData } from "./areas/notifications/service/personal-data.server.ts"
import { registerLeavingCheck } from "./areas/accounts/service/leaving.server.ts"
import { registerRestoreHandler } from "./areas/accounts/service/undo-change.server.ts"
import { listActiveSessionIds } from "./areas/accounts/session.server.ts"
import { canReadChatPicture } from "./areas/chat/service/reported-room.server.ts"
import { deleteExpiredConversations } from "./areas/chat/service/retention.server.ts"
import { deleteExpiredTickets } from "./areas/content/service/retention.server.ts"
import { findJobObligations } from "./areas/jobs/service/leaving.server.ts"
import { anonymizePastApplications } from "./areas/jobs/service/retention.server.ts"
import { findMessagesForEvidence } from "./areas/chat/service/evidence-messages.server.ts"
import { canReadDealPicture } from "./areas/market/service/deal-claims.server.ts"
import { forgetPastDeals } from "./areas/market/service/deal-due.server.ts"
import { findDealObligations } from "./areas/market/service/leaving.server.ts"
import { deliverNotifications } from "./areas/notifications/service/deliver.server.ts"
import { alertExpertsOf } from "./areas/experts/service/request-alerts.server.ts"
import { registerEvidenceMessages } from "./areas/orders/service/evidence.server.ts"
import { canReadWarrantyPicture } from "./areas/orders/service/warranties.server.ts"
import { findOrderObligations } from "./areas/orders/service/leaving.server.ts"
import { anonymizePastOrders } from "./areas/orders/service/retention.server.ts"
import { findMoneyObligations } from "./areas/money/service/leaving.server.ts"
import { findShopObligations } from "./areas/shop/service/leaving.server.ts"
import { restorePayoutAccount } from "./areas/money/service/payout-account.server.ts"
import { restorePersonAccount } from "./areas/money/service/person-accounts.server.ts"
import { forgetPastPurchases } from "./areas/shop/service/retention.server.ts"
import { canReadClaimPicture } from "./areas/selling/service/claims.server.ts"
import { deleteExpiredReports } from "./areas/trust/service/retention.server.ts"
import { deleteOldDrafts } from "./platform/drafts.server.ts"
import {
  deleteHandledEvents,
  getSubscriberName,
  listSubscribers,
  mergeSubscriptions,
  subscribeAll,
  type Subscriptions,
} from "./platform/events.server.ts"
import { scheduleJob, registerQueueHandler, type ScheduledJob } from "./platform/jobs.server.ts"
import { setAliveSessionsLookup } from "./platform/live.server.ts"
import { registerPictureReadRule, deleteUnattachedPictures } from "./platform/pictures.server.ts"
import { deleteEndedLimits } from "./platform/rate-limit.server.ts"
import { deleteOldSubmissions } from "./platform/submissions.server.ts"
import { registerCharges } from "./charges.server.ts"
import { registerSubjects } from "./subjects.server.ts"

type AreaSubscriptions = {
  emits?: readonly string[]
  subscriptions: Subscriptions
  schedule?: readonly ScheduledJob[]
}
/** Subscribers of one event are called in this order. */
const AREAS: Readonly<Record<string, AreaSubscriptions>> = {
  accounts,
  content,
  orders,
  chat,
  trust,
  notifications,
  jobs,
  market,
  search,
  experts,
  shop,
  selling,
  money,
  campaigns,
  api,
  admin,
  platform: { emits: ["subject.changed"], subscriptions: {} },
}

/** Work of the platform that time starts. */
const PLATFORM_SCHEDULE: readonly ScheduledJob[] = [
  { name: "sweep-drafts", cron: "37 4 * * *", handler: deleteOldDrafts },
  { name: "sweep-submissions", cron: "47 * * * *", handler: deleteOldSubmissions },
  { name: "sweep-events", cron: "17 4 * * *", handler: deleteHandledEvents },
  { name: "sweep-pictures", cron: "27 * * * *", handler: deleteUnattachedPictures },
  { name: "sweep-limits", cron: "*/15 * * * *", handler: deleteEndedLimits },
]

/** From three at night, one after the other: docs/decisions/015-forgetting.md. */
const RETENTION_JOBS = {
  orders: anonymizePastOrders,
  purchases: forgetPastPurchases,
  applications: anonymizePastApplications,
  talks: deleteExpiredConversations,
  reports: deleteExpiredReports,
  tickets: deleteExpiredTickets,
  deals: forgetPastDeals,
}

/** Every event of the product: the area that emits it, and the functions of each area that hear it. */
export function describeEvents(): { name: string; emitter: string; subscribers: string[] }[] {
  return Object.entries(AREAS).flatMap(([emitter, { emits = [] }]) =>
    emits.map((name) => ({
      name,
      emitter,
      subscribers: Object.entries(AREAS).flatMap(([area, { subscriptions }]) =>
        listSubscribers(subscriptions)
          .filter(([heard]) => heard === name)
          .flatMap(([, subscribers]) => subscribers.map((each) => `${area}: ${getSubscriberName(each)}`)),
      ),
    })),
  )
}

let isRegistered = false

/** Subscribes everything once; to be called before events or jobs start. */
export function registerSubscriptions(): void {
  if (isRegistered) return
  isRegistered = true
  registerSubjects()
  registerCharges()
  setAliveSessionsLookup(listActiveSessionIds)
  for (const check of [
    findOrderObligations,
    findJobObligations,
    findDealObligations,
    findShopObligations,
    findMoneyObligations,
  ])
    registerLeavingCheck(check)
  for (const part of [
    accountsPersonalData,
    ordersPersonalData,
    expertsPersonalData,
    jobsPersonalData,
    marketPersonalData,
    shopPersonalData,
    moneyPersonalData,
    chatPersonalData,
    contentPersonalData,
    trustPersonalData,
    notificationsPersonalData,
  ])
    registerPersonalData(part)
  registerRestoreHandler("payout_account", restorePayoutAccount)
  registerRestoreHandler("person_account", restorePersonAccount)
  registerActorCounter("chat", createUnreadMessageCount)
  registerActorCounter("notifications", createUnreadNotificationCount)
  registerPictureReadRule("chat", canReadChatPicture)
  registerPictureReadRule(
    "claim",
    async (reader, pictureId) =>
      (await canReadClaimPicture(reader, pictureId)) ||
      (await canReadDealPicture(reader, pictureId)) ||
      canReadWarrantyPicture(reader, pictureId),
  )
  registerEvidenceMessages(findMessagesForEvidence)
  registerQueueHandler("deliver-notice", deliverNotifications)
  registerQueueHandler("alert-experts-of", alertExpertsOf)
  const areas = Object.values(AREAS)
  subscribeAll(
    mergeSubscriptions(areas.map(({ subscriptions }) => subscriptions)),
    new Set(areas.flatMap(({ emits = [] }) => emits)),
  )
  for (const job of [...areas.flatMap(({ schedule = [] }) => schedule), ...PLATFORM_SCHEDULE])
    scheduleJob(job)
  for (const [index, [what, handler]] of Object.entries(RETENTION_JOBS).entries())
    scheduleJob({ name: `forget-${what}`, cron: `${index * 5} 3 * * *`, handler })
}
