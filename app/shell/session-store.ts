/** The local keys of specification §3 that belong to a session. */
import { SESSION } from "#app/areas/accounts/rules.ts"

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">
export type AuthUser = { uid: string; email: string; timestamp: number }

const PERSONAL_KEYS = [
  "authUser",
  "user",
  "userProfile",
  "sessionExpiryTime",
  "recentSearches",
  "recentProducts",
  "logoutOnClose",
  "chatDrafts",
  "chatUnsent",
] as const
/** Closing is told apart from a reload by how long ago it was. */
const CLOSING_KEY = "logoutOnClose"

const readNumber = (store: Store, key: string): number | null => {
  const text = store.getItem(key)
  const value = text === null || text === "" ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}

/** The session's expiry in milliseconds since 1970, shared by the pages of this browser. */
export const readExpiry = (store: Store): number | null => readNumber(store, "sessionExpiryTime")
export const writeExpiry = (store: Store, timeMs: number): void =>
  store.setItem("sessionExpiryTime", String(timeMs))

/** The stored record of who is signed in; one older than 30 min is expired, and removed. */
export function readAuthUser(store: Store, now: number): AuthUser | null {
  const record = parseAuthUser(store.getItem("authUser"))
  if (record && now - record.timestamp < SESSION.authUserExpiryMs && record.timestamp <= now) return record
  store.removeItem("authUser")
  return null
}

function parseAuthUser(text: string | null): AuthUser | null {
  try {
    const value: unknown = JSON.parse(text ?? "null")
    if (typeof value !== "object" || value === null) return null
    const { uid, email, timestamp } = value as Partial<Record<keyof AuthUser, unknown>>
    return typeof uid === "string" && typeof email === "string" && typeof timestamp === "number"
      ? { uid, email, timestamp }
      : null
  } catch {
    return null
  }
}

/** Notes who is signed in. A record of the same person that is still good keeps its time. */
export function writeAuthUser(store: Store, person: { uid: string; email: string }, now: number): void {
  const previous = readAuthUser(store, now)
  if (previous?.uid === person.uid && previous.email === person.email) return
  store.setItem("authUser", JSON.stringify({ ...person, timestamp: now } satisfies AuthUser))
}

/** Keeps user and profile for the next start of the page. */
export function writeUser(store: Store, user: { uid: string; email: string }, profile: unknown): void {
  store.setItem("user", JSON.stringify(user))
  if (profile === null) store.removeItem("userProfile")
  else store.setItem("userProfile", JSON.stringify(profile))
}

/** Whether somebody was signed in on this browser when its last page went. */
export const hasStoredUser = (store: Store): boolean =>
  store.getItem("user") !== null || store.getItem("authUser") !== null

/** Forgets everything personal: what logout does. */
export function clearPersonalData(store: Store): void {
  for (const key of PERSONAL_KEYS) store.removeItem(key)
}

/** Notes that a page is going away. */
export const markClosing = (store: Store, now: number): void => store.setItem(CLOSING_KEY, String(now))
export const isClosingKey = (key: string | null): boolean => key === CLOSING_KEY

/**
 * Takes the flag away and says what it meant: nothing, a reload or another page (`fresh`), or that the
 * browser was closed (`old`).
 */
export function consumeClosingMark(store: Store, now: number): "none" | "fresh" | "old" {
  const timeMs = readNumber(store, CLOSING_KEY)
  const isMarked = store.getItem(CLOSING_KEY) !== null
  store.removeItem(CLOSING_KEY)
  if (!isMarked) return "none"
  return timeMs !== null && now - timeMs <= SESSION.closingGraceMs && timeMs <= now + SESSION.closingGraceMs
    ? "fresh"
    : "old"
}
