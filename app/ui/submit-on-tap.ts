import { useRef, type FormEvent } from "react"

/** The mark of a tapped answer is seen for a moment before the next question comes. */
const SELECTION_DELAY_MS = 160

/**
 * A form in which a tapped answer is an answer. With the keyboard one walks over answers to reach one, so
 * there a button decides. `shouldSubmit` says of which answers it holds.
 */
export function useSubmitOnTap(shouldSubmit: (input: HTMLInputElement) => boolean = () => true) {
  const wasTapped = useRef(false)
  return {
    onPointerDown: () => {
      wasTapped.current = true
    },
    onKeyDown: () => {
      wasTapped.current = false
    },
    onChange: ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
      if (
        wasTapped.current &&
        target instanceof HTMLInputElement &&
        target.type === "radio" &&
        shouldSubmit(target)
      )
        setTimeout(() => currentTarget.isConnected && currentTarget.requestSubmit(), SELECTION_DELAY_MS)
    },
  }
}
