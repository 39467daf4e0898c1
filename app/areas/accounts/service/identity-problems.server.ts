/** What is said beside a new password that is known from a leak. */
export const BREACHED_PASSWORD_TEXT =
  "다른 서비스에서 유출된 적이 있는 비밀번호예요. 다른 비밀번호를 정해 주세요."

/** What is said to an administrator who has a passkey and came in by a password alone. */
export const USE_PASSKEY_TEXT = "등록한 패스키로 다시 로그인한 뒤에 바꿀 수 있어요."

/** What is said beside the password, or above the form, to who could not show that they are the person. */
export const IDENTITY_PROBLEMS = {
  wrong: {
    field: "password",
    sentence: "지금 비밀번호를 다시 확인해 주세요. 본인인지 확인하려고 물어봐요.",
  },
  too_many: { sentence: "비밀번호를 여러 번 틀렸어요. 15분 뒤에 다시 해 주세요.", status: 429 },
  sign_in_again: "로그인한 지 오래됐어요. 로그아웃하고 다시 로그인한 뒤 10분 안에 다시 해 주세요.",
} as const
