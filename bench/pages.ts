/** Whole pages a second: the product, signed in and not, beside plain React of the same markup and a bare "hello". */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import autocannon from "autocannon"
import { createPerson } from "../app/areas/accounts/fixtures.ts"
import { parseMarkup } from "./markup.ts"
import { startChild, type Child } from "./servers.ts"

const PATHS = { home: "/", category: "/category/interior", experts: "/experts" }
const ROUNDS = 3
const SECONDS = 4

async function pagesPerSecond(url: string, headers: Record<string, string> = {}): Promise<number> {
  const result = await autocannon({ url, connections: 16, duration: SECONDS, headers })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result["2xx"] / result.duration
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export async function measurePages(product: Child): Promise<void> {
  const { cookie } = await createPerson({ name: "측정" })
  const folder = mkdtempSync(join(tmpdir(), "baroildang-markup-"))
  const markup: Record<string, unknown> = {}
  const sizes: Record<string, number> = {}
  for (const path of Object.values(PATHS)) {
    const html = await (await fetch(product.url + path, { headers: { Cookie: cookie } })).text()
    markup[path] = parseMarkup(html)
    sizes[path] = Math.round(html.length / 1024)
  }
  const file = join(folder, "markup.json")
  writeFileSync(file, JSON.stringify(markup))
  const plain = await startChild("plain", { MARKUP: file })
  const hello = await startChild("hello")
  try {
    // One round that does not count lets every process warm up.
    for (const path of Object.values(PATHS)) for (const child of [product, plain, hello]) await fetch(child.url + path)
    console.log(`\n쪽 (초당, ${ROUNDS}번의 중간값, 연결 16개)`)
    for (const [name, path] of Object.entries(PATHS)) {
      const rounds: { signedIn: number; anonymous: number; plain: number; hello: number }[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.push({
          signedIn: await pagesPerSecond(product.url + path, { Cookie: cookie }),
          plain: await pagesPerSecond(plain.url + path),
          anonymous: await pagesPerSecond(product.url + path),
          hello: await pagesPerSecond(hello.url + path),
        })
      }
      const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
      console.log(
        `  ${name.padEnd(9)} ${String(sizes[path]).padStart(4)} KB · 로그인 ${Math.round(of((r) => r.signedIn))} · React만 ${Math.round(of((r) => r.plain))} · 손님 ${Math.round(of((r) => r.anonymous))} · hello ${Math.round(of((r) => r.hello))}` +
          ` → 로그인/React ${of((r) => r.signedIn / r.plain).toFixed(2)} (목표 ≥ 0.6) · 손님/hello ${of((r) => r.anonymous / r.hello).toFixed(2)} (목표 ≥ 0.4)`,
      )
    }
    const { memoryMb } = await product.usage()
    console.log(`  서버 메모리 ${memoryMb} MB`)
  } finally {
    await plain.stop()
    await hello.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
