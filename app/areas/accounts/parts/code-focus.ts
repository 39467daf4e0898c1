import { useEffect } from "react"
import { useNavigationType } from "react-router"

/**
 * Puts the cursor into the field for a code when it comes into view after something was sent. Who opened the
 * page, or came back to it, finds it as it is, without a keyboard over it.
 */
export function useCodeFocus(): void {
  const isOpened = useNavigationType() === "POP"
  useEffect(() => {
    if (!isOpened) document.querySelector<HTMLInputElement>("main input[name=code]")?.focus()
    // A later step on the same page leaves the cursor where it is.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}
