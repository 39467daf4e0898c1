/** The way to the tracking service: Delivery Tracker, or the simulator, which production lacks. */
import { env } from "../env.server.ts"
import { trackingSimulator } from "./simulator.server.ts"
import { createTrackerDeliveryPort } from "./tracker-delivery.server.ts"
import type { TrackingPort } from "./tracking.ts"

export function getTrackingPort(name: TrackingPort["name"]): TrackingPort {
  if (name === "simulator") return trackingSimulator
  const { TRACKER_API_URL, TRACKER_CLIENT_ID, TRACKER_CLIENT_SECRET } = env()
  if (!TRACKER_CLIENT_ID || !TRACKER_CLIENT_SECRET) throw new Error("The keys of the tracker are missing")
  return createTrackerDeliveryPort({
    apiUrl: TRACKER_API_URL,
    clientId: TRACKER_CLIENT_ID,
    clientSecret: TRACKER_CLIENT_SECRET,
  })
}
