/** What is said to who typed a wrong code of their second factor. */
import { toMinutesLeft } from "./sign-up.server.ts"

export const WRONG_CODE_PROBLEM = {
  field: "code",
  sentence: "숫자가 맞지 않아요. 앱에 지금 보이는 숫자를 입력해 주세요. 한 번 쓴 숫자는 다시 쓸 수 없어요.",
} as const

export const buildTooManyCodesProblem = (retryAfterMs: number) => ({
  sentence: `숫자를 여러 번 틀렸어요. ${toMinutesLeft(retryAfterMs)}분 뒤에 다시 해 주세요.`,
  status: 429,
})
