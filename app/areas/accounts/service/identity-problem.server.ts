/**
 * What is said where somebody could not show that they are the person, beside the password or above the form.
 */
import type { Member } from "../rules.ts"
import { confirmIdentity, type IdentityRefusal } from "./confirm-identity.server.ts"

const SENTENCES: Record<IdentityRefusal, string> = {
  wrong: "지금 비밀번호를 다시 확인해 주세요. 본인인지 확인하려고 물어봐요.",
  too_many: "비밀번호를 여러 번 틀렸어요. 15분 뒤에 다시 해 주세요.",
  sign_in_again: "로그인한 지 오래됐어요. 로그아웃하고 다시 로그인한 뒤 10분 안에 다시 해 주세요.",
}

/**
 * The answer's status, and the sentence beside the field `password` or, where no field is wrong, above the
 * form.
 */
type Problem = { status: 400 | 409 | 429; errors: Record<string, string>; problem: string | null }

export function identityProblem(reason: IdentityRefusal): Problem {
  if (reason === "wrong") return { status: 400, errors: { password: SENTENCES.wrong }, problem: null }
  return { status: reason === "too_many" ? 429 : 409, errors: {}, problem: SENTENCES[reason] }
}

/**
 * As {@link identityProblem}, asking for the identity itself; null where the actor has shown who they are.
 */
export async function findIdentityProblem(actor: Member, password: string): Promise<Problem | null> {
  const identity = await confirmIdentity(actor, password)
  return identity.ok ? null : identityProblem(identity.reason)
}
