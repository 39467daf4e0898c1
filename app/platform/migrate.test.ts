import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import postgres from "postgres"
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from "vitest"
import { migrate, waitForMigrations } from "./migrate.server.ts"

const name = `test_migrate_${process.pid}`
const folder = mkdtempSync(join(tmpdir(), "baroildang-migrations-"))
let url = ""
let sql: postgres.Sql
let administrator: postgres.Sql

const FIRST = "create table things (id integer primary key);"
const SECOND = "alter table things add column note text;"

beforeAll(() => {
  const template = new URL(inject("databaseUrl"))
  template.pathname = "/postgres"
  administrator = postgres(template.href, { max: 1, onnotice: () => {} })
  template.pathname = `/${name}`
  url = template.href
})
beforeEach(async () => {
  await sql?.end({ timeout: 1 })
  await administrator.unsafe(`drop database if exists ${name} with (force)`)
  await administrator.unsafe(`create database ${name}`)
  sql = postgres(url, { max: 3, onnotice: () => {}, connection: { application_name: "deploy-7" } })
  rmSync(folder, { recursive: true })
  release({ "0001_things.sql": FIRST })
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await administrator.unsafe(`drop database if exists ${name} with (force)`)
  await administrator.end()
  rmSync(folder, { recursive: true, force: true })
})

/** Puts the migrations of a release into the folder, instead of those before. */
function release(files: Record<string, string>): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
}

const columns = async () => {
  const rows = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns where table_name = 'things' order by 1`
  return rows.map((row) => row.name)
}

/** What the sessions do that hold the lock of migrations. */
const holders = async () => {
  const held = await sql<{ state: string }[]>`
    select a.state from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and a.datname = ${name}`
  return held.map((row) => row.state)
}

test("who migrates at the same time is waited for, named, and left after the time that is set", async () => {
  const holder = await sql.reserve()
  const [{ pid } = { pid: 0 }] = await holder<{ pid: number }[]>`
    select pg_backend_pid() as pid, pg_advisory_lock(7310420)`
  const say = vi.fn<(sentence: string) => void>()
  const began = performance.now()
  const left =
    `0.4초를 기다렸지만 끝나지 않았어요: pid ${pid} \\(deploy-7, \\d{4}-\\S+부터\\).*` +
    `pg_terminate_backend\\(${pid}\\)`
  await expect(migrate(url, folder, { waitMs: 400, say })).rejects.toThrow(new RegExp(left))
  expect(performance.now() - began).toBeLessThan(3_000)
  const waits = `기다려요 (최대 0.4초): pid ${pid} (deploy-7`
  expect(say).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(waits))
  await holder`select pg_advisory_unlock_all()`
  expect(await migrate(url, folder)).toEqual(["0001_things.sql"])
  holder.release()
})

test("the lock is given back, also where a migration fails", async () => {
  release({ "0001_things.sql": "create table things (id no_such_type);" })
  await expect(migrate(url, folder)).rejects.toThrow("no_such_type")
  expect(await holders()).toEqual([])
  release({ "0001_things.sql": FIRST })
  await migrate(url, folder)
  expect(await holders()).toEqual([])
})

test("a migration steps back from a table in use, so that requests pass, and says who uses it", async () => {
  await migrate(url, folder)
  release({ "0001_things.sql": FIRST, "0002_note.sql": SECOND })
  const reader = await sql.reserve()
  await reader`begin`
  const [{ pid } = { pid: 0 }] = await reader<{ pid: number }[]>`
    select pg_backend_pid() as pid, count(*) from things`
  const say = vi.fn<(sentence: string) => void>()
  const migrating = migrate(url, folder, { waitMs: 30_000, lockTimeoutMs: 100, say })
  const waits = `0002_note.sql이 바꿀 표를.*pid ${pid} \\(deploy-7`
  await vi.waitFor(() => expect(say).toHaveBeenCalledWith(expect.stringMatching(waits)))
  // Its lock is a transaction's, which a connection pooler keeps on one session.
  expect(await holders()).toEqual(["idle in transaction"])
  // It waits for the table in turns of a tenth of a second, so whoever comes after it waits no longer.
  const began = performance.now()
  for (let reads = 0; reads < 5; reads += 1) await sql`select * from things`
  expect(performance.now() - began).toBeLessThan(2_000)
  await reader`commit`
  expect(await migrating).toEqual(["0002_note.sql"])
  expect(await columns()).toEqual(["id", "note"])
  reader.release()
})

test("a table that stays in use ends the migration in time, and nothing has changed", async () => {
  await migrate(url, folder)
  release({ "0001_things.sql": FIRST, "0002_note.sql": SECOND })
  const reader = await sql.reserve()
  await reader`begin`
  await reader`select * from things`
  const left = /0.3초 동안 적용하지 못했어요: pid \d+ \(deploy-7/
  await expect(migrate(url, folder, { waitMs: 300, lockTimeoutMs: 100 })).rejects.toThrow(left)
  await reader`commit`
  reader.release()
  expect(await columns()).toEqual(["id"])
  expect(await migrate(url, folder)).toEqual(["0002_note.sql"])
})

const INDEX =
  "-- without a transaction\ncreate unique index concurrently if not exists things_note on things (note);"

test("an index is built while others write, and waits for whoever writes", async () => {
  await migrate(url, folder)
  const files = { "0001_things.sql": FIRST, "0002_note.sql": SECOND }
  release(files)
  await migrate(url, folder)
  release({ ...files, "0003_index.sql": INDEX })
  const writer = await sql.reserve()
  await writer`begin`
  await writer`insert into things values (1, 'a')`
  const migrating = migrate(url, folder, { waitMs: 30_000 })
  const isBuilding = () =>
    sql`select 1 from pg_stat_activity where query like 'create unique%' and datname = ${name}`
  await vi.waitFor(async () => expect(await isBuilding()).toHaveLength(1))
  await sql`insert into things values (2, 'b')`
  await writer`commit`
  writer.release()
  expect(await migrating).toEqual(["0003_index.sql"])
  await expect(sql`insert into things values (3, 'b')`).rejects.toThrow("things_note")
})

test("an index that could not be built is built by the next start", async () => {
  await migrate(url, folder)
  const files = { "0001_things.sql": FIRST, "0002_note.sql": SECOND }
  release(files)
  await migrate(url, folder)
  await sql`insert into things values (1, 'a'), (2, 'a')`
  release({ ...files, "0003_index.sql": INDEX })
  await expect(migrate(url, folder)).rejects.toThrow("things_note")
  await sql`delete from things where id = 2`
  expect(await migrate(url, folder)).toEqual(["0003_index.sql"])
  await expect(sql`insert into things values (3, 'a')`).rejects.toThrow("things_note")
})

test("who stays in a table for too long ends the building of an index, and is named", async () => {
  await migrate(url, folder)
  release({ "0001_things.sql": FIRST, "0002_note.sql": SECOND })
  await migrate(url, folder)
  release({ "0001_things.sql": FIRST, "0002_note.sql": SECOND, "0003_index.sql": INDEX })
  const writer = await sql.reserve()
  await writer`begin`
  await writer`insert into things values (1, 'a')`
  await expect(migrate(url, folder, { waitMs: 1_200 })).rejects.toThrow(/1.2초 동안 .*pid \d+ \(deploy-7/)
  await writer`commit`
  writer.release()
  expect(await migrate(url, folder)).toEqual(["0003_index.sql"])
})

test("the release before starts on a database of the next one where that says so, and says it", async () => {
  await migrate(url, folder)
  release({ "0001_things.sql": FIRST, "0002_note.sql": `-- oldest program: 0001\n${SECOND}` })
  await migrate(url, folder)
  release({ "0001_things.sql": FIRST })
  const say = vi.fn<(sentence: string) => void>()
  expect(await migrate(url, folder, { say })).toEqual([])
  const goesOn = "더 새로운 릴리스가 바꾼 데이터베이스예요 (0002_note.sql)"
  expect(say).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(goesOn))
})

test("the release before is refused where it cannot run, and told how to go back", async () => {
  const second = { "0001_things.sql": FIRST, "0002_note.sql": `-- oldest program: 0001\n${SECOND}` }
  release({ ...second, "0003_gone.sql": "-- oldest program: 0002\nalter table things drop column note;" })
  await migrate(url, folder)
  release({ "0001_things.sql": FIRST })
  const refused = /구조를 바꿨어요 \(0002_note.sql, 0003_gone.sql\)[^]*다시 배포해요[^]*백업을 되살린 뒤/
  await expect(migrate(url, folder)).rejects.toThrow(refused)
  release(second)
  expect(await migrate(url, folder)).toEqual([])
})

test("what says nothing of older programs refuses them", async () => {
  release({ "0001_things.sql": FIRST, "0002_note.sql": SECOND })
  await migrate(url, folder)
  release({ "0001_things.sql": FIRST })
  await expect(migrate(url, folder)).rejects.toThrow("이 릴리스는 이 데이터베이스로 시작할 수 없어요")
})

test("a database of before, whose list says nothing of older programs, is taken on", async () => {
  await migrate(url, folder)
  await sql`alter table migrations drop column oldest_program`
  expect(await migrate(url, folder)).toEqual([])
  expect(await sql`select oldest_program from migrations`).toEqual([{ oldest_program: null }])
})

test("a process that changes nothing itself waits for migrations, and says which are missing", async () => {
  const say = vi.fn<(sentence: string) => void>()
  await expect(waitForMigrations(url, folder, { waitMs: 0, say })).rejects.toThrow(
    "데이터베이스 구조가 이 릴리스보다 오래됐어요 (없는 것: 0001_things.sql). npm run migrate를 먼저",
  )
  expect(await columns()).toEqual([])
  const waiting = waitForMigrations(url, folder, { waitMs: 30_000, say })
  await vi.waitFor(() =>
    expect(say).toHaveBeenCalledExactlyOnceWith("데이터베이스 구조가 바뀌기를 기다려요 (최대 30초)"),
  )
  await migrate(url, folder)
  await waiting
  release({ "0001_things.sql": FIRST, "0002_note.sql": SECOND })
  await migrate(url, folder)
  // The program before cannot run on what the second made of it.
  release({ "0001_things.sql": FIRST })
  await expect(waitForMigrations(url, folder, { waitMs: 0 })).rejects.toThrow("0002_note.sql")
})
