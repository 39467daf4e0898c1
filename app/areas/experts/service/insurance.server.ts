/** Owns the badge of an expert's liability insurance: an admin gives it after reading the certificate, and takes it away. */
import { eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { kstDateString } from "#app/basics/time.ts"
import { audit } from "#app/platform/audit.server.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { subjectChanged } from "#app/platform/subjects.server.ts"
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import { mayBeInsured, type ExpertBadge } from "../rules.ts"
import { experts } from "../schema.server.ts"

declare module "#app/platform/events.server.ts" {
  interface Events {
    "expert.insured": { expertId: string; changeId: string; /** Its last day; null where the badge was taken away. */ expiresOn: string | null; reason: string }
  }
}

type Refusal<Reason extends string> = { ok: false; reason: Reason }
const insuranceOf = (badges: readonly ExpertBadge[]) => badges.find((badge) => badge.kind === "insurance")

async function lockBadges(tx: Transaction, expertId: string) {
  const [expert] = await tx.select({ state: experts.state, badges: experts.badges }).from(experts).where(eq(experts.userId, expertId)).for("update")
  return expert
}

async function keep(tx: Transaction, actor: { userId: string }, expertId: string, before: ExpertBadge[], insurance: ExpertBadge | null, note: string): Promise<void> {
  const was = insuranceOf(before)
  await tx.update(experts).set({ badges: [...before.filter((badge) => badge.kind !== "insurance"), ...(insurance ? [insurance] : [])], updatedAt: now() }).where(eq(experts.userId, expertId))
  await subjectChanged(tx, { kind: "expert", id: expertId })
  await audit(tx, actor, {
    action: insurance ? "expert.insure" : "expert.uninsure", subject: { kind: "expert", id: expertId }, note, before: { insurance: was?.expiresOn ?? null }, after: { insurance: insurance?.expiresOn ?? null },
  })
  await emit(tx, "expert.insured", { expertId, changeId: newId(), expiresOn: insurance?.expiresOn ?? null, reason: insurance ? "" : note })
}

/**
 * Gives the badge, or renews it: `insurer` stands on the profile as its source, `expiresOn` (YYYY-MM-DD) is its last day; after it nobody
 * sees it any more. `note` is for admins alone. Refusals: `not_found` (no admin, no expert), `not_now` (not working, or the very same badge
 * is there already), `past` (it has run out).
 */
export async function grantInsurance(actor: Actor, expertId: string, input: { insurer: string; expiresOn: string; note: string }): Promise<{ ok: true } | Refusal<"not_found" | "not_now" | "past">> {
  if (!isAdmin(actor) || !isId(expertId)) return { ok: false, reason: "not_found" }
  return inTransaction(async (tx) => {
    const expert = await lockBadges(tx, expertId)
    if (!expert) return { ok: false, reason: "not_found" }
    const today = kstDateString(now())
    if (input.expiresOn < today) return { ok: false, reason: "past" }
    const source = `${input.insurer} 증권을 바로일당이 확인했어요`
    const was = insuranceOf(expert.badges)
    if (!mayBeInsured(expert.state) || (was?.source === source && was.expiresOn === input.expiresOn)) return { ok: false, reason: "not_now" }
    await keep(tx, actor, expertId, expert.badges, { kind: "insurance", label: "배상책임보험", source, grantedOn: today, expiresOn: input.expiresOn }, input.note)
    return { ok: true }
  })
}

/** Takes the badge away; the expert is told why. Refusals: `not_found` (no admin, no expert), `not_now` (there is none). */
export async function withdrawInsurance(actor: Actor, expertId: string, reason: string): Promise<{ ok: true } | Refusal<"not_found" | "not_now">> {
  if (!isAdmin(actor) || !isId(expertId)) return { ok: false, reason: "not_found" }
  return inTransaction(async (tx) => {
    const expert = await lockBadges(tx, expertId)
    if (!expert) return { ok: false, reason: "not_found" }
    if (!insuranceOf(expert.badges)) return { ok: false, reason: "not_now" }
    await keep(tx, actor, expertId, expert.badges, null, reason)
    return { ok: true }
  })
}
