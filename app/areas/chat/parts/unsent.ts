/**
 * Owns what was written and not confirmed by the server: kept by this browser, so that a page that is loaded
 * again offers it again.
 */
import type { PictureFacts } from "#app/ui/picture.tsx"
import type { Pending } from "./conversation.ts"

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">
type Unsent = Pick<Pending, "clientKey" | "text" | "pictures" | "at">

/** One of the keys that signing out forgets (shell/session-store.ts). */
const KEY = "chatUnsent"
const MOST = 30

const isPicture = (value: unknown): value is PictureFacts =>
  typeof value === "object" && value !== null && "id" in value && typeof value.id === "string"
const isUnsent = (value: unknown): value is Unsent & { roomId: string } =>
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

function readAll(store: Store): (Unsent & { roomId: string })[] {
  try {
    const value: unknown = JSON.parse(store.getItem(KEY) ?? "[]")
    return Array.isArray(value) ? value.filter(isUnsent) : []
  } catch {
    return []
  }
}

/** What was not confirmed in the room when its page went. */
export const readUnsent = (store: Store, roomId: string): Pending[] =>
  readAll(store)
    .filter((one) => one.roomId === roomId)
    .map(({ clientKey, text, pictures, at }) => ({
      clientKey,
      text,
      pictures,
      at,
      state: "failed",
      problem: "보내지 못한 메시지예요.",
    }))

/** Keeps what is on its way in the room, thirty messages of all rooms; nothing on its way forgets them. */
export function writeUnsent(store: Store, roomId: string, pending: readonly Pending[]): void {
  const before = readAll(store)
  const others = before.filter((one) => one.roomId !== roomId)
  if (pending.length === 0 && others.length === before.length) return
  const kept = [
    ...others,
    ...pending.map(({ clientKey, text, pictures, at }) => ({ roomId, clientKey, text, pictures, at })),
  ].slice(-MOST)
  if (kept.length === 0) store.removeItem(KEY)
  else store.setItem(KEY, JSON.stringify(kept))
}
