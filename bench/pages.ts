/**
 * Whole pages a second: the product, signed in and not, beside plain React of the same markup and a bare
 * "hello".
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createPerson } from "../app/areas/accounts/fixtures.ts"
import { noteFigure } from "./figures.ts"
import { sendRepeatedly } from "./http-client.ts"
import { parseMarkup } from "./markup.ts"
import { median } from "./rate.ts"
import { startChildServer, type ChildServer } from "./servers.ts"

const PATHS = { home: "/", category: "/category/interior", experts: "/experts" }
const ROUNDS = 3
const SECONDS = 1
/** What every browser says; public pages are kept compressed. */
const BROWSER_HEADERS = { "Accept-Encoding": "gzip, deflate, br" }

/** `cpuMs`: processor time a page, which neighbours on the machine disturb least. */
type Throughput = { perSecond: number; cpuMs: number }

async function measure(
  child: ChildServer,
  path: string,
  headers: Record<string, string> = {},
  seconds = SECONDS,
): Promise<Throughput> {
  const before = await child.usage()
  const {
    answers,
    rejected: refused,
    seconds: durationSeconds,
  } = await sendRepeatedly(child.url + path, { connections: 16, seconds, headers })
  const after = await child.usage()
  if (refused > 0) throw new Error(`${path}: ${refused} of ${answers} refused`)
  return { perSecond: answers / durationSeconds, cpuMs: (after.cpuMs - before.cpuMs) / answers }
}

/** The product list and the page of the first product on it. */
export async function measureShopPages(product: ChildServer): Promise<void> {
  const list = await (await fetch(`${product.url}/shopping`)).text()
  const first = /href="(\/shopping\/product\/[0-9a-f-]{36})"/.exec(list)?.[1]
  if (first === undefined) throw new Error("There are no products to measure")
  await measurePages(product, { shopping: "/shopping", product: first }, 0.5)
}

export async function measurePages(
  product: ChildServer,
  paths: Record<string, string> = PATHS,
  minSignedInRatio = 0.6,
): Promise<void> {
  const { cookie } = await createPerson({ name: "측정" })
  const folder = mkdtempSync(join(tmpdir(), "baroildang-markup-"))
  const markup: Record<string, unknown> = {}
  const sizes: Record<string, number> = {}
  for (const path of Object.values(paths)) {
    const html = await (await fetch(product.url + path, { headers: { Cookie: cookie } })).text()
    markup[path] = parseMarkup(html)
    sizes[path] = Math.round(html.length / 1024)
  }
  const file = join(folder, "markup.json")
  writeFileSync(file, JSON.stringify(markup))
  const plain = await startChildServer("plain", { MARKUP: file })
  const hello = await startChildServer("hello")
  try {
    console.log(
      `\n쪽 (초당; ${ROUNDS}번 번갈아 잰 비율의 중간값, 괄호는 쪽마다 쓴 CPU 시간의 비율, 연결 16개)`,
    )
    for (const [name, path] of Object.entries(paths)) {
      const measurements = {
        signedIn: (seconds?: number) => measure(product, path, { Cookie: cookie }, seconds),
        plain: (seconds?: number) => measure(plain, path, {}, seconds),
        anonymous: (seconds?: number) => measure(product, path, BROWSER_HEADERS, seconds),
        hello: (seconds?: number) => measure(hello, path, BROWSER_HEADERS, seconds),
      }
      // A round that does not count lets every process warm up.
      for (const each of Object.values(measurements)) await each(1)
      const rounds: Record<keyof typeof measurements, Throughput>[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.push({
          signedIn: await measurements.signedIn(),
          plain: await measurements.plain(),
          anonymous: await measurements.anonymous(),
          hello: await measurements.hello(),
        })
      }
      const getMedianThroughput = (kind: keyof typeof measurements) =>
        Math.round(median(rounds.map((round) => round[kind].perSecond)))
      const formatRatio = (kind: keyof typeof measurements, baseline: keyof typeof measurements) =>
        `${median(rounds.map((round) => round[kind].perSecond / round[baseline].perSecond)).toFixed(2)}` +
        ` (${median(rounds.map((round) => round[baseline].cpuMs / round[kind].cpuMs)).toFixed(2)})`
      for (const kind of ["signedIn", "anonymous"] as const) {
        noteFigure(`pages.${name}.${kind}PerSecond`, getMedianThroughput(kind), "more")
        noteFigure(`pages.${name}.${kind}CpuMs`, median(rounds.map((round) => round[kind].cpuMs)), "less")
      }
      noteFigure(`pages.${name}.kb`, sizes[path] ?? 0, "less")
      console.log(
        `  ${name.padEnd(9)} ${String(sizes[path]).padStart(4)} KB · ` +
          `로그인 ${getMedianThroughput("signedIn")} · ` +
          `React만 ${getMedianThroughput("plain")} · 손님 ${getMedianThroughput("anonymous")} · ` +
          `hello ${getMedianThroughput("hello")}\n` +
          `            로그인/React ${formatRatio("signedIn", "plain")} 목표 ≥ ${minSignedInRatio} · 손님/hello ` +
          `${formatRatio("anonymous", "hello")} 목표 ≥ 0.4 · ` +
          `손님/React ${formatRatio("anonymous", "plain")} 목표 ≥ 5`,
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
