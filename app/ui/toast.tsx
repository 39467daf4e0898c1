import { Check, CircleAlert } from "./icons.tsx"
import { useEffect, useState } from "react"
import { FLASH_COOKIE, type Flash, type FlashTone } from "../basics/flash.ts"

const TOAST_EVENT = "baroildang:toast"
const TOAST_DURATION_MS = 3_000

type Word = { text: string; tone: FlashTone }

/**
 * Says `text` for three seconds above the tabs. For what was done without leaving the screen, "찜했어요", or,
 * `refused`, could not be.
 */
export function showToast(text: string, tone: FlashTone = "done"): void {
  window.dispatchEvent(new CustomEvent<Word>(TOAST_EVENT, { detail: { text, tone } }))
}

/**
 * Where toasts appear; stands once, in the shell. `flash` is what the last redirect had to say. Without
 * scripts the notice stays until the next page.
 */
export function Toaster({ flash }: { flash: Flash | null }) {
  const flashKey = flash?.key ?? ""
  const [toast, setToast] = useState<{ word: Word | null; time: number }>({ word: flash, time: 0 })
  const [seenFlashKey, setSeenFlashKey] = useState(flashKey)
  if (seenFlashKey !== flashKey) {
    setSeenFlashKey(flashKey)
    if (flash) setToast({ word: flash, time: toast.time + 1 })
  }
  useEffect(() => {
    const handleToastEvent = (event: Event) =>
      setToast({ word: (event as CustomEvent<Word>).detail, time: Date.now() })
    window.addEventListener(TOAST_EVENT, handleToastEvent)
    return () => window.removeEventListener(TOAST_EVENT, handleToastEvent)
  }, [])
  useEffect(() => {
    // oxlint-disable-next-line unicorn/no-document-cookie -- cookieStore is not everywhere yet
    if (flashKey !== "") document.cookie = `${FLASH_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`
  }, [flashKey])
  useEffect(() => {
    if (toast.word === null) return undefined
    // What was said meanwhile stays: its effect may not have run when the time of the word before it is up.
    const timer = setTimeout(
      () => setToast((current) => (current === toast ? { word: null, time: 0 } : current)),
      TOAST_DURATION_MS,
    )
    return () => clearTimeout(timer)
  }, [toast])
  const { word } = toast
  return (
    <output className="toaster pointer-events-none z-50">
      {word?.text ? (
        <p
          className={
            "flex max-w-[28rem] items-center gap-2 rounded-lg bg-neutral px-4 py-3 text-base font-medium " +
            "text-neutral-content shadow-float [animation:dialog-in_.16s_var(--ease-out)]"
          }
        >
          {word.tone === "done" ? (
            <Check size={18} strokeWidth={2} className="flex-none" />
          ) : (
            <CircleAlert size={18} strokeWidth={2} className="flex-none" />
          )}
          {word.text}
        </p>
      ) : null}
    </output>
  )
}
