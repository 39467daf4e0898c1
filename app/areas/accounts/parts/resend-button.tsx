import { useState } from "react"
import { SubmitButton } from "#app/ui/form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { Countdown } from "./countdown.tsx"

/**
 * A button that may be pressed again after `waitMs`, and counts down until then. Give it a key that is new
 * with every sending. Without scripts it can be pressed, and the server says how long is left.
 */
export function ResendButton({ label, waitMs }: { label: string; waitMs: number }) {
  const isHydrated = useHydrated()
  const [isOver, setOver] = useState(waitMs <= 0)
  const isWaiting = isHydrated && !isOver
  return (
    <SubmitButton className="btn btn-tint w-full sm:w-auto" disabled={isWaiting}>
      {label}
      {isWaiting && <Countdown durationMs={waitMs} onEnd={() => setOver(true)} />}
    </SubmitButton>
  )
}
