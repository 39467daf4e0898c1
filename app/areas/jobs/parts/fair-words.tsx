import { TriangleAlert } from "lucide-react"
import { useCallback, useEffect, useRef, useState, type ReactNode } from "react"

/**
 * Points out, while it is typed, words that a job post may not use; what it looks for comes when it is
 * needed. The server refuses them as well.
 */
export function FairWords({ first, children }: { first: string; children: ReactNode }) {
  const [problem, setProblem] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const look = useCallback(async () => {
    const { forbiddenProblem } = await import("../wording.ts")
    const typed = [
      ...(box.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
        "input[type=text], textarea",
      ) ?? []),
    ].map((field) => field.value)
    const found = forbiddenProblem(typed.join("\n"))
    // Where the server has said it, it stands beside its field already.
    const said = [...(box.current?.querySelectorAll("[id$='-error']") ?? [])].some(
      (error) => error.textContent === found,
    )
    setProblem(said ? null : found)
  }, [])
  const kept = first.trim() !== ""
  useEffect(() => {
    if (kept) void look()
  }, [kept, look])
  return (
    <div ref={box} className="grid gap-6" onInput={() => void look()}>
      {children}
      <div aria-live="polite" className="empty:hidden">
        {problem ? (
          <p className="flex items-start gap-2.5 rounded-lg bg-warn-tint p-4 text-base text-warn-ink">
            <TriangleAlert aria-hidden size={20} strokeWidth={1.75} className="mt-0.5 flex-none" />
            <span>{problem}</span>
          </p>
        ) : null}
      </div>
    </div>
  )
}
