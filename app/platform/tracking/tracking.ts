/** What a tracking service says of a parcel, and the way to one. */

/** 접수, 집화, 이동 중, 배송 출발, 배송완료. */
export type TrackedState = "accepted" | "picked_up" | "in_transit" | "out_for_delivery" | "delivered"

/** Something that happened to a parcel: when (ISO), where, in the carrier's words. */
export type ParcelStation = { at: string; state: TrackedState; place: string; text: string }

/**
 * `found`: its stations, the oldest first. `not_found`: the carrier does not know the number yet. `refused`:
 * it never will (a wrong number, a carrier that is not followed). `unknown`: ask again later.
 */
export type TrackingAnswer =
  | { kind: "found"; stations: ParcelStation[] }
  | { kind: "not_found" }
  | { kind: "refused"; code: string }
  | { kind: "unknown"; code: string }

type TrackedParcel = {
  /** cj, hanjin, lotte, post, logen. */
  carrier: string
  trackingNumber: string
  /** When its sender handed it over; only the simulator needs it. */
  sentAt: Date
}

export type TrackingPort = {
  name: "tracker_delivery" | "simulator"
  find(parcel: TrackedParcel): Promise<TrackingAnswer>
}
