/** Owns the queue in front of the picture worker: one picture at a time, a time limit, a new worker where one died. */
import { fork, type ChildProcess } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { log } from "./log.server.ts"
import type { PictureJob, PictureResult } from "./picture-worker.ts"

const TIME_LIMIT_MS = 20_000
const IDLE_MS = 60_000
const MOST_WAITING = 40
/** All that the worker gets of the environment: a decoder that is taken over must find no secrets there. */
const PASSED_ON = ["PATH", "LD_LIBRARY_PATH", "SystemRoot", "TMPDIR"]

type Outcome = PictureResult | "failed" | "busy"
type Waiting = { job: PictureJob; done: (outcome: Outcome) => void }

const waiting: Waiting[] = []
let current: Waiting | undefined
let worker: ChildProcess | undefined
let limit: NodeJS.Timeout | undefined
let idle: NodeJS.Timeout | undefined
let lastId = 0

/** Hands `bytes` to the worker. `busy` where too many wait already or no worker can be started; `failed` where it died or took over 20 s. */
export function runPictureJob(bytes: Uint8Array): Promise<Outcome> {
  if (waiting.length >= MOST_WAITING) return Promise.resolve("busy")
  return new Promise((done) => {
    waiting.push({ job: { id: (lastId += 1), bytes }, done })
    next()
  })
}

function next(): void {
  if (current) return
  clearTimeout(idle)
  current = waiting.shift()
  if (!current) {
    idle = setTimeout(retire, IDLE_MS).unref()
    return
  }
  worker ??= startQueueWorker()
  const child = worker
  limit = setTimeout(() => abandon(child, "failed"), TIME_LIMIT_MS)
  child.send(current.job, (error) => {
    if (error) abandon(child, "busy")
  })
}

function finish(outcome: Outcome): void {
  clearTimeout(limit)
  const finished = current
  current = undefined
  finished?.done(outcome)
  next()
}

/** The worker ends by itself once nobody talks to it any more. */
function retire(): void {
  const child = worker
  worker = undefined
  if (child?.connected) child.disconnect()
}

/** Gives up a worker that died or must die; the picture it was busy with ends with `outcome`. Another worker's picture goes on. */
function abandon(child: ChildProcess, outcome: "failed" | "busy"): void {
  if (worker !== child) return
  worker = undefined
  child.kill("SIGKILL")
  if (current) finish(outcome)
}

function startQueueWorker(): ChildProcess {
  const child = startPictureWorker()
  child.on("message", (result: PictureResult) => {
    if (worker !== child || result.id !== current?.job.id) return
    if (result.last) worker = undefined
    finish(result)
  })
  child.once("exit", () => abandon(child, "failed"))
  child.on("error", (error) => {
    log().error({ err: error }, "picture worker")
    abandon(child, "busy")
  })
  // The worker must not keep a process alive that has nothing else to do.
  child.unref()
  child.channel?.unref()
  return child
}

/** Starts a worker that takes {@link PictureJob}s, one at a time, and answers each with a {@link PictureResult}. */
export function startPictureWorker(): ChildProcess {
  const passedOn = Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
  return fork(workerFile(), ["picture-worker"], {
    serialization: "advanced",
    execArgv: ["--max-old-space-size=128"],
    // glibc keeps an arena a thread, and each keeps what it once took.
    env: { ...passedOn, MALLOC_ARENA_MAX: "2" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  })
}

/** The worker runs as source, beside this file or, from the build, where the sources are. */
function workerFile(): string {
  const beside = fileURLToPath(new URL("./picture-worker.ts", import.meta.url))
  return existsSync(beside) ? beside : fileURLToPath(new URL("../../app/platform/picture-worker.ts", import.meta.url))
}
