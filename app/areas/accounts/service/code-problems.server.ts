/** What is said about codes: those of a second factor, and those that are sent to a phone. */
import { toMinutesLeft } from "./sign-up.server.ts"

export const WRONG_CODE_PROBLEM = {
  field: "code",
  sentence: "숫자가 맞지 않아요. 앱에 지금 보이는 숫자를 입력해 주세요. 한 번 쓴 숫자는 다시 쓸 수 없어요.",
} as const

export const buildTooManyCodesProblem = (retryAfterMs: number) => ({
  sentence: `숫자를 여러 번 틀렸어요. ${toMinutesLeft(retryAfterMs)}분 뒤에 다시 해 주세요.`,
  status: 429,
})

/** Another code was asked for too soon after the last one. */
export const buildPauseProblem = ({ retryAfterMs }: { retryAfterMs: number }) => ({
  sentence: `${Math.ceil(retryAfterMs / 1_000)}초 뒤에 다시 받을 수 있어요.`,
  status: 429,
})

/** A code that came to a phone was typed wrongly. */
export const buildWrongSentCodeProblem = ({ triesLeft }: { triesLeft: number }) => ({
  field: "code",
  sentence: `인증번호가 맞지 않아요. ${triesLeft}번 더 입력할 수 있어요.`,
})

/** A code that came to a phone is used up, or its time has passed. */
export const SENT_CODE_OVER_TEXT = "인증번호를 더 쓸 수 없어요. 다시 받아 주세요."

/** A number, or an address, asked for too many codes to sign in or to find an account with. */
export const buildTooManySentCodesProblem = ({ retryAfterMs }: { retryAfterMs: number }) => ({
  sentence:
    `인증번호를 너무 많이 받았어요. ${toMinutesLeft(retryAfterMs)}분 뒤에 다시 하거나 ` +
    "이메일로 로그인해 주세요.",
  status: 429,
})
