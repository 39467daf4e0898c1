import type { ReactNode } from "react"
import { href } from "react-router"
import { QuestionHeading, WizardLayout } from "#app/ui/wizard.tsx"

/** The steps of a sign-up in their order; those after the check stand behind the link of the mail. */
const STEPS = ["mail", "check", "name", "contact", "password", "summary"]

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
