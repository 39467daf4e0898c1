/** Owns secrets that travel in cookies and links: made at random, kept only as a hash, or signed. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { env } from "../../../platform/env.server.ts"

/** 43 characters that nobody can guess. */
export const randomToken = (): string => randomBytes(32).toString("base64url")

/** What the database keeps of a link's token. */
export const tokenHash = (token: string): string => createHash("sha256").update(token).digest("base64url")

/** A keyed hash; `purpose` keeps signatures of one kind from standing for another. */
export function signature(purpose: string, text: string): string {
  const { SECRET } = env()
  if (!SECRET) throw new Error("SECRET is not set")
  return createHmac("sha256", SECRET).update(`${purpose}\0${text}`).digest("base64url")
}

/** Compares in constant time. */
export function isSame(one: string, other: string): boolean {
  const a = Buffer.from(one)
  const b = Buffer.from(other)
  return a.length === b.length && timingSafeEqual(a, b)
}
