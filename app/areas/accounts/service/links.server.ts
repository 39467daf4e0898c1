/** Links that a mail carries: each for one purpose, for a time, kept as a hash of its token. */
import { and, eq, gt, like, lt } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { newId } from "../../../basics/ids.ts"
import { db, type Executor } from "../../../platform/db.server.ts"
import { verifications } from "../schema.server.ts"
import { createToken, hashToken } from "./tokens.server.ts"

export type LinkPurpose = "sign-up" | "reset" | "email" | "undo"

/** Keeps `value` behind a new link. Returns the token for its address. */
export async function createLink(
  executor: Executor,
  purpose: LinkPurpose,
  value: string,
  ttlMs: number,
): Promise<string> {
  const token = createToken()
  const at = now()
  await executor.insert(verifications).values({
    id: newId(),
    identifier: `${purpose}:${hashToken(token)}`,
    value,
    expiresAt: new Date(at.getTime() + ttlMs),
    createdAt: at,
    updatedAt: at,
  })
  return token
}

/** What is behind the link, while it lasts, without using it up. */
export async function findLinkValue(
  executor: Executor,
  purpose: LinkPurpose,
  token: string,
): Promise<string | null> {
  const [link] = await executor
    .select({ value: verifications.value })
    .from(verifications)
    .where(
      and(eq(verifications.identifier, `${purpose}:${hashToken(token)}`), gt(verifications.expiresAt, now())),
    )
  return link?.value ?? null
}

/** As {@link findLinkValue}, and the link is used up: of two at once only one gets the value. */
export async function consumeLink(
  executor: Executor,
  purpose: LinkPurpose,
  token: string,
): Promise<string | null> {
  const [link] = await executor
    .delete(verifications)
    .where(
      and(eq(verifications.identifier, `${purpose}:${hashToken(token)}`), gt(verifications.expiresAt, now())),
    )
    .returning({ value: verifications.value })
  return link?.value ?? null
}

/** Forgets every link of one purpose that leads to `value`. */
export async function deleteLinks(executor: Executor, purpose: LinkPurpose, value: string): Promise<void> {
  await executor
    .delete(verifications)
    .where(and(like(verifications.identifier, `${purpose}:%`), eq(verifications.value, value)))
}

/** Removes links that are over, and sign-ups that nobody confirmed; a job calls it. */
export async function deleteExpiredLinks(): Promise<void> {
  await db().delete(verifications).where(lt(verifications.expiresAt, now()))
}
