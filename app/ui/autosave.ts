import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react"
import { href, useNavigation } from "react-router"
import type { FormValues } from "../basics/form.ts"
import { formToValues } from "../basics/form-rows.ts"

const AUTOSAVE_INTERVAL_MS = 1_500

type AutosaveState = "idle" | "saved" | "failed"

/**
 * Saves what is typed into a long form by itself, to /drafts/{name}; while the form itself is being sent it
 * keeps still. `content` makes the draft of the form's fields. Says what to show: nothing yet, saved, or that
 * saving fails at the moment.
 */
export function useAutosave(
  form: RefObject<HTMLFormElement | null>,
  name: string,
  content: (values: FormValues) => unknown,
): AutosaveState {
  const [state, setState] = useState<AutosaveState>("idle")
  const isSending = useNavigation().formData !== undefined
  const latest = useRef({ content, isSending })
  useEffect(() => {
    latest.current = { content, isSending }
  })
  // The last look happens before the form leaves the page, which an ordinary effect would miss.
  useLayoutEffect(() => {
    const serializeForm = () =>
      form.current
        ? JSON.stringify(latest.current.content(formToValues(new FormData(form.current))))
        : undefined
    let savedText = serializeForm()
    let isSaving = false
    const save = async () => {
      const draftText = serializeForm()
      if (draftText === undefined || draftText === savedText || isSaving || latest.current.isSending) return
      isSaving = true
      const previousText = savedText
      savedText = draftText
      const response = await fetch(href("/drafts/:form", { form: name }), {
        method: "POST",
        body: new URLSearchParams({ content: draftText }),
      }).catch(() => null)
      isSaving = false
      if (!response?.ok) savedText = previousText
      setState(response?.ok ? "saved" : "failed")
    }
    const saveNow = () => void save()
    const timer = setInterval(saveNow, AUTOSAVE_INTERVAL_MS)
    addEventListener("pagehide", saveNow)
    return () => {
      clearInterval(timer)
      removeEventListener("pagehide", saveNow)
      saveNow()
    }
  }, [form, name])
  return state
}

/** What the bar of a flow says about saving. */
export const formatAutosaveState = (state: AutosaveState, hasDraft: boolean): string =>
  state === "failed"
    ? "저장하지 못했어요. 연결을 확인해 주세요."
    : state === "saved" || hasDraft
      ? "자동 저장됨"
      : ""
