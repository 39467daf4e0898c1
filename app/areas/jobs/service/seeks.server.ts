/**
 * Seek posts: writing them, resting and ending them, the list that employers look through, the page of
 * one.
 */
import { and, eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import type { FormValues } from "#app/basics/form.ts"
import { newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { removeDraft } from "#app/platform/drafts.server.ts"
import { db, inTransaction, violatedConstraint } from "#app/platform/db.server.ts"
import { emitSubjectChanged } from "#app/platform/subjects.server.ts"
import { findSubmittedId, runOnce } from "#app/platform/submissions.server.ts"
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import { SEEK_TRANSITIONS, type SeekTransition } from "../rules.ts"
import { seekPosts } from "../schema.server.ts"
import { PAID_HOURS_PER_MONTH } from "../wages.ts"
import { recordHistory } from "./transitions.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import type { SeekInput } from "#app/areas/jobs/seek-forms.ts"
import { hideContacts } from "#app/basics/contacts.ts"

/** Name of the draft of a seek post. */
export const SEEK_DRAFT_NAME = "seek"

/** What is wanted by the hour: a day counts as 8 hours, a month as 209. */
export const toWantedHourlyWon = (payType: SeekInput["payType"], payWon: number | null): number | null =>
  payType === null || payWon === null
    ? null
    : payType === "hour"
      ? payWon
      : Math.floor(payWon / (payType === "day" ? 8 : PAID_HOURS_PER_MONTH))

const toColumns = (input: Omit<SeekInput, "adult">) => ({
  title: hideContacts(input.title),
  introduction: hideContacts(input.introduction),
  kinds: input.kinds,
  regionCodes: input.regionCodes,
  payType: input.payType,
  payWon: input.payType === null ? null : input.payWon,
  hourlyWon: toWantedHourlyWon(input.payType, input.payWon),
  weekdays: input.weekdays,
  dayTimes: input.dayTimes,
  shortTerm: input.shortTerm,
  availableFrom: input.availableFrom,
  careerYears: input.careerYears,
  licences: input.licences,
  updatedAt: now(),
})

/** The post that this member made of the draft with this key within the last week, or null. */
export const findSubmittedSeek = (memberId: string, submissionKey: string): Promise<string | null> =>
  findSubmittedId({ actorId: memberId, form: "seek", key: submissionKey }, "seekId")

/**
 * Posts that somebody seeks work. Contact details in the text are hidden. Refusals: `not_member`, `already`
 * (one post at a time).
 */
export async function createSeek(
  actor: Actor,
  input: SeekInput & { submissionKey: string },
): Promise<Outcome<"not_member" | "already", { seekId: string }>> {
  if (actor.kind !== "member" || !actor.profile) return refuse("not_member")
  try {
    return await inTransaction((tx) =>
      runOnce(tx, { actorId: actor.userId, form: "seek", key: input.submissionKey }, async () => {
        const seekId = newId()
        await tx
          .insert(seekPosts)
          .values({ id: seekId, workerId: actor.userId, state: "open", ...toColumns(input), openedAt: now() })
        await recordHistory(tx, {
          subject: "seek",
          subjectId: seekId,
          move: "publish",
          fromState: null,
          toState: "open",
          role: "worker",
          actorId: actor.userId,
        })
        await removeDraft(actor.userId, SEEK_DRAFT_NAME, tx)
        await emitSubjectChanged(tx, { kind: "seek", id: seekId })
        return ok({ seekId })
      }),
    )
  } catch (error) {
    if (violatedConstraint(error) === "seek_posts_one") return refuse("already")
    throw error
  }
}

/** Changes a post that is not closed. Refusals `not_found`, `not_now`. */
export async function editSeek(
  actor: Actor,
  seekId: string,
  input: Omit<SeekInput, "adult">,
): Promise<Outcome<"not_found" | "not_now">> {
  return inTransaction(async (tx) => {
    const [seek] = await tx.select().from(seekPosts).where(eq(seekPosts.id, seekId)).for("update")
    if (!seek || actor.kind !== "member" || seek.workerId !== actor.userId) return refuse("not_found")
    if (seek.state === "closed") return refuse("not_now")
    await tx.update(seekPosts).set(toColumns(input)).where(eq(seekPosts.id, seekId))
    await recordHistory(tx, {
      subject: "seek",
      subjectId: seekId,
      move: "edit",
      fromState: seek.state,
      toState: seek.state,
      role: "worker",
      actorId: actor.userId,
    })
    await emitSubjectChanged(tx, { kind: "seek", id: seekId })
    return ok()
  })
}

/** Rests, goes on or ends a post. Refusals `not_found`, `not_now`. */
export async function transitionSeek(
  actor: Actor,
  seekId: string,
  move: SeekTransition,
): Promise<Outcome<"not_found" | "not_now">> {
  return inTransaction(async (tx) => {
    const [seek] = await tx.select().from(seekPosts).where(eq(seekPosts.id, seekId)).for("update")
    const role =
      !seek || actor.kind !== "member"
        ? undefined
        : seek.workerId === actor.userId
          ? "worker"
          : isAdmin(actor)
            ? "admin"
            : undefined
    if (!seek || !role || actor.kind !== "member") return refuse("not_found")
    const transition = findTransition(SEEK_TRANSITIONS, { move, from: seek.state, role })
    if (!transition) return refuse("not_now")
    const at = now()
    await tx
      .update(seekPosts)
      .set({ state: transition.to, closedAt: transition.to === "closed" ? at : null, updatedAt: at })
      .where(eq(seekPosts.id, seekId))
    await recordHistory(tx, {
      subject: "seek",
      subjectId: seekId,
      move,
      fromState: seek.state,
      toState: transition.to,
      role,
      actorId: actor.userId,
    })
    await emitSubjectChanged(tx, { kind: "seek", id: seekId })
    return ok()
  })
}

/** The fields of one's own post as the wizard has them; null where it is not the actor's. */
export async function findSeekValues(actor: Actor, seekId: string): Promise<FormValues | null> {
  if (actor.kind !== "member") return null
  const [post] = await db()
    .select()
    .from(seekPosts)
    .where(and(eq(seekPosts.id, seekId), eq(seekPosts.workerId, actor.userId)))
  if (!post) return null
  return {
    kinds: post.kinds,
    regionCodes: post.regionCodes,
    payType: post.payType ?? "",
    payWon: post.payWon === null ? "" : String(post.payWon),
    availableFrom: post.availableFrom,
    weekdays: post.weekdays,
    dayTimes: post.dayTimes,
    ...(post.shortTerm ? { shortTerm: "on" } : {}),
    title: post.title,
    introduction: post.introduction,
    careerYears: String(post.careerYears),
    licences: post.licences.join("\n"),
  }
}
