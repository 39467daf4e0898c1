/** The forms of accounts: sign-up, sign-in, reset, and what a person changes on /my-info. */
import { z } from "zod"
import {
  text,
  multiline,
  optional,
  choice,
  listOf,
  checkbox,
  requiredConsent,
  regionCode,
  idField,
} from "../../basics/form-fields.ts"
import {
  email,
  password,
  existingPassword,
  currentPasswordField,
  rejectPersonalPassword,
  phone,
} from "../../basics/account-fields.ts"
import { nicknameField } from "./nicknames.ts"

/**
 * Specification §4: how long a session may last, in minutes, as offered; no longer than the 8 hours after
 * which a page signs out in any case (§9).
 */
export const SESSION_TIMEOUT_CHOICES = [
  { value: "30", label: "30분" },
  { value: "60", label: "1시간 (기본)" },
  { value: "180", label: "3시간" },
  { value: "480", label: "8시간" },
] as const

/** The legal name. */
const name = () => text({ label: "이름", min: 2, max: 20 })

const consentFields = {
  terms: requiredConsent("이용약관"),
  privacy: requiredConsent("개인정보 수집·이용"),
  age14: requiredConsent("만 14세 이상 확인"),
  marketing: checkbox({ label: "혜택·이벤트 소식" }),
  location: checkbox({ label: "위치 정보 이용" }),
}

/** "전체 동의" stands for every box, so that it works without scripts too. */
function expandConsentAll(formValues: unknown): unknown {
  if (
    typeof formValues !== "object" ||
    formValues === null ||
    !("consentAll" in formValues) ||
    formValues.consentAll !== "on"
  )
    return formValues
  return { ...formValues, ...Object.fromEntries(Object.keys(consentFields).map((kind) => [kind, "on"])) }
}

const returnTo = z.string().optional().catch(undefined)

export const SignUpForm = z.preprocess(
  expandConsentAll,
  z
    .object({
      userType: choice(["customer", "expert"], "회원 유형"),
      email: email(),
      password: password(),
      name: name(),
      nickname: nicknameField(),
      phone: phone(),
      regionCode: regionCode({ label: "지역" }),
      ...consentFields,
      returnTo,
    })
    .superRefine(rejectPersonalPassword()),
)

/** What a first sign-in through Kakao, Naver or Google still has to say. */
export const CompleteProfileForm = z.preprocess(
  expandConsentAll,
  z.object({
    userType: choice(["customer", "expert"], "회원 유형"),
    name: name(),
    nickname: nicknameField(),
    phone: phone(),
    regionCode: regionCode({ label: "지역" }),
    ...consentFields,
    returnTo,
  }),
)

export const SignInForm = z.object({
  email: email(),
  password: existingPassword(),
  keep: checkbox({ label: "로그인 상태 유지" }),
  returnTo,
})
export const RequestResetForm = z.object({ email: email() })
export const ResetPasswordForm = z.object({
  token: z.string().max(200),
  password: password({ label: "새 비밀번호" }),
})
export const ConfirmForm = z.object({ token: z.string().max(200) })
export const SocialForm = z.object({ provider: z.enum(["kakao", "naver", "google"]), returnTo })

export const ProfileForm = z.object({
  name: name(),
  nickname: nicknameField(),
  regionCode: regionCode({ label: "지역" }),
  avatar: listOf(idField({ label: "사진" }), { label: "사진", max: 1 }),
})
export const ChangePasswordForm = z.object({
  currentPassword: existingPassword({ label: "지금 비밀번호" }),
  newPassword: password({ label: "새 비밀번호" }),
})
export const SendCodeForm = z.object({ phone: phone(), password: currentPasswordField() })
export const CheckCodeForm = z.object({
  code: z
    .string({ error: "인증번호를 입력해 주세요." })
    .transform((typed) => typed.replace(/\D/g, ""))
    .refine((code) => code.length === 6, "인증번호 6자리를 입력해 주세요."),
})
export const SendSignInCodeForm = z.object({ phone: phone() })
export const PhoneSignInForm = CheckCodeForm.extend({
  keep: checkbox({ label: "로그인 상태 유지" }),
  returnTo,
})
export const SessionTimeoutForm = z.object({
  minutes: choice(["30", "60", "180", "480", "1440"], "자동 로그아웃 시간"),
})
/** Six digits of the app or ten of a recovery code, with whatever stands between them. */
export const SecondStepForm = z.object({
  code: z
    .string({ error: "인증 숫자를 입력해 주세요." })
    .transform((typed) => typed.replace(/\D/g, ""))
    .refine(
      (code) => code.length === 6 || code.length === 10,
      "인증 앱의 6자리 숫자나 10자리 복구 코드를 입력해 주세요.",
    ),
  returnTo,
})
export const ConfirmSecondFactorForm = z.object({
  code: z
    .string({ error: "인증 숫자를 입력해 주세요." })
    .transform((typed) => typed.replace(/\D/g, ""))
    .refine((code) => code.length === 6, "인증 앱의 6자리 숫자를 입력해 주세요."),
})
export const OwnPasswordForm = z.object({ password: currentPasswordField() })
export const SignOutDeviceForm = z.object({ sessionId: idField({ label: "기기" }) })
export const ConsentsForm = z.object({
  marketing: checkbox({ label: "혜택·이벤트 소식" }),
  location: checkbox({ label: "위치 정보 이용" }),
})
export const EmailForm = z.object({ email: email(), password: currentPasswordField() })
export const LeaveForm = z.object({
  understood: requiredConsent("안내 내용 확인"),
  reason: optional(multiline({ label: "떠나는 이유", min: 0, max: 500 })),
  password: z.string().max(500).optional().catch(undefined),
})

/** Agreeing anew to changed terms; what is open is decided by the server. */
export const AgreeForm = z.object({
  terms: checkbox({ label: "이용약관" }),
  privacy: checkbox({ label: "개인정보처리방침" }),
  returnTo,
})
