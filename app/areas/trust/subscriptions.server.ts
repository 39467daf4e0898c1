/** What the area trust emits, which events it hears, and which of its work time starts. */
import { type EventName, type Subscriptions } from "#app/platform/events.server.ts"
import {
  notifyActioned,
  notifyDismissed,
  notifySettled,
  publishBlockChange,
} from "./service/notifications.server.ts"
import { notifySanction } from "./service/sanctions.server.ts"

/** Every event that this area emits; the payloads are declared beside the services. */
export const emits = [
  "block.changed",
  "report.filed",
  "sanction.given",
  "report.actioned",
  "report.dismissed",
  "report.appealed",
  "report.settled",
] as const satisfies readonly EventName[]

export const subscriptions: Subscriptions = {
  "report.actioned": [notifyActioned],
  "report.dismissed": [notifyDismissed],
  "report.settled": [notifySettled],
  "sanction.given": [notifySanction],
  "block.changed": [publishBlockChange],
}
