import { ChevronLeft, X } from "./icons.tsx"
import type { ReactNode } from "react"
import { Link } from "react-router"
import { StepProgress } from "./step-progress.tsx"

/**
 * One question of a long form: way back, what was saved, way out, progress, the question, its help and its
 * answers. From md on a calm column in the middle of the page.
 */
export function FlowLayout({
  step,
  totalSteps,
  backHref,
  closeHref,
  saveStatus,
  question,
  help,
  children,
}: {
  step: number
  totalSteps: number
  /** Absent on the first question. */
  backHref?: string | undefined
  closeHref: string
  saveStatus?: ReactNode
  question: string
  help?: ReactNode
  children: ReactNode
}) {
  return (
    <div
      className={
        "mx-auto flex w-full max-w-xl flex-col bg-base-100 px-4 pb-8 md:my-8 md:rounded-3xl md:border " +
        "md:border-base-300 md:px-10 md:pb-10"
      }
    >
      <div className="flex min-h-14 items-center">
        {backHref ? (
          <Link
            to={backHref}
            aria-label="이전 질문"
            className="-ml-2.5 grid size-11 place-items-center rounded-lg"
          >
            <ChevronLeft size={24} />
          </Link>
        ) : null}
        <p aria-live="polite" className="ml-auto text-sm text-ink-3">
          {saveStatus}
        </p>
        <Link
          to={closeHref}
          aria-label="나가기"
          className="-mr-2.5 ml-1 grid size-11 place-items-center rounded-lg"
        >
          <X size={24} />
        </Link>
      </div>
      <StepProgress step={step} totalSteps={totalSteps} />
      <h1 className="mt-8 text-2xl font-bold">{question}</h1>
      {help ? <p className="mt-2 text-base text-ink-3">{help}</p> : null}
      <div className="mt-7">{children}</div>
    </div>
  )
}
