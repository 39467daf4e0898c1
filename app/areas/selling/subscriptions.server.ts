/** What the area selling emits and which events it hears. */
import { slowSubscriber, type EventName, type Subscriptions } from "#app/platform/events.server.ts"
import type { ScheduledJob } from "#app/platform/jobs.server.ts"
import { assignInitialCommission } from "./service/commission.server.ts"
import { closeShopOfLeavingMember } from "./service/leaving.server.ts"
import {
  notifyPayoutMoved,
  notifyProductDecided,
  notifyQuestionAnswered,
  notifySellerDecided,
} from "./service/notifications.server.ts"
import { deleteOldProductFiles, importProductFile } from "./service/product-file.server.ts"
import { deleteOldPrices, runPriceSales } from "./service/price-sale-runs.server.ts"
import { forgetSeller } from "./service/retention.server.ts"

/** Every event that this area emits; the payloads are declared beside the services. */
export const emits = [
  "seller.applied",
  "seller.decided",
  "product.decided",
  "product.answered",
  "product_file.asked",
] as const satisfies readonly EventName[]

export const subscriptions: Subscriptions = {
  // By itself, so that nothing else waits for it.
  "product_file.asked": [slowSubscriber(importProductFile)],
  "seller.decided": [notifySellerDecided, assignInitialCommission],
  "payout.moved": [notifyPayoutMoved],
  "product.decided": [notifyProductDecided],
  "product.answered": [notifyQuestionAnswered],
  "account.left": [closeShopOfLeavingMember],
  "account.forgotten": [forgetSeller],
}

export const schedule: readonly ScheduledJob[] = [
  { name: "run-price-sales", cron: "* * * * *", handler: runPriceSales },
  { name: "sweep-old-prices", cron: "23 4 * * *", handler: deleteOldPrices },
  { name: "sweep-product-files", cron: "7 * * * *", handler: deleteOldProductFiles },
]
