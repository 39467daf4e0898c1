import { useRef, type FormEvent } from "react"

/** The mark of a tapped answer is seen for a moment before the next question comes. */
const MARK_MS = 160

/**
 * A form in which a tapped answer is an answer. With the keyboard one walks over answers to reach one, so
 * there a button decides. `goesOn` says of which answers it holds.
 */
export function useTapAnswers(goesOn: (answer: HTMLInputElement) => boolean = () => true) {
  const tapped = useRef(false)
  return {
    onPointerDown: () => {
      tapped.current = true
    },
    onKeyDown: () => {
      tapped.current = false
    },
    onChange: ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
      if (tapped.current && target instanceof HTMLInputElement && target.type === "radio" && goesOn(target))
        setTimeout(() => currentTarget.isConnected && currentTarget.requestSubmit(), MARK_MS)
    },
  }
}
