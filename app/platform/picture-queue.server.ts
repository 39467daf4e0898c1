/**
 * Owns the queue in front of the picture workers: fair between senders, a time limit, a new worker where one
 * died.
 */
import { AsyncLocalStorage } from "node:async_hooks"
import { fork, type ChildProcess } from "node:child_process"
import { existsSync } from "node:fs"
import { availableParallelism, setPriority, totalmem } from "node:os"
import { fileURLToPath } from "node:url"
import { createFairQueue } from "./fair-queue.ts"
import { log } from "./log.server.ts"
import type { PictureJob, PictureResult } from "./picture-worker.ts"

/** Four times what the most costly picture takes that is taken at all. */
export const MAX_WORK_MS = 5_000
/** For a worker that no longer answers. */
const TIME_LIMIT_MS = 60_000
/** Of a third of the weight of the pages, where there is not enough of the machine for both. */
const NICENESS = 5
const IDLE_MS = 60_000
const MAX_WORKERS = 4
/** A worker may take a third of it. */
const MEMORY_PER_WORKER = 1_500_000_000
/** All that the worker gets of the environment: a decoder that is taken over must find no secrets there. */
const PASSED_ON = ["PATH", "LD_LIBRARY_PATH", "SystemRoot", "TMPDIR"]

/**
 * Leaves a core to the pages where there are more than two, and stays within the memory of the machine or the
 * container.
 */
export function workersFor(cores: number, memoryBytes: number): number {
  const ofCores = cores <= 2 ? cores : cores - 1
  return Math.max(1, Math.min(MAX_WORKERS, ofCores, Math.floor(memoryBytes / MEMORY_PER_WORKER)))
}

const workers = workersFor(
  availableParallelism(),
  Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
)
const queue = createFairQueue({
  maxAtWork: workers,
  workMs: TIME_LIMIT_MS * 2,
  maxBegun: workers,
  maxBegunOfAddress: workers,
  maxBegunOfPerson: workers,
  maxWaiting: 64,
  maxWaitingOfAddress: 16,
  maxWaitingOfPerson: 16,
  maxWaitMs: 30_000,
})

type Outcome = PictureResult | "failed" | "too_slow" | "busy"
/** `run` takes one picture at a time; `isUsable` is false where this worker must not get another. */
type Worker = { run: (bytes: Uint8Array) => Promise<Outcome>; isUsable: () => boolean; retire: () => void }

const senders = new AsyncLocalStorage<string>()
const idle: { worker: Worker; timer: NodeJS.Timeout }[] = []
let lastId = 0

/**
 * Does `work`, whose pictures are those of `sender` in the order of the queue: an id of a user, or the
 * network of a visitor.
 */
export const forSender = <Result>(sender: string, work: () => Result): Result => senders.run(sender, work)

/**
 * Hands a picture to a worker, which reads it only then. `busy`: too many wait already, of this sender or of
 * all, or no worker can be started. `failed`: the worker died of it. `too_slow`: it took more than its time.
 */
export async function runPictureJob(picture: Uint8Array | Blob): Promise<Outcome> {
  const turn = await queue.enter({ address: senders.getStore() ?? "", person: "" })
  if (typeof turn === "string") return "busy"
  try {
    const bytes = picture instanceof Blob ? new Uint8Array(await picture.arrayBuffer()) : picture
    const rested = takeRested()
    const outcome = await runBy(rested ?? startQueueWorker(), bytes)
    // It may have died at rest unseen, or what earlier pictures left in its memory was too much: a fresh
    // worker decides.
    return rested && (outcome === "failed" || outcome === "busy")
      ? await runBy(startQueueWorker(), bytes)
      : outcome
  } finally {
    turn.finish()
  }
}

async function runBy(worker: Worker, bytes: Uint8Array): Promise<Outcome> {
  const outcome = await worker.run(bytes)
  if (worker.isUsable()) rest(worker)
  return outcome
}

/** The worker that rested last; one may have died meanwhile. */
function takeRested(): Worker | undefined {
  for (let each = idle.pop(); each; each = idle.pop()) {
    clearTimeout(each.timer)
    if (each.worker.isUsable()) return each.worker
  }
  return undefined
}

/** Keeps a worker for the next picture, and lets it go where none comes. */
function rest(worker: Worker): void {
  const timer = setTimeout(() => {
    const at = idle.findIndex((each) => each.worker === worker)
    if (at >= 0) idle.splice(at, 1)
    worker.retire()
  }, IDLE_MS).unref()
  idle.push({ worker, timer })
}

function startQueueWorker(): Worker {
  const child = startPictureWorker()
  let current: { id: number; done: (outcome: Outcome) => void } | undefined
  let usable = true
  const finish = (outcome: Outcome) => {
    const finished = current
    current = undefined
    finished?.done(outcome)
  }
  const abandon = (outcome: Outcome) => {
    usable = false
    child.kill("SIGKILL")
    finish(outcome)
  }
  child.on("message", (result: PictureResult) => {
    if (result.id !== current?.id) return
    if (result.last) usable = false
    finish(result)
  })
  child.once("exit", () => abandon("failed"))
  child.on("error", (error) => {
    log().error({ err: error }, "picture worker")
    abandon("busy")
  })
  // The worker must not keep a process alive that has nothing else to do.
  child.unref()
  child.channel?.unref()
  return {
    isUsable: () => usable,
    run(bytes) {
      const id = (lastId += 1)
      return new Promise((resolve) => {
        const limit = setTimeout(() => abandon("too_slow"), TIME_LIMIT_MS)
        current = {
          id,
          done(outcome) {
            clearTimeout(limit)
            resolve(outcome)
          },
        }
        child.send({ id, bytes, maxWorkMs: MAX_WORK_MS } satisfies PictureJob, (error) => {
          if (error) abandon("busy")
        })
      })
    },
    // It ends by itself once nobody talks to it any more.
    retire() {
      usable = false
      if (child.connected) child.disconnect()
    },
  }
}

/**
 * Starts a worker that takes {@link PictureJob}s, one at a time, and answers each with a {@link
 * PictureResult}.
 */
export function startPictureWorker(): ChildProcess {
  const passedOn = Object.fromEntries(
    PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
  const child = fork(workerFile(), ["picture-worker"], {
    serialization: "advanced",
    execArgv: ["--max-old-space-size=128"],
    // glibc keeps an arena a thread, and each keeps what it once took.
    env: { ...passedOn, MALLOC_ARENA_MAX: "2" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  })
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICENESS)
  } catch {
    // Where that is not allowed it works all the same.
  }
  return child
}

/** The worker runs as source, beside this file or, from the build, where the sources are. */
function workerFile(): string {
  const beside = fileURLToPath(new URL("./picture-worker.ts", import.meta.url))
  return existsSync(beside)
    ? beside
    : fileURLToPath(new URL("../../app/platform/picture-worker.ts", import.meta.url))
}
