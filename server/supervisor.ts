/**
 * Several processes behind one port: started, started again when they die, and replaced one by one without a
 * refused request (decision 061).
 */
import cluster, { type Worker } from "node:cluster"
import { once } from "node:events"
import { setTimeout as wait } from "node:timers/promises"
import { log } from "../app/platform/log.server.ts"
import type { MessageToProcess, MessageToSupervisor } from "./process-messages.ts"

export type SupervisorOptions = {
  /** The script of a process; a link that leads to another release is followed anew for each. */
  script: string
  count: number
  /** What the process of `index` gets besides the variables of this one. */
  getEnvironment(index: number): Record<string, string | undefined>
  /** How long a new process may take until it is ready. */
  startTimeoutMs?: number
}

export type Supervisor = {
  port: number
  /** Replaces every process by a new one, one after the other. False where a new one did not get ready. */
  roll(): Promise<boolean>
  /** Ends all after what they have begun; called again, nobody waits for balancers. */
  stop(): Promise<void>
  listPids(): number[]
}

const START_TIMEOUT_MS = 120_000
/** A process that dies is started again after this, each time after twice as long. */
const FIRST_RETRY_DELAY_MS = 100
const MAX_RETRY_DELAY_MS = 15_000
/** Who has been ready for so long had no trouble in starting. */
const STABLE_AFTER_MS = 10_000
/** A replaced process is waited for no longer: it may keep idle connections for a minute. */
const LEAVE_WAIT_MS = 5_000
/** How long the numbers of one process are waited for. */
const METRICS_TIMEOUT_MS = 1_000

/** Starts `count` processes; resolves when all are ready, rejects where one of them can't be. */
export async function superviseProcesses(options: SupervisorOptions): Promise<Supervisor> {
  cluster.setupPrimary({ exec: options.script, args: [] })
  const supervisor = new ProcessSupervisor(options)
  await supervisor.start()
  return supervisor
}

type Slot = {
  index: number
  worker: Worker | undefined
  failures: number
  /** A process is being started for it: who died meanwhile and who is rolled need but one. */
  filling: Promise<void> | undefined
}

class ProcessSupervisor implements Supervisor {
  port = 0
  readonly #options: SupervisorOptions
  readonly #slots: Slot[]
  readonly #stopping = new AbortController()
  /** Those that were replaced or told to stop: their end is no accident. */
  readonly #leaving = new Set<Worker>()
  #rolling: Promise<boolean> = Promise.resolve(true)
  #collections = 0

  constructor(options: SupervisorOptions) {
    this.#options = options
    this.#slots = Array.from({ length: options.count }, (_, index) => ({
      index,
      worker: undefined,
      failures: 0,
      filling: undefined,
    }))
  }

  async start(): Promise<void> {
    try {
      await Promise.all(this.#slots.map((slot) => this.#fill(slot)))
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  roll(): Promise<boolean> {
    // One after the other: who asks while one is under way wants what is newer than it.
    this.#rolling = this.#rolling.then(() => this.#rollAll())
    return this.#rolling
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(workers.map((worker) => this.#sendAway(worker, { type: "stop", isReplaced: false })))
  }

  listPids(): number[] {
    return this.#slots.flatMap(({ worker }) => worker?.process.pid ?? [])
  }

  async #rollAll(): Promise<boolean> {
    for (const slot of this.#slots) {
      // One that is just being started may be of the release before.
      await slot.filling?.catch(() => undefined)
      if (this.#stopping.signal.aborted) return false
      const former = slot.worker
      try {
        await this.#fill(slot)
      } catch (error) {
        log().error({ err: error, index: slot.index }, "a new process did not get ready: the others stay")
        return false
      }
      if (!former) continue
      const left = this.#sendAway(former, { type: "stop", isReplaced: true })
      await Promise.race([left, wait(LEAVE_WAIT_MS, undefined, { ref: false })])
    }
    return true
  }

  /** Starts a process for `slot`, or waits for the one that is being started, until it is ready. */
  #fill(slot: Slot): Promise<void> {
    slot.filling ??= this.#startProcess(slot).finally(() => (slot.filling = undefined))
    return slot.filling
  }

  async #startProcess(slot: Slot): Promise<void> {
    const worker = cluster.fork(this.#options.getEnvironment(slot.index))
    worker.on("message", (message: MessageToSupervisor) => this.#hear(worker, message))
    const ended = once(worker, "exit").then(() => {
      throw new Error("A process ended before it was ready")
    })
    const late = new AbortController()
    try {
      await Promise.race([
        this.#waitUntilReady(worker),
        ended,
        wait(this.#options.startTimeoutMs ?? START_TIMEOUT_MS, undefined, { signal: late.signal }).then(
          () => {
            throw new Error("A process did not get ready in time")
          },
        ),
      ])
    } catch (error) {
      this.#leaving.add(worker)
      worker.process.kill("SIGKILL")
      throw error
    } finally {
      late.abort()
      ended.catch(() => undefined)
    }
    slot.worker = worker
    const readyAt = performance.now()
    worker.once("exit", (code, signal) => {
      if (this.#leaving.delete(worker) || slot.worker !== worker) return
      log().error({ index: slot.index, pid: worker.process.pid, code, signal }, "a process has died")
      slot.worker = undefined
      if (performance.now() - readyAt > STABLE_AFTER_MS) slot.failures = 0
      void this.#restart(slot)
    })
  }

  #waitUntilReady(worker: Worker): Promise<void> {
    return new Promise((ready) =>
      worker.on("message", (message: MessageToSupervisor) => {
        if (message.type !== "ready") return
        this.port = message.port
        ready()
      }),
    )
  }

  async #restart(slot: Slot): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted && !slot.worker) {
      const delayMs = Math.min(MAX_RETRY_DELAY_MS, FIRST_RETRY_DELAY_MS * 2 ** slot.failures)
      slot.failures += 1
      await wait(delayMs, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted || slot.worker) return
      await this.#fill(slot).catch((error: unknown) =>
        log().error({ err: error, index: slot.index }, "a process could not be started again"),
      )
    }
  }

  async #sendAway(worker: Worker, message: MessageToProcess): Promise<void> {
    this.#leaving.add(worker)
    if (worker.isDead()) return
    const ended = once(worker, "exit")
    this.#tell(worker, message)
    await ended
  }

  #tell(worker: Worker, message: MessageToProcess): void {
    // One that has just ended hears nothing, and its end is noticed elsewhere.
    if (worker.isConnected()) worker.send(message, () => undefined)
  }

  #hear(worker: Worker, message: MessageToSupervisor): void {
    if (message.type === "collect-metrics")
      void this.#collectMetrics().then((all) =>
        this.#tell(worker, { type: "all-metrics", id: message.id, all }),
      )
  }

  /** The numbers of every process that answers in time. */
  async #collectMetrics(): Promise<unknown[]> {
    const id = (this.#collections += 1)
    const workers = this.#slots.flatMap(({ worker }) => worker ?? [])
    const answers = await Promise.all(
      workers.map(
        (worker) =>
          new Promise<unknown[]>((answer) => {
            const onMessage = (message: MessageToSupervisor) => {
              if (message.type === "metrics" && message.id === id) finish([message.metrics])
            }
            const finish = (found: unknown[]) => {
              clearTimeout(timeout)
              worker.off("message", onMessage)
              answer(found)
            }
            const timeout = setTimeout(() => finish([]), METRICS_TIMEOUT_MS)
            worker.on("message", onMessage)
            this.#tell(worker, { type: "send-metrics", id })
          }),
      ),
    )
    return answers.flat()
  }
}
