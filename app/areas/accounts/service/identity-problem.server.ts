/**
 * What is said where somebody could not show that they are the person, beside the password or above the form.
 */
import type { Member } from "../rules.ts"
import { confirmIdentity, type IdentityRefusal } from "./confirm-identity.server.ts"

const MESSAGES: Record<IdentityRefusal, string> = {
  wrong: "지금 비밀번호를 다시 확인해 주세요. 본인인지 확인하려고 물어봐요.",
  too_many: "비밀번호를 여러 번 틀렸어요. 15분 뒤에 다시 해 주세요.",
  sign_in_again: "로그인한 지 오래됐어요. 로그아웃하고 다시 로그인한 뒤 10분 안에 다시 해 주세요.",
}

/**
 * The answer's status, and the sentence beside the field `password` or, where no field is wrong, above the
 * form.
 */
type IdentityProblem = { status: 400 | 409 | 429; errors: Record<string, string>; problem: string | null }

export function toIdentityProblem(reason: IdentityRefusal): IdentityProblem {
  if (reason === "wrong") return { status: 400, errors: { password: MESSAGES.wrong }, problem: null }
  return { status: reason === "too_many" ? 429 : 409, errors: {}, problem: MESSAGES[reason] }
}

/**
 * As {@link toIdentityProblem}, asking for the identity itself; null where the actor has shown who they are.
 */
export async function findIdentityProblem(actor: Member, password: string): Promise<IdentityProblem | null> {
  const outcome = await confirmIdentity(actor, password)
  return outcome.ok ? null : toIdentityProblem(outcome.reason)
}
