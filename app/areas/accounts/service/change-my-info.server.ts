/** Owns the forms of /my-info: reads each, has its service do the work, and says what the screen shows. */
import type { z } from "zod"
import { parseForm, type FormValues } from "../../../basics/form.ts"
import { SERVICE_TEXTS } from "../../../basics/services.ts"
import { collectPictures } from "../../../platform/picture-forms.server.ts"
import {
  ChangePasswordForm,
  CheckCodeForm,
  CompleteProfileForm,
  ConsentsForm,
  EmailForm,
  ProfileForm,
  SendCodeForm,
  SessionTimeoutForm,
} from "../forms.ts"
import type { Member } from "../rules.ts"
import { toIdentityProblem } from "./identity-problem.server.ts"
import type { IdentityRefusal } from "./confirm-identity.server.ts"
import { requestEmailChange } from "./email.server.ts"
import { changePassword } from "./password-reset.server.ts"
import { checkPhoneCode, sendPhoneCode } from "./phone.server.ts"
import { updateConsents, updateProfile, updateSessionTimeout, completeProfile } from "./profile.server.ts"
import { toMinutesLeft } from "./sign-up.server.ts"
import { ok } from "#app/platform/outcome.ts"

type Refused = {
  ok: false
  status: 400 | 409 | 429 | 503
  errors: Record<string, string>
  problem: string | null
}
/** `at`: the part of the screen to come back to. */
type Changed = { ok: true; anchor: string; flash: string } | Refused
type Handler = (
  actor: Member,
  formData: FormData,
  request: Request,
) => Promise<Changed & { values?: FormValues }>

const problem = (text: string, status: 409 | 429 | 503 = 409): Refused => ({
  ok: false,
  status,
  errors: {},
  problem: text,
})
const wrong = (errors: Record<string, string>): Refused => ({ ok: false, status: 400, errors, problem: null })
const unproved = (reason: IdentityRefusal): Refused => ({ ok: false, ...toIdentityProblem(reason) })
const done = (anchor: string, flash: string): Changed => ok({ anchor, flash })

function createHandler<Schema extends z.ZodType>(
  schema: Schema,
  runService: (
    actor: Member,
    value: z.output<Schema>,
    request: Request,
    formData: FormData,
  ) => Promise<Changed>,
): Handler {
  return async (actor, formData, request) => {
    const form = parseForm(schema, formData)
    if (!form.ok) return { ...wrong(form.errors), values: form.values }
    const {
      password: _password,
      currentPassword: _current,
      newPassword: _new,
      code: _code,
      ...values
    } = Object.fromEntries(
      [...formData].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    )
    return { ...(await runService(actor, form.value, request, formData)), values }
  }
}

const HANDLERS: Record<string, Handler> = {
  complete: createHandler(CompleteProfileForm, async (actor, value) => {
    await completeProfile(actor, value)
    return done("", "프로필을 완성했어요")
  }),
  profile: createHandler(ProfileForm, async (actor, value, _request, formData) => {
    const { ids, problem: pictureProblem } = await collectPictures(formData, {
      ownerId: actor.userId,
      purpose: "avatar",
      name: "avatar",
      max: 1,
    })
    if (pictureProblem !== null) return wrong({ avatar: pictureProblem })
    const changed = await updateProfile(actor, { ...value, avatarId: ids[0] ?? null })
    return changed.ok
      ? done("profile", "프로필을 저장했어요")
      : wrong({ avatar: "사진을 찾지 못했어요. 다시 올려 주세요." })
  }),
  email: createHandler(EmailForm, async (actor, value) => {
    const sent = await requestEmailChange(actor, value)
    if (sent.ok) return done("email", "확인 메일을 보냈어요. 메일의 링크를 열어 주세요")
    if (sent.reason === "mail_off") return problem(SERVICE_TEXTS.mail.off, 503)
    if (sent.reason !== "too_often") return unproved(sent.reason)
    return problem(
      `메일을 너무 많이 보냈어요. ${toMinutesLeft(sent.retryAfterMs)}분 뒤에 다시 해 주세요.`,
      429,
    )
  }),
  password: createHandler(ChangePasswordForm, async (actor, value) => {
    const changed = await changePassword(actor, value)
    if (changed.ok) return done("password", "비밀번호를 바꿨어요. 다른 기기에서는 로그아웃됐어요")
    switch (changed.reason) {
      case "personal":
        return wrong({ newPassword: changed.sentence })
      case "wrong":
        return wrong({ currentPassword: "지금 비밀번호가 맞지 않아요. 다시 확인해 주세요." })
      case "too_many":
        return problem("비밀번호를 여러 번 틀렸어요. 15분 뒤에 다시 해 주세요.", 429)
      case "none":
        return problem("아직 비밀번호가 없어요. ‘비밀번호를 잊었어요’에서 새로 정해 주세요.")
    }
  }),
  "send-code": createHandler(SendCodeForm, async (actor, value) => {
    const sent = await sendPhoneCode(actor, value)
    if (sent.ok) return done("phone", "인증번호를 보냈어요")
    switch (sent.reason) {
      case "sms_off":
        return problem(SERVICE_TEXTS.sms.off, 503)
      case "not_sent":
        return problem("문자를 보내지 못했어요. 잠시 뒤 다시 해 주세요.")
      case "pause":
        return problem(`${Math.ceil(sent.retryAfterMs / 1_000)}초 뒤에 다시 받을 수 있어요.`, 429)
      case "too_often":
        return problem("오늘은 인증번호를 다섯 번 모두 받았어요. 내일 다시 해 주세요.", 429)
      default:
        return unproved(sent.reason)
    }
  }),
  "check-code": createHandler(CheckCodeForm, async (actor, { code }) => {
    const checked = await checkPhoneCode(actor, code)
    if (checked.ok) return done("phone", "휴대폰 번호를 인증했어요")
    return checked.reason === "wrong"
      ? wrong({ code: `인증번호가 맞지 않아요. ${checked.triesLeft}번 더 입력할 수 있어요.` })
      : problem("인증번호를 더 쓸 수 없어요. 다시 받아 주세요.")
  }),
  "session-timeout": createHandler(SessionTimeoutForm, async (actor, { minutes }) => {
    await updateSessionTimeout(actor, Number(minutes) * 60_000)
    return done("session", "자동 로그아웃 시간을 바꿨어요")
  }),
  consents: createHandler(ConsentsForm, async (actor, choices) => {
    await updateConsents(actor, choices)
    return done("consents", "동의 내용을 저장했어요")
  }),
}

/**
 * Does what the form with this `intent` asks; null for an intent that /my-info does not have, or before the
 * profile is complete.
 */
export async function changeMyInfo(
  actor: Member,
  intent: unknown,
  formData: FormData,
  request: Request,
): Promise<(Changed & { values?: FormValues }) | null> {
  if (
    typeof intent !== "string" ||
    !Object.hasOwn(HANDLERS, intent) ||
    (actor.profile === null) !== (intent === "complete")
  )
    return null
  return (await HANDLERS[intent]?.(actor, formData, request)) ?? null
}
