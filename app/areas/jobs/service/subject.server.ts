/** What other areas show of hire and seek posts, who talks about them, how they are found and hidden. */
import { href } from "react-router"
import { and, asc, eq, getTableColumns, gt, inArray, isNull, ne, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { db } from "#app/platform/db.server.ts"
import { emitSubjectChanged, type SubjectSource } from "#app/platform/subjects.server.ts"
import { findPeople } from "../../accounts/service/profile.server.ts"
import { formatPay } from "../parts/format.ts"
import {
  JOB_KIND_LABELS,
  JOB_KIND_SEARCH_WORDS,
  PAY_TYPE_LABELS,
  SEEK_STATE_LABELS,
  SEEK_TONES,
} from "../rules.ts"
import { listHireMarks, listSeekMarks } from "../search-filter-rules.ts"
import { hirePosts, jobApplications, jobOffers, seekPosts } from "../schema.server.ts"

/** A good wage stands in front: from nothing at the minimum to 1 at three times as much. */
const computeRank = (hourlyWon: number) => Math.max(0, Math.min(1, (hourlyWon - 10_000) / 20_000))

export const hireSubject: SubjectSource = {
  kind: "hire",
  async loadCards(ids) {
    const rows = await db()
      .select()
      .from(hirePosts)
      .where(inArray(hirePosts.id, [...ids]))
    return rows.map((post) => {
      const open = post.state === "open" && post.deadlineAt > now()
      return {
        kind: "hire",
        id: post.id,
        title: post.title,
        line: `${post.businessName} · ${formatRegionName(post.regionCode)}`,
        priceText: formatPay(post),
        pictureId: null,
        href: href("/jobs/hire/:hireId", { hireId: post.id }),
        state: open
          ? { tone: "open", label: "모집 중" }
          : { tone: "done", label: post.closedReason === "filled" ? "모집 완료" : "마감" },
        ownerId: post.employerId,
      }
    })
  },
  async findPartnerId(userId, id, withUserId) {
    if (!isId(id)) return null
    const [post] = await db()
      .select({ employerId: hirePosts.employerId, state: hirePosts.state, hiddenAt: hirePosts.hiddenAt })
      .from(hirePosts)
      .where(eq(hirePosts.id, id))
    if (!post) return null
    const applicant = post.employerId === userId ? withUserId : userId
    if (applicant === null || applicant === post.employerId || !isId(applicant)) return null
    if (post.employerId !== userId && post.state === "open" && !post.hiddenAt) return post.employerId
    const [application] = await db()
      .select({ id: jobApplications.id })
      .from(jobApplications)
      .where(and(eq(jobApplications.hireId, id), eq(jobApplications.workerId, applicant)))
    return application ? (post.employerId === userId ? applicant : post.employerId) : null
  },
  async isClosed(id) {
    const [post] = await db()
      .select({ id: hirePosts.id })
      .from(hirePosts)
      .where(and(eq(hirePosts.id, id), eq(hirePosts.state, "closed"), isNull(hirePosts.hiddenAt)))
    return post !== undefined
  },
  async loadSearchEntries(ids) {
    const rows = await db()
      .select({
        ...getTableColumns(hirePosts),
        days: sql<string[]>`array(select s.date::text from hire_slots s where s.hire_id = hire_posts.id)`,
      })
      .from(hirePosts)
      .where(
        and(
          inArray(hirePosts.id, [...ids]),
          eq(hirePosts.state, "open"),
          isNull(hirePosts.hiddenAt),
          gt(hirePosts.deadlineAt, now()),
        ),
      )
    return rows.map((post) => ({
      id: post.id,
      tab: "jobs",
      title: post.title,
      searchWords: [
        JOB_KIND_LABELS[post.kind],
        ...JOB_KIND_SEARCH_WORDS[post.kind],
        "구인",
        "알바",
        PAY_TYPE_LABELS[post.payType],
        post.businessName,
        ...post.needs,
        ...(post.shortTerm ? ["단기"] : []),
      ],
      regionCodes: [post.regionCode],
      marks: listHireMarks(
        {
          ...post,
          facts: [
            ...(post.payDate === "same_day" ? (["sameDay"] as const) : []),
            ...(post.beginners ? (["beginners"] as const) : []),
            ...(post.shortTerm ? (["short"] as const) : []),
          ],
        },
        now(),
      ),
      // By the hour, so that days and months compare.
      priceWon: post.hourlyWon,
      rank: computeRank(post.hourlyWon),
      at: post.openedAt,
    }))
  },
  async listIdsAfter(after, limit) {
    const rows = await db()
      .select({ id: hirePosts.id })
      .from(hirePosts)
      .where(after ? gt(hirePosts.id, after) : undefined)
      .orderBy(asc(hirePosts.id))
      .limit(limit)
    return rows.map((row) => row.id)
  },
  async setHidden(tx, id, reason) {
    if (!isId(id)) return false
    const rows = await tx
      .update(hirePosts)
      .set({ hiddenAt: reason === null ? null : now(), hiddenReason: reason ?? "" })
      .where(eq(hirePosts.id, id))
      .returning({ id: hirePosts.id })
    if (rows.length > 0) await emitSubjectChanged(tx, { kind: "hire", id })
    return rows.length > 0
  },
}

export const seekSubject: SubjectSource = {
  kind: "seek",
  async loadCards(ids) {
    const rows = await db()
      .select()
      .from(seekPosts)
      .where(inArray(seekPosts.id, [...ids]))
    const people = await findPeople(rows.map((post) => post.workerId))
    return rows.map((post) => ({
      kind: "seek",
      id: post.id,
      title: post.title,
      line:
        `${people.get(post.workerId)?.name ?? "회원"} · ` +
        `${post.kinds.map((kind) => JOB_KIND_LABELS[kind]).join(", ")}`,
      priceText:
        post.payType && post.payWon ? formatPay({ payType: post.payType, payWon: post.payWon }) : null,
      pictureId: people.get(post.workerId)?.avatarId ?? null,
      href: href("/jobs/seek/:seekId", { seekId: post.id }),
      state: { tone: SEEK_TONES[post.state], label: SEEK_STATE_LABELS[post.state] },
      ownerId: post.workerId,
    }))
  },
  async findPartnerId(userId, id, withUserId) {
    if (!isId(id)) return null
    const [post] = await db()
      .select({ workerId: seekPosts.workerId, state: seekPosts.state, hiddenAt: seekPosts.hiddenAt })
      .from(seekPosts)
      .where(eq(seekPosts.id, id))
    if (!post) return null
    const employer = post.workerId === userId ? withUserId : userId
    if (employer === null || employer === post.workerId || !isId(employer)) return null
    if (post.workerId !== userId && post.state === "open" && !post.hiddenAt) return post.workerId
    const [offer] = await db()
      .select({ id: jobOffers.id })
      .from(jobOffers)
      .where(and(eq(jobOffers.seekId, id), eq(jobOffers.employerId, employer)))
      .limit(1)
    return offer ? (post.workerId === userId ? employer : post.workerId) : null
  },
  async isClosed(id) {
    const [post] = await db()
      .select({ id: seekPosts.id })
      .from(seekPosts)
      .where(and(eq(seekPosts.id, id), ne(seekPosts.state, "open"), isNull(seekPosts.hiddenAt)))
    return post !== undefined
  },
  async loadSearchEntries(ids) {
    const rows = await db()
      .select()
      .from(seekPosts)
      .where(and(inArray(seekPosts.id, [...ids]), eq(seekPosts.state, "open"), isNull(seekPosts.hiddenAt)))
    return rows.map((post) => ({
      id: post.id,
      tab: "jobs",
      title: post.title,
      searchWords: [
        ...post.kinds.flatMap((kind) => [JOB_KIND_LABELS[kind], ...JOB_KIND_SEARCH_WORDS[kind]]),
        "구직",
        ...post.licences,
      ],
      regionCodes: post.regionCodes,
      marks: listSeekMarks(post),
      // By the hour, so that days and months compare.
      priceWon: post.hourlyWon,
      rank: Math.min(1, post.careerYears / 20),
      at: post.openedAt,
    }))
  },
  async listIdsAfter(after, limit) {
    const rows = await db()
      .select({ id: seekPosts.id })
      .from(seekPosts)
      .where(after ? gt(seekPosts.id, after) : undefined)
      .orderBy(asc(seekPosts.id))
      .limit(limit)
    return rows.map((row) => row.id)
  },
  async setHidden(tx, id, reason) {
    if (!isId(id)) return false
    const rows = await tx
      .update(seekPosts)
      .set({ hiddenAt: reason === null ? null : now(), hiddenReason: reason ?? "" })
      .where(eq(seekPosts.id, id))
      .returning({ id: seekPosts.id })
    if (rows.length > 0) await emitSubjectChanged(tx, { kind: "seek", id })
    return rows.length > 0
  },
}
