/** Processes on one port: who dies is started again, who is replaced refuses nothing. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { Agent, get } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { countProcesses, getRoleOfProcess } from "../app/platform/process-settings.ts"
import { superviseProcesses, type Supervisor } from "./supervisor.ts"

/** A process that speaks as bin/serve.mjs does, without the product in it. */
const PROCESS = `
import cluster from "node:cluster"
import { createServer } from "node:http"
if (process.env.FAILS === "1") process.exit(1)
const server = createServer((request, response) => {
  if (stopping) response.setHeader("Connection", "close")
  response.end(process.env.RELEASE + " " + process.pid)
})
let stopping = false
process.on("message", (message) => {
  if (message.type === "stop") {
    stopping = true
    process.once("disconnect", () => process.exit(0))
    server.close(() => cluster.worker.disconnect())
  }
})
server.listen(0, "127.0.0.1", () => process.send({ type: "ready", port: server.address().port }))
`

let folder: string
let supervisor: Supervisor | undefined
/** What the next process gets. */
let next: Record<string, string>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baroildang-supervisor-"))
  writeFileSync(join(folder, "process.mjs"), PROCESS)
  next = { RELEASE: "one" }
})
afterEach(async () => {
  await supervisor?.stop()
  supervisor = undefined
  rmSync(folder, { recursive: true, force: true })
})

const start = async (count = 2) =>
  (supervisor = await superviseProcesses({
    script: join(folder, "process.mjs"),
    count,
    getEnvironment: () => next,
  }))

const read = (port: number, agent?: Agent) =>
  new Promise<string>((answer, failed) => {
    get({ port, host: "127.0.0.1", agent: agent ?? new Agent() }, (response) => {
      let text = ""
      response.on("data", (part: Buffer) => (text += part)).on("end", () => answer(text))
    }).on("error", failed)
  })

test("a process that dies is started again while the other goes on", async () => {
  const { port, listPids } = await start()
  const pids = supervisor?.listPids() ?? []
  expect(new Set(pids).size).toBe(2)
  process.kill(pids[0] ?? 0, "SIGKILL")
  await vi.waitFor(
    () => {
      const now = listPids.call(supervisor)
      expect(now).toHaveLength(2)
      expect(now).not.toContain(pids[0])
    },
    { timeout: 10_000 },
  )
  expect(await read(port)).toMatch(/^one \d+$/)
})

test("a roll puts new processes in the place of all, and fails no request meanwhile", async () => {
  const { port } = await start()
  const before = supervisor?.listPids() ?? []
  next = { RELEASE: "two" }
  const over = new AbortController()
  const answers: string[] = []
  const asking = [1, 2, 3, 4].map(async () => {
    while (!over.signal.aborted) answers.push(await read(port))
  })
  expect(await supervisor?.roll()).toBe(true)
  over.abort()
  await Promise.all(asking)
  expect(supervisor?.listPids().some((pid) => before.includes(pid))).toBe(false)
  expect(answers.length).toBeGreaterThan(10)
  expect(await read(port)).toMatch(/^two \d+$/)
})

test("where a new process can't start, a roll leaves those that serve", async () => {
  const { port } = await start()
  const before = supervisor?.listPids()
  next = { RELEASE: "two", FAILS: "1" }
  expect(await supervisor?.roll()).toBe(false)
  expect(supervisor?.listPids()).toEqual(before)
  expect(await read(port)).toMatch(/^one \d+$/)
})

test("a start that one of the processes can't make fails, and leaves none", async () => {
  next = { FAILS: "1" }
  await expect(start()).rejects.toThrow("ended before it was ready")
})

test("how many there are follows the cores, the role and what is said", () => {
  const count = (PROCESSES: "auto" | number, PROCESS_ROLE: "all" | "web" | "worker", cores: number) =>
    countProcesses({ PROCESSES, PROCESS_ROLE }, cores)
  expect([1, 2, 3, 4, 8].map((cores) => count("auto", "all", cores))).toEqual([1, 1, 1, 3, 7])
  expect([count("auto", "worker", 8), count(2, "worker", 8), count(6, "web", 2)]).toEqual([1, 2, 6])
  expect([0, 1, 2].map((index) => getRoleOfProcess({ PROCESS_ROLE: "all" }, index))).toEqual([
    "all",
    "web",
    "web",
  ])
})
