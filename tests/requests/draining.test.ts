/** Restarts behind a balancer that never tries a request again: nobody notices them. */
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { Agent, request as ask } from "node:http"
import { connect, createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { startChildServer, type ChildServer } from "../../bench/servers.ts"
import { withDatabase } from "../setup/database.ts"
import { openRawConnection, sendText } from "../setup/raw-socket.ts"

const MIN_REQUESTS = 500
const BROWSERS = 8
const CHECK_EVERY_MS = 100

const own = withDatabase()
const files = mkdtempSync(join(tmpdir(), "baroildang-drain-"))
const start = () =>
  startChildServer("product", { DATABASE_URL: own.url, DATA_DIR: files, DEMO: "0", DRAIN_SECONDS: "3" })
type Backend = { child: ChildServer; healthy: boolean }
const backends: Backend[] = []
const balancer = createBalancer()
let port = 0
beforeAll(async () => {
  for (const child of await Promise.all([start(), start()])) backends.push({ child, healthy: false })
  port = await balancer.listen()
  // A process is ready once its job queue runs.
  await vi.waitFor(() => expect(backends.every(({ healthy }) => healthy)).toBe(true), { timeout: 60_000 })
})
afterAll(async () => {
  balancer.stop()
  await Promise.all(backends.map(({ child }) => child.stop()))
  rmSync(files, { recursive: true, force: true })
})

/** What is answered to `line`, sent without a Host as balancers do; rejects where nobody listens. */
const rawAnswer = (url: string, line: string) => sendText(url, `${line}\r\nConnection: close\r\n\r\n`)
const isHealthy = (url: string) =>
  rawAnswer(url, "GET /readyz HTTP/1.0").then(
    (answer) => answer.includes(" 200 "),
    () => false,
  )

/**
 * Joins a connection to one backend that was healthy at the last look; where that one refuses, the connection
 * ends.
 */
function createBalancer() {
  let turn = 0
  const look = async () =>
    void (await Promise.all(
      backends.map(async (backend) => (backend.healthy = await isHealthy(backend.child.url))),
    ))
  const server = createServer((client: Socket) => {
    const healthy = backends.filter((backend) => backend.healthy)
    const backend = healthy[(turn += 1) % healthy.length]
    if (!backend) return void client.destroy()
    const upstream = connect(Number(new URL(backend.child.url).port), "127.0.0.1")
    client.pipe(upstream).pipe(client)
    client.on("error", () => upstream.destroy())
    upstream.on("error", () => client.destroy())
    return undefined
  })
  let timer: NodeJS.Timeout | undefined
  return {
    async listen(): Promise<number> {
      await look()
      timer = setInterval(() => void look(), CHECK_EVERY_MS)
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      const address = server.address()
      return typeof address === "object" && address ? address.port : 0
    },
    stop() {
      clearInterval(timer)
      server.close()
    },
  }
}

/** One browser: asks again and again over a connection that it keeps as long as it may. */
async function browse(
  cookie: string,
  isOver: () => boolean,
  note: (status: number | string) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (path: string, method: string) =>
    new Promise<number | string>((answered) => {
      const headers = {
        Cookie: cookie,
        ...(method === "POST" && { Origin: `http://127.0.0.1:${port}`, "Content-Length": "0" }),
      }
      const asking = ask({ port, host: "127.0.0.1", path, method, agent, headers }, (response) => {
        response
          .on("error", (error) => answered(error.message))
          .on("end", () => answered(response.statusCode ?? 0))
          .resume()
      })
      asking.on("error", (error) => answered(error.message)).end()
    })
  for (let turn = 0; !isOver(); turn += 1)
    note(
      turn % 4 === 0
        ? await send("/session/touch", "POST")
        : await send(turn % 2 === 0 ? "/about" : "/orders", "GET"),
    )
  agent.destroy()
}

test(
  "two restarts behind a balancer that does not retry fail none of 500 requests",
  { timeout: 60_000 },
  async () => {
    const statuses = new Map<number | string, number>()
    let total = 0
    let restarted = 0
    const note = (status: number | string) => {
      total += 1
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    const people = await Promise.all(Array.from({ length: BROWSERS }, () => createPerson()))
    const browsing = people.map(({ cookie }) =>
      browse(cookie, () => restarted === 2 && total >= MIN_REQUESTS, note),
    )
    for (const backend of backends) {
      const before = total
      await vi.waitFor(() => expect(total).toBeGreaterThan(before + 50), { timeout: 20_000 })
      await backend.child.stop()
      backend.child = await start()
      await vi.waitFor(() => expect(backend.healthy).toBe(true), { timeout: 20_000 })
      restarted += 1
    }
    await Promise.all(browsing)
    expect(total).toBeGreaterThanOrEqual(MIN_REQUESTS)
    expect(Object.fromEntries([...statuses].filter(([status]) => status !== 200 && status !== 204))).toEqual(
      {},
    )
  },
)

test("a stopping process says so, still answers, and finishes what is in flight", async () => {
  const [backend] = backends
  if (!backend) throw new Error("no backend")
  const { url } = backend.child
  expect(await rawAnswer(url, "GET /readyz HTTP/1.0")).toContain(" 200 ")
  expect(await rawAnswer(url, "GET /healthz HTTP/1.1")).toContain(" 200 ")
  expect((await fetch(`${url}/about`)).headers.get("Connection")).toBe("keep-alive")
  const stopped = backend.child.stop()
  await vi.waitFor(async () => expect(await rawAnswer(url, "GET /readyz HTTP/1.0")).toContain(" 503 "), {
    interval: 10,
  })
  const answer = await fetch(`${url}/about`)
  expect([answer.status, answer.headers.get("Connection")]).toEqual([200, "close"])
  // Begun while it drains, ended after its socket has closed.
  const slow = await openRawConnection(url)
  const body = "email=nobody%40example.kr"
  slow.socket.write(
    [
      "POST /forgot-password HTTP/1.1",
      `Host: ${new URL(url).host}`,
      `Origin: ${url}`,
      "Content-Type: application/x-www-form-urlencoded",
      `Content-Length: ${body.length}`,
      "\r\n",
    ].join("\r\n"),
  )
  await vi.waitFor(() => expect(fetch(`${url}/healthz`)).rejects.toThrow(), { timeout: 10_000, interval: 20 })
  slow.socket.write(body)
  await slow.closed
  expect(slow.answer()).toMatch(/^HTTP\/1\.1 302 /)
  await stopped
  backend.child = await start()
})
