import { mkdtempSync, rmSync } from "node:fs"
import { createServer as createHttpServer } from "node:http"
import { createServer, type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { PgBoss } from "pg-boss"
import { afterAll, beforeAll, expect, test } from "vitest"
import { startMailServer, type MailServer } from "../../tests/doubles/mail-server.ts"
import { startPayoutDouble, type PayoutDouble } from "../../tests/doubles/payouts.ts"
import { startTossServer, type TossServer } from "../../tests/doubles/toss.ts"
import { withDatabase } from "../../tests/setup/database.ts"
import { db } from "./db.server.ts"
import { listExaminations, runExamination, type Finding } from "./doctor.server.ts"
import { readEnvironment, setEnvironment } from "./env.server.ts"
import { migrateJobs } from "./jobs.server.ts"
import { SIMULATOR_KEY } from "./payments/simulator.server.ts"

const database = withDatabase()
const folder = mkdtempSync(join(tmpdir(), "baroildang-doctor-"))
const MIGRATIONS = join(import.meta.dirname, "../../db/migrations")
const ports = { smtp: 0, mailHttp: 0, toss: 0, nobody: 0 }
let mail: MailServer
let toss: TossServer
let payouts: PayoutDouble

beforeAll(async () => {
  for (const name of Object.keys(ports) as (keyof typeof ports)[]) ports[name] = await findFreePort()
  mail = await startMailServer({ smtpPort: ports.smtp, httpPort: ports.mailHttp })
  toss = await startTossServer(ports.toss)
  payouts = await startPayoutDouble()
  await migrateJobs(database.url)
})
afterAll(async () => {
  await Promise.all([mail.stop(), toss.stop(), payouts.stop()])
  rmSync(folder, { recursive: true, force: true })
})

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await new Promise((listening) => server.once("listening", listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

/** Examines everything with `settings` beside those that every process has. */
async function examine(settings: Record<string, string> = {}): Promise<Record<string, Finding>> {
  setEnvironment(
    readEnvironment({
      APP_ENV: "test",
      DATA_DIR: folder,
      SECRET: "a secret that only tests know, 32+",
      ...settings,
    }),
  )
  const findings: Record<string, Finding> = {}
  for (const examination of listExaminations(database.url, MIGRATIONS))
    findings[examination.name] = await runExamination(examination)
  return findings
}

const statesOf = (findings: Record<string, Finding>, names: string[]) =>
  names.map((name) => findings[name]?.state)

test("a process without anything of its own is well, and says what is practice", async () => {
  const findings = await examine()
  expect(
    statesOf(findings, ["저장 공간", "파일", "데이터베이스", "데이터베이스 구조", "연결 수", "시계"]),
  ).toEqual(Array.from({ length: 6 }, () => "ok"))
  expect(findings["작업 대기열"]).toEqual({ state: "ok", text: "기다리는 일이 없어요" })
  expect(statesOf(findings, ["Redis", "메일", "문자", "결제", "공개 주소"])).toEqual(
    Array.from({ length: 5 }, () => "off"),
  )
})

test("keys that are known and a mail server that lets in are said to be well", async () => {
  const findings = await examine({
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    TOSS_CLIENT_KEY: "test_ck_doctor",
    TOSS_SECRET_KEY: SIMULATOR_KEY,
    TOSS_API_URL: `http://127.0.0.1:${ports.toss}`,
  })
  expect(findings["메일"]).toEqual({ state: "ok", text: "SMTP 서버에 로그인했어요" })
  expect(findings["결제"]).toEqual({ state: "ok", text: "결제사가 키를 알아봐요" })
})

test("payouts and checks of accounts that are off are named", async () => {
  const asChosen = await examine({ PAYOUTS: "off", ACCOUNT_CHECK: "off" })
  expect(asChosen["정산 송금"]).toEqual({
    state: "off",
    text: "꺼 두었어요 (PAYOUTS=off). 보낼 돈은 그대로 기다려요",
  })
  expect(asChosen["계좌 확인"]).toEqual({
    state: "off",
    text: "꺼 두었어요 (ACCOUNT_CHECK=off). 아무도 지급받을 계좌를 넣을 수 없어요",
  })
})

test("what does not answer, or does not know the key, is named", async () => {
  const provider = createHttpServer((_, answer) => {
    answer.writeHead(401, { "Content-Type": "application/json" })
    answer.end(JSON.stringify({ code: "UNAUTHORIZED_KEY", message: "인증되지 않은 시크릿 키예요." }))
  })
  await new Promise<void>((listening) => provider.listen(0, "127.0.0.1", listening))
  const findings = await examine({
    SMTP_URL: `smtp://127.0.0.1:${ports.nobody}`,
    REDIS_URL: `redis://127.0.0.1:${ports.nobody}`,
    TOSS_CLIENT_KEY: "test_ck_doctor",
    TOSS_SECRET_KEY: "test_sk_of_somebody_else",
    TOSS_API_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    PRODUCTION_ORIGIN: `https://127.0.0.1:${ports.nobody}`,
  })
  await new Promise((closed) => provider.close(closed))
  expect(statesOf(findings, ["메일", "Redis", "공개 주소"])).toEqual(["failed", "failed", "warning"])
  expect(findings["결제"]).toEqual({
    state: "failed",
    text: "결제사가 키를 받지 않았어요 (UNAUTHORIZED_KEY)",
  })
  expect(JSON.stringify(findings)).not.toContain("test_sk_of_somebody_else")
})

test("work and news that nobody takes are counted, with the age of the oldest", async () => {
  await db().execute(sql`insert into outbox (type, payload, created_at, tries)
    values ('order.matched', '{}', now() - interval '10 minutes', 1)`)
  const boss = new PgBoss({ connectionString: database.url, schema: "jobs", max: 1, supervise: false })
  await boss.start()
  await boss.createQueue("doctor.work")
  await boss.send("doctor.work", {})
  await boss.stop()
  await db().execute(sql`update jobs.job set start_after = now() - interval '20 minutes'`)
  const findings = await examine()
  expect(findings["작업 대기열"]).toMatchObject({
    state: "failed",
    text: expect.stringMatching(/^1개가 기다려요. 가장 오래된 것은 12\d\d초 전/) as string,
  })
  expect(findings["소식(outbox)"]).toMatchObject({
    state: "warning",
    text: expect.stringMatching(/^1개를 아직 전하지 못했어요 \(실패한 적 있는 것 1개/) as string,
  })
})
