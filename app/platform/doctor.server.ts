/**
 * What `npm run doctor` asks before a release and in trouble: each part that the product stands on, by using
 * it. Changes nothing; what it writes to try a disk it takes away.
 */
import { randomUUID } from "node:crypto"
import { statfs } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { openConnection, type Connection } from "./connection.server.ts"
import { findPrimary } from "./database-address.server.ts"
import { requireUsableDatabase } from "./database-start.server.ts"
import { env } from "./env.server.ts"
import { Standby } from "./standby.server.ts"
import { waitForMigrations } from "./migrate.server.ts"
import { getPaymentPort } from "./payments/port.server.ts"
import { getTrackingPort } from "./tracking/port.server.ts"
import { countConnections, countProcesses } from "./process-settings.ts"
import { getPayoutPort } from "./payouts/port.server.ts"
import {
  getAccountCheckProvider,
  getMailMode,
  getPaymentProvider,
  getPayoutProvider,
  getSmsMode,
  getTrackingProvider,
} from "./services.server.ts"
import { putFile, readFileBytes, removeFiles } from "./storage.server.ts"

/** `failed` needs somebody now, `warning` soon; `off` is switched off or practice. */
export type Finding = { state: "ok" | "warning" | "failed" | "off"; text: string }
export type Examination = { name: string; examine(): Promise<Finding> }

const ok = (text: string): Finding => ({ state: "ok", text })
const warning = (text: string): Finding => ({ state: "warning", text })
const failed = (text: string): Finding => ({ state: "failed", text })
const off = (text: string): Finding => ({ state: "off", text })

const GIGABYTE = 2 ** 30
/** A link that is signed for minutes, and an hour for check-in codes, bear this much. */
const MAX_CLOCK_DIFFERENCE_MS = 2_000
/** Work is taken every few seconds; what waits longer has nobody who takes it. */
const MAX_QUEUE_AGE_SECONDS = 300
const MAX_OUTBOX_AGE_SECONDS = 60
const REQUEST_TIMEOUT_MS = 10_000

/**
 * Lists what is examined, in order. `address` is that of the running database, `migrations` the folder of
 * this release's migrations.
 */
export function listExaminations(address: string, migrations: string): Examination[] {
  const asking = (ask: (session: Connection) => Promise<Finding>) => () => withConnection(address, ask)
  return [
    { name: "저장 공간", examine: examineDisk },
    { name: "파일", examine: examineFiles },
    { name: "데이터베이스", examine: () => examineDatabase(address) },
    { name: "연결 풀러", examine: examinePooler },
    { name: "대기 서버", examine: () => examineStandby(address) },
    { name: "데이터베이스 구조", examine: () => examineMigrations(address, migrations) },
    { name: "연결 수", examine: asking(examineConnections) },
    { name: "시계", examine: asking(examineClock) },
    { name: "작업 대기열", examine: asking(examineQueue) },
    { name: "소식(outbox)", examine: asking(examineOutbox) },
    { name: "Redis", examine: examineRedis },
    { name: "메일", examine: examineMail },
    { name: "문자", examine: examineSms },
    { name: "결제", examine: examinePayments },
    { name: "정산 송금", examine: examinePayouts },
    { name: "계좌 확인", examine: examineAccountChecks },
    { name: "배송 조회", examine: examineTracking },
    { name: "공개 주소", examine: examineOrigin },
  ]
}

/** Examines one part; whatever it throws is a finding as well. */
export async function runExamination({ examine }: Examination): Promise<Finding> {
  try {
    return await examine()
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

async function withConnection(
  address: string,
  ask: (session: Connection) => Promise<Finding>,
): Promise<Finding> {
  const session = await openConnection(await findPrimary(address), { name: "baroildang-doctor" })
  try {
    return await ask(session)
  } finally {
    session.destroy(new Error("The examination has ended"))
  }
}

async function examineDisk(): Promise<Finding> {
  const { bavail, bsize, ffree } = await statfs(env().DATA_DIR)
  const freeBytes = bavail * bsize
  const text = `${env().DATA_DIR}에 ${(freeBytes / GIGABYTE).toFixed(1)}GB 남았어요`
  if (freeBytes < GIGABYTE / 4 || ffree < 1_000) return failed(text)
  return freeBytes < 2 * GIGABYTE ? warning(text) : ok(text)
}

async function examineFiles(): Promise<Finding> {
  const where = env().S3_BUCKET ? `S3 버킷 ${env().S3_BUCKET}` : join(env().DATA_DIR, "files")
  const folder = `doctor-${randomUUID()}`
  const bytes = Buffer.from(folder)
  const stored = await putFile(`${folder}/probe`, bytes)
  if (!stored.ok) return failed(`${where}에 자리가 없어요`)
  try {
    const read = await readFileBytes(`${folder}/probe`)
    return read && bytes.equals(read)
      ? ok(`${where}에 쓰고 읽었어요`)
      : failed(`${where}에 쓴 것이 읽히지 않아요`)
  } finally {
    await removeFiles(folder)
  }
}

async function examineDatabase(address: string): Promise<Finding> {
  await requireUsableDatabase(address)
  return withConnection(address, async (session) => {
    const [row] = await session.query({
      statement: `select current_setting('server_version') as version,
        pg_size_pretty(pg_database_size(current_database())) as size`,
    })
    return ok(`PostgreSQL ${String(row?.version)}, ${String(row?.size)}`)
  })
}

/** What a session sets by itself it can't set through a pooler of transactions: the role must. */
async function examinePooler(): Promise<Finding> {
  const { DATABASE_URL, DATABASE_SESSION_URL } = env()
  if (!DATABASE_URL || !DATABASE_SESSION_URL || DATABASE_URL === DATABASE_SESSION_URL)
    return off("쓰지 않아요")
  return withConnection(DATABASE_URL, async (session) => {
    const [row] = await session.query({
      statement: `select current_setting('statement_timeout') as timeout, current_user as role`,
    })
    return row?.timeout === "0"
      ? warning(
          `끝나지 않는 질의가 남을 수 있어요: alter role ${String(row.role)} set statement_timeout = '15s'`,
        )
      : ok(`답해요 (statement_timeout ${String(row?.timeout)})`)
  })
}

/** The standby that reads go to, as the running product would use it: how late it is, who it follows. */
async function examineStandby(address: string): Promise<Finding> {
  const { DATABASE_READ_URL, DATABASE_READ_MAX_LAG_SECONDS, DATABASE_POOL } = env()
  if (!DATABASE_READ_URL) return off("쓰지 않아요. 주 서버에서 모두 읽어요")
  return withConnection(address, async (primary) => {
    const standby = new Standby(DATABASE_READ_URL, DATABASE_READ_MAX_LAG_SECONDS * 1_000, primary)
    try {
      // The second look says whether it comes up with what the first saw of the primary.
      await standby.check()
      await wait(DATABASE_READ_MAX_LAG_SECONDS * 1_000)
      await standby.check()
      const { isUsable, trouble } = standby.getState()
      if (!isUsable)
        return warning(
          trouble === "behind"
            ? `${DATABASE_READ_MAX_LAG_SECONDS}초보다 늦어 읽지 않아요. 주 서버가 모두 읽어요`
            : "DATABASE_READ_URL의 대기 서버가 답하지 않거나 대기 서버가 아니에요. 주 서버가 모두 읽어요",
        )
      return ok(`따라오고 있어요. 프로세스마다 연결을 ${DATABASE_POOL + 4}개까지 열어요`)
    } finally {
      await standby.close()
    }
  })
}

async function examineMigrations(address: string, folder: string): Promise<Finding> {
  const notes: string[] = []
  await waitForMigrations(address, folder, { waitMs: 0, say: (note) => notes.push(note) })
  return notes.length > 0 ? warning(notes.join(" ")) : ok("이 릴리스와 맞아요")
}

async function examineConnections(session: Connection): Promise<Finding> {
  const [row] = await session.query({
    statement: `select count(*)::int as used, current_setting('max_connections')::int as most
      from pg_stat_activity where backend_type = 'client backend'`,
  })
  const [used, most] = [Number(row?.used), Number(row?.most)]
  const text = `${most}개 가운데 ${used}개를 쓰고 있어요`
  // While one is replaced there is one more.
  const wanted = (countProcesses(env()) + 1) * countConnections(env().DATABASE_POOL)
  if (wanted > most * 0.9)
    return warning(
      `${text}. 이 설정의 프로세스들은 ${wanted}개까지 열어요: DATABASE_POOL을 줄이거나 max_connections를 늘려 주세요`,
    )
  return used > most * 0.9 ? failed(text) : used > most * 0.7 ? warning(text) : ok(text)
}

async function examineClock(session: Connection): Promise<Finding> {
  const before = Date.now()
  const [row] = await session.query({
    statement: "select (extract(epoch from clock_timestamp()) * 1000)::float8 as at",
  })
  const differenceMs = Math.round(Number(row?.at) - (before + Date.now()) / 2)
  const text = `데이터베이스와 ${Math.abs(differenceMs)}ms 차이 나요`
  return Math.abs(differenceMs) > MAX_CLOCK_DIFFERENCE_MS ? failed(text) : ok(text)
}

async function examineQueue(session: Connection): Promise<Finding> {
  const [table] = await session.query({ statement: "select to_regclass('jobs.job') is not null as made" })
  if (table?.made !== true) return warning("아직 없어요. npm run migrate나 첫 시작이 만들어요")
  const [row] = await session.query({
    statement: `select count(*)::int as waiting,
        coalesce(extract(epoch from now() - min(start_after)), 0)::float8 as age
      from jobs.job where state in ('created', 'retry') and start_after <= now()`,
  })
  const [waiting, age] = [Number(row?.waiting), Number(row?.age)]
  if (waiting === 0) return ok("기다리는 일이 없어요")
  const text = `${waiting}개가 기다려요. 가장 오래된 것은 ${Math.round(age)}초 전 것이에요`
  return age > MAX_QUEUE_AGE_SECONDS ? failed(`${text}. worker가 돌고 있는지 봐 주세요`) : ok(text)
}

async function examineOutbox(session: Connection): Promise<Finding> {
  const [row] = await session.query({
    statement: `select count(*)::int as waiting, count(*) filter (where tries > 0)::int as failing,
        coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age
      from public.outbox where handled_at is null`,
  })
  const [waiting, failing, age] = [Number(row?.waiting), Number(row?.failing), Number(row?.age)]
  if (waiting === 0) return ok("모두 전했어요")
  const text = `${waiting}개를 아직 전하지 못했어요 (실패한 적 있는 것 ${failing}개, 가장 오래된 것 ${Math.round(age)}초 전)`
  return failing > 0 || age > MAX_OUTBOX_AGE_SECONDS ? warning(text) : ok(text)
}

async function examineRedis(): Promise<Finding> {
  const address = env().REDIS_URL
  if (!address) return off("쓰지 않아요. 소식은 PostgreSQL로 오가요")
  const { Redis } = await import("ioredis")
  const redis = new Redis(address, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null })
  redis.on("error", () => {})
  try {
    await redis.connect()
    await redis.ping()
    return ok("답해요")
  } catch {
    return failed("REDIS_URL의 Redis에 연결할 수 없어요")
  } finally {
    redis.disconnect()
  }
}

async function examineMail(): Promise<Finding> {
  const mode = getMailMode()
  if (mode !== "real") return off(mode === "off" ? "꺼 두었어요" : "보내지 않고 /outbox에 쌓아요")
  const { createTransport } = await import("nodemailer")
  const transport = createTransport(env().SMTP_URL)
  try {
    await transport.verify()
    return ok("SMTP 서버에 로그인했어요")
  } catch (error) {
    return failed(
      `SMTP 서버에 로그인하지 못했어요: ${error instanceof Error ? error.message : String(error)}`,
    )
  } finally {
    transport.close()
  }
}

async function examineSms(): Promise<Finding> {
  const mode = getSmsMode()
  const { SOLAPI_API_KEY = "", SOLAPI_API_SECRET = "" } = env()
  if (mode !== "real") return off(mode === "off" ? "꺼 두었어요" : "보내지 않고 /outbox에 쌓아요")
  const { SolapiMessageService } = await import("solapi")
  const { balance } = await new SolapiMessageService(SOLAPI_API_KEY, SOLAPI_API_SECRET).getBalance()
  const text = `잔액 ${Math.floor(Number(balance)).toLocaleString("ko-KR")}원`
  return Number(balance) < 10_000 ? warning(`${text}. 곧 보내지 못할 수 있어요`) : ok(text)
}

async function examinePayments(): Promise<Finding> {
  const provider = getPaymentProvider()
  if (provider !== "toss") return off(provider ? "연습이에요" : "꺼 두었어요")
  // Nobody has an order of this name: a provider that knows the key says that it is missing.
  const result = await getPaymentPort(provider).findByOrder(`doctor-${randomUUID()}`)
  if (result.kind === "refused" && result.code === "NOT_FOUND_PAYMENT") return ok("결제사가 키를 알아봐요")
  const code = result.kind === "payment" ? "UNEXPECTED" : result.code
  return failed(`결제사가 키를 받지 않았어요 (${code})`)
}

async function examinePayouts(): Promise<Finding> {
  const provider = getPayoutProvider()
  if (provider === null) return off("꺼 두었어요 (PAYOUTS=off). 보낼 돈은 그대로 기다려요")
  if (provider !== "toss") return off("연습이에요")
  const result = await getPayoutPort(provider).findBalance()
  if (result.kind !== "done") return failed(`송금사가 답하지 않았어요 (${result.code})`)
  return ok(`보낼 수 있는 돈 ${result.value.availableWon.toLocaleString("ko-KR")}원`)
}

async function examineAccountChecks(): Promise<Finding> {
  const provider = getAccountCheckProvider()
  if (provider === null) return off("꺼 두었어요 (ACCOUNT_CHECK=off). 아무도 지급받을 계좌를 넣을 수 없어요")
  return provider === "codef" ? ok("CODEF의 키가 있어요") : off("연습이에요")
}

async function examineTracking(): Promise<Finding> {
  const provider = getTrackingProvider()
  if (provider === null) return off("꺼 두었어요. 도착했는지 구매자에게 물어봐요")
  if (provider !== "tracker_delivery") return off("연습이에요")
  // A number that no parcel has: who knows the key says that it is wrong or missing.
  const answer = await getTrackingPort(provider).find({
    carrier: "cj",
    trackingNumber: "100000000000",
    sentAt: new Date(),
  })
  return answer.kind === "unknown"
    ? failed(`배송 조회가 답하지 않았어요 (${answer.code})`)
    : ok("배송 조회가 키를 알아봐요")
}

async function examineOrigin(): Promise<Finding> {
  const origin = env().PRODUCTION_ORIGIN
  if (!origin) return off("PRODUCTION_ORIGIN이 없어요")
  const answer = await fetch(new URL("/readyz", origin), {
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    redirect: "manual",
  }).catch(() => null)
  if (!answer) return warning(`${origin}이 답하지 않아요. 아직 열기 전이면 괜찮아요`)
  return answer.status === 200
    ? ok(`${origin}이 열려 있어요`)
    : failed(`${origin}/readyz가 ${answer.status}을 답해요`)
}
