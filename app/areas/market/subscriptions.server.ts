/** What the area market emits, which events it hears, and which of its work time starts. */
import { batchSubscriber, type EventName, type Subscriptions } from "#app/platform/events.server.ts"
import type { ScheduledJob } from "#app/platform/jobs.server.ts"
import { notifyAlertOwners } from "./service/alerts.server.ts"
import {
  postDealAsked,
  postDealMoved,
  postOfferAccepted,
  postOfferDeclined,
  postOfferMade,
  postItemMoved,
} from "./service/deal-cards.server.ts"
import { cancelDealsOfHiddenItems, moveDueDeals } from "./service/deal-due.server.ts"
import { publishDealChange } from "./service/deal-events.server.ts"
import { notifyAccountMissing, notifyDealMoved } from "./service/deal-notifications.server.ts"
import { publishItemChange } from "./service/events.server.ts"
import { notifyDealDueSoon, remindOfDueDeals } from "./service/deal-reminders.server.ts"
import { recordItemChats } from "./service/item-stats.server.ts"
import { closeDealsOfLeavingMember } from "./service/leaving.server.ts"
import {
  notifyDealReviewed,
  notifyItemMoved,
  notifyOfferAccepted,
  notifyOfferDeclined,
  notifyOfferExpired,
  notifyOfferMade,
  notifyPriceDropped,
} from "./service/notifications.server.ts"
import { expireOverdueOffers } from "./service/offers.server.ts"

/** Every event that this area emits; the payloads are declared beside the services. */
export const emits = [
  "item.posted",
  "item.edited",
  "item.price_dropped",
  "item.moved",
  "item.shown",
  "offer.made",
  "offer.accepted",
  "offer.declined",
  "offer.expired",
  "deal.reviewed",
  "deal.asked",
  "deal.moved",
  "deal.changed",
  "deal.due_soon",
] as const satisfies readonly EventName[]

export const subscriptions: Subscriptions = {
  "account.left": [closeDealsOfLeavingMember],
  "message.sent": [batchSubscriber(recordItemChats)],
  "item.posted": [notifyAlertOwners],
  "item.edited": [notifyAlertOwners, publishItemChange],
  "item.moved": [publishItemChange, notifyItemMoved, postItemMoved],
  "item.shown": [publishItemChange],
  "offer.made": [publishItemChange, notifyOfferMade, postOfferMade],
  "offer.accepted": [publishItemChange, notifyOfferAccepted, postOfferAccepted],
  "offer.declined": [publishItemChange, notifyOfferDeclined, postOfferDeclined],
  "offer.expired": [publishItemChange, notifyOfferExpired],
  "deal.reviewed": [publishItemChange, notifyDealReviewed],
  "item.price_dropped": [notifyPriceDropped],
  "deal.asked": [publishDealChange, postDealAsked],
  "deal.moved": [publishDealChange, notifyDealMoved, notifyAccountMissing, postDealMoved],
  "deal.changed": [publishDealChange],
  "deal.due_soon": [notifyDealDueSoon],
}

export const schedule: readonly ScheduledJob[] = [
  { name: "expire-price-offers", cron: "*/10 * * * *", handler: expireOverdueOffers },
  { name: "move-due-deals", cron: "*/5 * * * *", handler: moveDueDeals },
  { name: "remind-of-deals", cron: "*/5 * * * *", handler: remindOfDueDeals },
  { name: "cancel-hidden-deals", cron: "*/5 * * * *", handler: cancelDealsOfHiddenItems },
]
