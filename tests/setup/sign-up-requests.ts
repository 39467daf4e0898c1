/** Sends the steps of a sign-up that come after the mail, as their forms do. */
import type { withApp } from "./app.ts"

export const SIGN_UP_ANSWERS = {
  name: { name: "김하늘" },
  contact: { phone: "010-2345-6789", regionCode: "11650" },
  password: { password: "correct-horse-7" },
  summary: { terms: "on", privacy: "on", age14: "on" },
} as const
export type SignUpStep = keyof typeof SIGN_UP_ANSWERS

type App = ReturnType<typeof withApp>

/** Sends one step; `answers` are sent with, or instead of, those of the fixture. */
export const sendSignUpStep = (
  app: App,
  token: string,
  step: SignUpStep,
  answers: Record<string, string> = {},
): Promise<Response> =>
  app.post(`/signup/profile?${new URLSearchParams({ token, step })}`, {
    intent: step,
    ...SIGN_UP_ANSWERS[step],
    ...answers,
  })

/** Sends all steps; `answers` by their step. Returns what the last one is answered. */
export async function finishSignUp(
  app: App,
  token: string,
  answers: Partial<Record<SignUpStep, Record<string, string>>> = {},
): Promise<Response> {
  await sendSignUpStep(app, token, "name", answers.name)
  await sendSignUpStep(app, token, "contact", answers.contact)
  await sendSignUpStep(app, token, "password", answers.password)
  return sendSignUpStep(app, token, "summary", answers.summary)
}
