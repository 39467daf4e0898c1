import { Check } from "./icons.tsx"

/** How far something has come: `labels` of its steps in order, of which `completed` are behind. */
export function ProgressSteps({ labels, completed }: { labels: readonly string[]; completed: number }) {
  return (
    <ol aria-label="진행 단계" className="flex">
      {labels.map((label, index) => {
        const isPast = index < completed
        const isCurrent = index === completed
        return (
          <li
            key={label}
            aria-current={isCurrent ? "step" : undefined}
            className="relative flex min-w-min flex-1 flex-col items-center gap-2"
          >
            {index > 0 && (
              <span
                aria-hidden
                className={
                  "absolute top-[0.6875rem] right-1/2 h-0.5 w-full " +
                  `${index <= completed ? "bg-primary" : "bg-base-300"}`
                }
              />
            )}
            <span
              aria-hidden
              className={
                "relative z-1 grid size-6 place-items-center rounded-full " +
                (isPast
                  ? "bg-primary text-primary-content"
                  : `border-2 bg-base-100 ${isCurrent ? "border-primary" : "border-base-300"}`)
              }
            >
              {isPast ? (
                <Check size={14} strokeWidth={2.5} />
              ) : isCurrent ? (
                <span className="size-2 rounded-full bg-primary" />
              ) : null}
            </span>
            <span
              className={
                "text-center text-xs md:text-sm md:whitespace-nowrap " +
                `${isCurrent ? "font-semibold text-base-content" : isPast ? "text-ink-2" : "text-ink-3"}`
              }
            >
              {label}
              <span className="sr-only">{isPast ? " 마침" : isCurrent ? " 진행 중" : ""}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
