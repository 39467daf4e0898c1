/** Reads what is sent from a desk's page of keys. */
import { intents } from "#app/platform/intents.server.ts"
import type { Member } from "../accounts/rules.ts"
import { IDENTITY_PROBLEMS } from "../accounts/service/identity-problems.server.ts"
import { OWN_PASSWORD } from "../accounts/service/passwords.server.ts"
import { listSignInMethods } from "../accounts/service/profile.server.ts"
import { CreateApiKeyForm, RevokeApiKeyForm } from "./forms.ts"
import { API_LIMITS } from "./rules.ts"
import { createApiKey, findOwnApiKeys, revokeApiKey } from "./service/keys.server.ts"

/** The keys of `actor`, and whether a password is asked for. */
export async function findKeyDesk(actor: Member) {
  const [keys, methods] = await Promise.all([findOwnApiKeys(actor), listSignInMethods(actor)])
  return { keys, hasPassword: methods.includes(OWN_PASSWORD) }
}

export const answerKeyForm = intents<{ actor: Member }, { key: string }>((intent) => ({
  create: intent({
    form: CreateApiKeyForm,
    run: ({ actor }, input) => createApiKey(actor, input),
    done: ({ key }) => ({ values: {}, shown: { key } }),
    problems: {
      ...IDENTITY_PROBLEMS,
      not_allowed: {
        sentence: "고른 권한은 상점이 있거나 승인된 전문가일 때 쓸 수 있어요.",
        status: 403,
      },
      too_many_keys: `키는 ${API_LIMITS.keys}개까지 만들 수 있어요. 쓰지 않는 키를 폐기해 주세요.`,
    },
  }),
  revoke: intent({
    form: RevokeApiKeyForm,
    hidden: ["keyId"],
    run: ({ actor }, { keyId }) => revokeApiKey(actor, keyId),
    done: "API 키를 폐기했어요",
    problems: { not_found: "이미 폐기한 키예요. 새로고침해서 확인해 주세요." },
  }),
}))
