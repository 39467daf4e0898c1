/**
 * The simulator of a tracking service: a parcel moves on by the clock from when it was sent, and its number
 * says over which towns, or that something is wrong with it.
 */
import { now } from "../../basics/clock.ts"
import { HOUR_MS } from "../../basics/time.ts"
import type { ParcelStation, TrackedState, TrackingAnswer, TrackingPort } from "./tracking.ts"

/** How a number ends, and what is then said of it. */
export const SIMULATED_ENDINGS = {
  notFound: "0404",
  refused: "0400",
  noAnswer: "0500",
  /** It never gets further than the last town. */
  stuck: "0202",
} as const

const HUBS = ["옥천 Hub", "곤지암 Hub", "대전 Hub", "군포 Hub", "칠곡 Hub"]
const ORIGINS = ["김포", "안산", "천안", "부천", "파주"]
const OFFICES = ["서초", "성남분당", "마포", "송파", "해운대"]

/** Hours after it was sent, and what happens then at `place` (0 where it began, 1 between, 2 at the end). */
const STATIONS: readonly { hours: number; state: TrackedState; place: 0 | 1 | 2; text: string }[] = [
  { hours: 0, state: "accepted", place: 0, text: "상품을 접수했어요" },
  { hours: 2, state: "picked_up", place: 0, text: "상품을 집화했어요" },
  { hours: 7, state: "in_transit", place: 1, text: "허브에 도착했어요" },
  { hours: 11, state: "in_transit", place: 1, text: "허브에서 출발했어요" },
  { hours: 16, state: "in_transit", place: 2, text: "배송할 대리점에 도착했어요" },
  { hours: 20, state: "out_for_delivery", place: 2, text: "배송 기사가 출발했어요" },
  { hours: 26, state: "delivered", place: 2, text: "배송을 마쳤어요" },
]

const pick = (list: readonly string[], number: number) => list[number % list.length] ?? ""

async function find({
  trackingNumber,
  sentAt,
}: {
  trackingNumber: string
  sentAt: Date
}): Promise<TrackingAnswer> {
  const endsWith = (ending: string) => trackingNumber.endsWith(ending)
  if (endsWith(SIMULATED_ENDINGS.notFound)) return { kind: "not_found" }
  if (endsWith(SIMULATED_ENDINGS.refused)) return { kind: "refused", code: "BAD_REQUEST" }
  if (endsWith(SIMULATED_ENDINGS.noAnswer)) return { kind: "unknown", code: "NO_ANSWER" }
  const seed = Number(trackingNumber.replace(/\D/g, "").slice(-6)) || 0
  const places = [pick(ORIGINS, seed), pick(HUBS, Math.floor(seed / 5)), pick(OFFICES, Math.floor(seed / 25))]
  const stations = STATIONS.flatMap(({ hours, state, place, text }): ParcelStation[] => {
    const at = sentAt.getTime() + hours * HOUR_MS
    const isReached = at <= now().getTime()
    const isStuck = endsWith(SIMULATED_ENDINGS.stuck) && hours > 16
    if (!isReached || isStuck) return []
    return [{ at: new Date(at).toISOString(), state, place: places[place] ?? "", text }]
  })
  return stations.length > 0 ? { kind: "found", stations } : { kind: "not_found" }
}

export const trackingSimulator: TrackingPort = { name: "simulator", find }
