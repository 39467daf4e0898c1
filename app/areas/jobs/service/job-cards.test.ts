/** What a search has found of jobs and of those who seek them is the card that their lists have. */
import { expect, test } from "vitest"
import { countQueries } from "#app/platform/db.server.ts"
import { runSubqueries } from "#app/platform/json-subqueries.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { createOpenHire, createOpenSeek } from "../fixtures.ts"
import { searchHires } from "./hire-lists.server.ts"
import { hireCardsSubquery, seekCardsSubquery } from "./job-cards.server.ts"
import { setSaved } from "./saves.server.ts"
import { searchSeeks } from "./seek-lists.server.ts"

withDatabase()

const ANYTHING = { kind: null, region: null, range: null, pay: null, date: null, time: null }

test("cards are those of the lists, in one query, and without what is not listed", async () => {
  const [employer, worker, reader] = [await createPerson(), await createPerson(), await createPerson()]
  const hireId = await createOpenHire(employer.actor)
  const seekId = await createOpenSeek(worker.actor)
  await setSaved(reader.actor, "hire", hireId, true)
  const { result, queries } = await countQueries(() =>
    runSubqueries({
      hires: hireCardsSubquery(reader.actor, [hireId, worker.actor.userId]),
      seeks: seekCardsSubquery(reader.actor, [seekId, hireId]),
    }),
  )
  expect(queries).toBe(1)
  const listed = await searchHires(reader.actor, { ...ANYTHING, facts: [] }, "newest", null)
  const { distance: _, ...hire } = listed.rows[0] ?? {}
  expect([...result.hires.values()]).toEqual([hire])
  expect(hire).toMatchObject({ id: hireId, saved: true })
  const seeks = await searchSeeks(reader.actor, { ...ANYTHING, short: false }, "newest", null)
  const { distance: __, ...seek } = seeks.rows[0] ?? {}
  expect([...result.seeks.values()]).toEqual([seek])
})
