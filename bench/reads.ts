/**
 * What a standby takes over of a mixed load: the share of statements and of the database's processor time,
 * beside the same load without one.
 */
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import postgres from "postgres"
import { createSession } from "../app/areas/accounts/fixtures.ts"
import { newId } from "../app/basics/ids.ts"
import { connectDatabase, disconnectDatabase } from "../app/platform/db.server.ts"
import { toCookieHeader } from "../tests/setup/cookies.ts"
import { startReplication } from "../tests/setup/standby.ts"
import { startChildServer, type ChildServer } from "./servers.ts"

const SECONDS = 20
const CLIENTS = 6
const TOKEN = "only for this bench of reads"
const MEMBERS = ["customer@demo.kr", "expert@demo.kr", "shop@demo.kr"]
const WORDS = ["도배", "누수", "식탁", "청소", "자전거", "에어컨", "이사", "세제"]

type Links = { items: string[]; experts: string[]; products: string[]; hires: string[] }
type Turn = { path: string; isMember: boolean; fields?: Record<string, string> }

/** The next of a series that looks random and is the same in every run. */
function createRandom(): (below: number) => number {
  let state = 20_261_126
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** One step of somebody: of a hundred, so many of each kind. */
function chooseTurn(random: (below: number) => number, links: Links): Turn {
  const pick = <Value>(values: readonly Value[]): Value => values[random(values.length)] as Value
  const lists = ["/", "/marketplace", "/jobs/hire", "/jobs/seek", "/experts", "/shopping", "/notices"]
  const sorts = ["/marketplace?sort=cheap", "/marketplace?category=furniture", "/experts?sort=reviews"]
  const details = [...links.items, ...links.experts, ...links.products, ...links.hires]
  const kind = random(100)
  if (kind < 20) return { path: pick(lists), isMember: false }
  if (kind < 30) return { path: `/search?q=${encodeURIComponent(pick(WORDS))}`, isMember: false }
  if (kind < 38) return { path: pick(details), isMember: false }
  if (kind < 60) return { path: pick([...lists, ...sorts]), isMember: true }
  if (kind < 66) return { path: `/search?q=${encodeURIComponent(pick(WORDS))}`, isMember: true }
  if (kind < 80) return { path: pick(details), isMember: true }
  if (kind < 95)
    return {
      path: pick(["/orders", "/chat", "/notifications", "/my-info", "/shopping/cart"]),
      isMember: true,
    }
  // What is written often: a heart, a piece in the cart, a draft.
  const productPath = pick(links.products)
  return { path: productPath, isMember: true, fields: { intent: "favorite", on: String(random(2)) } }
}

async function findLinks(url: string): Promise<Links> {
  const find = async (path: string, pattern: RegExp) => {
    const html = await (await fetch(url + path)).text()
    return [...new Set([...html.matchAll(pattern)].map(([, link = ""]) => link))]
  }
  return {
    items: await find("/marketplace", /href="(\/marketplace\/[0-9a-f-]{36})"/g),
    experts: await find("/experts", /href="(\/expert\/[0-9a-f-]{36})"/g),
    products: await find("/shopping", /href="(\/shopping\/product\/[0-9a-f-]{36})"/g),
    hires: await find("/jobs/hire", /href="(\/jobs\/hire\/[0-9a-f-]{36})"/g),
  }
}

/** Processor time in ms that the server's own connections of the product have used so far. */
async function readCpuMs(address: string): Promise<number> {
  const sql = postgres(address, { max: 1, fetch_types: false, onnotice: () => {} })
  const rows = await sql<{ pid: number }[]>`select pid from pg_stat_activity
    where application_name like 'baroildang%' and pid <> pg_backend_pid()`
  await sql.end()
  return rows.reduce((sum, { pid }) => {
    const file = `/proc/${pid}/schedstat`
    return existsSync(file) ? sum + Number(readFileSync(file, "utf8").split(" ")[0]) / 1e6 : sum
  }, 0)
}

async function readCounts(product: ChildServer): Promise<Record<string, number>> {
  const answer = await fetch(`${product.url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } })
  const text = await answer.text()
  const pattern =
    /^(?:database_statements_total\{database|database_reads_returned_total\{reason)="(\w+)"\} (\d+)/gm
  return Object.fromEntries([...text.matchAll(pattern)].map(([, name, count]) => [name, Number(count)]))
}

async function runLoad(product: ChildServer, cookies: readonly string[], seconds: number): Promise<number> {
  const random = createRandom()
  const links = await findLinks(product.url)
  const end = performance.now() + seconds * 1_000
  let answers = 0
  const runClient = async (client: number) => {
    let cookie = cookies[client % cookies.length] ?? ""
    while (performance.now() < end) {
      const { path, isMember, fields } = chooseTurn(random, links)
      const answer = await fetch(product.url + path, {
        method: fields ? "POST" : "GET",
        headers: { Origin: product.url, ...(isMember && { Cookie: cookie }) },
        redirect: "manual",
        ...(fields && { body: new URLSearchParams({ ...fields, submissionKey: newId() }) }),
      })
      await answer.arrayBuffer()
      if (answer.status >= 400) throw new Error(`${path}: ${answer.status}`)
      if (isMember) cookie = toCookieHeader(answer, cookie)
      answers += 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => runClient(client)))
  return answers
}

/** `townFolder`: that of a demo town whose server is stopped. */
export async function measureReads(townFolder: string): Promise<void> {
  const replication = await startReplication(async (folder) => {
    mkdirSync(folder)
    for (const name of ["postgres", "postgres.json"])
      cpSync(join(townFolder, name), join(folder, name), { recursive: true })
  })
  connectDatabase(replication.primaryUrl, 2)
  const cookies: string[] = []
  const sql = postgres(replication.primaryUrl, { max: 1 })
  for (const email of MEMBERS) {
    const [user] = await sql<{ id: string }[]>`select id from users where email = ${email}`
    if (user) cookies.push(await createSession(user.id))
  }
  await sql.end()
  await disconnectDatabase()
  const { primaryUrl, standbyUrl } = replication
  console.log(
    `\n대기 서버로 옮겨 간 것 (섞인 부하 ${SECONDS}초, 연결 ${CLIENTS}개, 로그인한 사람 ${cookies.length}명)`,
  )
  try {
    for (const [name, readUrl] of [
      ["주 서버만", undefined],
      ["대기 서버와 함께", standbyUrl],
    ] as const) {
      const product = await startChildServer("product", {
        DATABASE_URL: primaryUrl,
        DATA_DIR: townFolder,
        METRICS_TOKEN: TOKEN,
        ...(readUrl && { DATABASE_READ_URL: readUrl }),
      })
      await wait(3_000)
      await runLoad(product, cookies, 5)
      const servers = [primaryUrl, standbyUrl]
      const [countsBefore, cpuBefore] = [await readCounts(product), await Promise.all(servers.map(readCpuMs))]
      const answers = await runLoad(product, cookies, SECONDS)
      const [counts, cpu] = [await readCounts(product), await Promise.all(servers.map(readCpuMs))]
      const difference = (kind: string) => (counts[kind] ?? 0) - (countsBefore[kind] ?? 0)
      const [onPrimary, onStandby] = [difference("primary"), difference("standby")]
      const [primaryMs = 0, standbyMs = 0] = cpu.map((ms, index) => (ms - (cpuBefore[index] ?? 0)) / answers)
      const share = ((100 * onStandby) / (onPrimary + onStandby)).toFixed(0)
      const returned = ["away", "behind", "failed"]
        .map((reason) => `${reason} ${difference(reason)}`)
        .join(", ")
      console.log(
        `  ${name}: 답 ${answers}개 · 문장 ${onPrimary + onStandby}개 가운데 ${share}%가 대기 서버 · ` +
          `답 하나에 주 서버 CPU ${primaryMs.toFixed(2)} ms, 대기 서버 ${standbyMs.toFixed(2)} ms · ` +
          `되돌아온 읽기 ${returned}`,
      )
      await product.stop()
    }
  } finally {
    await replication.close()
  }
}
