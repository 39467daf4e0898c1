/**
 * The badge of an expert's liability insurance: an admin gives it after reading the certificate, sends
 * the certificate back, and takes the badge away.
 */
import { and, eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { audit } from "#app/platform/audit.server.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { emitSubjectChanged } from "#app/platform/subjects.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { canHoldInsuranceBadge, type ExpertBadge } from "../rules.ts"
import { experts, insurancePapers } from "../schema.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

declare module "#app/platform/events.server.ts" {
  interface Events {
    "expert.insured": {
      expertId: string
      changeId: string
      /** Its last day; null where the badge was taken away. */ expiresOn: string | null
      reason: string
    }
    "insurance.refused": { expertId: string; paperId: string; reason: string }
  }
}
const findInsuranceBadge = (badges: readonly ExpertBadge[]) =>
  badges.find((badge) => badge.kind === "insurance")

async function lockBadges(tx: Transaction, expertId: string) {
  const [expert] = await tx
    .select({ state: experts.state, badges: experts.badges })
    .from(experts)
    .where(eq(experts.userId, expertId))
    .for("update")
  return expert
}

async function saveInsuranceBadge(
  tx: Transaction,
  actor: { userId: string },
  expertId: string,
  before: ExpertBadge[],
  insurance: ExpertBadge | null,
  note: string,
): Promise<void> {
  const previousBadge = findInsuranceBadge(before)
  await tx
    .update(experts)
    .set({
      badges: [...before.filter((badge) => badge.kind !== "insurance"), ...(insurance ? [insurance] : [])],
      updatedAt: now(),
    })
    .where(eq(experts.userId, expertId))
  await emitSubjectChanged(tx, { kind: "expert", id: expertId })
  await audit(tx, actor, {
    action: insurance ? "expert.insure" : "expert.uninsure",
    subject: { kind: "expert", id: expertId },
    note,
    before: { insurance: previousBadge?.expiresOn ?? null },
    after: { insurance: insurance?.expiresOn ?? null },
  })
  await emit(tx, "expert.insured", {
    expertId,
    changeId: newId(),
    expiresOn: insurance?.expiresOn ?? null,
    reason: insurance ? "" : note,
  })
}

/**
 * Gives the badge, or renews it: `insurer` stands on the profile as its source, `expiresOn` (YYYY-MM-DD) is
 * its last day; after it nobody sees it any more. `note` is for admins alone. Refusals: `not_found` (no
 * admin, no expert), `not_now` (not working, or the very same badge is there already), `past` (it has run
 * out). `paperId` is the certificate that was sent in and is approved with it; `not_now` as well where that
 * one has been decided or taken back.
 */
export async function grantInsurance(
  actor: Actor,
  expertId: string,
  input: { insurer: string; expiresOn: string; note: string; paperId?: string | null },
): Promise<Outcome<"not_found" | "not_now" | "past">> {
  if (!hasRight(actor, "review") || !isId(expertId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const expert = await lockBadges(tx, expertId)
    if (!expert) return refuse("not_found")
    const today = toKstDateString(now())
    if (input.expiresOn < today) return refuse("past")
    const source = `${input.insurer} 증권을 바로일당이 확인했어요`
    const previousBadge = findInsuranceBadge(expert.badges)
    const isUnchanged = previousBadge?.source === source && previousBadge.expiresOn === input.expiresOn
    if (!canHoldInsuranceBadge(expert.state) || (isUnchanged && !input.paperId)) return refuse("not_now")
    if (
      input.paperId &&
      !(await decideInsurancePaper(tx, actor, expertId, input.paperId, { state: "approved", reason: "" }))
    )
      return refuse("not_now")
    await saveInsuranceBadge(
      tx,
      actor,
      expertId,
      expert.badges,
      { kind: "insurance", label: "배상책임보험", source, grantedOn: today, expiresOn: input.expiresOn },
      input.note,
    )
    return ok()
  })
}

/** Decides a certificate that waits; false where it does not, or is another's. */
async function decideInsurancePaper(
  tx: Transaction,
  actor: { userId: string },
  expertId: string,
  paperId: string,
  decision: { state: "approved" | "refused"; reason: string },
): Promise<boolean> {
  const [decided] = await tx
    .update(insurancePapers)
    .set({ ...decision, decidedAt: now(), decidedBy: actor.userId })
    .where(
      and(
        eq(insurancePapers.id, paperId),
        eq(insurancePapers.expertId, expertId),
        eq(insurancePapers.state, "waiting"),
      ),
    )
    .returning({ id: insurancePapers.id })
  return decided !== undefined
}

/**
 * Sends a certificate back; the expert is told why and can send another. Refusals: `not_found` (no admin, no
 * expert), `not_now` (it does not wait any more).
 */
export async function refuseInsurancePaper(
  actor: Actor,
  expertId: string,
  input: { paperId: string; reason: string },
): Promise<Outcome<"not_found" | "not_now">> {
  if (!hasRight(actor, "review") || !isId(expertId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const expert = await lockBadges(tx, expertId)
    if (!expert) return refuse("not_found")
    if (
      !(await decideInsurancePaper(tx, actor, expertId, input.paperId, {
        state: "refused",
        reason: input.reason,
      }))
    )
      return refuse("not_now")
    await audit(tx, actor, {
      action: "expert.refuse_insurance",
      subject: { kind: "expert", id: expertId },
      note: input.reason,
      before: {},
      after: {},
    })
    await emit(tx, "insurance.refused", { expertId, ...input })
    return ok()
  })
}

/**
 * Takes the badge away; the expert is told why. Refusals: `not_found` (no admin, no expert), `not_now` (there
 * is none).
 */
export async function withdrawInsurance(
  actor: Actor,
  expertId: string,
  reason: string,
): Promise<Outcome<"not_found" | "not_now">> {
  if (!hasRight(actor, "review") || !isId(expertId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const expert = await lockBadges(tx, expertId)
    if (!expert) return refuse("not_found")
    if (!findInsuranceBadge(expert.badges)) return refuse("not_now")
    await saveInsuranceBadge(tx, actor, expertId, expert.badges, null, reason)
    return ok()
  })
}
