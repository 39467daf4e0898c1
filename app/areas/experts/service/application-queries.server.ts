/** What is read of applications: the admins' queue and file, the applicant's own state and answers. */
import { and, asc, desc, eq, ilike, inArray, or, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { isId } from "#app/basics/ids.ts"
import { toContainsPattern } from "#app/basics/like-pattern.ts"
import { listMoves } from "#app/basics/transitions.ts"
import { countCappedByState } from "#app/platform/capped-count.server.ts"
import { db } from "#app/platform/db.server.ts"
import { type ListOrder, ascending, descending, page } from "#app/platform/page.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import type { Category } from "../../orders/rules.ts"
import { EXPERT_STATES, EXPERT_TRANSITIONS, type ApplicationSort, type ExpertState } from "../rules.ts"
import {
  expertCategories,
  expertCertificates,
  expertDecisions,
  expertPortfolio,
  expertRegions,
  experts,
} from "../schema.server.ts"
import type { PictureView } from "../views.ts"
import { waitingPaperColumn } from "./insurance-papers.server.ts"

const categoriesColumn = sql<Category[]>`array(select ${expertCategories.category} from ${expertCategories}
  where ${expertCategories.expertId} = ${experts.userId} order by 1)`
const regionsColumn = sql<string[]>`array(select ${expertRegions.regionCode} from ${expertRegions}
  where ${expertRegions.expertId} = ${experts.userId} order by 1)`
const before = alias(pictures, "before_picture")
const after = alias(pictures, "after_picture")

/** How many applications are in each state, each up to what is counted; null for anybody but an admin. */
export async function countApplications(actor: Actor): Promise<Record<ExpertState, number> | null> {
  return hasRight(actor, "review") ? countCappedByState(experts, experts.state, EXPERT_STATES) : null
}

export type ApplicationQueueRow = {
  expertId: string
  name: string
  oneLine: string
  state: ExpertState
  businessName: string
  categories: Category[]
  documents: number
  avatarId: string | null
  appliedAt: Date
}

const SORT_ORDERS: Record<ApplicationSort, ListOrder> = {
  oldest: ascending("oldest", [experts.appliedAt, "time"], [experts.userId, "id"]),
  newest: descending("newest", [experts.appliedAt, "time"], [experts.userId, "id"]),
  name: ascending("name", [experts.name, "text"], [experts.userId, "id"]),
}

/**
 * Applications in `states`, of which `term` is part of a name or the business number, sorted by `sort`, 30 a
 * page. Null for anybody but an admin.
 */
export async function findApplicationQueue(
  actor: Actor,
  input: { states: readonly ExpertState[]; term: string; sort: ApplicationSort; cursor: string | null },
): Promise<{ rows: ApplicationQueueRow[]; cursor: string | null } | null> {
  if (!hasRight(actor, "review")) return null
  const like = toContainsPattern(input.term)
  const { rows: shown, cursor } = await page({
    from: (sortKeys) =>
      db()
        .select({
          expertId: experts.userId,
          name: experts.name,
          oneLine: experts.oneLine,
          state: experts.state,
          businessName: experts.businessName,
          categories: categoriesColumn,
          documents: sql<number>`(select count(*)::int from ${expertCertificates}
            where ${expertCertificates.expertId} = experts.user_id) + (select count(*)::int
            from ${expertPortfolio} where ${expertPortfolio.expertId} = experts.user_id)`,
          avatarId: experts.avatarId,
          appliedAt: experts.appliedAt,
          sortKeys,
        })
        .from(experts),
    order: SORT_ORDERS[input.sort],
    filter: and(
      inArray(experts.state, [...input.states]),
      input.term === ""
        ? undefined
        : or(
            ilike(experts.name, like),
            ilike(experts.businessName, like),
            eq(experts.businessNumber, input.term.replaceAll("-", "")),
          ),
    ),
    cursor: input.cursor,
    size: PAGE_SIZE,
  })
  return { rows: shown, cursor }
}

const PAGE_SIZE = 30

/** The experts among `ids`, with what an admin can decide about them now; empty for anybody but an admin. */
export async function findApplicationsByIds(actor: Actor, ids: readonly string[]) {
  if (!hasRight(actor, "review")) return []
  const rows = await db()
    .select({
      id: experts.userId,
      title: experts.name,
      detail: experts.businessName,
      state: experts.state,
      changedAt: experts.updatedAt,
    })
    .from(experts)
    .where(inArray(experts.userId, [...ids]))
    .orderBy(experts.appliedAt, experts.userId)
  return rows.map((row) => ({ ...row, moves: listMoves(EXPERT_TRANSITIONS, row.state, "admin") }))
}

/**
 * An application with everything that was sent in, and what was decided. Null where there is none, and for
 * anybody but an admin.
 */
export async function findApplication(actor: Actor, expertId: string) {
  if (!hasRight(actor, "review") || !isId(expertId)) return null
  const [file, decisions] = await Promise.all([
    loadApplication(expertId),
    db()
      .select()
      .from(expertDecisions)
      .where(eq(expertDecisions.expertId, expertId))
      .orderBy(desc(expertDecisions.at), desc(expertDecisions.id)),
  ])
  return file && { ...file, decisions }
}

/** What the actor has sent in, to be corrected. Null where there is none. */
export async function findOwnApplication(actor: Actor) {
  return actor.kind === "member" ? loadApplication(actor.userId) : null
}

/** The state of the actor's own registration, and why; null where there is none. */
export async function findOwnApplicationState(
  actor: Actor,
): Promise<{ state: ExpertState; reason: string; appliedAt: Date } | null> {
  if (actor.kind !== "member") return null
  const [row] = await db()
    .select({ state: experts.state, reason: experts.stateReason, appliedAt: experts.appliedAt })
    .from(experts)
    .where(eq(experts.userId, actor.userId))
  return row ?? null
}

async function loadApplication(expertId: string) {
  const [[expert], certificates, portfolio] = await Promise.all([
    db()
      .select({
        expert: experts,
        categories: categoriesColumn,
        regions: regionsColumn,
        paper: waitingPaperColumn,
      })
      .from(experts)
      .where(eq(experts.userId, expertId)),
    db()
      .select({ certificate: expertCertificates, picture: pictures })
      .from(expertCertificates)
      .leftJoin(pictures, eq(pictures.id, expertCertificates.pictureId))
      .where(eq(expertCertificates.expertId, expertId))
      .orderBy(asc(expertCertificates.id)),
    db()
      .select({ item: expertPortfolio, before, after })
      .from(expertPortfolio)
      .innerJoin(after, eq(after.id, expertPortfolio.afterId))
      .leftJoin(before, eq(before.id, expertPortfolio.beforeId))
      .where(eq(expertPortfolio.expertId, expertId))
      .orderBy(asc(expertPortfolio.position), asc(expertPortfolio.id)),
  ])
  if (!expert) return null
  return {
    expert: expert.expert,
    categories: expert.categories,
    regions: expert.regions,
    /** The certificate of insurance that waits to be looked at. */
    paper: expert.paper,
    certificates: certificates.map(({ certificate, picture }) => ({
      ...certificate,
      picture: picture && toPictureView(picture),
    })),
    portfolio: portfolio.map((row) => ({
      ...row.item,
      before: row.before && toPictureView(row.before),
      after: toPictureView(row.after),
    })),
  }
}

const toPictureView = ({ id, alt, width, height, placeholder }: PictureView): PictureView => ({
  id,
  alt,
  width,
  height,
  placeholder,
})
