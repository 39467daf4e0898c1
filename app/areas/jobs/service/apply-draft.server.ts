/**
 * What an application is filled with beforehand: the phone of one's profile, and what was typed before
 * the session ended.
 */
import { formatPhone } from "#app/basics/phone.ts"
import { findDraft } from "#app/platform/drafts.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { requireProfile } from "../../accounts/service/profile.server.ts"

const getTextField = (content: unknown, name: string): string => {
  const value =
    typeof content === "object" && content !== null && Object.hasOwn(content, name)
      ? Object.entries(content).find(([field]) => field === name)?.[1]
      : undefined
  return typeof value === "string" ? value : ""
}

/** Two queries. */
export async function findApplyDraft(
  actor: Actor,
  hireId: string,
): Promise<{ phone: string; message: string }> {
  if (actor.kind !== "member" || !actor.profile) return { phone: "", message: "" }
  const [profile, draft] = await Promise.all([
    requireProfile(actor.userId),
    findDraft(actor.userId, `apply:${hireId}`),
  ])
  return {
    phone: formatPhone(getTextField(draft?.content, "phone") || (profile.phone ?? "")),
    message: getTextField(draft?.content, "message"),
  }
}
