/** Answers the forms of the settings under /my-info. */
import { href } from "react-router"
import { SERVICE_TEXTS } from "#app/basics/services.ts"
import { formatDate } from "#app/basics/time.ts"
import { intents } from "#app/platform/intents.server.ts"
import { ok } from "#app/platform/outcome.ts"
import {
  ChangePasswordForm,
  CheckCodeForm,
  ConsentsForm,
  EmailForm,
  ProfileForm,
  SendCodeForm,
  SessionTimeoutForm,
} from "./forms.ts"
import { NICKNAME_TAKEN } from "./nicknames.ts"
import {
  buildPauseProblem,
  buildWrongSentCodeProblem,
  SENT_CODE_OVER_TEXT,
} from "./service/code-problems.server.ts"
import { BREACHED_PASSWORD_TEXT, IDENTITY_PROBLEMS } from "./service/identity-problems.server.ts"
import type { Member } from "./rules.ts"
import { requestEmailChange } from "./service/email.server.ts"
import { changePassword } from "./service/password-reset.server.ts"
import { checkPhoneCode, sendPhoneCode } from "./service/phone.server.ts"
import { updateConsents, updateProfile, updateSessionTimeout } from "./service/profile.server.ts"
import { toMinutesLeft } from "./service/sign-up.server.ts"

/** Back to the part of the screen that was changed. */
const goTo = (section: "profile" | "email" | "phone", flash: string) => ({
  to: `${href("/my-info/profile")}#${section}`,
  flash,
})
const tooOften = (sentence: string) => ({ sentence, status: 429 })

/** Answers what a member changes about themselves and how they are reached. */
export const answerProfileForm = intents<{ actor: Member }>((intent) => ({
  profile: intent({
    form: ProfileForm,
    pictures: [{ name: "avatar", purpose: "avatar", max: 1 }],
    run: ({ actor }, { avatar, ...profile }) =>
      updateProfile(actor, { ...profile, avatarId: avatar[0] ?? null }),
    done: goTo("profile", "프로필을 저장했어요"),
    problems: {
      no_picture: { field: "avatar", sentence: "사진을 찾지 못했어요. 다시 올려 주세요." },
      nickname_taken: { field: "nickname", ...NICKNAME_TAKEN },
      nickname_soon: ({ nextChange }) => ({
        field: "nickname",
        sentence: `별명은 30일에 한 번 바꿀 수 있어요. ${formatDate(nextChange)}부터 다시 바꿔 주세요.`,
        status: 409,
      }),
    },
  }),
  email: intent({
    form: EmailForm,
    run: ({ actor }, value) => requestEmailChange(actor, value),
    done: goTo("email", "확인 메일을 보냈어요. 메일의 링크를 열어 주세요"),
    problems: {
      ...IDENTITY_PROBLEMS,
      mail_off: { sentence: SERVICE_TEXTS.mail.off, status: 503 },
      too_often: ({ retryAfterMs }) =>
        tooOften(`메일을 너무 많이 보냈어요. ${toMinutesLeft(retryAfterMs)}분 뒤에 다시 해 주세요.`),
    },
  }),
  "send-code": intent({
    form: SendCodeForm,
    run: ({ actor }, value) => sendPhoneCode(actor, value),
    done: goTo("phone", "인증번호를 보냈어요"),
    problems: {
      ...IDENTITY_PROBLEMS,
      sms_off: { sentence: SERVICE_TEXTS.sms.off, status: 503 },
      not_sent: "문자를 보내지 못했어요. 잠시 뒤 다시 해 주세요.",
      pause: (refusal) => buildPauseProblem(refusal),
      too_often: tooOften("오늘은 인증번호를 다섯 번 모두 받았어요. 내일 다시 해 주세요."),
    },
  }),
  "check-code": intent({
    form: CheckCodeForm,
    run: ({ actor }, { code }) => checkPhoneCode(actor, code),
    done: goTo("phone", "휴대폰 번호를 인증했어요"),
    problems: { wrong: (refusal) => buildWrongSentCodeProblem(refusal), over: SENT_CODE_OVER_TEXT },
  }),
}))

/** Answers what a member changes about the way they sign in. */
export const answerLoginSettings = intents<{ actor: Member }>((intent) => ({
  password: intent({
    form: ChangePasswordForm,
    run: ({ actor }, value) => changePassword(actor, value),
    done: { to: href("/my-info/login"), flash: "비밀번호를 바꿨어요. 다른 기기에서는 로그아웃됐어요" },
    problems: {
      personal: ({ sentence }) => ({ field: "newPassword", sentence }),
      breached: { field: "newPassword", sentence: BREACHED_PASSWORD_TEXT },
      wrong: {
        field: "currentPassword",
        sentence: "지금 비밀번호가 맞지 않아요. 다시 확인해 주세요.",
      },
      too_many: IDENTITY_PROBLEMS.too_many,
      none: "아직 비밀번호가 없어요. ‘비밀번호를 잊었어요’에서 새로 정해 주세요.",
    },
  }),
  "session-timeout": intent({
    form: SessionTimeoutForm,
    run: async ({ actor }, { minutes }) => {
      await updateSessionTimeout(actor, Number(minutes) * 60_000)
      return ok()
    },
    done: { to: href("/my-info/login"), flash: "자동 로그아웃 시간을 바꿨어요" },
    problems: {},
  }),
}))

/** Answers what a member agrees to or takes back. */
export const answerConsentsForm = intents<{ actor: Member }>((intent) => ({
  consents: intent({
    form: ConsentsForm,
    run: async ({ actor }, choices) => {
      await updateConsents(actor, choices)
      return ok()
    },
    done: { to: href("/my-info/consents"), flash: "동의 내용을 저장했어요" },
    problems: {},
  }),
}))
