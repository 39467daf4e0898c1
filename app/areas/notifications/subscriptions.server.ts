/** What the area notifications emits, which events it hears, and which of its work time starts. */
import { batchSubscriber, type EventName, type Subscriptions } from "#app/platform/events.server.ts"
import type { ScheduledJob } from "#app/platform/jobs.server.ts"
import {
  notifyAccountChange,
  notifyAdminChange,
  notifyChangeUndone,
  notifyDataExport,
  notifyPhoneTakenOver,
} from "./service/account-notifications.server.ts"
import { deleteExpiredNotifications } from "./service/centre.server.ts"
import { deliverDueNotifications, enqueueDeliveries } from "./service/deliver.server.ts"
import { deleteBrowsersOfUser, deleteSignedOutBrowser } from "./service/push.server.ts"

/** Every event that this area emits; the payloads are declared beside the services. */
export const emits = ["notification.created"] as const satisfies readonly EventName[]

export const subscriptions: Subscriptions = {
  "account.changed": [notifyAccountChange],
  "account.change_undone": [notifyChangeUndone],
  "account.changed_by_office": [notifyAdminChange],
  "data_export.ready": [notifyDataExport],
  "phone.taken_over": [notifyPhoneTakenOver],
  "notification.created": [batchSubscriber(enqueueDeliveries)],
  "account.signed-out": [deleteSignedOutBrowser],
  "account.left": [deleteBrowsersOfUser],
}

export const schedule: readonly ScheduledJob[] = [
  { name: "deliver-notices", cron: "* * * * *", handler: deliverDueNotifications },
  { name: "sweep-notices", cron: "7 5 * * *", handler: deleteExpiredNotifications },
]
