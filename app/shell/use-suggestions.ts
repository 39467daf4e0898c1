import { useEffect, useRef, useState } from "react"
import { readSuggestions, type Suggestion } from "../areas/search/forms.ts"

const WAIT_MS = 120

/**
 * What is suggested for `typed`, asked for once typing pauses; the answer to an older question is never
 * shown. Half-typed syllables are asked for as well. What was shown stays until the next answer is there.
 */
export function useSuggestions(typed: string): readonly Suggestion[] {
  const [found, setFound] = useState<readonly Suggestion[]>([])
  const answers = useRef(new Map<string, readonly Suggestion[]>())
  const term = typed.trim()
  useEffect(() => {
    if (term === "") return undefined
    const asking = new AbortController()
    const timer = setTimeout(() => {
      const known = answers.current.get(term)
      if (known) return setFound(known)
      fetch(`/search/suggest?${new URLSearchParams({ q: term })}`, {
        signal: asking.signal,
        headers: { Accept: "application/json" },
      })
        .then(async (answer) => (answer.ok ? readSuggestions(await answer.json()) : []))
        .then((suggestions) => {
          answers.current.set(term, suggestions)
          setFound(suggestions)
        })
        .catch(() => {
          // Aborted by the next letter, or offline: the field works without suggestions.
        })
      return undefined
    }, WAIT_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [term])
  return term === "" ? [] : found
}
