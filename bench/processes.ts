/**
 * What several processes on one port bring, and cost: one without a supervisor beside two with one, in turns,
 * on the cores that there are.
 */
import { readFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { createPerson } from "../app/areas/accounts/fixtures.ts"
import { connectDatabase, disconnectDatabase } from "../app/platform/db.server.ts"
import { startProduct, type StartedProduct } from "../tests/setup/started-product.ts"
import { sendRepeatedly } from "./http-client.ts"
import { median } from "./rate.ts"

const COUNTS = [1, 2, 3]
const ROUNDS = 5
const SECONDS = 4
const CONNECTIONS = 16

type Started = { count: number; product: StartedProduct; signedIn: number[]; cached: number[] }

const readChildren = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number)
const readMemoryMb = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024

/** The memory of the supervisor, and of all together, in MB; shared pages count for each. */
function measureMemory({ pid }: StartedProduct): { own: number; all: number } {
  const processes = readChildren(pid).filter((child) =>
    readFileSync(`/proc/${child}/cmdline`, "utf8").includes("serve.mjs"),
  )
  const own = readMemoryMb(pid)
  return { own, all: processes.reduce((sum, child) => sum + readMemoryMb(child), own) }
}

export async function measureProcesses(databaseUrl: string, dataDir: string): Promise<void> {
  connectDatabase(databaseUrl, 2)
  const { cookie } = await createPerson()
  await disconnectDatabase()
  const started: Started[] = []
  for (const count of COUNTS) {
    const env = { DATABASE_URL: databaseUrl, PROCESSES: String(count), SHARED_MS: "5000", LOG_LEVEL: "error" }
    started.push({ count, product: await startProduct({ dataDir, env }), signedIn: [], cached: [] })
  }
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const { product, signedIn, cached } of started) {
      const load = { connections: CONNECTIONS, seconds: SECONDS }
      const own = await sendRepeatedly(`${product.url}/shopping`, { ...load, headers: { Cookie: cookie } })
      const shared = await sendRepeatedly(`${product.url}/shopping`, load)
      // A round that does not count lets everything warm up.
      if (round === 0) continue
      signedIn.push(own.answers / own.seconds)
      cached.push(shared.answers / shared.seconds)
    }
  console.log(
    `\n프로세스 수 (코어 ${availableParallelism()}개, 연결 ${CONNECTIONS}개, 번갈아 ${ROUNDS}번의 중앙값)`,
  )
  const [alone] = started
  for (const { count, product, signedIn, cached } of started) {
    const memory = measureMemory(product)
    const ratio = (of: (each: Started) => number[], own: number[]) =>
      (median(own) / median(alone ? of(alone) : own)).toFixed(2)
    console.log(
      `  ${count}개: 로그인한 목록 초당 ${median(signedIn).toFixed(0)} ` +
        `(${ratio((each) => each.signedIn, signedIn)}배) · 캐시한 목록 초당 ${median(cached).toFixed(0)} (${ratio((each) => each.cached, cached)}배) · ` +
        `메모리 ${memory.all.toFixed(0)} MB` +
        (count > 1 ? ` (감독 프로세스 ${memory.own.toFixed(0)} MB)` : ""),
    )
    await product.stop()
  }
}
