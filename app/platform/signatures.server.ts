/** Signs what travels in cookies and links with the secret of the installation. */
import { createHmac, timingSafeEqual } from "node:crypto"
import { env } from "./env.server.ts"

/** A keyed hash; `purpose` keeps signatures of one kind from standing for another. */
export function sign(purpose: string, text: string): string {
  const { SECRET } = env()
  if (!SECRET) throw new Error("SECRET is not set")
  return createHmac("sha256", SECRET).update(`${purpose}\0${text}`).digest("base64url")
}

/** Compares in constant time. */
export function isSameSignature(one: string, other: string): boolean {
  const a = Buffer.from(one)
  const b = Buffer.from(other)
  return a.length === b.length && timingSafeEqual(a, b)
}
