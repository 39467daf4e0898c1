import { TriangleAlert } from "lucide-react"
import { useState, type FormEvent, type ReactNode } from "react"
import { forbiddenProblem } from "../wording.ts"

/** Points out, while it is typed, words that a job post may not use. The server refuses them as well. */
export function FairWords({ first, children }: { first: string; children: ReactNode }) {
  const [problem, setProblem] = useState(() => forbiddenProblem(first))
  const look = (event: FormEvent<HTMLDivElement>) => {
    const typed = [...event.currentTarget.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input[type=text], textarea")].map((field) => field.value)
    setProblem(forbiddenProblem(typed.join("\n")))
  }
  return (
    <div className="grid gap-6" onInput={look}>
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
