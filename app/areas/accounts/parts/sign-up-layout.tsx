import type { ReactNode } from "react"
import { href } from "react-router"
import { SUMMARY_STEP } from "#app/platform/wizard.ts"
import { QuestionHeading, WizardLayout } from "#app/ui/wizard.tsx"
import { SIGN_UP_STEPS } from "../sign-up-href.ts"

/** The steps of a sign-up in their order; those after the check stand behind the link of the mail. */
const STEPS: readonly string[] = ["mail", "check", ...SIGN_UP_STEPS, SUMMARY_STEP]

/** One step of a sign-up: what is asked, how far one is, the way back. */
export function SignUpLayout({
  step,
  backHref,
  question,
  help,
  isSaved = false,
  children,
}: {
  step: string
  backHref: string
  question: string
  help?: ReactNode
  isSaved?: boolean
  children: ReactNode
}) {
  return (
    <WizardLayout
      questionKey={step}
      backHref={backHref}
      closeHref={href("/")}
      isSaved={isSaved}
      formPath={href("/signup")}
      progress={{ current: STEPS.indexOf(step) + 1, of: STEPS.length }}
    >
      <QuestionHeading text={question} help={help} />
      <div className="mt-7">{children}</div>
    </WizardLayout>
  )
}
