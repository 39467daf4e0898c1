import { LoaderCircle } from "./icons.tsx"
import { useEffect, useRef } from "react"
import { useRevalidator } from "react-router"

/**
 * Reads the lists of its screen anew where a finger pulls the page down from its top. Whoever has no touch
 * screen, or no scripts, has the browser's own reload.
 */
export function PullToRefresh() {
  const { revalidate, state } = useRevalidator()
  const sign = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    if (!matchMedia("(pointer: coarse)").matches) return undefined
    let end: (() => void) | undefined
    let isGone = false
    import("./follow-pull.ts").then(
      ({ followPull }) => {
        if (!isGone && sign.current) end = followPull(sign.current, () => void revalidate())
      },
      () => undefined,
    )
    return () => {
      isGone = true
      end?.()
    }
  }, [revalidate])
  const isLoading = state === "loading"
  return (
    <output
      ref={sign}
      className={
        "pointer-events-none fixed inset-x-0 top-2 z-30 mx-auto grid size-9 place-items-center " +
        "rounded-full bg-raised text-primary shadow-float " +
        (isLoading ? "translate-y-18 !opacity-100" : "opacity-0")
      }
    >
      <LoaderCircle size={20} strokeWidth={2} className={isLoading ? "animate-spin" : ""} />
      <span className="sr-only">{isLoading ? "새로 읽고 있어요" : ""}</span>
    </output>
  )
}
