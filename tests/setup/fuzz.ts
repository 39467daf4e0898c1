/**
 * Owns the fuzz: requests that nobody should send, from a seed, and what came of them. None may answer 5xx,
 * or never. A seed and a number make the same choices each time, over what the town of the run has.
 */
import { sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import type { TestApp } from "./app.ts"
import { learnProduct, type Known } from "./fuzz-known.ts"
import { WAYS, type Way } from "./fuzz-ways.ts"
import { generatedTexts, randomOf } from "./hostile-values.ts"
import { rawRequest, statusOfRaw } from "./raw-socket.ts"
import { createTown, ROLES, type Role, type Town } from "./town.ts"

type FuzzInput = {
  way: Way
  role: Role
  path: string
  init: RequestInit & { headers: Record<string, string> }
  next?: string
  /** Words for whoever reads a failure. */
  told: string
}
export type FuzzResult = {
  sent: number
  ways: Record<string, number>
  statuses: Record<string, number>
  /** What broke, as text that names the seed and the number of the input. */
  broken: string[]
}

const ORIGIN = "http://localhost:3000"
const LONGEST_MS = 20_000
/** Inputs that are under way together. */
const TOGETHER = 4
/** After so many everybody signs in afresh, and the counts of what was tried too often begin anew. */
const FRESH_AFTER = 40

/** Of a hundred inputs. */
const SHARES: Record<Way, number> = {
  query: 27,
  cursor: 14,
  form: 26,
  draft: 5,
  unseen: 8,
  path: 6,
  cookie: 3,
  body: 3,
  header: 3,
  method: 2,
  webhook: 2,
  beside: 1,
}
const DECK = (Object.keys(WAYS) as Way[]).flatMap((way) => Array.from({ length: SHARES[way] }, () => way))

/** Input `number` of `seed`: the same however many came before it. */
function inputOf(known: Known, texts: readonly string[], seed: number, number: number): FuzzInput {
  const random = randomOf(Math.imul(seed, 1_000_003) ^ number)
  const way = random.pick(DECK) ?? "query"
  const {
    path,
    method = "GET",
    role = "visitor",
    body,
    headers = {},
    next,
  } = WAYS[way]({ known, random, texts })
  const from = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  const init = {
    method,
    headers: {
      ...(method === "GET" || method === "HEAD" ? {} : { Origin: ORIGIN }),
      "X-Forwarded-For": from,
      ...headers,
    },
    ...(body !== undefined && { body }),
  }
  const sent =
    body instanceof FormData || body instanceof URLSearchParams
      ? JSON.stringify(
          [...body].map(([name, value]) => [
            name,
            typeof value === "string" ? value.slice(0, 120) : "a file",
          ]),
        )
      : String(body ?? "").slice(0, 300)
  return {
    way,
    role,
    path,
    init,
    ...(next !== undefined && { next }),
    told: [
      way,
      "as",
      role,
      method,
      path.slice(0, 400),
      JSON.stringify(headers).slice(0, 300),
      sent.slice(0, 900),
    ].join(" "),
  }
}

async function statusOf(
  app: TestApp,
  path: string,
  init: FuzzInput["init"],
  cookie: string | undefined,
): Promise<{ status: number; id: string }> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const never = new Promise<"never">((give) => (timer = setTimeout(give, LONGEST_MS, "never")))
  try {
    const headers = { ...(cookie && { Cookie: cookie }), ...init.headers }
    const answer = await Promise.race([
      app.request(path, { ...init, headers, signal: controller.signal }),
      never,
    ])
    if (answer === "never") return { status: 599, id: "no answer" }
    const isStream = answer.headers.get("Content-Type")?.startsWith("text/event-stream") ?? false
    if (isStream) await answer.body?.cancel()
    else await answer.arrayBuffer()
    return { status: answer.status, id: answer.headers.get("X-Request-Id") ?? "" }
  } finally {
    clearTimeout(timer)
    controller.abort()
  }
}

/** Takes back what shuts all out: an admin may have asked for everybody's consent, or tries were too many. */
async function letAllIn(): Promise<void> {
  await db().execute(sql`delete from agreements`)
  await db().execute(sql`delete from rate_limits`)
}

/** Sends `count` inputs of `seed`, beginning with the number `from`, to a town of their own. */
export async function fuzz(
  app: TestApp,
  { seed, count, from = 0 }: { seed: number; count: number; from?: number },
): Promise<FuzzResult> {
  const town: Town = await createTown(`-${from}`)
  const known = await learnProduct(app, town)
  const texts = generatedTexts(seed)
  const result: FuzzResult = { sent: 0, ways: {}, statuses: {}, broken: [] }
  let cookies = new Map<Role, string | undefined>()
  for (let number = from; number < from + count; number += TOGETHER) {
    if ((number - from) % FRESH_AFTER === 0) {
      cookies = new Map()
      await letAllIn()
      for (const role of ROLES) cookies.set(role, await town.signIn(role))
    }
    const numbers = Array.from(
      { length: Math.min(TOGETHER, from + count - number) },
      (_, next) => number + next,
    )
    await Promise.all(
      numbers.map(async (each) => {
        const input = inputOf(known, texts, seed, each)
        const cookie = cookies.get(input.role)
        let { status, id } = await statusOf(app, input.path, input.init, cookie)
        if (input.next !== undefined && status < 500)
          ({ status, id } = await statusOf(app, input.next, { headers: {} }, cookie))
        result.sent += 1
        result.ways[input.way] = (result.ways[input.way] ?? 0) + 1
        result.statuses[status] = (result.statuses[status] ?? 0) + 1
        if (status >= 500) result.broken.push(`${status} seed ${seed} number ${each} (${id}) ${input.told}`)
      }),
    )
  }
  return result
}

/** Work that time starts and that reads what people typed. */
const JOBS = [
  "publish-articles",
  "expire-orders",
  "publish-reviews",
  "deliver-notices",
  "close-hires",
  "publish-job-reviews",
  "rebuild-search",
  "count-common-tokens",
  "count-popular-terms",
  "count-sales",
  "expire-checkouts",
  "ask-payments",
  "pay-refunds",
  "watch-ledger",
]

/** Does what follows from all that was sent: events, queues and jobs. Returns what of it failed. */
export async function finishWork(app: TestApp): Promise<string[]> {
  const failed: string[] = []
  while ((await app.drainEvents()) > 0);
  const events = await db().execute<{ type: string; failure: string }>(
    sql`select type, failure from outbox where failure is not null`,
  )
  for (const { type, failure } of events) failed.push(`${type}: ${failure}`)
  for (const work of [() => app.drainJobs(), ...JOBS.map((name) => () => app.runJob(name))]) {
    try {
      await work()
    } catch (error) {
      failed.push(String(error))
    }
  }
  return failed
}

/** Sends `count` requests of `seed` as bytes to the product as it listens. */
export async function fuzzSocket(
  app: TestApp,
  { seed, count }: { seed: number; count: number },
): Promise<FuzzResult> {
  const port = Number(new URL(await app.listen()).port)
  const result: FuzzResult = { sent: 0, ways: {}, statuses: {}, broken: [] }
  for (let number = 0; number < count; number += TOGETHER) {
    const numbers = Array.from({ length: Math.min(TOGETHER, count - number) }, (_, next) => number + next)
    await Promise.all(
      numbers.map(async (each) => {
        const bytes = rawRequest(randomOf(Math.imul(seed, 1_000_003) ^ each))
        const status = await statusOfRaw(port, bytes)
        result.sent += 1
        if (status !== undefined) result.statuses[status] = (result.statuses[status] ?? 0) + 1
        if (status !== undefined && status >= 500)
          result.broken.push(`${status} seed ${seed} number ${each}: ${JSON.stringify(bytes.slice(0, 600))}`)
      }),
    )
  }
  return result
}
