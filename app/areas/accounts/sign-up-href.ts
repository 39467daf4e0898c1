/** The steps of a sign-up behind the link of its mail, and where each stands. */
import { href } from "react-router"

/** What is asked after the address was confirmed; the consents come last. */
export const SIGN_UP_STEPS = ["name", "contact", "password"] as const

/** The address of a step of the sign-up behind the link with `token`; without one, of the first open step. */
export const buildSignUpStepHref = (token: string, step?: string): string =>
  `${href("/signup/profile")}?${new URLSearchParams({ token, ...(step && { step }) })}`
