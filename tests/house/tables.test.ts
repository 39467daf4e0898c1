/** The tables as the code sees them are the tables that the migrations make. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { getTableColumns, getTableName, is } from "drizzle-orm"
import { PgTable } from "drizzle-orm/pg-core"
import { expect, test } from "vitest"
import { driver } from "#app/platform/db.server.ts"
import { withDatabase } from "../setup/database.ts"

withDatabase()

const app = join(import.meta.dirname, "../../app")
const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith("schema.server.ts"),
)
const modules = await Promise.all(
  files.map((file) => import(/* @vite-ignore */ join(app, file)) as Promise<Record<string, unknown>>),
)
const tables = modules.flatMap((module) =>
  Object.values(module).filter((value): value is PgTable => is(value, PgTable)),
)

test("columns of the code are those of the database, of the same type and nullability", async () => {
  const rows = await driver()<{ name: string; type: string; nullable: boolean }[]>`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as nullable
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'migrations'
      and not c.relispartition
      and a.attnum > 0 and not a.attisdropped`
  const inDatabase = rows.map((row) => `${row.name} ${row.type}${row.nullable ? "?" : ""}`).sort()
  const inCode = tables
    .flatMap((table) =>
      Object.values(getTableColumns(table)).map(
        (column) =>
          `${getTableName(table)}.${column.name} ${column.getSQLType()}${column.notNull ? "" : "?"}`,
      ),
    )
    .sort()
  expect(inCode).toEqual(inDatabase)
})

test("no sum of money is cut to 4 bytes, in a column or in a statement", async () => {
  const rows = await driver()<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_name in ('order_groups', 'payments', 'refunds', 'payouts', 'ledger')
      and column_name like '%\_won' and data_type <> 'bigint'`
  expect(rows.map((row) => row.name)).toEqual([])
  const sources = readdirSync(app, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes(".test."),
  )
  const cut = sources.filter((file) =>
    /sum\([^`()]*won[^`()]*\)+(?:, 0\)+)?::int(?:eger|4)?\b/i.test(readFileSync(join(app, file), "utf8")),
  )
  expect(cut).toEqual([])
})

test("every foreign key has an index that begins with it, so that no removal scans a table", async () => {
  const missing = await driver()<{ name: string }[]>`
    select c.conrelid::regclass || '.' || a.attname as name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])
    order by 1`
  const known = [
    // Pictures are removed only while nothing shows them; the sweep asks for loose ones alone.
    "profiles.avatar_id",
    "experts.avatar_id",
    "experts.cover_id",
    "expert_portfolio.before_id",
    "expert_portfolio.after_id",
    "expert_certificates.picture_id",
    "review_photos.picture_id",
    // People leave, but their rows stay.
    "expert_questions.asker_id",
    "customer_reviews.expert_id",
    "change_orders.expert_id",
    "orders.invited_expert_id",
    "orders.accepted_proposal_id",
  ]
  expect(missing.map((row) => row.name).filter((name) => !known.includes(name))).toEqual([])
})
