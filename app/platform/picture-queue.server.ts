/** Owns the queue in front of the picture worker: one picture at a time, a time limit, a new worker where one died. */
import { fork, type ChildProcess } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { PictureJob, PictureResult } from "./picture-worker.ts"

const TIME_LIMIT_MS = 20_000
const IDLE_MS = 60_000
const MOST_WAITING = 40

type Waiting = { job: PictureJob; done: (result: PictureResult | "failed") => void }

const waiting: Waiting[] = []
let current: Waiting | undefined
let worker: ChildProcess | undefined
let limit: NodeJS.Timeout | undefined
let idle: NodeJS.Timeout | undefined
let lastId = 0

/** Hands `bytes` to the worker. `busy` where too many wait already; `failed` where the worker died or took over 20 s. */
export function runPictureJob(bytes: Uint8Array): Promise<PictureResult | "failed" | "busy"> {
  if (waiting.length >= MOST_WAITING) return Promise.resolve("busy")
  return new Promise((done) => {
    waiting.push({ job: { id: (lastId += 1), bytes }, done })
    next()
  })
}

function next(): void {
  if (current) return
  current = waiting.shift()
  if (!current) {
    idle = setTimeout(() => worker?.kill(), IDLE_MS).unref()
    return
  }
  clearTimeout(idle)
  const child = (worker ??= startWorker())
  limit = setTimeout(() => child.kill("SIGKILL"), TIME_LIMIT_MS)
  child.send(current.job)
}

function finish(result: PictureResult | "failed"): void {
  clearTimeout(limit)
  const finished = current
  current = undefined
  finished?.done(result)
  next()
}

function startWorker(): ChildProcess {
  const child = fork(workerFile(), ["picture-worker"], { serialization: "advanced", execArgv: ["--max-old-space-size=256"], stdio: ["ignore", "ignore", "inherit", "ipc"] })
  child.on("message", (result: PictureResult) => {
    if (result.id === current?.job.id) finish(result)
  })
  child.once("exit", () => {
    if (worker !== child) return
    worker = undefined
    if (current) finish("failed")
  })
  // The worker must not keep a process alive that has nothing else to do.
  child.unref()
  child.channel?.unref()
  return child
}

/** The worker runs as source, beside this file or, from the build, where the sources are. */
function workerFile(): string {
  const beside = fileURLToPath(new URL("./picture-worker.ts", import.meta.url))
  return existsSync(beside) ? beside : fileURLToPath(new URL("../../app/platform/picture-worker.ts", import.meta.url))
}
