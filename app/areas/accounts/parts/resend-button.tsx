import { useState } from "react"
import { SubmitButton } from "#app/ui/form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { Countdown } from "./countdown.tsx"

/**
 * A button that may be pressed again after `waitMs`, and counts down until then. Give it a key that is new
 * with every sending. Without scripts it can be pressed, and the server says how long is left.
 */
export function ResendButton({
  label,
  waitMs,
  intent,
}: {
  label: string
  waitMs: number
  /** Where the screen has other forms, which it does not wait with. */
  intent?: string
}) {
  const isHydrated = useHydrated()
  const [isOver, setOver] = useState(waitMs <= 0)
  const className = "btn btn-tint w-full sm:w-auto"
  if (!isHydrated || isOver)
    return (
      <SubmitButton
        className={className}
        {...(intent === undefined ? {} : { name: "intent", value: intent })}
      >
        {label}
      </SubmitButton>
    )
  // Waits whatever another form of the screen sends: a sign of that in its place would start the time anew.
  return (
    <button type="submit" disabled className={className}>
      {label}
      <Countdown durationMs={waitMs} onEnd={() => setOver(true)} />
    </button>
  )
}
