/**
 * The way to Delivery Tracker (tracker.delivery): one GraphQL query a parcel. What is wrong stands in the
 * body's `errors`, whatever the status says.
 */
import { asRecord } from "../../basics/record.ts"
import { log } from "../log.server.ts"
import type { ParcelStation, TrackedState, TrackingAnswer, TrackingPort } from "./tracking.ts"

/** Longer than it says that a carrier may take to answer it. */
const REQUEST_TIMEOUT_MS = 15_000
const MAX_STATIONS = 50

const CARRIER_IDS: Readonly<Record<string, string>> = {
  cj: "kr.cjlogistics",
  hanjin: "kr.hanjin",
  lotte: "kr.lotte",
  post: "kr.epost",
  logen: "kr.logen",
}

/** Its states; what it cannot name, and an attempt that failed, leaves the parcel on its way. */
const STATES: Readonly<Record<string, TrackedState>> = {
  INFORMATION_RECEIVED: "accepted",
  AT_PICKUP: "picked_up",
  IN_TRANSIT: "in_transit",
  OUT_FOR_DELIVERY: "out_for_delivery",
  ATTEMPT_FAIL: "in_transit",
  AVAILABLE_FOR_PICKUP: "out_for_delivery",
  DELIVERED: "delivered",
}

const QUERY = `query Track($carrierId: ID!, $trackingNumber: String!, $last: Int!) {
  track(carrierId: $carrierId, trackingNumber: $trackingNumber) {
    events(last: $last) { edges { node { time status { code name } description location { name } } } }
  }
}`

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const asText = (value: unknown): string => (typeof value === "string" ? value : "")

function parseStation(edge: unknown): ParcelStation[] {
  const node = asRecord(asRecord(edge).node)
  const at = new Date(asText(node.time))
  if (Number.isNaN(at.getTime())) return []
  const status = asRecord(node.status)
  return [
    {
      at: at.toISOString(),
      state: STATES[asText(status.code)] ?? "in_transit",
      place: asText(asRecord(node.location).name).slice(0, 80),
      text: (asText(node.description) || asText(status.name)).slice(0, 200),
    },
  ]
}

/** Reads the body of an answer. */
export function parseTrackerAnswer(body: unknown): TrackingAnswer {
  const [error] = asList(asRecord(body).errors)
  if (error !== undefined) {
    const code = asText(asRecord(asRecord(error).extensions).code) || "NO_CODE"
    if (code === "NOT_FOUND") return { kind: "not_found" }
    return code === "BAD_REQUEST" ? { kind: "refused", code } : { kind: "unknown", code }
  }
  const { track } = asRecord(asRecord(body).data)
  if (track === null) return { kind: "not_found" }
  const { edges } = asRecord(asRecord(track).events)
  if (!Array.isArray(edges)) return { kind: "unknown", code: "UNREADABLE" }
  const stations = edges.flatMap(parseStation).sort((a, b) => a.at.localeCompare(b.at))
  return stations.length > 0 ? { kind: "found", stations } : { kind: "not_found" }
}

export function createTrackerDeliveryPort(options: {
  apiUrl: string
  clientId: string
  clientSecret: string
}): TrackingPort {
  return {
    name: "tracker_delivery",
    async find({ carrier, trackingNumber }) {
      const carrierId = CARRIER_IDS[carrier]
      if (carrierId === undefined) return { kind: "refused", code: "UNKNOWN_CARRIER" }
      try {
        const answer = await fetch(options.apiUrl, {
          method: "POST",
          headers: {
            Authorization: `TRACKQL-API-KEY ${options.clientId}:${options.clientSecret}`,
            "Content-Type": "application/json",
          },
          body: JSON.stringify({
            query: QUERY,
            variables: {
              carrierId,
              trackingNumber: trackingNumber.replaceAll("-", ""),
              last: MAX_STATIONS,
            },
          }),
          signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        })
        return parseTrackerAnswer(await answer.json())
      } catch (error) {
        log().warn({ err: error }, "the tracking service did not answer")
        return { kind: "unknown", code: "NO_ANSWER" }
      }
    },
  }
}
