/**
 * What the start asks of a database before anything trusts it: that it answers, takes writes, and keeps
 * a session.
 */
import { findPrimary } from "./database-address.server.ts"
import { findCodedError, DatabaseUnavailableError } from "./database-errors.server.ts"
import { openConnection, type Connection } from "./connection.server.ts"

const MIN_VERSION = 150_000
/** Enough for a pooler that hands its servers out in turn. */
const PROBE_ROUNDS = 10

const POOLER_TEXT = `DATABASE_URL이 트랜잭션 단위로 연결을 돌려쓰는 풀러(pgbouncer의 pool_mode = transaction 등)를 가리켜요.
그런 연결로는 실시간 소식과 준비된 문장이 끊기고, 저장됐다고 답한 것이 사라질 수 있어 시작하지 않았어요.
PostgreSQL에 바로 연결하거나, 풀러를 pool_mode = session으로 바꾸거나, 풀러를 거치지 않는 주소를
DATABASE_SESSION_URL에 함께 넣어 주세요.`

/**
 * Refuses, with a sentence that says what to do, a database that can't be reached, takes no writes, is older
 * than PostgreSQL 15, or is reached through a pooler that gives every transaction another session (decision
 * 021).
 */
export async function requireUsableDatabase(address: string): Promise<void> {
  const connections: Connection[] = []
  const open = async () => {
    const connection = await openConnection(await findPrimary(address), { name: "baroildang-start" })
    connections.push(connection)
    return connection
  }
  try {
    const [one, two] = [await open(), await open()]
    if (await sharesSessions(one, two)) throw new Error(POOLER_TEXT)
    const [row] = await one.query({
      statement: `select current_setting('server_version_num')::int as version,
        current_setting('transaction_read_only')::boolean as standby`,
    })
    if (Number(row?.version) < MIN_VERSION)
      throw new Error("PostgreSQL 15 이상이 필요해요. DATABASE_URL의 서버를 올려 주세요.")
    if (row?.standby === true)
      throw new Error("DATABASE_URL의 PostgreSQL이 읽기 전용이에요. 쓸 수 있는 주 서버의 주소를 넣어 주세요.")
  } catch (error) {
    throw toStartError(error)
  } finally {
    for (const connection of connections)
      connection.destroy(new DatabaseUnavailableError("The start has seen enough"))
  }
}

const SESSION_QUERY =
  "select concat_ws(' ', pid, backend_start) as session from pg_stat_activity where pid = pg_backend_pid()"

/**
 * Two connections that are open at once are two sessions, and each stays what it is; a pooler of
 * transactions mixes them.
 */
export async function sharesSessions(one: Connection, two: Connection): Promise<boolean> {
  const sessions = [new Set<unknown>(), new Set<unknown>()]
  for (let round = 0; round < PROBE_ROUNDS; round += 1) {
    for (const [index, connection] of [one, two].entries())
      sessions[index]?.add((await connection.query({ statement: SESSION_QUERY }))[0]?.session)
  }
  const [first = new Set(), second = new Set()] = sessions
  return first.size > 1 || second.size > 1 || [...first].some((session) => second.has(session))
}

function toStartError(error: unknown): Error {
  if (!(error instanceof DatabaseUnavailableError))
    return error instanceof Error ? error : new Error(String(error))
  const reason =
    error.cause instanceof Error && error.cause.cause instanceof Error ? error.cause.cause : error.cause
  const code = findCodedError(reason)?.code
  const explanation =
    code === "28P01" || code === "28000"
      ? "사용자 이름이나 비밀번호가 맞지 않아요."
      : code === "3D000"
        ? "그 이름의 데이터베이스가 없어요."
        : code === "ENOTFOUND" || code === "EAI_AGAIN"
          ? "서버 이름을 찾을 수 없어요."
          : code === "ECONNREFUSED"
            ? "서버가 연결을 받지 않아요. 켜져 있는지, 포트가 맞는지 봐 주세요."
            : code === "CONNECTION_DESTROYED"
              ? "쓸 수 있는 주 서버가 아니에요 (대기 서버)."
              : "제때 답하지 않거나 쓸 수 있는 주 서버가 아니에요."
  return new Error(
    `DATABASE_URL의 PostgreSQL에 연결하지 못해 시작하지 않았어요. ${explanation}${code ? ` (${code})` : ""}`,
    { cause: error },
  )
}
