/**
 * The product as it runs in production: APP_ENV=production behind a proxy that ends TLS, with a PostgreSQL, a
 * mail server and a payment provider of its own, each outside its process. `node tests/setup/production.ts`
 * serves until it is told to stop; JOURNEYS_DATA is the folder of the database.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import postgres from "postgres"
import { connectDatabase, disconnectDatabase } from "#app/platform/db.server.ts"
import { startEmbeddedPostgres } from "#app/platform/embedded-postgres.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { migrate } from "#app/platform/migrate.server.ts"
import { startMailServer } from "../doubles/mail-server.ts"
import { startTlsProxy } from "../doubles/tls-proxy.ts"
import { startTossServer } from "../doubles/toss.ts"
import { PORTS, PRODUCTION_ORIGIN } from "./production-ports.ts"

const root = join(import.meta.dirname, "../..")

const folder = process.env.JOURNEYS_DATA
if (!folder) throw new Error("JOURNEYS_DATA is missing")
const database = await startEmbeddedPostgres({ dataDir: folder, durable: false })

/** The provider's own database, in the same server. */
const providerUrl = new URL(database.url)
providerUrl.pathname = "/provider"
const sql = postgres(database.url, { max: 1, onnotice: () => {} })
await sql.unsafe("create database provider")
await sql.end()
await migrate(providerUrl.href, join(root, "db/migrations"))
setEnvironment(readEnvironment({ APP_ENV: "test", SECRET: "the payment provider's own secret" }))
connectDatabase(providerUrl.href, 4)

const toss = await startTossServer(PORTS.toss)
const mails = await startMailServer({ smtpPort: PORTS.smtp, httpPort: PORTS.mails })
const product = fork(join(root, "bin/start.mjs"), {
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    APP_ENV: "production",
    DEMO: "0",
    PORT: String(PORTS.app),
    HOST: "127.0.0.1",
    DATA_DIR: join(folder, "product"),
    DATABASE_URL: database.url,
    SECRET: "what only this production knows, 32+",
    PRODUCTION_ORIGIN,
    TRUST_PROXY: "1",
    DRAIN_SECONDS: "0",
    SMTP_URL: `smtp://127.0.0.1:${PORTS.smtp}`,
    MAIL_FROM: "바로 <no-reply@baro.example>",
    SMS: "off",
    PAYOUTS: "off",
    ACCOUNT_CHECK: "off",
    TRACKING: "off",
    TOSS_CLIENT_KEY: "test_ck_journeys",
    TOSS_SECRET_KEY: "test_sk_journeys",
    TOSS_API_URL: `http://127.0.0.1:${PORTS.toss}`,
  },
})
const ended = once(product, "exit")
const proxy = await startTlsProxy(PORTS.https, {
  "baro.example": PORTS.app,
  localhost: PORTS.app,
  "js.tosspayments.com": PORTS.toss,
  "pay.tosspayments.com": PORTS.toss,
})

let stopping = false
async function stop() {
  if (stopping) return
  stopping = true
  product.kill("SIGTERM")
  await ended
  await Promise.all([proxy.stop(), mails.stop(), toss.stop()])
  await disconnectDatabase()
  await database.stop()
  process.exit(0)
}
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => void stop())
void ended.then(stop)
