/**
 * `node bench/memory.ts FOLDER [--requests N]`: the memory of one process after N requests of public
 * screens, one in ten of somebody signed in, and the heap before and after them. The demo town is made in
 * FOLDER. Needs a build.
 */
import { join } from "node:path"
import { parseArgs } from "node:util"
import { createPerson } from "../app/areas/accounts/fixtures.ts"
import { connectDatabase, disconnectDatabase } from "../app/platform/db.server.ts"
import { startEmbeddedPostgres } from "../app/platform/embedded-postgres.ts"
import { readEnvironment, setEnvironment } from "../app/platform/env.server.ts"
import { migrate } from "../app/platform/migrate.server.ts"
import { createDemoTown } from "../db/seed/index.ts"
import { buildRequest, openConnection } from "./http-client.ts"
import { startChildServer, type ChildServer } from "./servers.ts"

const CONNECTIONS = 16
/** Every so many requests are those of somebody who is signed in. */
const SIGNED_IN_EVERY = 10
const REGIONS = ["11", "26", "27", "28", "41", "43", "47", "48"]
const WORDS = ["도배", "타일", "의자", "세제", "책상", "이사", "청소", "전구", "선반", "페인트"]
const LISTS = ["/marketplace", "/shopping", "/experts", "/jobs/hire", "/jobs/seek"]
const PLAIN = ["/", "/category/interior", "/category/repair", "/faq", "/sitemap", "/notices"]

/** Addresses of lists with their filters, searches, and what the lists show. */
async function listAddresses(url: string): Promise<string[]> {
  const filtered = LISTS.flatMap((list) => REGIONS.map((region) => `${list}?region=${region}`))
  const searches = WORDS.flatMap((word) => [`/search?q=${encodeURIComponent(word)}`])
  const details = await Promise.all(
    LISTS.map(async (list) => {
      const html = await (await fetch(url + list)).text()
      return [...html.matchAll(/href="(\/[a-z/]+\/[0-9a-f-]{36})"/g)].map(([, path = ""]) => path)
    }),
  )
  return [...new Set([...PLAIN, ...LISTS, ...filtered, ...searches, ...details.flat()])]
}

async function sendMixed(server: ChildServer, paths: readonly string[], cookie: string, requests: number) {
  const { host } = new URL(server.url)
  let sent = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const connection = await openConnection(server.url)
      while (sent < requests) {
        const index = (sent += 1)
        const headers: Record<string, string> = index % SIGNED_IN_EVERY === 0 ? { Cookie: cookie } : {}
        const path = paths[(index * 7) % paths.length] ?? "/"
        const { status } = await connection.send(
          buildRequest(host, path, { "Accept-Encoding": "gzip, deflate, br", ...headers }),
        )
        // A machine that is busy with something else turns some away; they are no measure of anything.
        if (status !== 200 && status !== 503) throw new Error(`${path}: ${status}`)
      }
      connection.close()
    }),
  )
}

/** The memory now, and what of the heap is still used once what nobody holds is gone. */
async function printMemory(server: ChildServer, name: string): Promise<void> {
  const { memoryMb } = await server.usage()
  console.log(`  ${name.padEnd(14)} 메모리 ${memoryMb} MB · 쓰는 힙 ${await server.heapMb()} MB`)
}

const { values: options, positionals } = parseArgs({
  options: { requests: { type: "string", default: "100000" } },
  allowPositionals: true,
})
const [dataDir] = positionals
if (!dataDir) throw new Error("node bench/memory.ts FOLDER [--requests N]")
setEnvironment(
  readEnvironment({ APP_ENV: "test", DATA_DIR: dataDir, SECRET: "a secret that only the bench knows, 32" }),
)
const database = await startEmbeddedPostgres({ dataDir, durable: false })
try {
  if (
    (await migrate(database.url, join(import.meta.dirname, "../db/migrations"))).includes("0001_platform.sql")
  )
    await createDemoTown({ databaseUrl: database.url, step: (_name, work) => work() })
  connectDatabase(database.url, 2)
  const { cookie } = await createPerson({ name: "측정" })
  await disconnectDatabase()
  const server = await startChildServer("product", { DATABASE_URL: database.url, DATA_DIR: dataDir })
  const paths = await listAddresses(server.url)
  const requests = Number(options.requests)
  console.log(`\n메모리 (주소 ${paths.length}개, 열에 하나는 로그인한 사람)`)
  await printMemory(server, "처음")
  for (const share of [0.05, 0.1, 0.25, 0.5, 0.75, 1]) {
    const before = share === 0.05 ? 0 : ([0.05, 0.1, 0.25, 0.5, 0.75].findLast((each) => each < share) ?? 0)
    await sendMixed(server, paths, cookie, Math.round(requests * (share - before)))
    await printMemory(server, `요청 ${Math.round(requests * share).toLocaleString("en-US")}`)
  }
  await server.stop()
} finally {
  await database.stop()
}
process.exit(0)
