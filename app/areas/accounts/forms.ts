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

export const StartSignUpForm = z.object({
  userType: choice(["customer", "expert"], "회원 유형"),
  email: email(),
  returnTo,
})
export const SignUpNameForm = z.object({ name: name(), nickname: nicknameField() })
export const SignUpContactForm = z.object({ phone: phone(), regionCode: regionCode({ label: "지역" }) })
/** Left empty, the password that was set before stays. */
export const SignUpPasswordForm = z.object({
  password: z.preprocess((typed) => typed || undefined, password().optional()),
})
export const SignUpConsentsForm = z.preprocess(expandConsentAll, z.object(consentFields))

/** What a first sign-in through a provider still has to say. */
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
export const SocialForm = z.object({ provider: z.enum(["kakao", "naver", "google", "apple"]), returnTo })

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
const secondFactorCode = () =>
  z
    .string({ error: "인증 숫자를 입력해 주세요." })
    .transform((typed) => typed.replace(/\D/g, ""))
    .refine(
      (code) => code.length === 6 || code.length === 10,
      "인증 앱의 6자리 숫자나 10자리 복구 코드를 입력해 주세요.",
    )
export const SecondStepForm = z.object({ code: secondFactorCode(), returnTo })
export const ConfirmSecondFactorForm = z.object({
  code: z
    .string({ error: "인증 숫자를 입력해 주세요." })
    .transform((typed) => typed.replace(/\D/g, ""))
    .refine((code) => code.length === 6, "인증 앱의 6자리 숫자를 입력해 주세요."),
})
export const OwnPasswordForm = z.object({ password: currentPasswordField() })
export const TurnOffSecondFactorForm = OwnPasswordForm.extend({ code: optional(secondFactorCode()) })
/** What a browser answers for a passkey, as the JSON text of the page: binary parts in base64url. */
const passkeyAnswer = <Shape extends z.ZodRawShape>(response: Shape) =>
  z
    .string({ error: PASSKEY_ANSWER_TEXT })
    .max(20_000, PASSKEY_ANSWER_TEXT)
    .transform((json, context) => {
      try {
        return JSON.parse(json) as unknown
      } catch {
        context.addIssue({ code: "custom", message: PASSKEY_ANSWER_TEXT })
        return z.NEVER
      }
    })
    .pipe(
      z.object(
        {
          id: base64Url(),
          rawId: base64Url(),
          type: z.literal("public-key", PASSKEY_ANSWER_TEXT),
          // Extensions are not asked for, and not looked at.
          clientExtensionResults: z.unknown().transform(() => ({})),
          response: z.object(response, PASSKEY_ANSWER_TEXT),
        },
        PASSKEY_ANSWER_TEXT,
      ),
    )
const PASSKEY_ANSWER_TEXT = "기기의 답을 읽을 수 없어요. 다시 시도해 주세요."
const base64Url = () => z.string(PASSKEY_ANSWER_TEXT).regex(/^[\w-]{1,16000}$/, PASSKEY_ANSWER_TEXT)
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]

const passkeyName = () => text({ label: "이름", min: 1, max: 30 })
export const AddPasskeyForm = z.object({
  name: passkeyName(),
  answer: passkeyAnswer({
    clientDataJSON: base64Url(),
    attestationObject: base64Url(),
    transports: z
      .array(z.string())
      .catch([])
      .transform((transports) => transports.filter((transport) => TRANSPORTS.includes(transport))),
  }),
})
export const RenamePasskeyForm = z.object({ passkeyId: idField({ label: "패스키" }), name: passkeyName() })
export const RemovePasskeyForm = z.object({
  passkeyId: idField({ label: "패스키" }),
  password: currentPasswordField(),
})
export const PasskeySignInForm = z.object({
  answer: passkeyAnswer({
    clientDataJSON: base64Url(),
    authenticatorData: base64Url(),
    signature: base64Url(),
  }),
  keep: checkbox({ label: "로그인 상태 유지" }),
  returnTo,
})
export const SignOutDeviceForm = z.object({ sessionId: idField({ label: "기기" }) })
export const ConsentsForm = z.object({
  marketing: checkbox({ label: "혜택·이벤트 소식" }),
  location: checkbox({ label: "위치 정보 이용" }),
})
export const EmailForm = z.object({ email: email(), password: currentPasswordField() })
/** Sent by those alone who have a password. */
const passwordOfSome = () => z.string().max(500).optional().catch(undefined)
export const LeaveForm = z.object({
  understood: requiredConsent("안내 내용 확인"),
  reason: optional(multiline({ label: "떠나는 이유", min: 0, max: 500 })),
  password: passwordOfSome().refine((typed) => typed !== "", "비밀번호를 입력해 주세요."),
})

/** The password before the file of one's own data is made or fetched; none where one has none. */
export const DataExportForm = z.object({
  password: passwordOfSome().transform((typed) => typed ?? ""),
})

/** Agreeing anew to changed terms; what is open is decided by the server. */
export const AgreeForm = z.object({
  terms: checkbox({ label: "이용약관" }),
  privacy: checkbox({ label: "개인정보처리방침" }),
  returnTo,
})
