/**
 * The chain over the audit log. A job links what was written since; a check computes every hash anew and says
 * where the log is no longer what was written. Lines are linked after their commit, so that nobody waits.
 */
import { formatNumber } from "#app/basics/numbers.ts"
import { createHash } from "node:crypto"
import { desc, sql } from "drizzle-orm"
import { db, inTransaction } from "./db.server.ts"
import { log } from "./log.server.ts"
import { auditLinks } from "./schema.server.ts"

const BATCH_SIZE = 1_000
/** What stands before the first line. */
const FIRST_PREVIOUS = "0".repeat(64)
const LOCK_KEY = 7_120_081

/** Everything that a line of the log says, as one text; the same for a line as long as it is not changed. */
const content = sql`jsonb_build_array(l.id, extract(epoch from l.at), l.actor_id, l.action, l.subject_kind,
  l.subject_id, l.subject_title, l.note, l.before, l.after)::text`

const hashLine = (previous: string, text: string): string =>
  createHash("sha256").update(`${previous}\n${text}`).digest("hex")

async function readHead(
  executor: Pick<ReturnType<typeof db>, "select">,
): Promise<{ seq: number; hash: string }> {
  const [head] = await executor.select().from(auditLinks).orderBy(desc(auditLinks.seq)).limit(1)
  return head ? { seq: head.seq, hash: head.hash } : { seq: 0, hash: FIRST_PREVIOUS }
}

/** Links the oldest lines that are in no chain yet. Returns how many there were. */
async function linkBatch(): Promise<number> {
  return inTransaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEY})`)
    const head = await readHead(tx)
    const lines = await tx.execute<{ id: string; content: string }>(sql`
      select l.id, ${content} as content from audit_log l
        where l.at > coalesce((select last.at from audit_links k join audit_log last on last.id = k.entry_id
            where k.seq = ${head.seq}) - interval '1 day', '-infinity')
          and not exists (select from audit_links k where k.entry_id = l.id)
        order by l.at, l.id limit ${BATCH_SIZE}`)
    if (lines.length === 0) return 0
    let previous = head.hash
    const links = lines.map((line, index) => {
      previous = hashLine(previous, line.content)
      return { seq: head.seq + index + 1, entryId: line.id, hash: previous }
    })
    await tx.insert(auditLinks).values(links)
    return links.length
  })
}

/** Links every line that was written since; a job calls it. */
export async function linkAuditLog(): Promise<void> {
  while ((await linkBatch()) === BATCH_SIZE);
}

/** Notes the end of the chain beside the database, where nobody who changes the database reaches it. */
export async function noteAuditHead(): Promise<void> {
  const head = await readHead(db())
  log().info({ seq: head.seq, hash: head.hash }, "the end of the audit chain")
}

export type AuditChainReport = {
  linked: number
  /** Written since the last linking. */ unlinked: number
  head: string
  /** The first line that is not what was written; null where the chain holds. */
  problem: { seq: number; kind: "changed" | "missing" | "inserted" } | null
}

/**
 * Computes the chain anew from the lines of the log: a line that was changed has another hash, one that was
 * taken out leaves a hole, and one that was put in long ago is in no chain.
 */
export async function checkAuditChain(): Promise<AuditChainReport> {
  let previous = FIRST_PREVIOUS
  let seq = 0
  for (;;) {
    const links = await db().execute<{ seq: string; hash: string; content: string | null }>(sql`
      select k.seq, k.hash, case when l.id is null then null else ${content} end as content
        from audit_links k left join audit_log l on l.id = k.entry_id
        where k.seq > ${seq} order by k.seq limit ${BATCH_SIZE}`)
    for (const link of links) {
      const isNext = Number(link.seq) === seq + 1
      if (!isNext || link.content === null) return report(seq, previous, { seq: seq + 1, kind: "missing" })
      if (hashLine(previous, link.content) !== link.hash)
        return report(seq, previous, { seq: seq + 1, kind: "changed" })
      previous = link.hash
      seq += 1
    }
    if (links.length < BATCH_SIZE) break
  }
  const [inserted] = await db().execute<{ found: boolean }>(sql`
    select exists (select from audit_log l where l.at <= (select last.at from audit_links k
        join audit_log last on last.id = k.entry_id where k.seq = ${seq}) - interval '1 day'
      and not exists (select from audit_links k where k.entry_id = l.id)) as found`)
  return report(seq, previous, inserted?.found ? { seq, kind: "inserted" } : null)
}

async function report(
  linked: number,
  head: string,
  problem: AuditChainReport["problem"],
): Promise<AuditChainReport> {
  const [counts] = await db().execute<{ unlinked: number }>(sql`
    select (select count(*) from audit_log)::int - (select count(*) from audit_links)::int as unlinked`)
  return { linked, unlinked: Math.max(0, counts?.unlinked ?? 0), head, problem }
}

const PROBLEMS = {
  changed: "번째 기록의 내용이 쓰인 때와 달라요",
  missing: "번째 기록이 없어요",
  inserted: "번째 뒤에 나중에 끼워 넣은 기록이 있어요",
} as const

/** What {@link checkAuditChain} found, in a sentence. */
export const formatAuditChain = ({ linked, unlinked, problem }: AuditChainReport): string =>
  problem
    ? `감사 기록이 바뀌었어요: ${problem.seq}${PROBLEMS[problem.kind]}.`
    : `감사 기록 ${formatNumber(linked)}줄이 쓰인 그대로예요.` +
      (unlinked > 0 ? ` 방금 쓴 ${formatNumber(unlinked)}줄은 1분 안에 이어져요.` : "")
