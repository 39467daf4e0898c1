/** Owns the local keys of specification §3 that belong to a session. */
import { SESSION } from "#app/areas/accounts/rules.ts"

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">
export type AuthUser = { uid: string; email: string; timestamp: number }

const PERSONAL = [
  "authUser",
  "user",
  "userProfile",
  "sessionExpiryTime",
  "recentSearches",
  "logoutOnClose",
  "chatDrafts",
  "chatUnsent",
] as const
/** Closing is told apart from a reload by how long ago it was. */
const CLOSE_FLAG = "logoutOnClose"

const numberIn = (store: Store, key: string): number | null => {
  const text = store.getItem(key)
  const value = text === null || text === "" ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}

/** The session's expiry in milliseconds since 1970, shared by the pages of this browser. */
export const readExpiry = (store: Store): number | null => numberIn(store, "sessionExpiryTime")
export const writeExpiry = (store: Store, at: number): void => store.setItem("sessionExpiryTime", String(at))

/** The stored record of who is signed in; one older than 30 min is expired, and removed. */
export function readAuthUser(store: Store, now: number): AuthUser | null {
  const record = parse(store.getItem("authUser"))
  if (record && now - record.timestamp < SESSION.authUserExpiryMs && record.timestamp <= now) return record
  store.removeItem("authUser")
  return null
}

function parse(text: string | null): AuthUser | null {
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
  const before = readAuthUser(store, now)
  if (before?.uid === person.uid && before.email === person.email) return
  store.setItem("authUser", JSON.stringify({ ...person, timestamp: now } satisfies AuthUser))
}

/** Keeps user and profile for the next start of the page. */
export function writeUser(store: Store, user: { uid: string; email: string }, profile: unknown): void {
  store.setItem("user", JSON.stringify(user))
  if (profile === null) store.removeItem("userProfile")
  else store.setItem("userProfile", JSON.stringify(profile))
}

/** Whether somebody was signed in on this browser when its last page went. */
export const hasUser = (store: Store): boolean =>
  store.getItem("user") !== null || store.getItem("authUser") !== null

/** Forgets everything personal: what logout does. */
export function forgetPerson(store: Store): void {
  for (const key of PERSONAL) store.removeItem(key)
}

/** Notes that a page is going away. */
export const flagClosing = (store: Store, now: number): void => store.setItem(CLOSE_FLAG, String(now))
export const isClosingKey = (key: string | null): boolean => key === CLOSE_FLAG

/**
 * Takes the flag away and says what it meant: nothing, a reload or another page (`fresh`), or that the
 * browser was closed (`old`).
 */
export function takeClosing(store: Store, now: number): "none" | "fresh" | "old" {
  const at = numberIn(store, CLOSE_FLAG)
  const set = store.getItem(CLOSE_FLAG) !== null
  store.removeItem(CLOSE_FLAG)
  if (!set) return "none"
  return at !== null && now - at <= SESSION.closingGraceMs && at <= now + SESSION.closingGraceMs
    ? "fresh"
    : "old"
}
