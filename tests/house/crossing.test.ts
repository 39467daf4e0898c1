/** Every table has its place among several databases, and every statement that would cross them is known. */
import { beforeAll, describe, expect, test } from "vitest"
import { driver } from "#app/platform/db.server.ts"
import { withDatabase } from "../setup/database.ts"
import { readStatements, type SourceStatement } from "../setup/statements.ts"
import { listKnownCrossings } from "./crossing-statements.ts"
import { COPIED_TABLES, listGroups, listWords, LOCAL_TABLES, SPLIT_GROUPS } from "./distribution.ts"

withDatabase()

let tables: string[]
let statements: SourceStatement[]
beforeAll(async () => {
  const rows = await driver()<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p', 'v', 'm') and not relispartition and relname <> 'migrations'`
  tables = rows.map(({ name }) => name).sort()
  statements = readStatements(new Set(tables))
})

test("every table is split by something, copied to all, or of one node alone", () => {
  const placed = [...Object.values(SPLIT_GROUPS), COPIED_TABLES, LOCAL_TABLES].flatMap(listWords)
  expect(placed.toSorted()).toEqual(tables)
})

test("a statement that joins across what would be split is listed with what would be done about it", () => {
  const crossing = statements.filter((statement) => listGroups(statement.tables).length > 1)
  const known = new Set(listKnownCrossings())
  const unlisted = crossing.filter(({ name }) => !known.has(shorten(name)))
  expect(unlisted.map(({ name, tables: of }) => `${shorten(name)}: ${listGroups(of).join(" + ")}`)).toEqual(
    [],
  )
  const seen = new Set(crossing.map(({ name }) => shorten(name)))
  expect([...known].filter((name) => !seen.has(name))).toEqual([])
})

const shorten = (name: string) => name.replace(/^areas\//, "").replace("/service/", "/")

describe("the tables of a statement are those", () => {
  const tablesOf = (name: string) =>
    new Set(statements.filter((each) => shorten(each.name) === name).flatMap((each) => each.tables))
  test.each([
    ["of columns that another function selects", "market/item-lists.server.ts readItems", "pictures"],
    ["of conditions that another file writes", "chat/rooms.server.ts findRoom", "blocks"],
    ["that SQL names", "accounts/session.server.ts findActor", "consents"],
    ["of a query of the builder", "experts/directory.server.ts listExpertRegions", "expert_categories"],
  ])("%s", (_, name, table) => {
    expect(tablesOf(name)).toContain(table)
  })
})
