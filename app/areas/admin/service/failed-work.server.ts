/** Work that failed for good, for admins: what it is, since when, and trying it anew. */
import { audit } from "#app/platform/audit.server.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import {
  countFailedWork,
  listFailedWork,
  isFailedWorkId,
  retryFailedWork,
  type FailedWork,
  type FailedWorkKind,
} from "#app/platform/failed-work.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { WORK_KIND_LABELS } from "../labels.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

type FailedWorkPage = { rows: FailedWork[]; cursor: string | null; counts: Record<FailedWorkKind, number> }

/** A page of one kind, the oldest first, with how much of each there is; null for anybody but an admin. */
export async function findFailedWorkForAdmin(
  actor: Actor,
  kind: FailedWorkKind,
  cursor: string | null,
): Promise<FailedWorkPage | null> {
  if (!hasRight(actor, "settings")) return null
  const [page, counts] = await Promise.all([listFailedWork(kind, cursor), countFailedWork()])
  return { ...page, counts: { events: counts.events.count, jobs: counts.jobs.count } }
}

/**
 * Has one piece, or with `id` null all of a kind, tried anew. Refusals: `not_found` (no admin, no such id),
 * `not_now` (it is no longer there, or is being tried).
 */
export async function retryWork(
  actor: Actor,
  kind: FailedWorkKind,
  id: string | null,
): Promise<Outcome<"not_found" | "not_now", { count: number }>> {
  if (!hasRight(actor, "settings") || (id !== null && !isFailedWorkId(kind, id))) return refuse("not_found")
  return inTransaction(async (tx) => {
    const retriedNames = await retryFailedWork(tx, kind, id)
    if (retriedNames.length === 0) return refuse("not_now")
    const title = id === null ? WORK_KIND_LABELS[kind] : (retriedNames[0] ?? "")
    await audit(tx, actor, {
      action: id === null ? "work.retry_all" : "work.retry",
      subject: { kind: "work", id: id ?? kind, title },
      after: { count: retriedNames.length },
    })
    return ok({ count: retriedNames.length })
  })
}
