import { href } from "react-router"
import { useEffect, useRef, useState } from "react"
import { readSuggestions, type Suggestion } from "../areas/search/forms.ts"

const DEBOUNCE_MS = 120

/**
 * What is suggested for `typed` in the area `tab`, asked for once typing pauses; the answer to an older
 * question is never shown. Half-typed syllables are asked for as well. What was shown stays until the next
 * answer is there.
 */
export function useSuggestions(typed: string, tab: string): readonly Suggestion[] {
  const [visibleSuggestions, setVisibleSuggestions] = useState<readonly Suggestion[]>([])
  const cache = useRef(new Map<string, readonly Suggestion[]>())
  const term = typed.trim()
  useEffect(() => {
    if (term === "") return undefined
    const abortController = new AbortController()
    const timer = setTimeout(() => {
      const cached = cache.current.get(`${tab} ${term}`)
      if (cached) return setVisibleSuggestions(cached)
      fetch(`${href("/search/suggest")}?${new URLSearchParams({ q: term, tab })}`, {
        signal: abortController.signal,
        headers: { Accept: "application/json" },
      })
        .then(async (response) => (response.ok ? readSuggestions(await response.json()) : []))
        .then((suggestions) => {
          cache.current.set(`${tab} ${term}`, suggestions)
          setVisibleSuggestions(suggestions)
        })
        .catch(() => {
          // Aborted by the next letter, or offline: the field works without suggestions.
        })
      return undefined
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      abortController.abort()
    }
  }, [term, tab])
  return term === "" ? [] : visibleSuggestions
}
