/** Asking members again when the terms or the privacy policy were changed in what they had agreed to. */
import { desc, sql } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { newId } from "../../../basics/ids.ts"
import { inTransaction, type Transaction } from "../../../platform/db.server.ts"
import { CONSENTS, type ConsentKind } from "../consents.ts"
import { ok, refuse, type Done, type Refusal } from "../../../platform/outcome.ts"
import type { Member } from "../rules.ts"
import { agreements, consents } from "../schema.server.ts"

export type AgreementKind = "terms" | "privacy"

declare module "../../../platform/events.server.ts" {
  interface Events {
    /** Members are to agree anew to `kind` as it reads since `version` (`YYYY-MM-DD`). */
    "agreement.changed": { kind: AgreementKind; version: string }
  }
}

/** From now on members without this version are asked. The same or an older version changes nothing. */
export async function requestAgreement(
  event: { kind: AgreementKind; version: string },
  tx: Transaction,
): Promise<void> {
  await tx
    .insert(agreements)
    .values({ ...event, askedAt: now() })
    .onConflictDoUpdate({
      target: agreements.kind,
      set: { version: event.version, askedAt: now() },
      setWhere: sql`${agreements.version} < ${event.version}`,
    })
}

/**
 * The versions that somebody agrees to who signs up now, by kind: those of the shipped texts, or the newer
 * ones that all are asked for.
 */
export async function loadCurrentVersions(tx: Transaction): Promise<(kind: ConsentKind) => string> {
  const rows = await tx.select({ kind: agreements.kind, version: agreements.version }).from(agreements)
  return (kind) => {
    const shippedVersion = CONSENTS.find((consent) => consent.kind === kind)?.version ?? ""
    const requestedVersion = rows.find((row) => row.kind === kind)?.version ?? ""
    return requestedVersion > shippedVersion ? requestedVersion : shippedVersion
  }
}

const selectOpenAgreements = (tx: Transaction, userId: string) =>
  tx
    .select({ kind: agreements.kind, version: agreements.version })
    .from(agreements)
    .where(
      sql`not exists (select from consents c where c.user_id = ${userId}::uuid and c.kind = ${agreements.kind}
        and c.granted and c.version >= ${agreements.version})`,
    )
    .orderBy(desc(agreements.kind))

/** What `actor` has not agreed to yet as it reads now. */
export const listOpenAgreements = (actor: Member): Promise<{ kind: AgreementKind; version: string }[]> =>
  inTransaction((tx) => selectOpenAgreements(tx, actor.userId))

/**
 * Writes down that `actor` agrees to all that is open; twice is once. Refuses (`not_agreed`) where `agreed`
 * leaves something out, and says what.
 */
export async function acceptAgreements(
  actor: Member,
  agreed: Record<AgreementKind, boolean>,
): Promise<Done | Refusal<"not_agreed", { missing: AgreementKind[] }>> {
  return inTransaction(async (tx) => {
    // Two windows that agree at once queue here.
    await tx.execute(sql`select from profiles where user_id = ${actor.userId}::uuid for no key update`)
    const open = await selectOpenAgreements(tx, actor.userId)
    const missing = open.map(({ kind }) => kind).filter((kind) => !agreed[kind])
    if (missing.length > 0) return refuse("not_agreed", { missing })
    if (open.length > 0)
      await tx.insert(consents).values(
        open.map(({ kind, version }) => ({
          id: newId(),
          userId: actor.userId,
          kind,
          version,
          granted: true,
          givenAt: now(),
        })),
      )
    return ok()
  })
}
