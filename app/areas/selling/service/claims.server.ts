/** What an owner reads of claims, and who sees the pictures of one. */
import { and, eq, inArray, or, sql } from "drizzle-orm"
import { addBusinessDays } from "#app/basics/business-days.ts"
import { now } from "#app/basics/clock.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import type { PictureReader } from "#app/platform/pictures.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { LIMITS } from "../../shop/rules.ts"
import { claimPictures, claims, orderGroups, orderLines, shopOrders } from "../../shop/schema.server.ts"
import { selectClaimPictures, selectOtherClaimsInParcel } from "../../shop/service/sale-sql.server.ts"
import { returnFeeSql } from "../../shop/service/claim-events.server.ts"
import { CLAIM_TABS, CLAIM_TAB_STATES } from "#app/areas/selling/rules.ts"
import { byAge, page } from "#app/platform/page.server.ts"
import { type ClaimKind, type ClaimState, isOpenClaim } from "#app/areas/shop/claim-rules.ts"

const PAGE_SIZE = 20

const ORDERS = byAge([claims.createdAt, "time"], [claims.id, "id"])

/**
 * Claims against the actor's shop: open ones the oldest first, decided ones the newest first, 20 a page, with
 * counts of both tabs. From whom goods come back is told until the claim is settled.
 */
export async function findOwnClaims(
  actor: Actor,
  input: { tab: (typeof CLAIM_TABS)[number]; after: string | null },
) {
  if (actor.kind !== "member") return { rows: [], next: null, counts: [] }
  const ownClaims = eq(claims.sellerId, actor.userId)
  const [found, stateCounts] = await Promise.all([
    page({
      from: (sortKeys) =>
        db()
          .select({
            id: claims.id,
            kind: claims.kind,
            state: claims.state,
            reason: claims.reason,
            detail: claims.detail,
            pickupNote: claims.pickupNote,
            fault: claims.fault,
            decisionReason: claims.decisionReason,
            createdAt: claims.createdAt,
            updatedAt: claims.updatedAt,
            feeWon: returnFeeSql("claims"),
            otherClaimsInParcel: selectOtherClaimsInParcel(sql`${claims.id}`, sql`${claims.parcelId}`),
            confirmed: sql<boolean>`${orderLines.state} = 'confirmed'`,
            number: orderGroups.number,
            recipient: orderGroups.recipient,
            phone: orderGroups.phone,
            address: sql<string>`trim(${orderGroups.address} || ' ' || ${orderGroups.addressDetail})`,
            buyerId: claims.buyerId,
            productId: orderLines.productId,
            title: orderLines.title,
            optionName: orderLines.optionName,
            newOptionName: claims.optionName,
            pictureId: orderLines.pictureId,
            quantity: orderLines.quantity,
            paidWon: sql<number>`${orderLines.unitWon} * ${orderLines.quantity} - ${orderLines.discountWon}`,
            photos: selectClaimPictures(sql`${claims.id}`),
            sortKeys,
          })
          .from(claims)
          .innerJoin(orderLines, eq(orderLines.id, claims.lineId))
          .innerJoin(shopOrders, eq(shopOrders.id, claims.orderId))
          .innerJoin(orderGroups, eq(orderGroups.id, shopOrders.groupId)),
      order: ORDERS[input.tab === "open" ? "oldest" : "newest"],
      filter: and(ownClaims, inArray(claims.state, [...CLAIM_TAB_STATES[input.tab]])),
      cursor: input.after,
      size: PAGE_SIZE,
    }),
    db()
      .select({ state: claims.state, count: sql<number>`count(*)::int` })
      .from(claims)
      .where(ownClaims)
      .groupBy(claims.state),
  ])
  return {
    rows: found.rows.map(({ recipient, phone, address, updatedAt, ...row }) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      endedAt: updatedAt.toISOString(),
      // The last day on which the money must go back, once the goods are here.
      ...getRefundDeadline(row, updatedAt),
      // Agreed to until the claim is settled; what is not needed for it is not told.
      buyerContact: isOpenClaim(row.state)
        ? { recipient, phone, address: row.kind === "cancel" ? null : address }
        : null,
    })),
    next: found.cursor,
    counts: CLAIM_TABS.map((tab) => ({
      tab,
      count: stateCounts.reduce(
        (sum, row) => sum + (CLAIM_TAB_STATES[tab].includes(row.state) ? row.count : 0),
        0,
      ),
    })),
  }
}

function getRefundDeadline(
  { kind, state }: { kind: ClaimKind; state: ClaimState },
  receivedAt: Date,
): { refundBy: string | null; isRefundLate: boolean } {
  const refundBy =
    kind === "return" && state === "collected" ? addBusinessDays(receivedAt, LIMITS.refundWithinDays) : null
  return { refundBy, isRefundLate: refundBy !== null && refundBy < toKstDateString(now()) }
}

/** Who besides the buyer sees the pictures of a claim: its seller, and admins. */
export async function canReadClaimPicture(reader: PictureReader, pictureId: string): Promise<boolean> {
  if (reader.isAdmin) return true
  const [row] = await db()
    .select({ id: claims.id })
    .from(claimPictures)
    .innerJoin(claims, eq(claims.id, claimPictures.claimId))
    .where(
      and(
        eq(claimPictures.pictureId, pictureId),
        or(eq(claims.sellerId, reader.userId), eq(claims.buyerId, reader.userId)),
      ),
    )
    .limit(1)
  return row !== undefined
}
