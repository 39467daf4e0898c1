/**
 * Owns what was begun in a room and not sent: kept by this browser, for the latest rooms, until one signs
 * out.
 */

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">

/** One of the keys that signing out forgets (shell/session-store.ts). */
const KEY = "chatDrafts"
const MOST = 30

function readAll(store: Store): Map<string, string> {
  try {
    const value: unknown = JSON.parse(store.getItem(KEY) ?? "[]")
    const pairs = Array.isArray(value)
      ? value.filter(
          (one): one is [string, string] =>
            Array.isArray(one) && typeof one[0] === "string" && typeof one[1] === "string",
        )
      : []
    return new Map(pairs)
  } catch {
    return new Map()
  }
}

/** What was begun in the room; empty for nothing. */
export const readDraft = (store: Store, roomId: string): string => readAll(store).get(roomId) ?? ""

/** Keeps `text` for the room, the oldest of more than 30 goes; nothing typed forgets it. */
export function writeDraft(store: Store, roomId: string, text: string): void {
  const drafts = readAll(store)
  if (text.trim() === "" && !drafts.has(roomId)) return
  drafts.delete(roomId)
  if (text.trim() !== "") drafts.set(roomId, text)
  const kept = [...drafts].slice(-MOST)
  if (kept.length === 0) store.removeItem(KEY)
  else store.setItem(KEY, JSON.stringify(kept))
}
