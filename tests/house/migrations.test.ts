/**
 * Migrations that others would wait for while they run: on a table that may be large nothing is built,
 * checked or rewritten under a lock (decision 120). Files before 0106 were released without this rule.
 */
import { readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { anyOf } from "#app/basics/patterns.ts"

const FOLDER = `${import.meta.dirname}/../../db/migrations/`
const FIRST_NUMBER = 106

const ON_TABLE =
  /^(?:create (?:unique )?index .*? on|alter table(?: if exists)?|update|delete from|lock(?: table)?) (\w+)/su
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/^create (?:unique )?index (?!concurrently)/u, "an index is built concurrently"],
  [
    /^alter table .*\badd (?:constraint|check|foreign key)\b(?!.*\bnot valid\b)/su,
    "a constraint is added not valid",
  ],
  [/^alter table .*\badd (?:primary key|unique)\b/su, "a unique index is built concurrently"],
  [
    /^alter table .*\badd column\b[^,]*\b(?:references|unique|primary key|check|generated)\b/su,
    "a column is added bare",
  ],
  [
    /^alter table .*\bdefault (?:now|clock_timestamp|gen_random_uuid|random|nextval)\b/su,
    "a default is a constant",
  ],
  [/^alter table .*\bset not null\b/su, "a check that is validated says that a column is never null"],
  [/^alter table .*\balter column \w+ (?:set data )?type\b/su, "a type changes in a new column"],
  [/^(?:update|delete from)\b/u, "rows are written by a job, in batches"],
  [
    /^(?:cluster|vacuum|lock)\b|^alter table .*\bset (?:logged|unlogged|tablespace)\b/su,
    "a table is not rewritten",
  ],
]
/** What a file without a transaction may hold: it is begun again where it ended. */
const REPEATABLE = anyOf(
  /^create (?:unique )?index concurrently if not exists /u,
  /^drop index concurrently if exists /u,
  /^alter table \w+ validate constraint /u,
)

const splitStatements = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gsu, "''")
    .replaceAll(/--.*$/gmu, "")
    .split(";")
    .map((statement) => statement.trim().replaceAll(/\s+/gu, " "))
    .filter((statement) => statement !== "")

/** What would hold others up in a migration. */
function findLocks(text: string): string[] {
  const statements = splitStatements(text)
  const made = new Set(
    statements.flatMap((statement) => /^create table(?: if not exists)? (\w+)/u.exec(statement)?.[1] ?? []),
  )
  const isWithout = /^-- without a transaction$/mu.test(text)
  return statements.flatMap((statement) => {
    const isNew = made.has(ON_TABLE.exec(statement)?.[1] ?? "")
    const reasons = isNew
      ? []
      : REFUSED.filter(([pattern]) => pattern.test(statement)).map(([, reason]) => reason)
    if (isWithout !== REPEATABLE.test(statement) && (isWithout || statement.includes(" concurrently ")))
      reasons.push("a file without a transaction has indexes alone, and they have such a file")
    return reasons.map((reason) => `${reason}: ${statement.slice(0, 60)}`)
  })
}

test("no migration holds a large table up", () => {
  const files = readdirSync(FOLDER).filter((name) => Number.parseInt(name, 10) >= FIRST_NUMBER)
  expect(files.length).toBeGreaterThan(3)
  const found = files.flatMap((name) =>
    findLocks(readFileSync(FOLDER + name, "utf8")).map((reason) => `${name}: ${reason}`),
  )
  expect(found).toEqual([])
})

test.each([
  ["create index a on orders (id);", 1],
  ["create table a (id uuid); create index b on a (id); update a set id = null;", 0],
  ["alter table orders add constraint a check (x > 0);", 1],
  ["alter table orders add constraint a check (x > 0) not valid;", 0],
  ["alter table orders add column a text;", 0],
  ["alter table orders add column a uuid references users (id);", 1],
  ["alter table orders add column a timestamptz not null default now();", 1],
  ["alter table orders add column a boolean not null default false;", 0],
  ["alter table orders alter column a set not null;", 1],
  ["alter table orders alter column a type bigint;", 1],
  ["update orders set a = 1;", 1],
  ["create index concurrently if not exists a on orders (id);", 1],
  ["-- without a transaction\ncreate index concurrently if not exists a on orders (id);", 0],
  ["-- without a transaction\nalter table orders add column a text;", 1],
  ["create function a() returns trigger language plpgsql as $$ begin update orders set a = 1; end $$;", 0],
])("%s is refused for %i reasons", (text, count) => {
  expect(findLocks(text)).toHaveLength(count)
})
