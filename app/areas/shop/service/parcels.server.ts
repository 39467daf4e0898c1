/** Parcels as their carriers report them: registered when sent, asked about until they are there. */
import { and, eq, inArray, lte, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/basics/time.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { getTrackingProvider } from "#app/platform/services.server.ts"
import { getTrackingPort } from "#app/platform/tracking/port.server.ts"
import type { ParcelStation, TrackingAnswer } from "#app/platform/tracking/tracking.ts"
import type { Carrier, ParcelState } from "../rules.ts"
import { parcels } from "../parcel-schema.server.ts"
import { orderLines } from "../schema.server.ts"
import { lockSellerOrder, transitionLines, type LineRow, type SellerOrderRow } from "./transitions.server.ts"

type ParcelRow = typeof parcels.$inferSelect

const BATCH_SIZE = 100
/** What is asked about is not asked about by anybody else for so long. */
const LEASE_MS = 30 * MINUTE_MS
/** How long until a parcel is asked about again, by its state. */
const CHECK_INTERVALS_MS: Record<ParcelState, number> = {
  waiting: 3 * HOUR_MS,
  accepted: 2 * HOUR_MS,
  picked_up: 2 * HOUR_MS,
  in_transit: 2 * HOUR_MS,
  out_for_delivery: 30 * MINUTE_MS,
  delivered: 0,
}
/** After so many days nobody is asked any more: the buyer has been, by then. */
const MAX_AGE_MS = 30 * DAY_MS
const MAX_BACKOFF_MS = 6 * HOUR_MS

/** Notes a parcel that was sent now; a seller's own delivery has nobody to ask. */
export async function registerParcel(
  tx: Transaction,
  orderId: string,
  parcel: { carrier: Carrier; trackingNumber: string },
): Promise<void> {
  if (parcel.carrier === "direct") return
  const at = now()
  await tx
    .insert(parcels)
    .values({ id: newId(), orderId, ...parcel, sentAt: at, nextCheckAt: at })
    .onConflictDoNothing()
}

/**
 * Asks the carriers about parcels whose time has come, 100 at a time, each for itself; a job calls it.
 * Returns how many were asked about; 0 where nobody follows parcels.
 */
export async function trackParcels(): Promise<number> {
  const provider = getTrackingProvider()
  if (provider === null) return 0
  const port = getTrackingPort(provider)
  const due = await claimDueParcels()
  await forEachIsolated(
    due,
    { what: "parcel", id: (parcel) => parcel.id },
    async (parcel) => {
      const answer = await port.find(parcel)
      if (answer.kind === "unknown") throw new Error(`The carrier's answer is missing: ${answer.code}`)
      await inTransaction((tx) => recordTracking(tx, parcel, answer))
    },
    recordFailure,
  )
  return due.length
}

/** Takes parcels that are due; who else asks at the same time takes others. */
function claimDueParcels(): Promise<ParcelRow[]> {
  const at = now()
  const due = db()
    .select({ id: parcels.id })
    .from(parcels)
    .where(lte(parcels.nextCheckAt, at))
    .orderBy(parcels.nextCheckAt)
    .limit(BATCH_SIZE)
    .for("update", { skipLocked: true })
  return db()
    .update(parcels)
    .set({ nextCheckAt: new Date(at.getTime() + LEASE_MS) })
    .where(inArray(parcels.id, due))
    .returning()
}

/** Asks later about a parcel of which there was no answer: each time twice as late. */
async function recordFailure(parcel: ParcelRow, error: unknown): Promise<void> {
  const waitMs = Math.min(MAX_BACKOFF_MS, 10 * MINUTE_MS * 2 ** parcel.failures)
  await db()
    .update(parcels)
    .set({
      failures: sql`${parcels.failures} + 1`,
      failure: error instanceof Error ? error.message : String(error),
      ...scheduleCheck(parcel, waitMs),
    })
    .where(eq(parcels.id, parcel.id))
}

function scheduleCheck(parcel: ParcelRow, waitMs: number) {
  const at = now()
  const isOver = at.getTime() - parcel.sentAt.getTime() > MAX_AGE_MS
  return { checkedAt: at, nextCheckAt: isOver ? null : new Date(at.getTime() + waitMs) }
}

type KnownAnswer = Exclude<TrackingAnswer, { kind: "unknown" }>

/** Writes down what a carrier said; what it has delivered has arrived. */
async function recordTracking(tx: Transaction, parcel: ParcelRow, answer: KnownAnswer): Promise<void> {
  const locked = await lockSellerOrder(tx, parcel.orderId)
  if (!locked) return
  const own = eq(parcels.id, parcel.id)
  if (answer.kind === "refused") {
    await tx.update(parcels).set({ failure: answer.code, checkedAt: now(), nextCheckAt: null }).where(own)
    return
  }
  const stations = answer.kind === "found" ? listOwnStations(locked.sellerOrder, answer.stations) : []
  const state = stations.at(-1)?.state ?? "waiting"
  const deliveredAt = state === "delivered" ? findDeliveredAt(stations) : null
  await tx
    .update(parcels)
    .set({
      state,
      stations,
      deliveredAt,
      failures: 0,
      failure: "",
      ...scheduleCheck(parcel, CHECK_INTERVALS_MS[state]),
      ...(state === "delivered" && { nextCheckAt: null }),
    })
    .where(own)
  if (deliveredAt) await deliverParcel(tx, locked, parcel, deliveredAt)
}

/** A number that went to somebody before this order was paid was another parcel's. */
const listOwnStations = ({ paidAt }: SellerOrderRow, stations: readonly ParcelStation[]) =>
  stations.filter(({ at }) => paidAt !== null && new Date(at) >= paidAt)

function findDeliveredAt(stations: readonly ParcelStation[]): Date {
  const at = new Date(stations.find(({ state }) => state === "delivered")?.at ?? now())
  return at > now() ? now() : at
}

/**
 * The carrier's day of arrival counts for all lines in a parcel, also for those that their seller alone
 * called delivered; not for what its buyer has said to be missing.
 */
async function deliverParcel(
  tx: Transaction,
  { sellerOrder, lines }: { sellerOrder: SellerOrderRow; lines: readonly LineRow[] },
  parcel: Pick<ParcelRow, "carrier" | "trackingNumber">,
  deliveredAt: Date,
): Promise<void> {
  const own = lines.filter(
    (line) =>
      line.carrier === parcel.carrier &&
      line.trackingNumber === parcel.trackingNumber &&
      line.missingAt === null,
  )
  await transitionLines(
    tx,
    sellerOrder,
    own.filter((line) => line.state === "shipped"),
    { move: "deliver", role: "system", actorId: null },
    { deliveredAt, deliverySource: "carrier" },
  )
  const saidBySeller = own.filter(
    (line) =>
      line.state === "delivered" && line.deliverySource !== "buyer" && line.deliverySource !== "carrier",
  )
  if (saidBySeller.length > 0)
    await tx
      .update(orderLines)
      .set({ deliveredAt, deliverySource: "carrier" })
      .where(
        and(
          inArray(
            orderLines.id,
            saidBySeller.map((line) => line.id),
          ),
          eq(orderLines.state, "delivered"),
        ),
      )
}
