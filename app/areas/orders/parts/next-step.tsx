import type { ReactNode } from "react"

/**
 * What the order waits for, in a sentence, with the one action it asks of its reader: on phones that action
 * stays under the thumb.
 */
export function NextStep({
  title,
  text,
  tone = "primary",
  result,
  children,
}: {
  title: string
  text?: ReactNode
  tone?: "primary" | "quiet" | "warn"
  /** What is to be looked at before one answers. */
  result?: ReactNode
  children?: ReactNode
}) {
  const backgroundClass = {
    primary: "bg-primary-tint",
    quiet: "bg-fill md:bg-base-200",
    warn: "bg-warn-tint",
  }[tone]
  return (
    <div
      className={
        "rounded-xl p-4 md:items-center md:justify-between md:gap-6 md:p-5 " +
        (result ? "md:grid md:gap-y-4 " : "md:flex ") +
        backgroundClass
      }
    >
      <div className="min-w-0">
        <h2 className="text-lg font-bold">{title}</h2>
        {text ? <p className="mt-1 text-base text-ink-2">{text}</p> : null}
        {result}
      </div>
      {children ? (
        <div
          data-sticky-bar
          className={
            "fixed inset-x-0 bottom-0 z-30 max-h-[85dvh] overflow-y-auto border-t border-base-300 " +
            "bg-base-100 px-4 pt-3 pb-[calc(1rem+env(safe-area-inset-bottom))] md:static md:z-auto " +
            "md:max-h-none md:flex-none md:overflow-visible md:border-0 md:bg-transparent md:p-0"
          }
        >
          <div
            className={
              "button-pair items-start md:flex-nowrap md:*:w-auto md:*:flex-none md:[&>form>button]:w-auto"
            }
          >
            {children}
          </div>
        </div>
      ) : null}
    </div>
  )
}
