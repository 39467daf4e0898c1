/** What admins do with the inbox, and the lines of the log that it leaves. */
import { eq, sql } from "drizzle-orm"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { adminCases } from "#app/areas/admin/schema.server.ts"
import { refreshCases } from "#app/areas/admin/service/cases.server.ts"
import { createTicket } from "#app/areas/content/fixtures.ts"
import { db } from "#app/platform/db.server.ts"
import type { Deeds, Office } from "./deed.ts"

const AT = "/admin/inbox"

async function createCase(): Promise<string> {
  const ticketId = await createTicket((await createPerson()).actor.userId, "언제 되나요?")
  await refreshCases()
  const [found] = await db().select().from(adminCases).where(eq(adminCases.subjectId, ticketId))
  return found?.id ?? ""
}

/** Sends one form about a new case, which leaves one line. */
const deed =
  (
    intent: string,
    makeFields: (office: Office) => Promise<Record<string, string>> | Record<string, string>,
  ) =>
  async (office: Office) => {
    const caseId = await createCase()
    const fields = { intent, caseId, ...(await makeFields(office)) }
    return { at: AT, fields, lines: [{ action: `case.${intent}`, subject: caseId }] }
  }

export const CASE_DEEDS: Deeds = {
  [AT]: [
    deed("take", () => ({})),
    deed("hand_on", async () => ({ to: (await createPerson({ role: "admin" })).actor.userId })),
    deed("snooze", () => ({ until: "tomorrow" })),
    deed("note", () => ({ note: "전화로 확인했어요" })),
    async ({ admin }) => {
      const caseId = await createCase()
      await db().execute(sql`update admin_cases set holder_id = ${admin.actor.userId}::uuid
        where id = ${caseId}::uuid`)
      return {
        at: AT,
        fields: { intent: "release", caseId },
        lines: [{ action: "case.release", subject: caseId }],
      }
    },
    async () => {
      await db().execute(sql`update admin_cases set holder_id = null, due_at = now() + interval '1 day'`)
      const caseId = await createCase()
      await db().execute(sql`update admin_cases set due_at = now() - interval '9 days'
        where id = ${caseId}::uuid`)
      return { at: AT, fields: { intent: "next" }, lines: [{ action: "case.take", subject: caseId }] }
    },
  ],
}
