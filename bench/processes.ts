/**
 * What several processes on one port bring, and cost: one without a supervisor beside two and three with one,
 * in turns, on the cores that there are.
 */
import { readFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { createPerson } from "../app/areas/accounts/fixtures.ts"
import { connectDatabase, disconnectDatabase } from "../app/platform/db.server.ts"
import { startProduct, type StartedProduct } from "../tests/setup/started-product.ts"
import { sendRepeatedly } from "./http-client.ts"
import { median } from "./rate.ts"

const COUNTS = [1, 2, 3]
const ROUNDS = 3
const SECONDS = 3
const CONNECTIONS = 16
/** The system counts processor time in hundredths of a second. */
const TICK_MS = 10

/** Of each round: answers a second, and milliseconds of all processes for one of them. */
type Figures = { perSecond: number[]; cpuMs: number[] }
type Started = { count: number; product: StartedProduct; signedIn: Figures; cached: Figures }

const readChildren = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number)
const readMemoryMb = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024

function readCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** The product's own process, and those that it supervises. */
const listPids = ({ pid }: StartedProduct) => [
  pid,
  ...readChildren(pid).filter((child) =>
    readFileSync(`/proc/${child}/cmdline`, "utf8").includes("serve.mjs"),
  ),
]
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

async function measure(product: StartedProduct, cookie: string, figures: Figures | null): Promise<void> {
  const pids = listPids(product)
  const before = sum(pids.map(readCpuMs))
  const { answers, seconds } = await sendRepeatedly(`${product.url}/shopping`, {
    connections: CONNECTIONS,
    seconds: SECONDS,
    headers: cookie ? { Cookie: cookie } : {},
  })
  figures?.perSecond.push(answers / seconds)
  figures?.cpuMs.push((sum(pids.map(readCpuMs)) - before) / answers)
}

const createFigures = (): Figures => ({ perSecond: [], cpuMs: [] })
const formatFigures = ({ perSecond, cpuMs }: Figures) =>
  `초당 ${median(perSecond).toFixed(0)}, 한 번에 CPU ${median(cpuMs).toFixed(2)} ms`

export async function measureProcesses(databaseUrl: string, dataDir: string): Promise<void> {
  connectDatabase(databaseUrl, 2)
  const { cookie } = await createPerson()
  await disconnectDatabase()
  const started: Started[] = []
  for (const count of COUNTS) {
    const env = {
      DATABASE_URL: databaseUrl,
      PROCESSES: String(count),
      SHARED_MS: "5000",
      LOG_LEVEL: "error",
    }
    const product = await startProduct({ dataDir, env })
    started.push({ count, product, signedIn: createFigures(), cached: createFigures() })
  }
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const { product, signedIn, cached } of started) {
      // A round that does not count lets everything warm up.
      await measure(product, cookie, round > 0 ? signedIn : null)
      await measure(product, "", round > 0 ? cached : null)
    }
  const heading = `코어 ${availableParallelism()}개, 연결 ${CONNECTIONS}개, 번갈아 ${ROUNDS}번의 중앙값`
  console.log(`\n프로세스 수 (${heading})`)
  for (const { count, product, signedIn, cached } of started) {
    const memory = listPids(product).map(readMemoryMb)
    const ofSupervisor = count > 1 ? ` (감독 프로세스 ${memory[0]?.toFixed(0)} MB)` : ""
    console.log(
      `  ${count}개: 로그인한 목록 ${formatFigures(signedIn)} · 캐시한 목록 ${formatFigures(cached)} · ` +
        `메모리 ${sum(memory).toFixed(0)} MB${ofSupervisor}`,
    )
    await product.stop()
  }
}
