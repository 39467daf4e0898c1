/**
 * The file of all that a member has here: asked for with the password, made by a job part by part, fetched by
 * them alone for a week.
 */
import { and, asc, desc, eq, lte, or, sql, type SQL } from "drizzle-orm"
import { brand } from "../../../basics/brand.ts"
import { now } from "../../../basics/clock.ts"
import { isId, newId } from "../../../basics/ids.ts"
import { DAY_MS, toKstDateString } from "../../../basics/time.ts"
import { db, inTransaction, violatedConstraint } from "../../../platform/db.server.ts"
import { emit } from "../../../platform/events.server.ts"
import { forEachIsolated } from "../../../platform/for-each-isolated.server.ts"
import { ok, refuse, type Outcome } from "../../../platform/outcome.ts"
import { putFile, readFileBytes, removeFiles } from "../../../platform/storage.server.ts"
import { DATA_EXPORT_DAYS, type Actor, type Member } from "../rules.ts"
import { dataExports, profiles } from "../schema.server.ts"
import { confirmIdentity, type IdentityRefusal } from "./confirm-identity.server.ts"

declare module "../../../platform/events.server.ts" {
  interface Events {
    "data_export.ready": { exportId: string; userId: string }
  }
}

/** What an area keeps of a member: rows with one column, `entry`, an object with Korean names. */
export type PersonalDataPart = { title: string; select: (userId: SQL) => SQL }

const parts: PersonalDataPart[] = []

/** Adds what an area keeps of members; only app/subscriptions.server.ts calls this. */
export function registerPersonalData(added: readonly PersonalDataPart[]): void {
  parts.push(...added)
}

const folderOf = (exportId: string) => `data-exports/${exportId}`
const fileOf = (exportId: string) => `${folderOf(exportId)}/data.json`

/**
 * Asks for the file. Refusals: those of the question who it is, `waiting` (one is being made already).
 */
export async function requestDataExport(
  actor: Member,
  password: string,
): Promise<Outcome<IdentityRefusal | "waiting">> {
  const identity = await confirmIdentity(actor, password)
  if (!identity.ok) return identity
  try {
    return await inTransaction(async (tx) => {
      await tx.insert(dataExports).values({
        id: newId(),
        userId: actor.userId,
        state: "waiting",
        askedAt: now(),
        totalParts: parts.length,
      })
      return ok()
    })
  } catch (error) {
    if (violatedConstraint(error) === "data_exports_waiting") return refuse("waiting")
    throw error
  }
}

const MAX_LISTED = 10

/** The actor's own files of the last time, the newest first. */
export async function findOwnDataExports(actor: Actor) {
  if (actor.kind !== "member") return []
  const rows = await db()
    .select()
    .from(dataExports)
    .where(eq(dataExports.userId, actor.userId))
    .orderBy(desc(dataExports.askedAt))
    .limit(MAX_LISTED)
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    askedAt: row.askedAt.toISOString(),
    percent: Math.floor((100 * row.doneParts) / Math.max(1, row.totalParts)),
    bytes: row.bytes,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  }))
}

/**
 * Gives the member their file, after the password. Refusals: `not_found` (none of theirs, or its time is
 * over), those of the question who it is.
 */
export async function fetchDataExport(
  actor: Member,
  exportId: string,
  password: string,
): Promise<Outcome<"not_found" | IdentityRefusal, { bytes: Uint8Array<ArrayBuffer>; name: string }>> {
  if (!isId(exportId)) return refuse("not_found")
  const [row] = await db()
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.id, exportId), eq(dataExports.userId, actor.userId)))
  if (row?.state !== "ready" || (row.expiresAt ?? now()) <= now()) return refuse("not_found")
  const identity = await confirmIdentity(actor, password)
  if (!identity.ok) return identity
  const bytes = await readFileBytes(fileOf(exportId))
  if (!bytes) return refuse("not_found")
  await db().update(dataExports).set({ fetchedAt: now() }).where(eq(dataExports.id, exportId))
  return ok({ bytes, name: `${brand.name} 내 정보 ${toKstDateString(row.askedAt)}.json` })
}

const MAX_BATCH = 20

/** Makes the files that are asked for; a job calls it. Returns how many were due. */
export async function makeDataExports(): Promise<number> {
  const due = await db()
    .select({ id: dataExports.id, userId: dataExports.userId })
    .from(dataExports)
    .where(eq(dataExports.state, "waiting"))
    .orderBy(asc(dataExports.askedAt))
    .limit(MAX_BATCH)
  await forEachIsolated(due, { what: "data_export", id: ({ id }) => id }, makeDataExport)
  return due.length
}

async function makeDataExport({ id, userId }: { id: string; userId: string }): Promise<void> {
  const content: Record<string, unknown[]> = {}
  for (const [index, { title, select }] of parts.entries()) {
    const rows = await db().execute<{ entry: unknown }>(select(sql`${userId}::uuid`))
    content[title] = rows.map(({ entry }) => entry)
    await db()
      .update(dataExports)
      .set({ doneParts: index + 1, totalParts: parts.length })
      .where(eq(dataExports.id, id))
  }
  const file = { 서비스: brand.name, "만든 때": now().toISOString(), 내용: content }
  const bytes = new TextEncoder().encode(JSON.stringify(file, null, 2))
  const stored = await putFile(fileOf(id), bytes)
  if (!stored.ok) throw new Error("There is no room for a file of personal data")
  await inTransaction(async (tx) => {
    const readyAt = now()
    await tx
      .update(dataExports)
      .set({
        state: "ready",
        bytes: bytes.length,
        readyAt,
        expiresAt: new Date(readyAt.getTime() + DATA_EXPORT_DAYS * DAY_MS),
      })
      .where(eq(dataExports.id, id))
    await emit(tx, "data_export.ready", { exportId: id, userId })
  })
}

/** Removes the files whose time is over, or whose member has left; a job calls it. */
export async function removePastDataExports(): Promise<void> {
  const past = await db()
    .select({ id: dataExports.id })
    .from(dataExports)
    .innerJoin(profiles, eq(profiles.userId, dataExports.userId))
    .where(
      and(
        sql`${dataExports.state} <> 'gone'`,
        or(lte(dataExports.expiresAt, now()), sql`${profiles.leftAt} is not null`),
      ),
    )
    .limit(MAX_BATCH * 10)
  await forEachIsolated(past, { what: "data_export", id: ({ id }) => id }, async ({ id }) => {
    await removeFiles(folderOf(id))
    await db().update(dataExports).set({ state: "gone", bytes: null }).where(eq(dataExports.id, id))
  })
}
