import type { ComponentType } from "react"
import { Form } from "react-router"
import type { ActionAnswer } from "#app/basics/action-answer.ts"
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { FieldError } from "#app/ui/field.tsx"
import { FormAlert, useFirstErrorFocus } from "#app/ui/form.tsx"
import { QuestionHeading, ResumeForm, SummaryEnd, SummaryLine, WizardLayout } from "#app/ui/wizard.tsx"
import type { SummaryLine as SummaryLineView } from "../views.ts"

type PostWizardView =
  | { view: "resume"; title: string; savedAt: string | null; continueHref: string; closeHref: string }
  | {
      view: "step"
      step: string
      key: string
      progress: { current: number; of: number }
      back: string
      closeHref: string
      saved: boolean
      signedIn: boolean
      values: FormValues
      summaryLines: SummaryLineView[]
    }

/** A wizard around its steps: where one is, what was kept, the summary before it is sent. */
export function PostWizard({
  wizard,
  actionAnswer,
  path,
  resumeTitle,
  summary,
  Steps,
}: {
  wizard: PostWizardView
  actionAnswer: ActionAnswer | undefined
  path: string
  resumeTitle: string
  summary: { question: string; help: string; send: string; note: string }
  Steps: ComponentType<{ step: string; values: FormValues; errors: FormErrors }>
}) {
  useFirstErrorFocus(actionAnswer?.errors)
  if (wizard.view === "resume") {
    return (
      <WizardLayout questionKey="resume" backHref={wizard.closeHref} closeHref={wizard.closeHref} isSaved>
        <ResumeForm
          question={resumeTitle}
          title={wizard.title || "제목을 쓰기 전이에요"}
          savedAt={wizard.savedAt}
          continueHref={wizard.continueHref}
        />
      </WizardLayout>
    )
  }
  const editHref = (stepId: string) => `${path}?${new URLSearchParams({ step: stepId, edit: "1" })}`
  const errors = actionAnswer?.errors ?? {}
  return (
    <WizardLayout
      questionKey={wizard.step}
      backHref={wizard.back}
      closeHref={wizard.closeHref}
      isSaved={wizard.saved}
      progress={wizard.progress}
    >
      <FormAlert className="mt-6" message={actionAnswer?.problem ?? errors.form} />
      {wizard.step === "summary" ? (
        <Form method="post">
          <QuestionHeading text={summary.question} help={summary.help} />
          <dl className="mt-4 md:mt-5">
            {wizard.summaryLines.map((summaryLine) => (
              <SummaryLine
                key={summaryLine.label}
                label={summaryLine.label}
                strong={summaryLine.strong}
                editHref={editHref(summaryLine.step)}
              >
                {summaryLine.value}
              </SummaryLine>
            ))}
          </dl>
          <div role="alert" className="grid gap-1 empty:hidden">
            {Object.entries(errors).map(([errorKey, message]) =>
              errorKey === "form" ? null : <FieldError key={errorKey}>{message}</FieldError>,
            )}
          </div>
          <SummaryEnd
            note={summary.note}
            submissionKey={wizard.key}
            isSignedIn={wizard.signedIn}
            send={summary.send}
            pendingLabel="올리는 중이에요"
          />
        </Form>
      ) : (
        <div key={`${wizard.step}-${JSON.stringify(actionAnswer?.values ?? null)}`}>
          <Steps step={wizard.step} values={actionAnswer?.values ?? wizard.values} errors={errors} />
        </div>
      )}
    </WizardLayout>
  )
}
