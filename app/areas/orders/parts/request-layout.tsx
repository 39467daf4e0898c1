import { ChevronLeft, X } from "lucide-react"
import { useEffect, useRef, type ReactNode } from "react"
import { Link, useNavigation } from "react-router"
import { StepProgress } from "#app/ui/step-progress.tsx"

/**
 * What stands around one question: the way back, how far one is, that it is saved, the way out. `at` tells
 * the questions apart.
 */
export function RequestLayout({
  questionKey,
  backHref,
  closeHref,
  isSaved,
  progress,
  children,
}: {
  questionKey: string
  backHref: string
  closeHref: string
  isSaved: boolean
  progress?: { current: number; of: number } | undefined
  children: ReactNode
}) {
  const isSubmitting = useNavigation().formData !== undefined
  const contentRef = useRef<HTMLDivElement>(null)
  const lastQuestionKey = useRef(questionKey)
  // A new question starts with its words: who listens hears them, and the keyboard goes on from there.
  useEffect(() => {
    if (lastQuestionKey.current === questionKey) return
    lastQuestionKey.current = questionKey
    contentRef.current?.querySelector("h1")?.focus({ preventScroll: true })
  }, [questionKey])
  return (
    <div className="mx-auto w-full max-w-[35rem] px-4 pb-10 md:pt-6 md:pb-20">
      <div className="flex h-14 items-center">
        <Link
          to={backHref}
          aria-label="이전으로"
          className="-ml-2.5 grid size-11 flex-none place-items-center rounded-full hover:bg-fill"
        >
          <ChevronLeft aria-hidden size={24} strokeWidth={1.75} />
        </Link>
        <p aria-live="polite" className="ml-auto text-sm text-ink-3">
          {isSubmitting ? "저장하는 중" : isSaved ? "자동 저장됨" : ""}
        </p>
        <Link
          to={closeHref}
          aria-label="닫기"
          className="-mr-2.5 ml-1 grid size-11 flex-none place-items-center rounded-full hover:bg-fill"
        >
          <X aria-hidden size={24} strokeWidth={1.75} />
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
