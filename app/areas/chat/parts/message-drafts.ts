/**
 * What was begun in a room and not sent: kept by this browser, for the latest rooms, until one signs
 * out.
 */

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">

/** One of the keys that signing out forgets (shell/session-store.ts). */
const STORAGE_KEY = "chatDrafts"
const MAX_DRAFTS = 30

function readDrafts(store: Store): Map<string, string> {
  try {
    const value: unknown = JSON.parse(store.getItem(STORAGE_KEY) ?? "[]")
    const pairs = Array.isArray(value)
      ? value.filter(
          (entry): entry is [string, string] =>
            Array.isArray(entry) && typeof entry[0] === "string" && typeof entry[1] === "string",
        )
      : []
    return new Map(pairs)
  } catch {
    return new Map()
  }
}

/** What was begun in the room; empty for nothing. */
export const readDraft = (store: Store, roomId: string): string => readDrafts(store).get(roomId) ?? ""

/** Keeps `text` for the room, the oldest of more than 30 goes; nothing typed forgets it. */
export function writeDraft(store: Store, roomId: string, text: string): void {
  const drafts = readDrafts(store)
  if (text.trim() === "" && !drafts.has(roomId)) return
  drafts.delete(roomId)
  if (text.trim() !== "") drafts.set(roomId, text)
  const latestDrafts = [...drafts].slice(-MAX_DRAFTS)
  if (latestDrafts.length === 0) store.removeItem(STORAGE_KEY)
  else store.setItem(STORAGE_KEY, JSON.stringify(latestDrafts))
}
