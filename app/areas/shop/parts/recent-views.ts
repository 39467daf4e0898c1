/** The products that a visitor looked at, kept in the browser; those of members are kept with them. */
import { useSyncExternalStore } from "react"
import { LIMITS } from "../rules.ts"

const STORAGE_KEY = "recentProducts"
const CHANGE_EVENT = "baroildang:recent-products"

/** The stored text: ids joined by commas, the last one first. */
function readText(): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? ""
  } catch {
    return ""
  }
}

const parseIds = (text: string): string[] => text.split(",").filter((id) => /^[0-9a-f-]{36}$/.test(id))

function writeIds(ids: readonly string[]): void {
  try {
    if (ids.length === 0) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, ids.slice(0, LIMITS.recentViews).join(","))
  } catch {
    // A browser that keeps nothing has seen nothing.
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

export const rememberView = (productId: string): void =>
  writeIds([productId, ...parseIds(readText()).filter((id) => id !== productId)])
export const forgetView = (productId: string): void =>
  writeIds(parseIds(readText()).filter((id) => id !== productId))
export const forgetAllViews = (): void => writeIds([])
/** The ids as the list's address takes them; null until the page runs. */
export const useRecentViews = (): string | null => {
  const text = useSyncExternalStore(subscribe, readText, () => null)
  return text === null ? null : parseIds(text).join(",")
}
