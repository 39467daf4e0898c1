/** What the area chat emits, which events it hears, and which of its work time starts. */
import { batchSubscriber, type EventName, type Subscriptions } from "#app/platform/events.server.ts"
import { notifyMessages, publishMessages } from "./service/notifications.server.ts"
import { closeRoomsOfUser, updateRoomSubjects } from "./service/rooms.server.ts"

/** Every event that this area emits; the payloads are declared beside the services. */
export const emits = ["message.sent"] as const satisfies readonly EventName[]

export const subscriptions: Subscriptions = {
  "message.sent": [batchSubscriber(publishMessages), batchSubscriber(notifyMessages)],
  "subject.changed": [updateRoomSubjects],
  "account.left": [closeRoomsOfUser],
}
