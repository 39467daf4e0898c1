/** Secrets that travel in links: made at random, kept only as a hash. */
import { createHash, randomBytes } from "node:crypto"

/** 43 characters that nobody can guess. */
export const createToken = (): string => randomBytes(32).toString("base64url")

/** What the database keeps of a link's token. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url")
