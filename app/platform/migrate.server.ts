/** The shape of the database: SQL files, forward only, each once, in order, unchanged (decision 020). */
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import postgres from "postgres"
import { findPrimary } from "./database-address.server.ts"

const MIGRATION_LOCK_ID = 7_310_420
/** How its sessions are called in the database. */
const APPLICATION_NAME = "baroildang-migrate"
const RETRY_INTERVAL_MS = 200
const MESSAGE_INTERVAL_MS = 5_000
const DEFAULT_WAIT_MS = 60_000
/**
 * A statement that waits for a table makes everybody wait who comes after it, so it gives up soon and comes
 * again.
 */
const DEFAULT_LOCK_TIMEOUT_MS = 3_000
const LOCK_NOT_AVAILABLE = "55P03"

type Options = {
  /** How long to wait for another process that migrates, and how long for a table that somebody uses. */
  waitMs?: number
  lockTimeoutMs?: number
  /** Hears sentences for whoever waits at the console. */
  say?: (sentence: string) => void
}

type MigrationFile = {
  name: string
  text: string
  hash: string
  /** The last migration of the oldest program that may run on the result. */
  oldest: number
  isInTransaction: boolean
}
type MigrationRun = {
  sql: postgres.Sql
  waitMs: number
  lockTimeoutMs: number
  say: (sentence: string) => void
}

/**
 * Applies the SQL files of `folder` that the database at `url` has not seen. One process at a time (advisory
 * lock), one transaction a file where it does not say otherwise. Refuses a gap in the numbers, a file that
 * changed after it was applied, and a database that a newer program has changed so that this one cannot run
 * on it. Returns the names applied.
 */
export async function migrate(url: string, folder: string, options: Options = {}): Promise<string[]> {
  const { waitMs = DEFAULT_WAIT_MS, lockTimeoutMs = DEFAULT_LOCK_TIMEOUT_MS, say = () => {} } = options
  const files = await readMigrationFiles(folder)
  const connection = { application_name: APPLICATION_NAME }
  const settings = { max: 1, prepare: false, fetch_types: false, onnotice: () => {}, connection }
  const address = await findPrimary(url)
  const open = () => postgres(address, settings)
  const [turn, sql] = [open(), open()]
  const run: MigrationRun = { sql, waitMs, lockTimeoutMs, say }
  try {
    for (const wait = waitForTurn(turn, run); ;) {
      const appliedNames = await inTurn(turn, () => applyPending(run, files))
      if (appliedNames) return appliedNames
      await wait()
    }
  } finally {
    await Promise.all([turn.end(), sql.end()])
  }
}

/**
 * Runs `work` while no other process migrates; null where one does. A lock of a transaction ends with it, and
 * a connection pooler keeps a transaction on one session.
 */
const inTurn = (turn: postgres.Sql, work: () => Promise<string[]>): Promise<string[] | null> =>
  turn.begin(async (tx) => {
    // Texts without parameters leave no snapshot open, for which the building of an index would wait.
    await tx.unsafe("set local idle_in_transaction_session_timeout = 0")
    const [lock] = await tx.unsafe<{ taken: boolean }[]>(
      `select pg_try_advisory_xact_lock(${MIGRATION_LOCK_ID}) as taken`,
    )
    return lock?.taken ? work() : null
  }) as Promise<string[] | null>

/**
 * Waits until the database at `url` has every migration of `folder`, for a process that changes nothing
 * itself; refuses with a sentence after `waitMs`, and at once where a newer program has changed the database
 * so that this one cannot run on it.
 */
export async function waitForMigrations(url: string, folder: string, options: Options = {}): Promise<void> {
  const { waitMs = DEFAULT_WAIT_MS, say = () => {} } = options
  const files = await readMigrationFiles(folder)
  const sql = postgres(await findPrimary(url), {
    max: 1,
    prepare: false,
    fetch_types: false,
    connection: { application_name: APPLICATION_NAME },
  })
  const startedAt = performance.now()
  try {
    for (let hasSaid = false; ; hasSaid = true) {
      const missing = await findMissingMigrations(sql, files, say)
      if (missing.length === 0) return
      if (performance.now() - startedAt >= waitMs) {
        throw new Error(
          `데이터베이스 구조가 이 릴리스보다 오래됐어요 (없는 것: ${missing.join(", ")}). ` +
            "npm run migrate를 먼저 돌려 주세요. 바뀐 것은 없어요.",
        )
      }
      if (!hasSaid) say(`데이터베이스 구조가 바뀌기를 기다려요 (최대 ${toSeconds(waitMs)}초)`)
      await pause(RETRY_INTERVAL_MS)
    }
  } finally {
    await sql.end()
  }
}

async function findMissingMigrations(
  sql: postgres.Sql,
  files: readonly MigrationFile[],
  say: (sentence: string) => void,
): Promise<string[]> {
  const [table] = await sql<{ exists: boolean }[]>`
    select to_regclass('migrations') is not null as exists`
  const applied = table?.exists
    ? await sql<AppliedMigration[]>`select name, hash, oldest_program as oldest from migrations`
    : []
  checkCompatibility(say, files, applied)
  const hashes = new Set(applied.map(({ hash }) => hash))
  return files.filter(({ hash }) => !hashes.has(hash)).map(({ name }) => name)
}

/**
 * `-- oldest program: 0026` says that programs whose last migration is 0026 may run on the result; without it
 * none before this.
 */
const OLDEST_PROGRAM_PATTERN = /^-- oldest program: (\d{4})$/m
/** Each statement by itself: an index is built while others write (decision 120). */
const NO_TRANSACTION_PATTERN = /^-- without a transaction$/m
const INDEX_PATTERN = /create (?:unique )?index concurrently if not exists (\w+)/

async function readMigrationFiles(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort()
  return Promise.all(
    names.map(async (name, index) => {
      const number = index + 1
      if (Number.parseInt(name, 10) !== number)
        throw new Error(`마이그레이션 번호가 이어지지 않아요: ${name}`)
      const text = await readFile(join(folder, name), "utf8")
      const oldest = Number(OLDEST_PROGRAM_PATTERN.exec(text)?.[1] ?? number)
      if (oldest < 1 || oldest > number)
        throw new Error(`${name}의 oldest program은 0001부터 그 파일의 번호까지예요.`)
      return {
        name,
        text,
        hash: createHash("sha256").update(text).digest("hex"),
        oldest,
        isInTransaction: !NO_TRANSACTION_PATTERN.test(text),
      }
    }),
  )
}

/** Makes what waits for another process that migrates, says for whom, and gives up with a sentence. */
function waitForTurn(sql: postgres.Sql, { waitMs, say }: MigrationRun): () => Promise<void> {
  const startedAt = performance.now()
  let lastMessageAt = Number.NEGATIVE_INFINITY
  return async () => {
    const waited = performance.now() - startedAt
    const holder = await findLockHolder(sql)
    if (waited >= waitMs) {
      throw new Error(
        `다른 프로세스가 데이터베이스 구조를 바꾸고 있어 ${toSeconds(waitMs)}초를 기다렸지만 끝나지 않았어요: ${describeSession(holder)}. ` +
          `멈춘 프로세스라면 select pg_terminate_backend(${holder?.pid ?? "pid"})로 끝내고, 오래 걸리는 일이라면 ` +
          "MIGRATION_WAIT_MS를 늘려 다시 시작해 주세요.",
      )
    }
    if (performance.now() - lastMessageAt > MESSAGE_INTERVAL_MS) {
      lastMessageAt = performance.now()
      say(
        `다른 프로세스가 데이터베이스 구조를 바꾸고 있어 기다려요 (최대 ${toSeconds(waitMs)}초): ${describeSession(holder)}`,
      )
    }
    await pause(Math.min(RETRY_INTERVAL_MS, waitMs))
  }
}

type DatabaseSession = { pid: number; name: string | null; since: Date | null }

const toSeconds = (ms: number) => Math.round(ms / 100) / 10

function describeSession(session: DatabaseSession | undefined): string {
  if (!session) return "방금 끝난 프로세스"
  const since = session.since ? `, ${session.since.toISOString()}부터` : ""
  return `pid ${session.pid} (${session.name || "이름 없음"}${since})`
}

/** Who holds the lock of migrations. */
async function findLockHolder(sql: postgres.Sql): Promise<DatabaseSession | undefined> {
  const [holder] = await sql<DatabaseSession[]>`
    select a.pid, a.application_name as name, a.query_start as since
    from pg_locks l join pg_stat_activity a on a.pid = l.pid join pg_database d on d.oid = l.database
    where l.locktype = 'advisory' and l.granted and d.datname = current_database()
      and l.classid = 0 and l.objid = ${MIGRATION_LOCK_ID} and l.objsubid = 1`
  return holder
}

/** Whose transactions have been open for so long that a migration may be waiting for them. */
async function describeBlockers(sql: postgres.Sql, minDurationMs: number): Promise<string> {
  const blockers = await sql<DatabaseSession[]>`
    select pid, application_name as name, xact_start as since from pg_stat_activity
    where datname = current_database() and application_name <> ${APPLICATION_NAME}
      and xact_start < now() - make_interval(secs => ${minDurationMs / 1000}) order by xact_start limit 3`
  return blockers.map(describeSession).join(", ") || "방금 끝난 트랜잭션"
}

type AppliedMigration = { name: string; hash: string; oldest: number | null }

async function applyPending(run: MigrationRun, files: readonly MigrationFile[]): Promise<string[]> {
  const { sql } = run
  await sql`
    create table if not exists migrations
      (name text primary key, hash text not null, applied_at timestamptz not null default now(),
       oldest_program integer)`
  const [column] = await sql`
    select 1 from information_schema.columns
    where table_schema = current_schema() and table_name = 'migrations' and column_name = 'oldest_program'`
  if (!column) await sql`alter table migrations add column oldest_program integer`
  const applied = await sql<AppliedMigration[]>`
    select name, hash, oldest_program as oldest from migrations order by name`
  checkCompatibility(run.say, files, applied)
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]))
  const appliedNames: string[] = []
  for (const file of files) {
    const appliedHash = hashes.get(file.name)
    if (appliedHash === file.hash) continue
    if (appliedHash) throw new Error(`이미 적용된 마이그레이션이 바뀌었어요: ${file.name}`)
    await (file.isInTransaction ? applyFile(run, file) : applyStatements(run, file))
    appliedNames.push(file.name)
  }
  return appliedNames
}

/** Goes on with a database that a newer program has changed where that one said that this one may. */
function checkCompatibility(
  say: (sentence: string) => void,
  files: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
): void {
  const known = new Set(files.map(({ name }) => name))
  const unknown = applied.filter(({ name }) => !known.has(name))
  if (unknown.length === 0) return
  const names = unknown.map(({ name }) => name).join(", ")
  if (unknown.every(({ oldest }) => oldest !== null && oldest <= files.length)) {
    say(
      `더 새로운 릴리스가 바꾼 데이터베이스예요 (${names}). 이 릴리스도 쓸 수 있는 변경이라 이어서 시작해요.`,
    )
    return
  }
  throw new Error(
    `이 릴리스는 이 데이터베이스로 시작할 수 없어요: 더 새로운 릴리스가 구조를 바꿨어요 (${names}). 둘 중 하나를 해 주세요.\n` +
      "  1. 새 릴리스를 다시 배포해요. 쓰인 것은 모두 남아 있어요.\n" +
      "  2. 꼭 이 릴리스여야 하면, 새 릴리스를 배포하기 전의 백업을 되살린 뒤 시작해요. 그 뒤에 쓰인 것은 사라져요.",
  )
}

/**
 * Applies one file in a transaction. Where somebody uses a table that it changes, it steps back and comes
 * again.
 */
async function applyFile(
  { sql, waitMs, lockTimeoutMs, say }: MigrationRun,
  file: MigrationFile,
): Promise<void> {
  const startedAt = performance.now()
  for (let lastMessageAt = Number.NEGATIVE_INFINITY; ;) {
    try {
      await sql.begin(async (tx) => {
        // What a role or a database sets for everybody is meant for requests.
        await tx.unsafe(`set local lock_timeout = ${lockTimeoutMs}; set local statement_timeout = 0`)
        await tx.unsafe(file.text)
        await recordFile(tx, file)
      })
      return
    } catch (error) {
      if (!(error instanceof postgres.PostgresError) || error.code !== LOCK_NOT_AVAILABLE) throw error
      const blockerText = await describeBlockers(sql, Math.min(lockTimeoutMs, performance.now() - startedAt))
      if (performance.now() - startedAt >= waitMs) throw tableInUse(file, waitMs, blockerText, error)
      if (performance.now() - lastMessageAt > MESSAGE_INTERVAL_MS) {
        lastMessageAt = performance.now()
        say(
          `${file.name}이 바꿀 표를 다른 트랜잭션이 쓰고 있어 기다려요 (최대 ${toSeconds(waitMs)}초): ${blockerText}`,
        )
      }
      await pause(RETRY_INTERVAL_MS)
    }
  }
}

/**
 * Applies the statements of one file one by one, while others read and write. What a run before left behind
 * half built is built anew; what it had finished stays.
 */
async function applyStatements({ sql, waitMs, say }: MigrationRun, file: MigrationFile): Promise<void> {
  const startedAt = performance.now()
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    say(`${file.name}의 인덱스를 만들고 있어요 (${seconds}초째). 그동안에도 읽고 쓸 수 있어요.`)
  }, MESSAGE_INTERVAL_MS)
  try {
    await sql.unsafe(`set lock_timeout = ${waitMs}; set statement_timeout = 0`)
    for (const statement of splitStatements(file.text)) {
      const index = INDEX_PATTERN.exec(statement)?.[1]
      if (index && (await isHalfBuilt(sql, index))) await sql.unsafe(`drop index concurrently ${index}`)
      await sql.unsafe(statement)
    }
    await recordFile(sql, file)
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || error.code !== LOCK_NOT_AVAILABLE) throw error
    throw tableInUse(file, waitMs, await describeBlockers(sql, Math.min(waitMs, 1_000)), error)
  } finally {
    clearInterval(timer)
  }
}

const splitStatements = (text: string): string[] =>
  text
    .replaceAll(/^--.*$/gm, "")
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "")

async function isHalfBuilt(sql: postgres.Sql, index: string): Promise<boolean> {
  const rows = await sql`
    select 1 from pg_index where indexrelid = to_regclass(${index}) and not indisvalid`
  return rows.length > 0
}

const recordFile = (sql: postgres.Sql | postgres.TransactionSql, { name, hash, oldest }: MigrationFile) =>
  sql`insert into migrations (name, hash, oldest_program) values (${name}, ${hash}, ${oldest})`

const tableInUse = (file: MigrationFile, waitMs: number, blockerText: string, cause: unknown) =>
  new Error(
    `${file.name}이 바꿀 표를 다른 트랜잭션이 쓰고 있어 ${toSeconds(waitMs)}초 동안 적용하지 못했어요: ${blockerText}. ` +
      "그 트랜잭션이 끝난 뒤 다시 시작하거나 MIGRATION_WAIT_MS를 늘려 주세요." +
      (file.isInTransaction ? " 바뀐 것은 없어요." : ""),
    { cause },
  )
