import type { ReactNode } from "react"

/** The one thing to do. */
export const primaryButtonClass = "btn btn-primary btn-lg w-full"

/** What there is to do now, in a sentence, with its buttons. */
export function NextStepPanel({
  tone = "tint",
  title,
  text,
  children,
}: {
  tone?: "tint" | "quiet" | "warn"
  title: string
  text?: string | undefined
  children?: ReactNode
}) {
  const classByTone = {
    tint: "bg-primary-tint [&_.btn-quiet]:[--btn-bg:var(--color-base-100)]",
    quiet: "bg-base-200",
    warn: "bg-warn-tint [&_.btn-quiet]:[--btn-bg:var(--color-base-100)]",
  }
  return (
    <section aria-label="지금 할 일" className={`rounded-xl p-5 ${classByTone[tone]}`}>
      <h2 className="text-lg font-bold">{title}</h2>
      {text ? <p className="mt-1 text-base text-ink-2">{text}</p> : null}
      {children ? <div className="mt-4 grid gap-2">{children}</div> : null}
    </section>
  )
}
