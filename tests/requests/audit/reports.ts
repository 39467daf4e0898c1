/** What admins do about reports, and the lines of the log that it leaves. */
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { fileReport } from "#app/areas/trust/service/report.server.ts"
import { newId } from "#app/basics/ids.ts"
import { REASON, type Deed, type Deeds, type Office } from "./deed.ts"

async function createReport(): Promise<string> {
  const [reporter, accused] = [await createPerson(), await createExpert()]
  const done = await fileReport(
    reporter.actor,
    { kind: "expert", id: accused.expertId },
    { reason: "scam", details: "", block: false, pictureIds: [], submissionKey: newId() },
  )
  if (!done.ok) throw new Error(done.reason)
  return done.reportId
}

export async function dismissReportsInBulk({ send }: Office): Promise<Deed> {
  const ids = [await createReport(), await createReport()]
  const seenAt = "9999-12-31T00:00:00.000Z"
  await send("/admin/bulk/reports?move=triage", { move: "triage", "ids[]": ids, seenAt })
  return {
    at: "/admin/bulk/reports?move=dismiss",
    fields: { move: "dismiss", reason: REASON, "ids[]": ids, seenAt },
    lines: ids.map((subject) => ({
      action: "report.dismiss",
      subject,
      before: { state: "triaged" },
      after: { state: "dismissed" },
    })),
  }
}

export const REPORT_DEEDS: Deeds = {
  "/admin/reports/:reportId": [
    async () => {
      const id = await createReport()
      return {
        at: `/admin/reports/${id}`,
        fields: { intent: "triage" },
        lines: [
          { action: "report.triage", subject: id, before: { state: "filed" }, after: { state: "triaged" } },
        ],
      }
    },
    async ({ send }) => {
      const id = await createReport()
      await send(`/admin/reports/${id}`, { intent: "triage" })
      return {
        at: `/admin/reports/${id}`,
        fields: { intent: "act", reason: REASON, ban: "7", hide: "on" },
        lines: [{ action: "report.act", subject: id, after: { state: "actioned", hidden: true, ban: "7" } }],
      }
    },
  ],
}
