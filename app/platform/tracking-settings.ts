/** The settings of the service that follows parcels. */
import { z } from "zod"

const text = z.string().min(1).optional()

export const TRACKING_SETTINGS = {
  /** Who follows parcels; without it Delivery Tracker where its keys are given, else the simulator. */
  TRACKING: z.enum(["tracker_delivery", "simulator", "off"]).optional(),
  TRACKER_CLIENT_ID: text,
  TRACKER_CLIENT_SECRET: text,
  TRACKER_API_URL: z.url({ protocol: /^https?$/ }).default("https://apis.tracker.delivery/graphql"),
}

type TrackingSettings = z.infer<z.ZodObject<typeof TRACKING_SETTINGS>>

/** What decision 022 asks of it in production and staging. */
export const TRACKING_SERVICE = {
  name: "TRACKING",
  real: "tracker_delivery",
  practice: "simulator",
  requiredSettings: "TRACKER_CLIENT_ID와 TRACKER_CLIENT_SECRET",
  off: "배송 조회 없이 열려면",
  isConfigured: ({ TRACKER_CLIENT_ID, TRACKER_CLIENT_SECRET }: TrackingSettings) =>
    Boolean(TRACKER_CLIENT_ID && TRACKER_CLIENT_SECRET),
} as const
