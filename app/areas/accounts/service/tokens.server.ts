/** Owns secrets that travel in links: made at random, kept only as a hash. */
import { createHash, randomBytes } from "node:crypto"

/** 43 characters that nobody can guess. */
export const randomToken = (): string => randomBytes(32).toString("base64url")

/** What the database keeps of a link's token. */
export const tokenHash = (token: string): string => createHash("sha256").update(token).digest("base64url")
