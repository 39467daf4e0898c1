import { Clock } from "#app/ui/icons.tsx"
import { useEffect, useState } from "react"
import { useNavigate } from "react-router"
import { useHydrated } from "#app/ui/hydrated.ts"

const padTwo = (value: number) => String(value).padStart(2, "0")

/** How long the goods stay reserved; at 0 the page looks again. */
export function ReservationCountdown({ leftMs }: { leftMs: number }) {
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const [remainingMs, setRemainingMs] = useState(leftMs)
  useEffect(() => {
    const end = performance.now() + leftMs
    const timer = setInterval(() => {
      const restMs = end - performance.now()
      setRemainingMs(Math.max(0, restMs))
      if (restMs <= 0) {
        clearInterval(timer)
        void navigate(0)
      }
    }, 1_000)
    return () => clearInterval(timer)
  }, [leftMs, navigate])
  const seconds = Math.floor(remainingMs / 1_000)
  return (
    <p className="flex items-center gap-1.5 text-sm text-ink-2">
      <Clock size={16} className="flex-none text-sale" />
      {hydrated ? (
        <span>
          상품을{" "}
          <b className="num font-semibold text-sale">
            {Math.floor(seconds / 60)}:{padTwo(seconds % 60)}
          </b>{" "}
          동안 잡아 두었어요
        </span>
      ) : (
        "상품을 15분 동안 잡아 두었어요"
      )}
    </p>
  )
}
