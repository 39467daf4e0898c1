/** An export holds every row of its table, however many there are. */
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { db } from "#app/platform/db.server.ts"
import { exportTable } from "#app/areas/admin/service/export.server.ts"
import { withDatabase } from "../setup/database.ts"

withDatabase()

const ROWS = 100_750
const ROWS_AT_ONCE = 10_000

test("a table of more than 100,000 rows is written to its last row", async () => {
  const admin = await createPerson({ role: "admin" })
  // Each row writes several indexes of text: all at once would take longer than a statement may.
  for (let first = 1; first <= ROWS; first += ROWS_AT_ONCE)
    await db().execute(sql`
      insert into audit_log (id, actor_id, action, subject_kind, subject_id, subject_title, note, at)
      select
        ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
        ${admin.actor.userId}::uuid, 'chat.read', 'person', gen_random_uuid()::text, 'row ' || n, '',
          now() - make_interval(secs => 200_000 - n)
      from generate_series(${first}::int, least(${first + ROWS_AT_ONCE - 1}::int, ${ROWS}::int)) n`)
  const made = await exportTable(admin.actor, "audit", new URLSearchParams({ sort: "oldest" }), {
    reason: "시험",
    address: "",
  })
  if (!made) throw new Error("no export")
  expect(made.total).toBe(ROWS)
  let lines = -1
  let last = ""
  for await (const chunk of made.body) {
    const text = new TextDecoder().decode(chunk)
    lines += text.split("\r\n").length - 1
    last = text
  }
  // The line of this export itself is one of the log's.
  expect(lines).toBe(ROWS + 1)
  expect(last).toContain("내려받았어요")
})
