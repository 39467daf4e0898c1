/**
 * The cluster: a proxy with TLS, two hosts with two processes of the product each, a pooler of transactions,
 * three hosts of PostgreSQL under Patroni with etcd, and Redis.
 */
import type { ChildProcess } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import postgres from "postgres"
import { createHost, GATEWAY, layNetwork, removeNetwork, startProgram, type Host } from "./hosts.ts"
import {
  DATABASE,
  findPostgresUser,
  getAddress,
  getRedisCommand,
  openFolder,
  PORTS,
  prepareDatabaseHost,
  writePoolerSettings,
  writeDatabaseProxySettings,
  writeWebProxySettings,
  type DatabaseHost,
} from "./programs.ts"

const ROOT = join(import.meta.dirname, "../..")
export const SECRET = "a secret that only tests know, 32+"
const METRICS_TOKEN = "only for tests of the cluster"
const START_TIMEOUT_MS = 120_000

type Member = { name: string; role: string; state: string; lag?: number | string }

export type Cluster = {
  url: string
  /** The database past the pooler. */ sessionUrl: string
  databases: readonly DatabaseHost[]
  apps: readonly Host[]
  startApp(app: Host): void
  /** Resolves when somebody answers who can write. */ waitForProduct(): Promise<void>
  /** The processes of the supervisors, by host. */
  readOutput(app: Host): string
  /** What Patroni says of its members; empty where nobody answers. */
  readMembers(): Promise<Member[]>
  /** The statements of the product's processes since they began, by the database that answered them. */
  readStatements(): Promise<Record<"primary" | "standby", number>>
  /** Resolves with the host that leads, once one does and `matches` holds. */
  waitForLeader(matches?: (members: readonly Member[], leader: string) => boolean): Promise<DatabaseHost>
  findEtcdLeader(): Promise<DatabaseHost>
  restartRedis(): void
  close(): void
}

/** Asks until `find` finds something; throws after two minutes. */
export async function waitFor<Found>(what: string, find: () => Promise<Found | undefined>): Promise<Found> {
  for (const startedAt = performance.now(); ; await wait(200)) {
    const found = await find().catch(() => undefined)
    if (found !== undefined) return found
    if (performance.now() - startedAt > START_TIMEOUT_MS) throw new Error(`${what} did not come`)
  }
}

const getJson = async (url: string, init?: RequestInit): Promise<unknown> =>
  (await fetch(url, { ...init, signal: AbortSignal.timeout(1_000) })).json()

export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), "baroildang-cluster-"))
  openFolder(folder)
  layNetwork()
  const hosts = ["one", "two", "three"].map((name, index) => createHost(name, index + 1))
  const databases = hosts.map((host) => prepareDatabaseHost(host, hosts, folder))
  const apps = ["app1", "app2"].map((name, index) => createHost(name, index + 11))
  const user = findPostgresUser()
  const children: ChildProcess[] = []
  const start = (name: string, command: readonly string[], asUser = false) => {
    const child = startProgram(command, { logFile: join(folder, `${name}.log`), ...(asUser && { user }) })
    children.push(child)
    return child
  }
  let redis = start("redis", getRedisCommand())
  for (const database of databases) database.startEtcd()
  const members = async (): Promise<Member[]> => {
    const answers = databases.map(async ({ address }) => {
      const answer = (await getJson(`http://${address}:8008/cluster`)) as { members: Member[] }
      return answer.members
    })
    return Promise.any(answers).catch(() => [])
  }
  const waitForLeader: Cluster["waitForLeader"] = (matches = () => true) =>
    waitFor("A primary", async () => {
      const all = await members()
      const leader = all.find(({ role, state }) => role === "leader" && state === "running")
      if (!leader || !matches(all, leader.name)) return undefined
      const host = databases.find(({ name }) => name === leader.name)
      const answer = host && (await fetch(`http://${host.address}:8008/primary`))
      return answer?.status === 200 ? host : undefined
    })
  for (const database of databases) database.startPatroni()
  const first = await waitForLeader()
  const admin = postgres(getAddress(`${first.address}:5432`).replace(DATABASE, "postgres"), { max: 1 })
  await admin.unsafe(`create database ${DATABASE}`)
  // What a session can't set for itself through the pooler.
  await admin.unsafe("alter role postgres set statement_timeout = '15s'")
  await admin.end()
  await waitForLeader(
    (all) =>
      all.length === 3 &&
      all.some(({ role }) => role === "sync_standby") &&
      all.every(({ state }) => /running|streaming/.test(state)),
  )
  start("primary", writeDatabaseProxySettings(folder, hosts))
  start("pooler", writePoolerSettings(folder), true)
  const sessionUrl = getAddress(hosts.map(({ address }) => `${address}:5432`).join(","))
  const url = `https://${GATEWAY}:${PORTS.https}`
  const startApp = (app: Host) =>
    void app.start([process.execPath, join(ROOT, "bin/start.mjs")], {
      logFile: join(folder, `${app.name}.log`),
      env: {
        APP_ENV: "test",
        NODE_ENV: "production",
        DEMO: "0",
        HOST: app.address,
        PORT: "3000",
        PROCESSES: "2",
        PUBLIC_ORIGIN: url,
        TRUSTED_PROXIES: "10.74.1.0/24",
        DATA_DIR: join(folder, "files"),
        DATABASE_URL: getAddress(`${GATEWAY}:${PORTS.pooler}`),
        DATABASE_SESSION_URL: sessionUrl,
        DATABASE_READ_URL: getAddress(`${GATEWAY}:${PORTS.standbys}`),
        METRICS_TOKEN,
        REDIS_URL: `redis://${GATEWAY}:${PORTS.redis}`,
        LOG_LEVEL: "warn",
        SECRET,
      },
    })
  for (const app of apps) startApp(app)
  start("web", writeWebProxySettings(folder, apps))
  for (const app of apps)
    await waitFor(`The product of ${app.name}`, async () =>
      (await fetch(`http://${app.address}:3000/readyz`)).status === 200 ? true : undefined,
    )
  const waitForProduct = async () =>
    void (await waitFor("The proxy", async () =>
      (await fetch(`${url}/readyz`)).status === 200 ? true : undefined,
    ))
  await waitForProduct()
  return {
    url,
    sessionUrl,
    databases,
    apps,
    startApp,
    waitForProduct,
    readOutput: (app) => readFileSync(join(folder, `${app.name}.log`), "utf8"),
    readMembers: members,
    async readStatements() {
      const counts = { primary: 0, standby: 0 }
      for (const app of apps) {
        const answer = await fetch(`http://${app.address}:3000/metrics`, {
          headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
        })
        const numbers = (await answer.text()).matchAll(
          /^database_statements_total\{database="(\w+)"\} (\d+)/gm,
        )
        for (const [, database, count] of numbers)
          if (database === "primary" || database === "standby") counts[database] += Number(count)
      }
      return counts
    },
    waitForLeader,
    findEtcdLeader: () =>
      waitFor("A leader of etcd", async () => {
        for (const database of databases) {
          const status = (await getJson(`http://${database.address}:2379/v3/maintenance/status`, {
            method: "POST",
            body: "{}",
          }).catch(() => undefined)) as { leader?: string; header?: { member_id: string } } | undefined
          if (status?.leader !== undefined && status.leader === status.header?.member_id) return database
        }
        return undefined
      }),
    restartRedis() {
      redis.kill("SIGKILL")
      redis.once("exit", () => (redis = start("redis", getRedisCommand())))
    },
    close() {
      removeNetwork()
      for (const child of children) child.kill("SIGKILL")
      if (process.env.KEEP_CLUSTER_LOGS !== "1") rmSync(folder, { recursive: true, force: true })
    },
  }
}
