/** The office's list of claims: the same rows in the same order as read plainly, and copied titles. */
import { sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { countQueries, db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createClaimFixture } from "../../../../tests/setup/office-fixture.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { CLAIM_KINDS } from "../claim-rules.ts"
import { createShop } from "../fixtures.ts"
import { CLAIM_QUEUE_STATES, CLAIM_QUEUES } from "../filter-rules.ts"
import { findClaimsForAdmin, type ClaimFilter } from "./admin-claims.server.ts"
import { copyClaimTitles } from "./claim-titles.server.ts"

withDatabase()

const STATES = ["requested", "approved", "collecting", "collected", "rejected", "completed", "withdrawn"]
let admin: Person
beforeAll(async () => {
  admin = await createPerson({ role: "admin" })
  const [shop, buyer] = [await createShop({ name: "가지런한상점" }), await createPerson({ name: "우정미" })]
  // Of every state and kind, some older than three days.
  for (let n = 0; n < STATES.length * 3; n += 1) {
    const { claimId } = await createClaimFixture(buyer, shop)
    await db()
      .execute(sql`update claims set state = ${STATES[n % STATES.length]}, kind = ${CLAIM_KINDS[n % 3]},
      created_at = now() - ${n % 5} * interval '1 day' where id = ${claimId}::uuid`)
    await db().execute(sql`update order_lines set title = ${`${n % 2 ? "놋그릇" : "유리컵"} ${n}호`}
      where id = (select line_id from claims where id = ${claimId}::uuid)`)
  }
  await db().execute(sql`update claims set title = null`)
  await db().execute(sql`update claims set title = l.title from order_lines l
    where l.id = line_id and l.title not like '%3호'`)
})

/** Reads the list in pages of four, as far as it goes. */
async function readAll(filter: ClaimFilter, newest: boolean): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const part = await findClaimsForAdmin(admin.actor, { filter, newest, cursor, limit: 4 })
    ids.push(...part.rows.map((row) => row.id))
    cursor = part.cursor
  } while (cursor !== null)
  return ids
}

async function readPlainly(filter: ClaimFilter, newest: boolean): Promise<string[]> {
  const { queue, kind, term } = filter
  const rows = await db().execute<{ id: string; state: string; title: string; kind: string; late: boolean }>(
    sql`select c.id, c.state, c.kind, l.title, c.created_at < now() - interval '3 days' as late
      from claims c join order_lines l on l.id = c.line_id order by c.created_at, c.id`,
  )
  const ids = rows
    .filter((row) => kind === null || row.kind === kind)
    .filter((row) =>
      term === ""
        ? (CLAIM_QUEUE_STATES[queue] as readonly string[]).includes(row.state) &&
          (queue !== "late" || row.late)
        : row.title.includes(term) || term === "가지런" || term === "우정미",
    )
    .map((row) => row.id)
  return newest ? ids.toReversed() : ids
}

test("each queue, kind, order and term has the rows that are read plainly, copied or not", async () => {
  for (const kind of [null, ...CLAIM_KINDS])
    for (const newest of [false, true]) {
      for (const queue of CLAIM_QUEUES) {
        const filter = { queue, kind, term: "" }
        expect([filter, newest, await readAll(filter, newest)]).toEqual([
          filter,
          newest,
          await readPlainly(filter, newest),
        ])
      }
      for (const term of ["놋그릇", "13호", "가지런", "우정미", "뷁쉛휅"]) {
        const filter = { queue: "late" as const, kind, term }
        expect([filter, newest, await readAll(filter, newest)]).toEqual([
          filter,
          newest,
          await readPlainly(filter, newest),
        ])
      }
    }
})

test("a list of claims is one query, with a term or without", async () => {
  for (const term of ["", "놋그릇"]) {
    const filter = { queue: "requested" as const, kind: null, term }
    const read = () => findClaimsForAdmin(admin.actor, { filter, newest: true, cursor: null })
    expect((await countQueries(read)).queries).toBe(1)
  }
})

test("the database copies the title to a new claim, and a job to those of before", async () => {
  const { claimId } = await createClaimFixture(await createPerson(), await createShop())
  const read = () =>
    db().execute<{ id: string; same: boolean }>(sql`select c.id, c.title is not distinct from l.title as same
      from claims c join order_lines l on l.id = c.line_id`)
  expect((await read()).find(({ id }) => id === claimId)?.same).toBe(true)
  const missing = (await read()).filter(({ same }) => !same).length
  expect(missing).toBeGreaterThan(0)
  expect([await copyClaimTitles(), await copyClaimTitles()]).toEqual([missing, 0])
  expect((await read()).every(({ same }) => same)).toBe(true)
})
