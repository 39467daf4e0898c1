import { ChevronLeft, X } from "lucide-react"
import { useEffect, useRef, type ReactNode } from "react"
import { Link, useNavigation } from "react-router"
import { StepProgress } from "#app/ui/step-progress.tsx"

/**
 * What stands around one question: the way back, how far one is, that it is saved, the way out. `at` tells
 * the questions apart.
 */
export function RequestFrame({
  at,
  back,
  close,
  saved,
  progress,
  children,
}: {
  at: string
  back: string
  close: string
  saved: boolean
  progress?: { place: number; of: number } | undefined
  children: ReactNode
}) {
  const sending = useNavigation().formData !== undefined
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(at)
  // A new question starts with its words: who listens hears them, and the keyboard goes on from there.
  useEffect(() => {
    if (shown.current === at) return
    shown.current = at
    box.current?.querySelector("h1")?.focus({ preventScroll: true })
  }, [at])
  return (
    <div className="mx-auto w-full max-w-[35rem] px-4 pb-10 md:pt-6 md:pb-20">
      <div className="flex h-14 items-center">
        <Link
          to={back}
          aria-label="이전으로"
          className="-ml-2.5 grid size-11 flex-none place-items-center rounded-full hover:bg-fill"
        >
          <ChevronLeft aria-hidden size={24} strokeWidth={1.75} />
        </Link>
        <p aria-live="polite" className="ml-auto text-sm text-ink-3">
          {sending ? "저장하는 중" : saved ? "자동 저장됨" : ""}
        </p>
        <Link
          to={close}
          aria-label="닫기"
          className="-mr-2.5 ml-1 grid size-11 flex-none place-items-center rounded-full hover:bg-fill"
        >
          <X aria-hidden size={24} strokeWidth={1.75} />
        </Link>
      </div>
      {progress ? <StepProgress step={progress.place} of={progress.of} /> : null}
      <div ref={box}>{children}</div>
    </div>
  )
}

/** The question itself, with its help. */
export function Question({ text, help }: { text: string; help?: ReactNode }) {
  return (
    <div className="pt-8">
      <h1 tabIndex={-1} className="text-2xl font-bold outline-none">
        {text}
      </h1>
      {help ? <p className="mt-2 text-base text-ink-3">{help}</p> : null}
    </div>
  )
}
