import { href } from "react-router"

/** The address of a step of the sign-up behind the link with `token`; without one, of the first open step. */
export const buildSignUpStepHref = (token: string, step?: string): string =>
  `${href("/signup/profile")}?${new URLSearchParams({ token, ...(step && { step }) })}`
