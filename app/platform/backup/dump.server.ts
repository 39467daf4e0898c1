/** A dump of a PostgreSQL of its own by pg_dump, and its way back by pg_restore. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import type { Connection } from "../connection.server.ts"
import type { TableSums } from "./manifest.server.ts"

type Session = Pick<Connection, "query">

/**
 * Dumps the database at `address` into `file`, and returns the sums of its tables as they were in the same
 * moment. `session` is a connection to the same database in no transaction. Throws a sentence where pg_dump
 * is not installed or older than the server.
 */
export async function dumpDatabase(session: Session, address: string, file: string): Promise<TableSums> {
  await session.query({ statement: "begin isolation level repeatable read read only" })
  try {
    const [snapshot] = await session.query({ statement: "select pg_export_snapshot() as name" })
    await runClient("pg_dump", address, [
      "--format=custom",
      "--no-owner",
      "--no-privileges",
      `--snapshot=${String(snapshot?.name)}`,
      `--file=${file}`,
    ])
    return await sumTables(session)
  } finally {
    await session.query({ statement: "rollback" })
  }
}

/** Brings `file` back into the empty database at `address`: all of it or nothing. */
export async function restoreDump(address: string, file: string): Promise<void> {
  await runClient("pg_restore", address, [
    "--no-owner",
    "--no-privileges",
    "--exit-on-error",
    "--single-transaction",
    file,
  ])
}

/** Counts the rows of each table, and sums a hash of each row, in whatever order they come. */
export async function sumTables(session: Session): Promise<TableSums> {
  for (const statement of ["set timezone to 'UTC'", "set datestyle to 'ISO'", "set extra_float_digits to 1"])
    await session.query({ statement })
  const names = await session.query({
    statement: `select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
      order by 1`,
  })
  const sums: TableSums = {}
  for (const { name } of names) {
    const [sum] = await session.query({
      statement: `select count(*)::text as rows,
        coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as checksum from ${String(name)} t`,
    })
    sums[String(name)] = { rows: Number(sum?.rows), checksum: String(sum?.checksum) }
  }
  return sums
}

/** Says which tables differ between two sums; empty where none does. */
export function compareTables(expected: TableSums, found: TableSums): string[] {
  return [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort().flatMap((name) => {
    const [before, after] = [expected[name], found[name]]
    if (!before) return [`${name}: 백업에 없던 표예요`]
    if (!after) return [`${name}: 되살린 데이터베이스에 없어요`]
    if (before.rows !== after.rows) return [`${name}: ${before.rows}행이었는데 ${after.rows}행이에요`]
    return before.checksum === after.checksum ? [] : [`${name}: 내용이 달라요`]
  })
}

/** Runs a program of PostgreSQL on the database at `address`; the password is in no list of processes. */
async function runClient(program: string, address: string, args: readonly string[]): Promise<void> {
  const url = new URL(address)
  const password = decodeURIComponent(url.password)
  url.password = ""
  const child = spawn(program, [`--dbname=${url.href}`, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
  })
  const output: Buffer[] = []
  child.stderr.on("data", (part: Buffer) => output.push(part))
  const [code] = (await once(child, "exit").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error
    throw new Error(
      `${program}이 없어요. PostgreSQL 서버와 같은 버전의 클라이언트(postgresql-client)를 설치해 주세요.`,
    )
  })) as [number]
  if (code === 0) return
  const text = Buffer.concat(output).toString().trim().slice(-1_500)
  throw new Error(`${program}이 실패했어요 (종료 코드 ${code}).\n${text}`)
}
