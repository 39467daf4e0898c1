/**
 * The queue in front of the picture workers: fair between senders, a time limit, a new worker where one
 * died.
 */
import { AsyncLocalStorage } from "node:async_hooks"
import { fork, type ChildProcess } from "node:child_process"
import { existsSync } from "node:fs"
import { availableParallelism, setPriority, totalmem } from "node:os"
import { fileURLToPath } from "node:url"
import { FairQueue } from "./fair-queue.ts"
import { log } from "./log.server.ts"
import type { PictureJob, PictureResult } from "./picture-worker.ts"

/** Four times what the most costly picture takes that is taken at all. */
export const MAX_CPU_MS = 5_000
/** For a worker that no longer answers. */
const WORKER_TIMEOUT_MS = 60_000
/** Of a third of the weight of the pages, where there is not enough of the machine for both. */
const WORKER_NICENESS = 5
const IDLE_TTL_MS = 60_000
const MAX_WORKERS = 4
/** A worker may take a third of it. */
const MEMORY_PER_WORKER_BYTES = 1_500_000_000
/** All that the worker gets of the environment: a decoder that is taken over must find no secrets there. */
const PASSED_ENVIRONMENT_NAMES = ["PATH", "LD_LIBRARY_PATH", "SystemRoot", "TMPDIR"]

/**
 * Leaves a core to the pages where there are more than two, and stays within the memory of the machine or the
 * container.
 */
export function getWorkerCount(cores: number, memoryBytes: number): number {
  const workersForCores = cores <= 2 ? cores : cores - 1
  return Math.max(
    1,
    Math.min(MAX_WORKERS, workersForCores, Math.floor(memoryBytes / MEMORY_PER_WORKER_BYTES)),
  )
}

const workerCount = getWorkerCount(
  availableParallelism(),
  Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
)
const pictureQueue = new FairQueue({
  maxActive: workerCount,
  maxActiveMs: WORKER_TIMEOUT_MS * 2,
  maxInFlight: workerCount,
  maxInFlightPerAddress: workerCount,
  maxInFlightPerPerson: workerCount,
  maxWaiting: 64,
  maxWaitingPerAddress: 16,
  maxWaitingPerPerson: 16,
  maxWaitMs: 30_000,
})

type PictureJobOutcome = PictureResult | "failed" | "too_slow" | "busy"
/** `run` takes one picture at a time; `isUsable` is false where this worker must not get another. */
type PictureWorker = {
  run: (bytes: Uint8Array) => Promise<PictureJobOutcome>
  isUsable: () => boolean
  retire: () => void
}

const currentSender = new AsyncLocalStorage<string>()
const idleWorkers: { worker: PictureWorker; timer: NodeJS.Timeout }[] = []
let lastId = 0

/**
 * Does `work`, whose pictures are those of `sender` in the order of the queue: an id of a user, or the
 * network of a visitor.
 */
export const runForSender = <Result>(sender: string, work: () => Result): Result =>
  currentSender.run(sender, work)

/**
 * Hands a picture to a worker, which reads it only then. `busy`: too many wait already, of this sender or of
 * all, or no worker can be started. `failed`: the worker died of it. `too_slow`: it took more than its time.
 */
export async function runPictureJob(picture: Uint8Array | Blob): Promise<PictureJobOutcome> {
  const queueSlot = await pictureQueue.enter({ address: currentSender.getStore() ?? "", person: "" })
  if (typeof queueSlot === "string") return "busy"
  try {
    const bytes = picture instanceof Blob ? new Uint8Array(await picture.arrayBuffer()) : picture
    const idleWorker = takeIdleWorker()
    const outcome = await runOnWorker(idleWorker ?? startReusableWorker(), bytes)
    // It may have died at rest unseen, or what earlier pictures left in its memory was too much: a fresh
    // worker decides.
    return idleWorker && (outcome === "failed" || outcome === "busy")
      ? await runOnWorker(startReusableWorker(), bytes)
      : outcome
  } finally {
    queueSlot.release()
  }
}

async function runOnWorker(worker: PictureWorker, bytes: Uint8Array): Promise<PictureJobOutcome> {
  const outcome = await worker.run(bytes)
  if (worker.isUsable()) parkWorker(worker)
  return outcome
}

/** The worker that rested last; one may have died meanwhile. */
function takeIdleWorker(): PictureWorker | undefined {
  for (let each = idleWorkers.pop(); each; each = idleWorkers.pop()) {
    clearTimeout(each.timer)
    if (each.worker.isUsable()) return each.worker
  }
  return undefined
}

/** Keeps a worker for the next picture, and lets it go where none comes. */
function parkWorker(worker: PictureWorker): void {
  const timer = setTimeout(() => {
    const position = idleWorkers.findIndex((each) => each.worker === worker)
    if (position >= 0) idleWorkers.splice(position, 1)
    worker.retire()
  }, IDLE_TTL_MS).unref()
  idleWorkers.push({ worker, timer })
}

function startReusableWorker(): PictureWorker {
  const child = startPictureWorker()
  let current: { id: number; done: (outcome: PictureJobOutcome) => void } | undefined
  let canTakeNext = true
  const finish = (outcome: PictureJobOutcome) => {
    const finishedJob = current
    current = undefined
    finishedJob?.done(outcome)
  }
  const abandon = (outcome: PictureJobOutcome) => {
    canTakeNext = false
    child.kill("SIGKILL")
    finish(outcome)
  }
  child.on("message", (result: PictureResult) => {
    if (result.id !== current?.id) return
    if (result.isLast) canTakeNext = false
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
    isUsable: () => canTakeNext,
    run(bytes) {
      const id = (lastId += 1)
      return new Promise((resolve) => {
        const timeout = setTimeout(() => abandon("too_slow"), WORKER_TIMEOUT_MS)
        current = {
          id,
          done(outcome) {
            clearTimeout(timeout)
            resolve(outcome)
          },
        }
        child.send({ id, bytes, maxCpuMs: MAX_CPU_MS } satisfies PictureJob, (error) => {
          if (error) abandon("busy")
        })
      })
    },
    // It ends by itself once nobody talks to it any more.
    retire() {
      canTakeNext = false
      if (child.connected) child.disconnect()
    },
  }
}

/**
 * Starts a worker that takes {@link PictureJob}s, one at a time, and answers each with a {@link
 * PictureResult}.
 */
export function startPictureWorker(): ChildProcess {
  const workerEnvironment = Object.fromEntries(
    PASSED_ENVIRONMENT_NAMES.flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  )
  const child = fork(getWorkerPath(), ["picture-worker"], {
    serialization: "advanced",
    execArgv: ["--max-old-space-size=128"],
    // glibc keeps an arena a thread, and each keeps what it once took.
    env: { ...workerEnvironment, MALLOC_ARENA_MAX: "2" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  })
  try {
    if (child.pid !== undefined) setPriority(child.pid, WORKER_NICENESS)
  } catch {
    // Where that is not allowed it works all the same.
  }
  return child
}

/** The worker runs as source, beside this file or, from the build, where the sources are. */
function getWorkerPath(): string {
  const sourcePath = fileURLToPath(new URL("./picture-worker.ts", import.meta.url))
  return existsSync(sourcePath)
    ? sourcePath
    : fileURLToPath(new URL("../../app/platform/picture-worker.ts", import.meta.url))
}
