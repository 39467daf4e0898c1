/**
 * What was written and not confirmed by the server: kept by this browser, so that a page that is loaded
 * again offers it again.
 */
import type { PictureData } from "#app/ui/picture.tsx"
import type { PendingMessage } from "./conversation.ts"

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">
type UnsentMessage = Pick<PendingMessage, "clientKey" | "text" | "pictures" | "at">

/** One of the keys that signing out forgets (shell/session-store.ts). */
const STORAGE_KEY = "chatUnsent"
const MAX_UNSENT = 30

const isPicture = (value: unknown): value is PictureData =>
  typeof value === "object" && value !== null && "id" in value && typeof value.id === "string"
const isUnsentMessage = (value: unknown): value is UnsentMessage & { roomId: string } =>
  typeof value === "object" &&
  value !== null &&
  "roomId" in value &&
  typeof value.roomId === "string" &&
  "clientKey" in value &&
  typeof value.clientKey === "string" &&
  "text" in value &&
  typeof value.text === "string" &&
  "at" in value &&
  typeof value.at === "string" &&
  "pictures" in value &&
  Array.isArray(value.pictures) &&
  value.pictures.every(isPicture)

function readStored(store: Store): (UnsentMessage & { roomId: string })[] {
  try {
    const value: unknown = JSON.parse(store.getItem(STORAGE_KEY) ?? "[]")
    return Array.isArray(value) ? value.filter(isUnsentMessage) : []
  } catch {
    return []
  }
}

/** What was not confirmed in the room when its page went. */
export const readUnsent = (store: Store, roomId: string): PendingMessage[] =>
  readStored(store)
    .filter((message) => message.roomId === roomId)
    .map(({ clientKey, text, pictures, at }) => ({
      clientKey,
      text,
      pictures,
      at,
      state: "failed",
      problem: "보내지 못한 메시지예요.",
    }))

/** Keeps what is on its way in the room, thirty messages of all rooms; nothing on its way forgets them. */
export function writeUnsent(store: Store, roomId: string, pending: readonly PendingMessage[]): void {
  const stored = readStored(store)
  const others = stored.filter((message) => message.roomId !== roomId)
  if (pending.length === 0 && others.length === stored.length) return
  const latestUnsent = [
    ...others,
    ...pending.map(({ clientKey, text, pictures, at }) => ({ roomId, clientKey, text, pictures, at })),
  ].slice(-MAX_UNSENT)
  if (latestUnsent.length === 0) store.removeItem(STORAGE_KEY)
  else store.setItem(STORAGE_KEY, JSON.stringify(latestUnsent))
}
