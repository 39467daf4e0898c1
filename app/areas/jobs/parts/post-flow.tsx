import { ChevronRight, Lock } from "lucide-react"
import type { ComponentType, ReactNode } from "react"
import { Form, Link } from "react-router"
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { FieldError } from "#app/ui/field.tsx"
import { FormProblem, SubmitButton, useFirstErrorFocus } from "#app/ui/form.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { useTapAnswers } from "#app/ui/tap-answers.ts"
import { Question, RequestFrame } from "../../orders/parts/request-frame.tsx"
import type { SummaryLine } from "../views.ts"

type Shown =
  | { view: "resume"; title: string; savedAt: string | null; continueHref: string; close: string }
  | {
      view: "step"
      step: string
      key: string
      progress: { place: number; of: number }
      back: string
      close: string
      saved: boolean
      signedIn: boolean
      values: FormValues
      lines: SummaryLine[]
    }
type Answered = { errors?: FormErrors; values?: FormValues; problem?: string } | undefined

/** A wizard around its steps: where one is, what was kept, the summary before it is sent. */
export function PostFlow({
  shown,
  answered,
  path,
  resumeTitle,
  summary,
  Steps,
}: {
  shown: Shown
  answered: Answered
  path: string
  resumeTitle: string
  summary: { question: string; help: string; send: string; note: string }
  Steps: ComponentType<{ step: string; values: FormValues; errors: FormErrors }>
}) {
  useFirstErrorFocus(answered?.errors)
  if (shown.view === "resume") {
    return (
      <RequestFrame at="resume" back={shown.close} close={shown.close} saved>
        <Form method="post">
          <Question text={resumeTitle} help="이어서 쓰거나 처음부터 새로 쓸 수 있어요." />
          <Link
            to={shown.continueHref}
            className="mt-7 flex items-center gap-4 rounded-xl bg-fill p-4.5 hover:bg-base-300"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{shown.title || "제목을 쓰기 전이에요"}</span>
              {shown.savedAt && (
                <span className="mt-0.5 block text-sm text-ink-3">
                  <RelativeTime at={shown.savedAt} /> 저장했어요
                </span>
              )}
            </span>
            <ChevronRight aria-hidden size={20} strokeWidth={1.75} className="flex-none text-ink-3" />
          </Link>
          <StickyBar>
            <SubmitButton name="intent" value="restart" className="btn btn-quiet btn-lg px-6">
              새로 쓰기
            </SubmitButton>
            <Link to={shown.continueHref} className="btn btn-primary btn-lg flex-1">
              이어서 쓰기
            </Link>
          </StickyBar>
        </Form>
      </RequestFrame>
    )
  }
  const editHref = (to: string) => `${path}?${new URLSearchParams({ step: to, edit: "1" })}`
  const errors = answered?.errors ?? {}
  return (
    <RequestFrame
      at={shown.step}
      back={shown.back}
      close={shown.close}
      saved={shown.saved}
      progress={shown.progress}
    >
      <FormProblem className="mt-6" problem={answered?.problem ?? errors.form} />
      {shown.step === "summary" ? (
        <Form method="post">
          <Question text={summary.question} help={summary.help} />
          <dl className="mt-4 md:mt-5">
            {shown.lines.map((line) => (
              <div
                key={line.label}
                className="grid grid-cols-[4.75rem_1fr_auto] items-start gap-x-3 border-b border-base-300 py-4"
              >
                <dt className="text-base text-ink-3">{line.label}</dt>
                <dd
                  className={`min-w-0 text-base break-words whitespace-pre-line
                    ${line.strong ? "font-bold" : ""}`}
                >
                  {line.value}
                </dd>
                <dd>
                  <Link
                    to={editHref(line.step)}
                    className="hit rounded-sm text-sm font-semibold text-primary-ink hover:underline"
                  >
                    수정<span className="sr-only"> ({line.label})</span>
                  </Link>
                </dd>
              </div>
            ))}
          </dl>
          <div role="alert" className="grid gap-1 empty:hidden">
            {Object.entries(errors).map(([at, sentence]) =>
              at === "form" ? null : <FieldError key={at}>{sentence}</FieldError>,
            )}
          </div>
          <p className="mt-6 flex items-start gap-2.5 rounded-xl bg-base-200 p-4 text-sm text-ink-2">
            <Lock aria-hidden size={18} strokeWidth={1.75} className="flex-none" />
            {summary.note}
          </p>
          <input type="hidden" name="submissionKey" value={shown.key} />
          <StickyBar>
            <div className="w-full">
              {!shown.signedIn && (
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
        <div key={`${shown.step}-${JSON.stringify(answered?.values ?? null)}`}>
          <Steps step={shown.step} values={answered?.values ?? shown.values} errors={errors} />
        </div>
      )}
    </RequestFrame>
  )
}

/** The form of one step; `tap`: a tapped answer is an answer, with the keyboard 다음 decides. */
export function StepForm({ children, tap = false }: { children: ReactNode; tap?: boolean }) {
  const taps = useTapAnswers(() => tap)
  return (
    <Form method="post" noValidate {...taps}>
      {children}
      <StickyBar>
        <SubmitButton name="intent" value="next" className="btn btn-primary btn-lg flex-1">
          다음
        </SubmitButton>
      </StickyBar>
    </Form>
  )
}
