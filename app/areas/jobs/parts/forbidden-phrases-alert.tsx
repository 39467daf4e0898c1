import { TriangleAlert } from "#app/ui/icons.tsx"
import { useCallback, useEffect, useRef, useState, type ReactNode } from "react"

/**
 * Points out, while it is typed, words that a job post may not use; what it looks for comes when it is
 * needed. The server refuses them as well.
 */
export function ForbiddenPhrasesAlert({
  initialText,
  children,
}: {
  initialText: string
  children: ReactNode
}) {
  const [problem, setProblem] = useState<string | null>(null)
  const containerRef = useRef<HTMLDivElement>(null)
  const checkTexts = useCallback(async () => {
    const { getForbiddenPhrasesMessage: forbiddenProblem } = await import("../forbidden-phrases.ts")
    const texts = [
      ...(containerRef.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
        "input[type=text], textarea",
      ) ?? []),
    ].map((field) => field.value)
    const message = forbiddenProblem(texts.join("\n"))
    // Where the server has said it, it stands beside its field already.
    const isAlreadyShown = [...(containerRef.current?.querySelectorAll("[id$='-error']") ?? [])].some(
      (error) => error.textContent === message,
    )
    setProblem(isAlreadyShown ? null : message)
  }, [])
  const hasInitialText = initialText.trim() !== ""
  useEffect(() => {
    if (hasInitialText) void checkTexts()
  }, [hasInitialText, checkTexts])
  return (
    <div ref={containerRef} className="grid gap-6" onInput={() => void checkTexts()}>
      {children}
      <div aria-live="polite" className="empty:hidden">
        {problem ? (
          <p className="flex items-start gap-2.5 rounded-lg bg-warn-tint p-4 text-base text-warn-ink">
            <TriangleAlert size={20} className="mt-0.5 flex-none" />
            <span>{problem}</span>
          </p>
        ) : null}
      </div>
    </div>
  )
}
