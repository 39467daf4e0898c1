/** The fields of an account: e-mail address, password, phone number. */
import { withJosa } from "./korean.ts"
import { z } from "zod"
import {
  countCharacters,
  parsedField,
  requiredString,
  withObjectParticle,
  withTopicParticle,
} from "./form-fields.ts"
import { PASSWORD_HINT_TEXT } from "./password-hint.ts"
import { parsePhone } from "./phone.ts"

const EMAIL_SCHEMA = z.email()

/** An e-mail address in lower case. */
export function email({ label = "이메일" }: { label?: string } = {}) {
  return parsedField<string>(requiredString(label), (typed) => {
    if (typed === "") return { problem: `${withObjectParticle(label)} 입력해 주세요.` }
    const value = typed.toLowerCase()
    const isValid = value.length <= 254 && value.indexOf("@") <= 64 && EMAIL_SCHEMA.safeParse(value).success
    return isValid
      ? { value }
      : { problem: `${withTopicParticle(label)} name@example.com처럼 써요. 다시 확인해 주세요.` }
  })
}

/** Longest password; the hash never sees more. */
const MAX_PASSWORD_LENGTH = 128

/**
 * A new password by KISA's rule: 8 characters of two kinds (letters, digits, others) or 10 of any, up to 128,
 * no character four times in a row. Pair it with `getPersonalPasswordProblem`.
 */
export function password({ label = "비밀번호" }: { label?: string } = {}) {
  return parsedField<string>(requiredString(label), (value) => {
    const length = countCharacters(value)
    const kinds = [/\p{L}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(value)).length
    if (value === "") return { problem: `${withObjectParticle(label)} 입력해 주세요.` }
    if (length > MAX_PASSWORD_LENGTH)
      return {
        problem: `${withTopicParticle(label)} ${MAX_PASSWORD_LENGTH}자까지 쓸 수 있어요. 조금 줄여 주세요.`,
      }
    if (length < 8 || (length < 10 && kinds < 2))
      return {
        problem: `${withJosa(label, "이/가")} 너무 짧거나 단순해요. ${PASSWORD_HINT_TEXT}으로 만들어 주세요.`,
      }
    if (/(.)\1{3}/u.test(value)) return { problem: "같은 글자가 네 번 이어져요. 다른 글자를 섞어 주세요." }
    return { value }
  })
}

/** A password that exists already, at sign-in: only asked for, not judged. */
export function existingPassword({ label = "비밀번호" }: { label?: string } = {}) {
  return parsedField<string>(requiredString(label), (value) => {
    if (value === "") return { problem: `${withObjectParticle(label)} 입력해 주세요.` }
    return countCharacters(value) <= MAX_PASSWORD_LENGTH
      ? { value }
      : { problem: `${withObjectParticle(label)} 다시 확인해 주세요.` }
  })
}

/** The password of now, before something of the account is changed; empty for who has none. */
export const currentPasswordField = () => z.string().max(500).catch("").default("")

/**
 * The sentence for a password that holds its owner's e-mail name or phone number, or null. `phone` in any
 * form.
 */
export function getPersonalPasswordProblem(
  value: string,
  owner: { email?: string | null; phone?: string | null },
): string | null {
  const emailLocalPart = owner.email?.split("@")[0]?.toLowerCase() ?? ""
  if (emailLocalPart.length >= 4 && value.toLowerCase().includes(emailLocalPart))
    return "비밀번호에 이메일 아이디가 들어 있어요. 다른 비밀번호를 써 주세요."
  const digits = owner.phone?.replace(/\D/g, "").slice(-8) ?? ""
  if (digits.length === 8 && value.replace(/\D/g, "").includes(digits))
    return "비밀번호에 휴대폰 번호가 들어 있어요. 다른 비밀번호를 써 주세요."
  return null
}

/** A Korean mobile number, as `+821012345678`. */
export function phone({ label = "휴대폰 번호" }: { label?: string } = {}) {
  return parsedField<string>(requiredString(label), (typed) => {
    if (typed === "") return { problem: `${withObjectParticle(label)} 입력해 주세요.` }
    const value = parsePhone(typed)
    return value === null
      ? { problem: `${withTopicParticle(label)} 010-1234-5678처럼 써요. 다시 확인해 주세요.` }
      : { value }
  })
}
