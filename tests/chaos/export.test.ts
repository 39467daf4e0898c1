/** An export holds every row of its table, however many there are. */
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { db } from "#app/platform/db.server.ts"
import { exportTable } from "#app/areas/admin/service/export.server.ts"
import { withDatabase } from "../setup/database.ts"

withDatabase()

test("a table of more than 100,000 rows is written to its last row", async () => {
  const admin = await createPerson({ role: "admin" })
  await db().execute(sql`
    insert into audit_log (id, actor_id, action, subject_kind, subject_id, subject_title, note, at)
    select
      ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
      ${admin.actor.userId}::uuid, 'chat.read', 'person', gen_random_uuid()::text, 'row ' || n, '',
        now() - make_interval(secs => 200_000 - n)
    from generate_series(1, 100_750) n`)
  const made = await exportTable(admin.actor, "audit", new URLSearchParams({ sort: "oldest" }), {
    reason: "시험",
    address: "",
  })
  if (!made) throw new Error("no export")
  expect(made.total).toBe(100_750)
  let lines = -1
  let last = ""
  for await (const chunk of made.body) {
    const text = new TextDecoder().decode(chunk)
    lines += text.split("\r\n").length - 1
    last = text
  }
  // The line of this export itself is one of the log's.
  expect(lines).toBe(100_751)
  expect(last).toContain("내려받았어요")
})
