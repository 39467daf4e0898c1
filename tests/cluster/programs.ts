/** The programs of the cluster: what each is started with. */
import { execFileSync, spawnSync } from "node:child_process"
import { chmodSync, chownSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { GATEWAY, type Host, type Identity } from "./hosts.ts"

export const PORTS = { https: 4740, pooler: 4745, primary: 4746, redis: 4747, standbys: 4748 } as const
const PASSWORD = "cluster"
export const DATABASE = "baroildang"

/** What must be installed: the package of Debian, and a file of it. */
const PACKAGES: readonly [name: string, pattern: string][] = [
  ["postgresql", "/usr/lib/postgresql/*/bin/postgres"],
  ["patroni", "/usr/bin/patroni"],
  ["etcd-server", "/usr/bin/etcd"],
  ["python3-etcd", "/usr/lib/python3/dist-packages/etcd/__init__.py"],
  ["haproxy", "/usr/sbin/haproxy"],
  ["pgbouncer", "/usr/sbin/pgbouncer"],
  ["redis-server", "/usr/bin/redis-server"],
  ["iproute2", "/{usr/,}{s,}bin/ip"],
]

/** The packages that are missing here, by name; "root" where this user may not make hosts. */
export function listMissing(): string[] {
  const missing = PACKAGES.filter(([, pattern]) => globSync(pattern).length === 0).map(([name]) => name)
  const canMakeHosts =
    missing.includes("iproute2") ||
    (process.getuid?.() === 0 && spawnSync("ip", ["netns", "list"]).status === 0)
  return canMakeHosts ? missing : [...missing, "root"]
}

/** The user of Debian's packages of PostgreSQL: the servers refuse to run as root. */
export function findPostgresUser(): Identity {
  const id = (what: string) => Number(execFileSync("id", [what, "postgres"]).toString())
  return { uid: id("-u"), gid: id("-g") }
}

const getBinFolder = () => join(globSync("/usr/lib/postgresql/*/bin/postgres").sort().at(-1) ?? "", "..")

/** The address of the database at `hosts`, or through the pooler. */
export const getAddress = (hosts: string) => `postgres://postgres:${PASSWORD}@${hosts}/${DATABASE}`

export type DatabaseHost = Host & {
  /** Starts PostgreSQL under Patroni. */ startPatroni(): void
  /** Ends PostgreSQL alone, at once. */ killPostgres(): void
  startEtcd(): void
  killEtcd(): void
}

/** One host with PostgreSQL under Patroni, and etcd. */
export function prepareDatabaseHost(host: Host, all: readonly Host[], folder: string): DatabaseHost {
  const user = findPostgresUser()
  const home = join(folder, host.name)
  mkdirSync(home)
  chownSync(home, user.uid, user.gid)
  const settings = join(home, "patroni.yml")
  writeFileSync(settings, formatPatroniSettings(host, all, home), { mode: 0o644 })
  const cluster = all.map(({ name, address }) => `${name}=http://${address}:2380`).join(",")
  const etcd = [
    ["--name", host.name],
    ["--data-dir", join(home, "etcd")],
    ["--listen-client-urls", `http://${host.address}:2379`],
    ["--advertise-client-urls", `http://${host.address}:2379`],
    ["--listen-peer-urls", `http://${host.address}:2380`],
    ["--initial-advertise-peer-urls", `http://${host.address}:2380`],
    ["--initial-cluster", cluster],
    ["--enable-v2"],
    // A machine that does much else at once.
    ["--heartbeat-interval", "200"],
    ["--election-timeout", "2000"],
  ].flat()
  let running: ReturnType<Host["start"]> | undefined
  return {
    ...host,
    startPatroni: () =>
      void host.start(["patroni", settings], {
        logFile: join(home, "patroni.log"),
        user,
        env: { HOME: home },
      }),
    killPostgres() {
      const [pid] = readFileSync(join(home, "data/postmaster.pid"), "utf8").split("\n")
      process.kill(Number(pid), "SIGKILL")
    },
    startEtcd: () =>
      void (running = host.start(["etcd", ...etcd], { logFile: join(home, "etcd.log"), user })),
    killEtcd: () => void running?.kill("SIGKILL"),
  }
}

/**
 * One standby answers each commit (synchronous), the other follows; who leads says so every two seconds. Over
 * etcd's second API: over the third, Patroni 3.0.2 let a former leader that came back write itself over the
 * new one, and what was acknowledged between was gone (docs/scale.md).
 */
const formatPatroniSettings = (host: Host, all: readonly Host[], home: string) => `
scope: ${DATABASE}
name: ${host.name}
restapi: { listen: "${host.address}:8008", connect_address: "${host.address}:8008" }
etcd: { hosts: "${all.map(({ address }) => `${address}:2379`).join(",")}" }
bootstrap:
  dcs:
    ttl: 15
    loop_wait: 2
    retry_timeout: 5
    primary_start_timeout: 0
    master_start_timeout: 0
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters:
        max_connections: 200
        shared_buffers: 128MB
        wal_keep_size: 256MB
        hot_standby_feedback: "on"
        wal_sender_timeout: 5s
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums]
  pg_hba:
    - host replication all 10.74.1.0/24 md5
    - host all all 10.74.1.0/24 md5
postgresql:
  listen: "${host.address}:5432"
  connect_address: "${host.address}:5432"
  data_dir: ${home}/data
  bin_dir: ${getBinFolder()}
  parameters: { unix_socket_directories: ${home} }
  authentication:
    superuser: { username: postgres, password: ${PASSWORD} }
    replication: { username: replicator, password: ${PASSWORD} }
    rewind: { username: postgres, password: ${PASSWORD} }
`

/** pgbouncer in transaction mode, before the proxy that knows the primary. */
export function writePoolerSettings(folder: string): string[] {
  const settings = join(folder, "pgbouncer.ini")
  const users = join(folder, "pgbouncer.users")
  writeFileSync(users, `"postgres" "${PASSWORD}"\n`, { mode: 0o644 })
  writeFileSync(
    settings,
    `[databases]
${DATABASE} = host=${GATEWAY} port=${PORTS.primary} dbname=${DATABASE}
[pgbouncer]
listen_addr=${GATEWAY}
listen_port=${PORTS.pooler}
unix_socket_dir=
auth_type=plain
auth_file=${users}
pool_mode=transaction
default_pool_size=30
max_client_conn=500
server_login_retry=1
server_connect_timeout=3
query_wait_timeout=10
`,
    { mode: 0o644 },
  )
  return ["pgbouncer", settings]
}

/**
 * Leads to the host whose Patroni says that it is the primary, and on a port of their own to those that
 * follow it; ends what leads to another.
 */
export function writeDatabaseProxySettings(folder: string, hosts: readonly Host[]): string[] {
  const settings = join(folder, "primary.cfg")
  const servers = hosts.map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`)
  writeFileSync(
    settings,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 10m
  timeout server 10m
listen primary
  bind ${GATEWAY}:${PORTS.primary}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fastinter 300ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join("\n")}
listen standbys
  bind ${GATEWAY}:${PORTS.standbys}
  balance leastconn
  option httpchk GET /replica
  http-check expect status 200
  default-server inter 500ms fastinter 300ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join("\n")}
`,
  )
  return ["haproxy", "-f", settings]
}

/** The proxy that is shipped, before the hosts of this test. */
export function writeWebProxySettings(folder: string, hosts: readonly Host[]): string[] {
  const shipped = readFileSync(join(import.meta.dirname, "../../deploy/haproxy/haproxy.cfg"), "utf8")
  const certificate = join(folder, "proxy.pem")
  const [key, crt] = [join(folder, "key.pem"), join(folder, "crt.pem")]
  execFileSync(
    "openssl",
    [
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=cluster"],
      ["-keyout", key, "-out", crt],
    ].flat(),
    { stdio: "ignore" },
  )
  writeFileSync(certificate, readFileSync(key, "utf8") + readFileSync(crt, "utf8"))
  const servers = hosts.map(({ name, address }) => `  server ${name} ${address}:3000 check`)
  const settings = join(folder, "web.cfg")
  writeFileSync(
    settings,
    shipped
      .replace(/^ {2}bind :80\n/m, "")
      .replace(/bind :443 ssl crt \S+/, `bind ${GATEWAY}:${PORTS.https} ssl crt ${certificate}`)
      .replace(/(?:^ {2}server web.*\n?)+/gm, `${servers.join("\n")}\n`),
  )
  return ["haproxy", "-f", settings]
}

export const getRedisCommand = () =>
  [
    ["redis-server", "--bind", GATEWAY, "--port", String(PORTS.redis)],
    ["--save", "", "--appendonly", "no", "--protected-mode", "no"],
  ].flat()

/** Makes a folder that the servers may pass through. */
export function openFolder(folder: string): void {
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
}
