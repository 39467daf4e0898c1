/** Owns which events the area selling hears. */
import type { Subscriptions } from "#app/platform/events.server.ts"
import { assignInitialCommission } from "./service/commission.server.ts"

export const subscriptions: Subscriptions = { "seller.decided": [assignInitialCommission] }
