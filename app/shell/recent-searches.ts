import { useSyncExternalStore } from "react"
import { parseRecentSearches, removeSearch, addSearch } from "./navigation.ts"

const STORAGE_KEY = "recentSearches"
const CHANGE_EVENT = "baroildang:recent-searches"
const NO_SEARCHES: readonly string[] = []

let cachedText: string | null = null
let cachedSearches = NO_SEARCHES

// The same list as long as the stored text is the same, as useSyncExternalStore needs it.
function readSearches(): readonly string[] {
  let text: string | null
  try {
    text = localStorage.getItem(STORAGE_KEY)
  } catch {
    return cachedSearches
  }
  if (text !== cachedText) {
    cachedText = text
    cachedSearches = parseRecentSearches(text)
  }
  return cachedSearches
}

function writeSearches(searches: readonly string[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, JSON.stringify(searches))
  } catch {
    // A browser that keeps nothing has no recent searches.
  }
  window.dispatchEvent(new Event(CHANGE_EVENT))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("storage", listener)
  window.addEventListener(CHANGE_EVENT, listener)
  return () => {
    window.removeEventListener("storage", listener)
    window.removeEventListener(CHANGE_EVENT, listener)
  }
}

export const rememberSearch = (term: string): void => writeSearches(addSearch(readSearches(), term))
export const forgetSearch = (term: string): void => writeSearches(removeSearch(readSearches(), term))
export const forgetAllSearches = (): void => writeSearches(NO_SEARCHES)
export const useRecentSearches = (): readonly string[] =>
  useSyncExternalStore(subscribe, readSearches, () => NO_SEARCHES)
