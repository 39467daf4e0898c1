/**
 * What an application is filled with beforehand: the phone of one's profile, one's résumé, and what was
 * typed before the session ended.
 */
import { formatPhone } from "#app/basics/phone.ts"
import { findDraft } from "#app/platform/drafts.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import type { Resume } from "../views.ts"
import { requireProfile } from "../../accounts/service/profile.server.ts"
import { findOwnResume } from "./resumes.server.ts"

const getTextField = (content: unknown, name: string): string => {
  const value =
    typeof content === "object" && content !== null && Object.hasOwn(content, name)
      ? Object.entries(content).find(([field]) => field === name)?.[1]
      : undefined
  return typeof value === "string" ? value : ""
}

/** Three queries. */
export async function findApplyDraft(
  actor: Actor,
  hireId: string,
): Promise<{ phone: string; message: string; sendsResume: boolean; resume: Resume | null }> {
  if (actor.kind !== "member" || !actor.profile)
    return { phone: "", message: "", sendsResume: false, resume: null }
  const [profile, draft, resume] = await Promise.all([
    requireProfile(actor.userId),
    findDraft(actor.userId, `apply:${hireId}`),
    findOwnResume(actor),
  ])
  return {
    phone: formatPhone(getTextField(draft?.content, "phone") || (profile.phone ?? "")),
    message: getTextField(draft?.content, "message"),
    sendsResume: getTextField(draft?.content, "sendResume") === "on",
    resume,
  }
}
