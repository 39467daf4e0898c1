/** The way to becoming an expert: applying, correcting, sending in again, and an admin's decision. */
import { href } from "react-router"
import { eq, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { audit } from "#app/platform/audit.server.ts"
import { inTransaction, violatedConstraint, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { emitSubjectChanged } from "#app/platform/subjects.server.ts"
import { hasRight, isAdmin, type Actor, type Member } from "../../accounts/rules.ts"
import { updateAccountStatus } from "../../accounts/service/account-status.server.ts"
import { markPathNotificationsRead } from "../../notifications/service/centre.server.ts"
import type { ExpertApplication } from "../application-form.ts"
import {
  canReapply,
  canEditApplication,
  EXPERT_TRANSITIONS,
  TRANSITIONS_WITH_REASON,
  type ExpertBadge,
  type ExpertTransition,
  type ExpertState,
} from "../rules.ts"
import {
  expertCategories,
  expertCertificates,
  expertDecisions,
  expertPortfolio,
  expertRegions,
  experts,
} from "../schema.server.ts"
import { replaceApplicationPictures } from "./application-pictures.server.ts"
import { refreshSearchKeys } from "./search-keys.server.ts"
import { ok, refuse, type Done, type Outcome, type Refusal } from "#app/platform/outcome.ts"

declare module "#app/platform/events.server.ts" {
  interface Events {
    "expert.applied": { expertId: string }
    "expert.decided": { expertId: string; move: ExpertTransition; toState: ExpertState; reason: string }
  }
}
/** Where decisions about an application lead its sender. */
const APPLICATION_PATH = href("/expert-registration")

type ApplyRefusal = Refusal<"not_allowed" | "already_applied" | "business_number_taken" | "picture_not_yours">
type EditRefusal = Refusal<"not_found" | "not_editable" | "business_number_taken" | "picture_not_yours">

/**
 * Sends an application in: for a customer, or for somebody who signed up as an expert, without an application
 * or with a rejected one, which starts anew. The state becomes applied. Refuses admins and visitors
 * (not_allowed), a running application (already_applied), a business number under which somebody else works
 * (business_number_taken), and pictures of others.
 */
export async function applyAsExpert(
  actor: Actor,
  application: ExpertApplication,
): Promise<Done | ApplyRefusal> {
  if (actor.kind !== "member" || !actor.profile || isAdmin(actor)) return refuse("not_allowed")
  return withConstraintRefusals<ApplyRefusal>(() =>
    inTransaction(async (tx) => {
      const state = await lockState(tx, actor.userId)
      if (!canReapply(state)) return refuse("already_applied")
      if (!(await replaceApplicationPictures(tx, actor.userId, application)))
        return refuse("picture_not_yours")
      const at = now()
      const columns = {
        ...toColumns(application),
        state: "applied" as const,
        stateReason: "",
        badges: [],
        appliedAt: at,
        reviewingAt: null,
        decidedAt: null,
        updatedAt: at,
      }
      if (state === null) await tx.insert(experts).values({ userId: actor.userId, createdAt: at, ...columns })
      else await tx.update(experts).set(columns).where(eq(experts.userId, actor.userId))
      await replaceLists(tx, actor.userId, application)
      await updateAccountStatus(tx, actor.userId, { expertState: "applied" })
      await markPathNotificationsRead(tx, actor.userId, APPLICATION_PATH)
      await emit(tx, "expert.applied", { expertId: actor.userId })
      return ok()
    }),
  )
}

/** Changes an application that nobody has begun to review, or one that needs more; its state stays. */
export function saveApplicationEdits(
  actor: Actor,
  application: ExpertApplication,
): Promise<Done | EditRefusal> {
  return editApplication(actor, application, false)
}

/**
 * Changes an application that needs more and sends it to be reviewed again. Refuses every other state
 * (not_editable).
 */
export function resubmitApplication(
  actor: Actor,
  application: ExpertApplication,
): Promise<Done | EditRefusal> {
  return editApplication(actor, application, true)
}

async function editApplication(
  actor: Actor,
  application: ExpertApplication,
  isResubmission: boolean,
): Promise<Done | EditRefusal> {
  if (actor.kind !== "member") return refuse("not_found")
  return withConstraintRefusals<EditRefusal>(() =>
    inTransaction(async (tx) => {
      const state = await lockState(tx, actor.userId)
      if (state === null) return refuse("not_found")
      if (!canEditApplication(state)) return refuse("not_editable")
      const transition = isResubmission
        ? findTransition(EXPERT_TRANSITIONS, { move: "resubmit", from: state, role: "expert" })
        : undefined
      if (isResubmission && !transition) return refuse("not_editable")
      if (!(await replaceApplicationPictures(tx, actor.userId, application)))
        return refuse("picture_not_yours")
      const at = now()
      await tx
        .update(experts)
        .set({
          ...toColumns(application),
          updatedAt: at,
          ...(transition && { state: transition.to, stateReason: "", reviewingAt: at }),
        })
        .where(eq(experts.userId, actor.userId))
      await replaceLists(tx, actor.userId, application)
      if (transition) {
        await markPathNotificationsRead(tx, actor.userId, APPLICATION_PATH)
        await recordTransition(tx, actor, actor.userId, {
          move: "resubmit",
          from: state,
          to: transition.to,
          reason: "",
        })
      }
      return ok()
    }),
  )
}

/**
 * An admin's move on an expert (EXPERT_TRANSITIONS). Refuses everybody else (not_allowed), a missing reason
 * where the applicant must be told why (reason_needed), and a move that the present state does not allow: a
 * colleague was faster (moved_on, with the state that holds now). Approval grants the badge 사업자, verifies
 * certificates that came with a picture, and makes a customer an expert.
 */
export async function decideApplication(
  actor: Actor,
  input: { expertId: string; move: ExpertTransition; reason: string },
): Promise<
  | Outcome<"not_allowed" | "not_found" | "reason_needed", { state: ExpertState }>
  | Refusal<"moved_on", { state: ExpertState }>
> {
  if (!hasRight(actor, "review")) return refuse("not_allowed")
  return inTransaction(async (tx) => {
    const [expert] = await tx
      .select({ state: experts.state, badges: experts.badges })
      .from(experts)
      .where(eq(experts.userId, input.expertId))
      .for("update")
    if (!expert) return refuse("not_found")
    const transition = findTransition(EXPERT_TRANSITIONS, {
      move: input.move,
      from: expert.state,
      role: "admin",
    })
    if (!transition) return refuse("moved_on", { state: expert.state })
    if (TRANSITIONS_WITH_REASON.includes(input.move) && input.reason === "") return refuse("reason_needed")
    const at = now()
    const isApproval = input.move === "approve"
    await tx
      .update(experts)
      .set({
        state: transition.to,
        stateReason: TRANSITIONS_WITH_REASON.includes(input.move) ? input.reason : "",
        updatedAt: at,
        ...(input.move === "review" ? { reviewingAt: at } : { decidedAt: at }),
        ...(isApproval && {
          badges: [businessBadge(at), ...expert.badges.filter((badge) => badge.kind !== "business")],
        }),
      })
      .where(eq(experts.userId, input.expertId))
    if (isApproval)
      await tx
        .update(expertCertificates)
        .set({ verifiedAt: at })
        .where(
          sql`${expertCertificates.expertId} = ${input.expertId}
            and ${expertCertificates.pictureId} is not null`,
        )
    await recordTransition(tx, actor, input.expertId, {
      move: input.move,
      from: expert.state,
      to: transition.to,
      reason: input.reason,
    })
    await audit(tx, actor, {
      action: `expert.${input.move}`,
      subject: { kind: "expert", id: input.expertId },
      note: input.reason,
      before: { state: expert.state },
      after: { state: transition.to },
    })
    return ok({ state: transition.to })
  })
}

const businessBadge = (at: Date): ExpertBadge => ({
  kind: "business",
  label: "사업자",
  source: "사업자등록번호와 서류를 바로일당이 확인했어요",
  grantedOn: toKstDateString(at),
  expiresOn: null,
})

async function recordTransition(
  tx: Transaction,
  actor: Member,
  expertId: string,
  transition: { move: ExpertTransition; from: ExpertState; to: ExpertState; reason: string },
): Promise<void> {
  await tx.insert(expertDecisions).values({
    id: newId(),
    expertId,
    actorId: actor.userId,
    fromState: transition.from,
    toState: transition.to,
    reason: transition.reason,
    at: now(),
  })
  await updateAccountStatus(tx, expertId, {
    expertState: transition.to,
    ...(transition.to === "approved" && { userType: "expert" as const }),
  })
  await emitSubjectChanged(tx, { kind: "expert", id: expertId })
  await emit(tx, "expert.decided", {
    expertId,
    move: transition.move,
    toState: transition.to,
    reason: transition.reason,
  })
}

async function lockState(tx: Transaction, userId: string): Promise<ExpertState | null> {
  const [expert] = await tx
    .select({ state: experts.state })
    .from(experts)
    .where(eq(experts.userId, userId))
    .for("update")
  return expert?.state ?? null
}

/** Two rules only the database can keep when two people, or two windows, send at once. */
async function withConstraintRefusals<Refused extends Refusal<string>>(
  operation: () => Promise<Done | Refused>,
): Promise<Done | Refused> {
  try {
    return await operation()
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === "experts_business_number") return refuse("business_number_taken") as Refused
    if (constraint === "experts_pkey") return refuse("already_applied") as Refused
    throw error
  }
}

function toColumns(application: ExpertApplication) {
  const cheapest = application.prices.toSorted((a, b) => a.priceWon - b.priceWon)[0]
  return {
    name: application.name,
    oneLine: application.oneLine,
    introduction: application.introduction,
    careerYears: application.careerYears,
    businessNumber: application.businessNumber,
    businessName: application.businessName,
    representative: application.representative,
    prices: application.prices,
    priceFromWon: cheapest?.priceWon ?? null,
    priceFromUnit: cheapest?.unit ?? "",
  }
}

/** The lists of an application replace those that were there. */
async function replaceLists(
  tx: Transaction,
  expertId: string,
  application: ExpertApplication,
): Promise<void> {
  await tx.delete(expertCategories).where(eq(expertCategories.expertId, expertId))
  await tx.delete(expertRegions).where(eq(expertRegions.expertId, expertId))
  await tx.delete(expertCertificates).where(eq(expertCertificates.expertId, expertId))
  await tx.delete(expertPortfolio).where(eq(expertPortfolio.expertId, expertId))
  await tx.insert(expertCategories).values(application.categories.map((category) => ({ expertId, category })))
  await tx.insert(expertRegions).values(application.regions.map((regionCode) => ({ expertId, regionCode })))
  const certificates = application.certificates.map(({ name, issuer, acquiredOn, picture }) => ({
    id: newId(),
    expertId,
    name,
    issuer,
    acquiredOn,
    pictureId: picture,
  }))
  if (certificates.length > 0) await tx.insert(expertCertificates).values(certificates)
  const portfolio = application.portfolio.map((item, position) => ({
    id: newId(),
    expertId,
    title: item.title,
    category: item.category,
    priceWon: item.priceWon,
    areaPyeong: item.areaPyeong,
    beforeId: item.before,
    afterId: item.after,
    position,
    createdAt: now(),
  }))
  if (portfolio.length > 0) await tx.insert(expertPortfolio).values(portfolio)
  await refreshSearchKeys(tx, [expertId])
  await emitSubjectChanged(tx, { kind: "expert", id: expertId })
}
