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
  "/admin/export/:kind": [
    async () => ({ at: "/admin/export/users", fields: {}, lines: [{ action: "export.users" }] }),
  ],
}
