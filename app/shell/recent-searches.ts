import { useSyncExternalStore } from "react"
import { readRecent, withoutSearch, withSearch } from "./navigation.ts"

const KEY = "recentSearches"
const CHANGED = "baroildang:recent-searches"
const none: readonly string[] = []

let kept: string | null = null
let list = none

// The same list as long as the stored text is the same, as useSyncExternalStore needs it.
function read(): readonly string[] {
  let text: string | null
  try {
    text = localStorage.getItem(KEY)
  } catch {
    return list
  }
  if (text !== kept) {
    kept = text
    list = readRecent(text)
  }
  return list
}

function write(next: readonly string[]): void {
  try {
    if (next.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // A browser that keeps nothing has no recent searches.
  }
  window.dispatchEvent(new Event(CHANGED))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("storage", listener)
  window.addEventListener(CHANGED, listener)
  return () => {
    window.removeEventListener("storage", listener)
    window.removeEventListener(CHANGED, listener)
  }
}

export const rememberSearch = (term: string): void => write(withSearch(read(), term))
export const forgetSearch = (term: string): void => write(withoutSearch(read(), term))
export const forgetAllSearches = (): void => write(none)
export const useRecentSearches = (): readonly string[] => useSyncExternalStore(subscribe, read, () => none)
