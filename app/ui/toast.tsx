import { Check } from "./icons.tsx"
import { useEffect, useState } from "react"
import { FLASH_COOKIE } from "../basics/flash.ts"

const TOAST_EVENT = "baroildang:toast"
const TOAST_DURATION_MS = 3_000

/** Says `text` for three seconds above the tabs. For what was done without leaving the screen: "찜했어요". */
export function showToast(text: string): void {
  window.dispatchEvent(new CustomEvent(TOAST_EVENT, { detail: text }))
}

/**
 * Where toasts appear; stands once, in the shell. `flash` is what the last redirect had to say, `flashKey`
 * tells one notice from the next. Without scripts the notice stays until the next page.
 */
export function Toaster({ flash, flashKey }: { flash: string | null; flashKey: string }) {
  const [toast, setToast] = useState({ text: flash, time: 0 })
  const [seenFlashKey, setSeenFlashKey] = useState(flashKey)
  if (seenFlashKey !== flashKey) {
    setSeenFlashKey(flashKey)
    if (flash) setToast({ text: flash, time: toast.time + 1 })
  }
  useEffect(() => {
    const handleToastEvent = (event: Event) =>
      event instanceof CustomEvent &&
      typeof event.detail === "string" &&
      setToast({ text: event.detail, time: Date.now() })
    window.addEventListener(TOAST_EVENT, handleToastEvent)
    return () => window.removeEventListener(TOAST_EVENT, handleToastEvent)
  }, [])
  useEffect(() => {
    // oxlint-disable-next-line unicorn/no-document-cookie -- cookieStore is not everywhere yet
    if (flashKey !== "") document.cookie = `${FLASH_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`
  }, [flashKey])
  useEffect(() => {
    if (toast.text === null) return undefined
    // What was said meanwhile stays: its effect may not have run when the time of the word before it is up.
    const timer = setTimeout(
      () => setToast((current) => (current === toast ? { text: null, time: 0 } : current)),
      TOAST_DURATION_MS,
    )
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <output className="toaster pointer-events-none fixed inset-x-0 z-50 flex justify-center px-4">
      {toast.text ? (
        <p
          className={
            "flex max-w-[28rem] items-center gap-2 rounded-lg bg-neutral px-4 py-3 text-base font-medium " +
            "text-neutral-content shadow-float [animation:dialog-in_.16s_var(--ease-out)]"
          }
        >
          <Check size={18} strokeWidth={2} className="flex-none" />
          {toast.text}
        </p>
      ) : null}
    </output>
  )
}
