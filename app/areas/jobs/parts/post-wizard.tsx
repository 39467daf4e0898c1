import { ChevronRight, Lock } from "lucide-react"
import type { ComponentType, ReactNode } from "react"
import { Form, Link } from "react-router"
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { FieldError } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton, useFirstErrorFocus } from "#app/ui/form.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { useSubmitOnTap } from "#app/ui/submit-on-tap.ts"
import { QuestionHeading, RequestLayout } from "../../orders/parts/request-layout.tsx"
import type { SummaryLine } from "../views.ts"

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
      summaryLines: SummaryLine[]
    }
type Answered = { errors?: FormErrors; values?: FormValues; problem?: string } | undefined

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
  actionAnswer: Answered
  path: string
  resumeTitle: string
  summary: { question: string; help: string; send: string; note: string }
  Steps: ComponentType<{ step: string; values: FormValues; errors: FormErrors }>
}) {
  useFirstErrorFocus(actionAnswer?.errors)
  if (wizard.view === "resume") {
    return (
      <RequestLayout questionKey="resume" backHref={wizard.closeHref} closeHref={wizard.closeHref} isSaved>
        <Form method="post">
          <QuestionHeading text={resumeTitle} help="이어서 쓰거나 처음부터 새로 쓸 수 있어요." />
          <Link
            to={wizard.continueHref}
            className="mt-7 flex items-center gap-4 rounded-xl bg-fill p-4.5 hover:bg-base-300"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{wizard.title || "제목을 쓰기 전이에요"}</span>
              {wizard.savedAt && (
                <span className="mt-0.5 block text-sm text-ink-3">
                  <RelativeTime at={wizard.savedAt} /> 저장했어요
                </span>
              )}
            </span>
            <ChevronRight aria-hidden size={20} strokeWidth={1.75} className="flex-none text-ink-3" />
          </Link>
          <StickyBar>
            <SubmitButton name="intent" value="restart" className="btn btn-quiet btn-lg px-6">
              새로 쓰기
            </SubmitButton>
            <Link to={wizard.continueHref} className="btn btn-primary btn-lg flex-1">
              이어서 쓰기
            </Link>
          </StickyBar>
        </Form>
      </RequestLayout>
    )
  }
  const editHref = (stepId: string) => `${path}?${new URLSearchParams({ step: stepId, edit: "1" })}`
  const errors = actionAnswer?.errors ?? {}
  return (
    <RequestLayout
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
              <div
                key={summaryLine.label}
                className="grid grid-cols-[4.75rem_1fr_auto] items-start gap-x-3 border-b border-base-300 py-4"
              >
                <dt className="text-base text-ink-3">{summaryLine.label}</dt>
                <dd
                  className={`min-w-0 text-base break-words whitespace-pre-line
                    ${summaryLine.strong ? "font-bold" : ""}`}
                >
                  {summaryLine.value}
                </dd>
                <dd>
                  <Link
                    to={editHref(summaryLine.step)}
                    className="hit rounded-sm text-sm font-semibold text-primary-ink hover:underline"
                  >
                    수정<span className="sr-only"> ({summaryLine.label})</span>
                  </Link>
                </dd>
              </div>
            ))}
          </dl>
          <div role="alert" className="grid gap-1 empty:hidden">
            {Object.entries(errors).map(([errorKey, message]) =>
              errorKey === "form" ? null : <FieldError key={errorKey}>{message}</FieldError>,
            )}
          </div>
          <p className="mt-6 flex items-start gap-2.5 rounded-xl bg-base-200 p-4 text-sm text-ink-2">
            <Lock aria-hidden size={18} strokeWidth={1.75} className="flex-none" />
            {summary.note}
          </p>
          <input type="hidden" name="submissionKey" value={wizard.key} />
          <StickyBar>
            <div className="w-full">
              {!wizard.signedIn && (
                <p className="mb-2 text-center text-sm text-ink-2">
                  로그인하면 바로 올릴 수 있어요. 쓴 내용은 그대로 있어요.
                </p>
              )}
              <SubmitButton
                name="intent"
                value="send"
                className="btn btn-primary btn-lg w-full"
                pendingLabel="올리는 중이에요"
              >
                {summary.send}
              </SubmitButton>
            </div>
          </StickyBar>
        </Form>
      ) : (
        <div key={`${wizard.step}-${JSON.stringify(actionAnswer?.values ?? null)}`}>
          <Steps step={wizard.step} values={actionAnswer?.values ?? wizard.values} errors={errors} />
        </div>
      )}
    </RequestLayout>
  )
}

/** The form of one step; `tap`: a tapped answer is an answer, with the keyboard 다음 decides. */
export function StepForm({ children, autoSubmit = false }: { children: ReactNode; autoSubmit?: boolean }) {
  const autoSubmitProps = useSubmitOnTap(() => autoSubmit)
  return (
    <Form method="post" noValidate {...autoSubmitProps}>
      {children}
      <StickyBar>
        <SubmitButton name="intent" value="next" className="btn btn-primary btn-lg flex-1">
          다음
        </SubmitButton>
      </StickyBar>
    </Form>
  )
}
