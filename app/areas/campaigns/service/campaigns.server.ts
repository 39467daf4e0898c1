/** Campaigns as the office writes, starts and stops them. */
import { and, eq } from "drizzle-orm"
import { brand } from "#app/basics/brand.ts"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { descending, page, type Page } from "#app/platform/page.server.ts"
import { hasRight, type Actor, type Member } from "../../accounts/rules.ts"
import { isGivable } from "../../shop/service/admin-coupons.server.ts"
import { CAMPAIGN_TRANSITIONS, hasGrown, type CampaignMove } from "../rules.ts"
import { campaigns } from "../schema.server.ts"
import { countAudience, type Audience } from "./audience.server.ts"

const PAGE_SIZE = 30

export type CampaignInput = Audience & {
  name: string
  title: string
  text: string
  href: string
  couponId: string | null
  /** Of what was edited; 0 of a new one. */ version: number
}
type CampaignRow = typeof campaigns.$inferSelect
export type CampaignView = Omit<CampaignRow, "createdAt" | "startedAt" | "endedAt" | "countedAt"> & {
  createdAt: string
  startedAt: string | null
  endedAt: string | null
  countedAt: string | null
}

const toView = (row: CampaignRow): CampaignView => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  startedAt: row.startedAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
  countedAt: row.countedAt?.toISOString() ?? null,
})

/** A page of the campaigns, the newest first; null without the right. */
export async function findCampaigns(actor: Actor, cursor: string | null): Promise<Page<CampaignView> | null> {
  if (!hasRight(actor, "content")) return null
  const found = await page({
    from: (sortKeys) => db().select({ campaign: campaigns, sortKeys }).from(campaigns),
    order: descending("newest", [campaigns.id, "id"]),
    filter: undefined,
    cursor,
    size: PAGE_SIZE,
  })
  return { cursor: found.cursor, rows: found.rows.map(({ campaign }) => toView(campaign)) }
}

/** A campaign; null without the right, or where there is none. */
export async function findCampaign(actor: Actor, campaignId: string): Promise<CampaignView | null> {
  if (!hasRight(actor, "content") || !isId(campaignId)) return null
  const [row] = await db().select().from(campaigns).where(eq(campaigns.id, campaignId))
  return row ? toView(row) : null
}

/**
 * Writes a campaign, or changes one that was not started. Refusals: `not_found` (no right, none there),
 * `not_now` (started), `changed` (a colleague was faster), `coupon` (can be given to nobody).
 */
export async function saveCampaign(
  actor: Actor,
  campaignId: string | null,
  input: CampaignInput,
): Promise<Outcome<"not_found" | "not_now" | "changed" | "coupon", { id: string }>> {
  if (!hasRight(actor, "content")) return refuse("not_found")
  return inTransaction(async (tx) => {
    if (input.couponId !== null && !(await isGivable(tx, input.couponId))) return refuse("coupon")
    const { version, ...values } = input
    if (campaignId === null) {
      const id = newId()
      await tx
        .insert(campaigns)
        .values({ id, ...values, state: "draft", createdBy: actor.userId, createdAt: now() })
      await auditCampaign(tx, actor, { id, name: input.name }, "write")
      return ok({ id })
    }
    const campaign = await lockCampaign(tx, campaignId)
    if (!campaign) return refuse("not_found")
    if (campaign.state !== "draft") return refuse("not_now")
    if (campaign.version !== version) return refuse("changed")
    await tx
      .update(campaigns)
      .set({ ...values, version: campaign.version + 1 })
      .where(eq(campaigns.id, campaignId))
    await auditCampaign(tx, actor, { id: campaignId, name: input.name }, "edit")
    return ok({ id: campaignId })
  })
}

const lockCampaign = async (tx: Transaction, campaignId: string): Promise<CampaignRow | undefined> =>
  isId(campaignId)
    ? (await tx.select().from(campaigns).where(eq(campaigns.id, campaignId)).for("update"))[0]
    : undefined

const auditCampaign = (
  tx: Transaction,
  actor: Member,
  campaign: { id: string; name: string },
  verb: string,
  after: Record<string, unknown> = {},
) =>
  audit(tx, actor, {
    action: `campaign.${verb}`,
    subject: { kind: "campaign", id: campaign.id, title: campaign.name },
    after,
  })

/** How many people will get a campaign: all of the audience, or those who agreed where it only tells. */
export const countReached = (
  { couponId }: { couponId: string | null },
  { people, agreed }: { people: number; agreed: number },
): number => (couponId === null ? agreed : people)

/**
 * Begins to send a campaign to those who are its audience now; a job goes on with it. Refusals: `not_found`,
 * `not_now` (started), `empty` (nobody), `grown` (many more than the `seen` that were shown), `no_company`
 * (advertising says who sends it, 망법 §50 ④), `coupon` (it ended meanwhile).
 */
export async function startCampaign(
  actor: Actor,
  campaignId: string,
  seen: number,
): Promise<Outcome<"not_found" | "not_now" | "empty" | "grown" | "no_company" | "coupon">> {
  if (!hasRight(actor, "content")) return refuse("not_found")
  return inTransaction(async (tx) => {
    const campaign = await lockCampaign(tx, campaignId)
    if (!campaign) return refuse("not_found")
    if (!findTransition(CAMPAIGN_TRANSITIONS, { move: "start", from: campaign.state, role: "office" }))
      return refuse("not_now")
    if (campaign.title !== "" && !brand.hasCompany) return refuse("no_company")
    if (campaign.couponId !== null && !(await isGivable(tx, campaign.couponId))) return refuse("coupon")
    const people = countReached(campaign, await countAudience(campaign))
    if (people === 0) return refuse("empty")
    if (hasGrown(seen, people)) return refuse("grown")
    await tx
      .update(campaigns)
      .set({ state: "sending", people, startedAt: now() })
      .where(eq(campaigns.id, campaign.id))
    await auditCampaign(tx, actor, campaign, "start", { people })
    return ok()
  })
}

/**
 * Stops a campaign, or goes on with one that was stopped where it was. Refusals: `not_found`, `not_now`.
 */
export async function moveCampaign(
  actor: Actor,
  campaignId: string,
  move: Extract<CampaignMove, "stop" | "resume">,
): Promise<Outcome<"not_found" | "not_now">> {
  if (!hasRight(actor, "content")) return refuse("not_found")
  return inTransaction(async (tx) => {
    const campaign = await lockCampaign(tx, campaignId)
    if (!campaign) return refuse("not_found")
    const transition = findTransition(CAMPAIGN_TRANSITIONS, { move, from: campaign.state, role: "office" })
    if (!transition) return refuse("not_now")
    await tx
      .update(campaigns)
      .set({ state: transition.to, endedAt: move === "stop" ? now() : null })
      .where(eq(campaigns.id, campaign.id))
    await auditCampaign(tx, actor, campaign, move, { handled: campaign.handled })
    return ok()
  })
}

/** Takes away a campaign that was not started. Refusals: `not_found`, `not_now` (started). */
export async function removeCampaign(
  actor: Actor,
  campaignId: string,
): Promise<Outcome<"not_found" | "not_now">> {
  if (!hasRight(actor, "content")) return refuse("not_found")
  return inTransaction(async (tx) => {
    const campaign = await lockCampaign(tx, campaignId)
    if (!campaign) return refuse("not_found")
    if (campaign.state !== "draft") return refuse("not_now")
    await tx.delete(campaigns).where(and(eq(campaigns.id, campaign.id), eq(campaigns.state, "draft")))
    await auditCampaign(tx, actor, campaign, "remove")
    return ok()
  })
}
