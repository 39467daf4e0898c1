/** What admins do about failed work and exports, and the lines of the log that it leaves. */
import { sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import type { Deeds } from "./deed.ts"

async function createDeadEvent(): Promise<string> {
  const [row] = await db().execute<{ id: string }>(
    sql`insert into outbox (type, payload, tries) values ('order.matched', '{}', 8) returning id::text as id`,
  )
  return row?.id ?? ""
}

export const RUNNING_DEEDS: Deeds = {
  "/admin/failed-work": [
    async () => {
      const id = await createDeadEvent()
      return {
        at: "/admin/failed-work",
        fields: { kind: "events", id },
        lines: [{ action: "work.retry", subject: id, after: { count: 1 } }],
      }
    },
    async () => {
      await createDeadEvent()
      return {
        at: "/admin/failed-work",
        fields: { kind: "events" },
        lines: [{ action: "work.retry_all", subject: "events" }],
      }
    },
  ],
  "/admin/audit": [
    async () => ({ at: "/admin/audit", fields: { intent: "check" }, lines: [{ action: "audit.check" }] }),
  ],
  "/admin/access": [
    async () => ({
      at: "/admin/access",
      fields: { intent: "review", month: "2020-01", note: "특이한 기록이 없어요" },
      lines: [{ action: "access.review", subject: "2020-01" }],
    }),
  ],
  "/admin/export/:kind": [
    async () => ({
      at: "/admin/export/users",
      fields: { reason: "명단 확인" },
      lines: [{ action: "export.users" }],
    }),
  ],
}
