/**
 * The certificates of insurance that experts send in: sending, taking back, and who waits to have one
 * looked at.
 */
import { href } from "react-router"
import { and, desc, eq, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { type ListOrder, ascending, descending, exactTime, page } from "#app/platform/page.server.ts"
import { pictureJson, detachPictures, attachPictures } from "#app/platform/pictures.server.ts"
import { runOnce } from "#app/platform/submissions.server.ts"
import { hasRight, isAdmin, type Actor } from "../../accounts/rules.ts"
import { markPathNotificationsRead } from "../../notifications/service/centre.server.ts"
import {
  canHoldInsuranceBadge,
  type ExpertBadge,
  type InsurancePaper,
  type WaitingInsurancePaper,
} from "../rules.ts"
import { experts, insurancePaperPictures, insurancePapers } from "../schema.server.ts"
import type { PictureView } from "../views.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

/** The screen that a refusal leads to, and that a certificate is sent from. */
export const INSURANCE_PATH = href("/expert-dashboard/insurance")

const MAX_PAPERS = 6
const PAGE_SIZE = 30

/**
 * Sends a certificate in; `key` is that of the form. Refusals: `not_found` (no expert who works here),
 * `waiting` (one is being looked at already), `past` (it has run out), `picture_not_yours` (a picture is
 * another's, meant for something else, or used).
 */
export async function sendInsurancePaper(
  actor: Actor,
  input: { key: string; insurer: string; expiresOn: string; pictures: readonly string[] },
): Promise<Outcome<"not_found" | "waiting" | "past" | "picture_not_yours", { paperId: string }>> {
  if (actor.kind !== "member") return refuse("not_found")
  return inTransaction((tx) =>
    runOnce(tx, { actorId: actor.userId, form: "insurance", key: input.key }, async () => {
      const [expert] = await tx
        .select({ state: experts.state })
        .from(experts)
        .where(eq(experts.userId, actor.userId))
        .for("update")
      if (!expert || !canHoldInsuranceBadge(expert.state)) return refuse("not_found")
      if (input.expiresOn < toKstDateString(now())) return refuse("past")
      if (await findWaitingPaperId(tx, actor.userId)) return refuse("waiting")
      if (!(await attachPictures(tx, actor.userId, "certificate", input.pictures)))
        return refuse("picture_not_yours")
      const paperId = newId()
      await tx.insert(insurancePapers).values({
        id: paperId,
        expertId: actor.userId,
        insurer: input.insurer,
        expiresOn: input.expiresOn,
        state: "waiting",
        createdAt: now(),
      })
      await tx
        .insert(insurancePaperPictures)
        .values(input.pictures.map((pictureId, position) => ({ paperId, pictureId, position })))
      // A new certificate answers what its sender was told of the ones before.
      await markPathNotificationsRead(tx, actor.userId, INSURANCE_PATH)
      return ok({ paperId })
    }),
  )
}

async function findWaitingPaperId(tx: Transaction, expertId: string): Promise<string | undefined> {
  const [paper] = await tx
    .select({ id: insurancePapers.id })
    .from(insurancePapers)
    .where(and(eq(insurancePapers.expertId, expertId), eq(insurancePapers.state, "waiting")))
    .for("update")
  return paper?.id
}

/**
 * Takes back a certificate of one's own that nobody has decided about; nothing of it stays. Refusals:
 * `not_found` (not one's own), `decided`.
 */
export async function withdrawInsurancePaper(
  actor: Actor,
  paperId: string,
): Promise<Outcome<"not_found" | "decided">> {
  if (actor.kind !== "member" || !isId(paperId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const [paper] = await tx
      .select({ state: insurancePapers.state })
      .from(insurancePapers)
      .where(and(eq(insurancePapers.id, paperId), eq(insurancePapers.expertId, actor.userId)))
      .for("update")
    if (!paper) return refuse("not_found")
    if (paper.state !== "waiting") return refuse("decided")
    const shown = await tx
      .delete(insurancePaperPictures)
      .where(eq(insurancePaperPictures.paperId, paperId))
      .returning({ id: insurancePaperPictures.pictureId })
    await tx.delete(insurancePapers).where(eq(insurancePapers.id, paperId))
    await detachPictures(
      tx,
      shown.map(({ id }) => id),
    )
    return ok()
  })
}

const picturesColumn = sql<
  PictureView[]
>`coalesce((select jsonb_agg(${pictureJson("picture")} order by shown.position)
  from insurance_paper_pictures shown join pictures picture on picture.id = shown.picture_id
  where shown.paper_id = insurance_papers.id), '[]')`

const paperColumn = sql<InsurancePaper>`jsonb_build_object(
  'id', ${insurancePapers.id}, 'insurer', ${insurancePapers.insurer}, 'expiresOn',
    ${insurancePapers.expiresOn}, 'state', ${insurancePapers.state}, 'reason', ${insurancePapers.reason},
  'createdAt', ${exactTime(insurancePapers.createdAt)}, 'decidedAt', ${exactTime(insurancePapers.decidedAt)},
    'pictures', ${picturesColumn})`

/** The certificate of `experts` that waits, for queries that bring it with their row. */
export const waitingPaperColumn = sql<InsurancePaper | null>`(select ${paperColumn} from insurance_papers
  where insurance_papers.expert_id = experts.user_id and insurance_papers.state = 'waiting')`

/**
 * The newest certificates of an expert with their pictures, for the expert and for admins; nothing for
 * anybody else.
 */
export async function findInsurancePapers(actor: Actor, expertId: string): Promise<InsurancePaper[]> {
  if (actor.kind !== "member" || !isId(expertId) || (actor.userId !== expertId && !isAdmin(actor))) return []
  const rows = await db()
    .select({ paper: paperColumn })
    .from(insurancePapers)
    .where(eq(insurancePapers.expertId, expertId))
    .orderBy(desc(insurancePapers.id))
    .limit(MAX_PAPERS)
  return rows.map(({ paper }) => paper)
}

/**
 * The actor's badge of insurance, also one that has run out, and their certificates; null for whoever does
 * not work here.
 */
export async function findOwnInsurance(
  actor: Actor,
): Promise<{ badge: ExpertBadge | null; papers: InsurancePaper[] } | null> {
  if (actor.kind !== "member") return null
  const [expert] = await db()
    .select({ state: experts.state, badges: experts.badges })
    .from(experts)
    .where(eq(experts.userId, actor.userId))
  if (!expert || !canHoldInsuranceBadge(expert.state)) return null
  return {
    badge: expert.badges.find((badge) => badge.kind === "insurance") ?? null,
    papers: await findInsurancePapers(actor, actor.userId),
  }
}

const SORT_ORDERS: Record<"oldest" | "newest", ListOrder> = {
  oldest: ascending("oldest", [insurancePapers.createdAt, "time"], [insurancePapers.id, "id"]),
  newest: descending("newest", [insurancePapers.createdAt, "time"], [insurancePapers.id, "id"]),
}

/** Certificates that wait to be looked at, 30 a page; null for anybody but an admin. */
export async function findInsurancePaperQueue(
  actor: Actor,
  input: { sort: "oldest" | "newest"; cursor: string | null },
): Promise<{ rows: WaitingInsurancePaper[]; cursor: string | null } | null> {
  if (!hasRight(actor, "review")) return null
  const { rows: shown, cursor } = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: insurancePapers.id,
          expertId: insurancePapers.expertId,
          name: experts.name,
          avatarId: experts.avatarId,
          businessName: experts.businessName,
          insurer: insurancePapers.insurer,
          expiresOn: insurancePapers.expiresOn,
          createdAt: insurancePapers.createdAt,
          sortKeys,
        })
        .from(insurancePapers)
        .innerJoin(experts, eq(experts.userId, insurancePapers.expertId)),
    order: SORT_ORDERS[input.sort],
    filter: eq(insurancePapers.state, "waiting"),
    cursor: input.cursor,
    size: PAGE_SIZE,
  })
  return { rows: shown.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), cursor }
}

/** How many certificates wait; null for anybody but an admin. */
export async function countWaitingInsurancePapers(actor: Actor): Promise<number | null> {
  if (!hasRight(actor, "review")) return null
  const [row] = await db()
    .select({ count: sql<number>`count(*)::int` })
    .from(insurancePapers)
    .where(eq(insurancePapers.state, "waiting"))
  return row?.count ?? 0
}
