/** Owns the shape of the database: SQL files, forward only, each once, in order, unchanged. */
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import postgres from "postgres"
import { findPrimary } from "./database-address.server.ts"

const LOCK = 7_310_420

/**
 * Applies the SQL files of `folder` that the database at `url` has not seen. One process at a time (advisory lock), one
 * transaction a file. Refuses a gap in the numbers and a file that changed after it was applied. Returns the names applied.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort()
  files.forEach((name, index) => {
    if (Number.parseInt(name, 10) !== index + 1) throw new Error(`마이그레이션 번호가 이어지지 않아요: ${name}`)
  })
  const sql = postgres(await findPrimary(url), { max: 1, onnotice: () => {}, connection: { application_name: "baroildang-migrate" } })
  try {
    await sql`select pg_advisory_lock(${LOCK})`
    await sql`create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())`
    const done = new Map((await sql<{ name: string; hash: string }[]>`select name, hash from migrations`).map((row) => [row.name, row.hash]))
    for (const name of done.keys()) {
      if (!files.includes(name)) throw new Error(`이 데이터베이스는 더 새로운 버전의 것이에요: ${name}을 모르는 프로그램이에요`)
    }
    const applied: string[] = []
    for (const name of files) {
      const text = await readFile(join(folder, name), "utf8")
      const hash = createHash("sha256").update(text).digest("hex")
      const before = done.get(name)
      if (before === hash) continue
      if (before) throw new Error(`이미 적용된 마이그레이션이 바뀌었어요: ${name}`)
      await sql.begin(async (tx) => {
        await tx.unsafe(text)
        await tx`insert into migrations (name, hash) values (${name}, ${hash})`
      })
      applied.push(name)
    }
    return applied
  } finally {
    await sql.end()
  }
}
