/** What admins do about day work, and the lines of the log that it leaves. */
import { eq } from "drizzle-orm"
import { createJobAtStage } from "#app/areas/jobs/fixtures.ts"
import { wages } from "#app/areas/jobs/schema.server.ts"
import { appealNoShow } from "#app/areas/jobs/service/work.server.ts"
import { db } from "#app/platform/db.server.ts"
import type { Deeds } from "./deed.ts"

async function createAppeal(): Promise<string> {
  const { applicationId, worker } = await createJobAtStage("no_show")
  await appealNoShow(worker.actor, applicationId, "10분 전에 도착했어요.")
  return applicationId
}

export const JOB_DEEDS: Deeds = {
  "/admin/appeals/:applicationId": [
    async () => {
      const id = await createAppeal()
      return {
        at: `/admin/appeals/${id}`,
        fields: { decision: "reverse", answer: "출근을 확인했어요." },
        lines: [{ action: "application.reverse_no_show", subject: id }],
      }
    },
    async () => {
      const id = await createAppeal()
      return {
        at: `/admin/appeals/${id}`,
        fields: { decision: "uphold", answer: "기록과 달라요." },
        lines: [{ action: "application.uphold_no_show", subject: id }],
      }
    },
  ],
  "/admin/late-wages": [
    async () => {
      const { applicationId } = await createJobAtStage("worked")
      const [wage] = await db()
        .update(wages)
        .set({ lateAt: new Date(), escalatedAt: new Date() })
        .where(eq(wages.applicationId, applicationId))
        .returning()
      return {
        at: "/admin/late-wages",
        fields: { applicationId, wageId: wage?.id ?? "", note: "두 사람에게 전화했어요." },
        lines: [{ action: "application.handle_late_wage", subject: applicationId }],
      }
    },
  ],
}
