/** The parts of a long form: one question a screen, the way back into an unfinished one, the summary. */
import { ChevronLeft, ChevronRight, Lock, X } from "./icons.tsx"
import { useEffect, useRef, type FormEvent, type ReactNode, type RefObject } from "react"
import { Form, Link, useLocation, useNavigation, useNavigationType } from "react-router"
import { SubmitButton } from "./form.tsx"
import { RelativeTime } from "./relative-time.tsx"
import { StickyBar } from "./sticky-bar.tsx"
import { useSubmitOnTap } from "./submit-on-tap.ts"
import { StepProgress } from "./step-progress.tsx"

/** Taps for so long after a question are meant for the one before it, which a tapped answer has ended. */
const LATE_TAP_MS = 400

/**
 * Forgets the steps of a form once it was sent: Back leads to where one came from, not into an empty form.
 * A form is sent when it leads out of `formPath`, under which all its steps stand.
 */
function useForgottenSteps(
  { formMethod, location }: ReturnType<typeof useNavigation>,
  formPath: string | undefined,
): void {
  const { pathname } = useLocation()
  const isSent = useRef(false)
  useEffect(() => {
    if (!location) return
    const leads = formPath ? !location.pathname.startsWith(formPath) : location.pathname !== pathname
    isSent.current = formMethod === "POST" && leads
  }, [formMethod, location, pathname, formPath])
  useEffect(() => {
    const firstIndex = window.navigation?.currentEntry?.index
    return () => {
      if (!isSent.current || firstIndex === undefined) return
      import("./opened-dialog.ts").then(
        ({ forgetEntriesAfter }) => forgetEntriesAfter(firstIndex),
        () => undefined,
      )
    }
  }, [])
}

/**
 * What stands around one question: the way back, how far one is, that it is saved, the way out. `questionKey`
 * tells the questions apart.
 */
export function WizardLayout({
  questionKey,
  backHref,
  closeHref,
  isSaved,
  progress,
  formPath,
  children,
}: {
  questionKey: string
  backHref: string
  closeHref: string
  isSaved: boolean
  progress?: { current: number; of: number } | undefined
  /** Where the steps are screens of their own: the address that theirs begin with. */
  formPath?: string
  children: ReactNode
}) {
  const navigation = useNavigation()
  const isSubmitting = navigation.formData !== undefined
  useForgottenSteps(navigation, formPath)
  const contentRef = useRef<HTMLDivElement>(null)
  const lastQuestionKey = useRef(questionKey)
  const navigationType = useNavigationType()
  // A new question starts with its words: they are in sight, who listens hears them, and the keyboard goes on
  // from there. Questions may share one address, whose changes keep the place; back returns to where one was.
  useEffect(() => {
    if (lastQuestionKey.current === questionKey) return undefined
    lastQuestionKey.current = questionKey
    if (navigationType !== "POP") window.scrollTo({ top: 0, behavior: "instant" })
    const content = contentRef.current
    content?.querySelector("h1")?.focus({ preventScroll: true })
    content?.style.setProperty("pointer-events", "none")
    const restore = () => content?.style.removeProperty("pointer-events")
    const timer = setTimeout(restore, LATE_TAP_MS)
    return () => {
      clearTimeout(timer)
      restore()
    }
  }, [questionKey, navigationType])
  return (
    <div className="mx-auto w-full max-w-[35rem] px-4 pb-10 md:pt-6 md:pb-20">
      <div className="flex min-h-14 items-center">
        <Link
          to={backHref}
          aria-label="이전으로"
          className="-ml-2.5 grid size-11 flex-none place-items-center rounded-full hover:bg-fill"
        >
          <ChevronLeft size={24} />
        </Link>
        <p aria-live="polite" className="ml-auto text-sm text-ink-3">
          {isSubmitting ? "저장하는 중" : isSaved ? "자동 저장됨" : ""}
        </p>
        <Link
          to={closeHref}
          aria-label="닫기"
          className="-mr-2.5 ml-1 grid size-11 flex-none place-items-center rounded-full hover:bg-fill"
        >
          <X size={24} />
        </Link>
      </div>
      {progress ? <StepProgress step={progress.current} totalSteps={progress.of} /> : null}
      <div ref={contentRef}>{children}</div>
    </div>
  )
}

/** The question itself, with its help. */
export function QuestionHeading({ text, help }: { text: string; help?: ReactNode }) {
  return (
    <div className="pt-8">
      <h1 tabIndex={-1} className="text-2xl font-bold outline-none">
        {text}
      </h1>
      {help ? <p className="mt-2 text-base text-ink-3">{help}</p> : null}
    </div>
  )
}

/** A form was begun before: on with it, or anew. */
export function ResumeForm({
  question,
  title,
  savedAt,
  continueHref,
  art,
}: {
  question: string
  title: string
  savedAt: string | null
  continueHref: string
  art?: ReactNode
}) {
  return (
    <Form method="post">
      <QuestionHeading text={question} help="이어서 쓰거나 처음부터 새로 쓸 수 있어요." />
      <Link
        to={continueHref}
        className="mt-7 flex items-center gap-4 rounded-xl bg-fill p-4.5 hover:bg-base-300"
      >
        {art}
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{title}</span>
          {savedAt && (
            <span className="mt-0.5 block text-sm text-ink-3">
              <RelativeTime at={savedAt} /> 저장했어요
            </span>
          )}
        </span>
        <ChevronRight size={20} className="flex-none text-ink-3" />
      </Link>
      <StickyBar isDocked>
        <SubmitButton name="intent" value="restart" className="btn btn-quiet btn-lg px-6">
          새로 쓰기
        </SubmitButton>
        <Link to={continueHref} className="btn btn-primary btn-lg flex-1">
          이어서 쓰기
        </Link>
      </StickyBar>
    </Form>
  )
}

/**
 * The form of one step. `autoSubmit`: a tapped answer goes on by itself, unless it is `noAutoSubmitValue`,
 * which needs another answer first; with the keyboard 다음 decides.
 */
export function StepForm({
  children,
  skipButton,
  intent = "next",
  nextLabel = "다음",
  autoSubmit = false,
  noAutoSubmitValue,
  hasFiles = false,
  action,
  formRef,
  onSubmit,
}: {
  children: ReactNode
  skipButton?: ReactNode
  intent?: string
  nextLabel?: string
  autoSubmit?: boolean
  noAutoSubmitValue?: string
  hasFiles?: boolean
  action?: string
  formRef?: RefObject<HTMLFormElement | null>
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
}) {
  const autoSubmitProps = useSubmitOnTap((answer) => autoSubmit && answer.value !== noAutoSubmitValue)
  return (
    <Form
      ref={formRef}
      method="post"
      action={action}
      encType={hasFiles ? "multipart/form-data" : undefined}
      noValidate
      onSubmit={onSubmit}
      {...autoSubmitProps}
    >
      {children}
      <StickyBar isDocked>
        {skipButton}
        <SubmitButton name="intent" value={intent} className="btn btn-primary btn-lg flex-1">
          {nextLabel}
        </SubmitButton>
      </StickyBar>
    </Form>
  )
}

/** One line of a summary: what was answered, and the link back to where it was. */
export function SummaryLine({
  label,
  strong = false,
  hasLongLabel = false,
  editHref,
  children,
}: {
  label: string
  strong?: boolean | undefined
  /** Some labels of this summary are longer than five letters. */
  hasLongLabel?: boolean
  editHref: string
  children: ReactNode
}) {
  return (
    <div
      className={
        "fact-row items-start border-b border-base-300 py-4 " +
        (hasLongLabel ? "[--label-width:5.5rem] sm:[--label-width:8rem]" : "[--label-width:4.75rem]")
      }
    >
      <dt className="text-base text-ink-3">{label}</dt>
      <dd className={`text-base whitespace-pre-line ${strong ? "font-bold" : ""}`}>{children}</dd>
      <dd className="ml-auto !flex-none">
        <Link to={editHref} className="hit rounded-sm text-sm font-semibold text-primary-ink hover:underline">
          수정<span className="sr-only"> ({label})</span>
        </Link>
      </dd>
    </div>
  )
}

/** The end of a summary: what to know before it is sent, and the button that sends it once. */
export function SummaryEnd({
  note,
  submissionKey,
  isSignedIn,
  send,
  pendingLabel,
  children,
}: {
  note: string
  submissionKey: string
  isSignedIn: boolean
  send: string
  pendingLabel: string
  children?: ReactNode
}) {
  return (
    <>
      <p className="mt-6 flex items-start gap-2.5 rounded-xl bg-base-200 p-4 text-sm text-ink-2">
        <Lock size={18} className="flex-none" />
        {note}
      </p>
      {children}
      <input type="hidden" name="submissionKey" value={submissionKey} />
      <StickyBar isDocked>
        <div className="w-full">
          {!isSignedIn && (
            <p className="mb-2 text-center text-sm text-ink-2">
              로그인하면 바로 올릴 수 있어요. 쓴 내용은 그대로 있어요.
            </p>
          )}
          <SubmitButton
            name="intent"
            value="send"
            className="btn btn-primary btn-lg w-full"
            pendingLabel={pendingLabel}
          >
            {send}
          </SubmitButton>
        </div>
      </StickyBar>
    </>
  )
}
