/**
 * The fuzz: requests that nobody should send, from a seed, and what came of them. None may answer 5xx,
 * or never. A seed and a number make the same choices each time, over what the town of the run has.
 */
import { sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import type { TestApp } from "./app.ts"
import { discoverProduct, type DiscoveredProduct } from "./fuzz-discovery.ts"
import { REQUEST_BUILDERS, type RequestBuilderName } from "./fuzz-requests.ts"
import { generateTexts, createRandom } from "./hostile-values.ts"
import { createRawRequest } from "./raw-requests.ts"
import { findRawStatus } from "./raw-socket.ts"
import { createTestWorld, ROLES, type Role, type TestWorld } from "./test-world.ts"

type FuzzInput = {
  builderName: RequestBuilderName
  role: Role
  path: string
  init: RequestInit & { headers: Record<string, string> }
  next?: string
  /** Words for whoever reads a failure. */
  description: string
}
export type FuzzResult = {
  sent: number
  countByBuilder: Record<string, number>
  statuses: Record<string, number>
  /** What broke, as text that names the seed and the number of the input. */
  failures: string[]
}

const ORIGIN = "http://localhost:3000"
const MAX_ANSWER_MS = 20_000
/** Inputs that are under way together. */
const CONCURRENCY = 4
/** After so many everybody signs in afresh, and the counts of what was tried too often begin anew. */
const INPUTS_PER_SIGN_IN = 40

/** Of a hundred inputs. */
const WEIGHTS: Record<RequestBuilderName, number> = {
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
const WEIGHTED_BUILDERS = (Object.keys(REQUEST_BUILDERS) as RequestBuilderName[]).flatMap((builderName) =>
  Array.from({ length: WEIGHTS[builderName] }, () => builderName),
)

/** Input `number` of `seed`: the same however many came before it. */
function createInput(
  discovered: DiscoveredProduct,
  texts: readonly string[],
  seed: number,
  number: number,
): FuzzInput {
  const random = createRandom(Math.imul(seed, 1_000_003) ^ number)
  const builderName = random.pickOne(WEIGHTED_BUILDERS) ?? "query"
  const {
    path,
    method = "GET",
    role = "visitor",
    body,
    headers = {},
    next,
  } = REQUEST_BUILDERS[builderName]({ known: discovered, random, texts })
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
    builderName,
    role,
    path,
    init,
    ...(next !== undefined && { next }),
    description: [
      builderName,
      "as",
      role,
      method,
      path.slice(0, 400),
      JSON.stringify(headers).slice(0, 300),
      sent.slice(0, 900),
    ].join(" "),
  }
}

async function sendInput(
  app: TestApp,
  path: string,
  init: FuzzInput["init"],
  cookie: string | undefined,
): Promise<{ status: number; id: string }> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const timeoutResult = new Promise<"never">((give) => (timer = setTimeout(give, MAX_ANSWER_MS, "never")))
  try {
    const headers = { ...(cookie && { Cookie: cookie }), ...init.headers }
    const answer = await Promise.race([
      app.request(path, { ...init, headers, signal: controller.signal }),
      timeoutResult,
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
async function resetAccessBlocks(): Promise<void> {
  await db().execute(sql`delete from agreements`)
  await db().execute(sql`delete from rate_limits`)
}

/** Sends `count` inputs of `seed`, beginning with the number `from`, to a town of their own. */
export async function fuzz(
  app: TestApp,
  { seed, count, from = 0 }: { seed: number; count: number; from?: number },
): Promise<FuzzResult> {
  const town: TestWorld = await createTestWorld(`-${from}`)
  const discovered = await discoverProduct(app, town)
  const texts = generateTexts(seed)
  const result: FuzzResult = { sent: 0, countByBuilder: {}, statuses: {}, failures: [] }
  let cookies = new Map<Role, string | undefined>()
  for (let number = from; number < from + count; number += CONCURRENCY) {
    if ((number - from) % INPUTS_PER_SIGN_IN === 0) {
      cookies = new Map()
      await resetAccessBlocks()
      for (const role of ROLES) cookies.set(role, await town.signIn(role))
    }
    const numbers = Array.from(
      { length: Math.min(CONCURRENCY, from + count - number) },
      (_, next) => number + next,
    )
    await Promise.all(
      numbers.map(async (each) => {
        const input = createInput(discovered, texts, seed, each)
        const cookie = cookies.get(input.role)
        let { status, id } = await sendInput(app, input.path, input.init, cookie)
        if (input.next !== undefined && status < 500)
          ({ status, id } = await sendInput(app, input.next, { headers: {} }, cookie))
        result.sent += 1
        result.countByBuilder[input.builderName] = (result.countByBuilder[input.builderName] ?? 0) + 1
        result.statuses[status] = (result.statuses[status] ?? 0) + 1
        if (status >= 500)
          result.failures.push(`${status} seed ${seed} number ${each} (${id}) ${input.description}`)
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
export async function runPendingWork(app: TestApp): Promise<string[]> {
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
  const result: FuzzResult = { sent: 0, countByBuilder: {}, statuses: {}, failures: [] }
  for (let number = 0; number < count; number += CONCURRENCY) {
    const numbers = Array.from({ length: Math.min(CONCURRENCY, count - number) }, (_, next) => number + next)
    await Promise.all(
      numbers.map(async (each) => {
        const bytes = createRawRequest(createRandom(Math.imul(seed, 1_000_003) ^ each))
        const status = await findRawStatus(port, bytes)
        result.sent += 1
        if (status !== undefined) result.statuses[status] = (result.statuses[status] ?? 0) + 1
        if (status !== undefined && status >= 500)
          result.failures.push(
            `${status} seed ${seed} number ${each}: ${JSON.stringify(bytes.slice(0, 600))}`,
          )
      }),
    )
  }
  return result
}
