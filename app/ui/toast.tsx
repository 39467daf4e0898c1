import { Check } from "lucide-react"
import { useEffect, useState } from "react"
import { NOTICE_COOKIE } from "../basics/notice.ts"

const EVENT = "baroildang:toast"
const SHOWN_MS = 3_000

/** Says `text` for three seconds above the tabs. For what was done without leaving the screen: "찜했어요". */
export function showToast(text: string): void {
  window.dispatchEvent(new CustomEvent(EVENT, { detail: text }))
}

/**
 * Where toasts appear; stands once, in the shell. `notice` is what the last redirect had to say, `noticeKey`
 * tells one notice from the next. Without scripts the notice stays until the next page.
 */
export function Toaster({ notice, noticeKey }: { notice: string | null; noticeKey: string }) {
  const [said, setSaid] = useState({ text: notice, time: 0 })
  const [seen, setSeen] = useState(noticeKey)
  if (seen !== noticeKey) {
    setSeen(noticeKey)
    if (notice) setSaid({ text: notice, time: said.time + 1 })
  }
  useEffect(() => {
    const say = (event: Event) =>
      event instanceof CustomEvent &&
      typeof event.detail === "string" &&
      setSaid({ text: event.detail, time: Date.now() })
    window.addEventListener(EVENT, say)
    return () => window.removeEventListener(EVENT, say)
  }, [])
  useEffect(() => {
    // oxlint-disable-next-line unicorn/no-document-cookie -- cookieStore is not everywhere yet
    if (noticeKey !== "") document.cookie = `${NOTICE_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`
  }, [noticeKey])
  useEffect(() => {
    if (said.text === null) return undefined
    // What was said meanwhile stays: its effect may not have run when the time of the word before it is up.
    const timer = setTimeout(
      () => setSaid((current) => (current === said ? { text: null, time: 0 } : current)),
      SHOWN_MS,
    )
    return () => clearTimeout(timer)
  }, [said])
  return (
    <output className="toaster pointer-events-none fixed inset-x-0 z-50 flex justify-center px-4">
      {said.text ? (
        <p
          className={
            "flex max-w-[28rem] items-center gap-2 rounded-lg bg-neutral px-4 py-3 text-base font-medium " +
            "text-neutral-content shadow-float [animation:dialog-in_.16s_var(--ease-out)]"
          }
        >
          <Check aria-hidden size={18} strokeWidth={2} className="flex-none" />
          {said.text}
        </p>
      ) : null}
    </output>
  )
}
