/**
 * Sends what was started, piece by piece: each person once, by day, and as long as nobody stops it. Counts
 * what became of it.
 */
import { and, eq, gt, isNotNull, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { publishToUsers } from "#app/platform/live.server.ts"
import { listAdminIds } from "../../accounts/service/people.server.ts"
import { isQuietTime } from "../../notifications/rules.ts"
import { notify } from "../../notifications/service/notify.server.ts"
import { selectNotificationResults } from "../../notifications/service/results.server.ts"
import { giveCoupon, isGivable } from "../../shop/service/admin-coupons.server.ts"
import { CAMPAIGN_LIMITS } from "../rules.ts"
import { campaignRecipients, campaigns } from "../schema.server.ts"
import { selectNextPeople } from "./audience.server.ts"

type CampaignRow = typeof campaigns.$inferSelect

const getKey = (campaignId: string) => `campaign:${campaignId}`

/**
 * Goes on with every campaign that is being sent; a job calls it every minute. At night nothing is sent, also
 * no coupon: its message would come without it (망법 §50 ③; consent for nights is asked of nobody).
 */
export async function sendCampaigns(): Promise<void> {
  if (isQuietTime(now())) return
  const rows = await db().select({ id: campaigns.id }).from(campaigns).where(eq(campaigns.state, "sending"))
  await forEachIsolated(rows, { what: "campaign", id: ({ id }) => id }, async ({ id }) => {
    for (let piece = 0; piece < CAMPAIGN_LIMITS.piecesPerRun; piece += 1)
      if (!(await sendPiece(id)) || isQuietTime(now())) break
    await countResults(id)
  })
  // The page that shows how far it is follows.
  if (rows.length > 0) await publishToUsers(await listAdminIds(), { type: "campaigns.moved" })
}

/** Sends the next piece; false where there is no more to send. A stop waits for it, and none follows. */
const sendPiece = (campaignId: string): Promise<boolean> =>
  inTransaction(async (tx) => {
    const [campaign] = await tx.select().from(campaigns).where(eq(campaigns.id, campaignId)).for("update")
    if (campaign?.state !== "sending") return false
    if (campaign.couponId !== null && !(await isGivable(tx, campaign.couponId))) {
      await endCampaign(tx, campaign, "stopped")
      return false
    }
    const rows = await tx.execute<{ user_id: string }>(
      selectNextPeople(campaign, {
        afterId: campaign.reachedId,
        limit: CAMPAIGN_LIMITS.piece,
        onlyAgreed: campaign.couponId === null,
      }),
    )
    const userIds = [...rows].map((row) => row.user_id)
    const reachedId = userIds.at(-1)
    if (reachedId === undefined) {
      await endCampaign(tx, campaign, "done")
      return false
    }
    await reachPeople(tx, campaign, userIds)
    await tx
      .update(campaigns)
      .set({ reachedId, handled: campaign.handled + userIds.length })
      .where(eq(campaigns.id, campaign.id))
    return true
  })

const endCampaign = (tx: Transaction, campaign: CampaignRow, state: "done" | "stopped") =>
  tx.update(campaigns).set({ state, endedAt: now() }).where(eq(campaigns.id, campaign.id))

/** Gives and tells `userIds` what the campaign has; who has not agreed to advertising is told nothing. */
async function reachPeople(
  tx: Transaction,
  campaign: CampaignRow,
  userIds: readonly string[],
): Promise<void> {
  await tx
    .insert(campaignRecipients)
    .values(userIds.map((userId) => ({ campaignId: campaign.id, userId })))
    .onConflictDoNothing()
  if (campaign.couponId !== null) await giveCoupon(tx, campaign.couponId, userIds)
  if (campaign.title !== "")
    await notify(
      tx,
      userIds.map((userId) => ({
        userId,
        kind: "marketing",
        title: campaign.title,
        text: campaign.text,
        href: campaign.href,
        deduplicationKey: getKey(campaign.id),
      })),
    )
}

/** Counts who was told and who opened it, of the campaigns of the last two weeks; a job calls it. */
export async function countCampaignResults(): Promise<void> {
  const since = new Date(now().getTime() - CAMPAIGN_LIMITS.countedDays * DAY_MS)
  const rows = await db()
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(isNotNull(campaigns.startedAt), gt(campaigns.startedAt, since)))
  await forEachIsolated(rows, { what: "campaign", id: ({ id }) => id }, ({ id }) => countResults(id))
}

async function countResults(campaignId: string): Promise<void> {
  const recipients = sql`select user_id from campaign_recipients where campaign_id = ${campaignId}::uuid`
  const [results] = await db().execute<{ told: number; delivered: number; opened: number }>(
    selectNotificationResults(recipients, getKey(campaignId)),
  )
  if (results)
    await db()
      .update(campaigns)
      .set({ ...results, countedAt: now() })
      .where(eq(campaigns.id, campaignId))
}
