import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react"
import { useNavigation } from "react-router"
import type { FormValues } from "../basics/form.ts"
import { typedValues } from "../basics/form-rows.ts"

const LOOK_EVERY_MS = 1_500

type Outcome = "idle" | "saved" | "failed"

/**
 * Saves what is typed into a long form by itself, to /drafts/{name}; while the form itself is being sent it
 * keeps still. `content` makes the draft of the form's fields. Says what to show: nothing yet, saved, or that
 * saving fails at the moment.
 */
export function useAutosave(
  form: RefObject<HTMLFormElement | null>,
  name: string,
  content: (values: FormValues) => unknown,
): Outcome {
  const [outcome, setOutcome] = useState<Outcome>("idle")
  const isSending = useNavigation().formData !== undefined
  const latest = useRef({ content, isSending })
  useEffect(() => {
    latest.current = { content, isSending }
  })
  // The last look happens before the form leaves the page, which an ordinary effect would miss.
  useLayoutEffect(() => {
    const read = () =>
      form.current
        ? JSON.stringify(latest.current.content(typedValues(new FormData(form.current))))
        : undefined
    let known = read()
    let saving = false
    const save = async () => {
      const text = read()
      if (text === undefined || text === known || saving || latest.current.isSending) return
      saving = true
      const before = known
      known = text
      const answer = await fetch(`/drafts/${name}`, {
        method: "POST",
        body: new URLSearchParams({ content: text }),
      }).catch(() => null)
      saving = false
      if (!answer?.ok) known = before
      setOutcome(answer?.ok ? "saved" : "failed")
    }
    const look = () => void save()
    const timer = setInterval(look, LOOK_EVERY_MS)
    addEventListener("pagehide", look)
    return () => {
      clearInterval(timer)
      removeEventListener("pagehide", look)
      look()
    }
  }, [form, name])
  return outcome
}

/** What the bar of a flow says about saving. */
export const autosaveText = (outcome: Outcome, begun: boolean): string =>
  outcome === "failed"
    ? "저장하지 못했어요. 연결을 확인해 주세요."
    : outcome === "saved" || begun
      ? "자동 저장됨"
      : ""
