/**
 * The back office's part of the demo town: reports and what became of them, sanctions, a colleague, and
 * what both admins did.
 */
import type postgres from "postgres"
import { auditLog } from "#app/platform/schema.server.ts"
import { storePictures } from "../demo-pictures.ts"
import { findDemoPeople, writePart, writeWithProgress, type RunStep } from "../parts.ts"
import { getDemoPicture } from "../town.ts"
import { insertInBatches } from "../write.ts"
import { createAuditLines, findEarlierWork } from "./audit-lines.ts"
import { getColleagueId, writeColleague } from "./colleague.ts"
import { findHolders, createPapers, writePapers } from "./insurance-papers.ts"
import { writeNotes } from "./notes.ts"
import { createReports, writeReports, type ReportSubject } from "./reports.ts"
import { writeViews } from "./views.ts"
import { createSanctions, writeSanctions } from "./sanctions.ts"

/** Creates `part` of the town. */
export async function create(client: postgres.Sql, part: string, step: RunStep): Promise<void> {
  const demoPictures = await storePictures(["policy"], step)
  const people = await findDemoPeople(client)
  const holders = await findHolders(client)
  const things = await client<ReportSubject[]>`
    (select 'item' as kind, id, title, seller_id as "ownerId" from items
      where deleted_at is null and state = 'selling' order by id limit 8)
    union all (select 'expert', user_id, name, user_id from experts where state = 'approved' order by user_id
      limit 4)`
  const open = await client<{ id: string; userId: string | null }[]>`
    select id, user_id as "userId" from tickets where state = 'open' order by id limit 10`
  const earlierWork = await findEarlierWork(client)
  await writePart(client, part, async (tx, present) => {
    const admins = { first: people.demo.admin.id, colleague: getColleagueId(present) }
    const { colleague } = admins
    await writeWithProgress(step, "관리자 동료", 1, "명", () => writeColleague(tx, people, present))

    const filed = createReports(things, people, present)
    await writeWithProgress(step, "신고", filed.length, "건", () =>
      writeReports(tx, filed, present, colleague),
    )

    const given = createSanctions(people, present)
    await writeWithProgress(step, "제재", given.length, "건", () =>
      writeSanctions(tx, given, present, admins.first),
    )

    const papers = createPapers(holders, present)
    await writeWithProgress(step, "보험 증권", papers.length, "장", () =>
      writePapers(tx, papers, getDemoPicture({ demoPictures }, "document-insurance"), colleague),
    )

    await writeWithProgress(step, "동료 메모", open.length, "건", () =>
      writeNotes(tx, open, colleague, present),
    )

    await writeWithProgress(step, "저장한 보기", 1, "벌", () => writeViews(tx, admins, present))

    const lines = createAuditLines({ ...earlierWork, given, filed, papers }, people, admins, present)
    await writeWithProgress(step, "감사 기록", lines.length, "줄", () => insertInBatches(tx, auditLog, lines))
  })
}
