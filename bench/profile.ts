/**
 * `npm run bench -- profile`: where the time of a page and of a purchase goes, by package, and as a flame
 * graph in docs/.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createPerson } from "../app/areas/accounts/fixtures.ts"
import { connectDatabase, disconnectDatabase } from "../app/platform/db.server.ts"
import { drawFlameGraph, type CpuProfile, type ProfileNode } from "./flame-graph.ts"
import { sendRepeatedly } from "./http-client.ts"
import { createShoppers, purchaseRepeatedly } from "./purchase.ts"
import { startChildServer, type ChildServer } from "./servers.ts"

const SECONDS = 6
const docs = join(import.meta.dirname, "..", "docs")

/** What a function belongs to: a package, the product, or what the runtime does by itself. */
export function nameGroup({ url, functionName }: ProfileNode["callFrame"]): string {
  if (functionName === "(garbage collector)") return "memory"
  // The inspector's own work is none of the product's.
  if (functionName === "(idle)" || url === "node:inspector") return "idle"
  if (functionName === "(program)") return "native"
  const [, scoped, plain] = /node_modules\/(?:(@[^/]+\/[^/]+)|([^/]+))\//.exec(url) ?? []
  if (scoped || plain) return scoped ?? plain ?? ""
  if (url.startsWith("node:")) return "node"
  return url === "" ? "native" : "바로일당"
}

/** The shares of the groups in all time that is not idle, the largest first. */
export function sumByGroup({ nodes, samples, timeDeltas }: CpuProfile): [group: string, share: number][] {
  const groupById = new Map(nodes.map((node) => [node.id, nameGroup(node.callFrame)]))
  const sums = new Map<string, number>()
  for (const [index, id] of samples.entries()) {
    const group = groupById.get(id) ?? "native"
    if (group !== "idle") sums.set(group, (sums.get(group) ?? 0) + (timeDeltas[index] ?? 0))
  }
  const total = [...sums.values()].reduce((sum, each) => sum + each, 0)
  return [...sums]
    .map(([group, sum]): [string, number] => [group, sum / total])
    .toSorted((a, b) => b[1] - a[1])
}

async function profile(
  server: ChildServer,
  file: string,
  title: string,
  run: () => Promise<{ times: number; each: string }>,
): Promise<void> {
  const before = await server.usage()
  const profileFile = await server.profile(run)
  const after = await server.usage()
  const recorded = JSON.parse(readFileSync(profileFile.file, "utf8")) as CpuProfile
  const cpuMs = (after.cpuMs - before.cpuMs) / profileFile.result.times
  console.log(`\n${title}: ${profileFile.result.each} 처리 시간 ${cpuMs.toFixed(1)} ms`)
  for (const [group, share] of sumByGroup(recorded).slice(0, 14))
    console.log(
      `  ${group.padEnd(28)} ${(share * 100).toFixed(1).padStart(5)}%  ${(share * cpuMs).toFixed(2)} ms`,
    )
  writeFileSync(join(docs, file), drawFlameGraph(recorded, { title, nameGroup }))
}

export async function profileServer(options: { databaseUrl: string; dataDir: string }): Promise<void> {
  connectDatabase(options.databaseUrl, 24)
  const server = await startChildServer("product", {
    DATABASE_URL: options.databaseUrl,
    DATA_DIR: options.dataDir,
  })
  try {
    const { cookie } = await createPerson({ name: "측정" })
    const readList = (seconds: number) =>
      sendRepeatedly(`${server.url}/marketplace`, { connections: 8, seconds, headers: { Cookie: cookie } })
    await readList(3)
    await profile(server, "performance-page.svg", "목록 한 쪽 (중고거래, 로그인)", async () => ({
      times: (await readList(SECONDS)).answers,
      each: "한 쪽에",
    }))
    const shoppers = await createShoppers(8)
    await purchaseRepeatedly(server, shoppers, 3)
    await profile(server, "performance-purchase.svg", "구매 한 건 (요청 8번)", async () => {
      const { perSecond } = await purchaseRepeatedly(server, shoppers, SECONDS)
      return { times: perSecond * SECONDS, each: "한 건에" }
    })
  } finally {
    await server.stop()
    await disconnectDatabase()
  }
}
