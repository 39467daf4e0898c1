/** The numbers an operator watches, in the Prometheus text form: seconds and bytes, names by its rules. */
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client"
import { getBusSilenceMs } from "./bus.server.ts"
import { listCacheSizes } from "./cache-sizes.server.ts"
import { getDatabaseState } from "./database-watch.server.ts"
import { getConnectionCounts, getStandby } from "./db.server.ts"
import { getJobQueueState } from "./jobs.server.ts"
import { countListeners } from "./live.server.ts"
import { countShortViews } from "./short-cache.server.ts"
import { statementCounts } from "./standby.server.ts"
import { readWaitingWork, type WaitingWork } from "./waiting-work.server.ts"

const registry = new Registry()
collectDefaultMetrics({ register: registry })

const requestDurations = new Histogram({
  name: "http_request_duration_seconds",
  help: "Time until the answer to a request is ready, by screen",
  labelNames: ["method", "route", "status"],
  buckets: [0.005, 0.025, 0.1, 0.25, 1, 5],
  registers: [registry],
})

new Gauge({
  name: "live_streams",
  help: "Open live streams of this process",
  registers: [registry],
  collect() {
    this.set(countListeners())
  },
})

const workFailures = new Counter({
  name: "work_failures_total",
  help: "Single pieces of work of a job that failed while the others went on",
  labelNames: ["what"],
  registers: [registry],
})

/** Notes one piece of work that failed while the others went on. */
export function countFailure(what: string): void {
  workFailures.inc({ what })
}

const unsentMessages = new Counter({
  name: "messages_not_sent_total",
  help: "Mails and text messages that were let go because they are switched off",
  labelNames: ["channel"],
  registers: [registry],
})

/** Notes one message that was let go because its channel is switched off. */
export function countUnsentMessage(channel: "mail" | "sms"): void {
  unsentMessages.inc({ channel })
}

/**
 * Shows a number that is known at the moment it is asked for; `aggregator` says what is shown of those of
 * several processes.
 */
function registerGauge(
  name: string,
  help: string,
  readValue: () => number,
  aggregator: "sum" | "min" | "max" = "sum",
): void {
  new Gauge({
    name,
    help,
    aggregator,
    registers: [registry],
    collect() {
      this.set(readValue())
    },
  })
}

registerGauge("server_processes", "Processes that these numbers are of", () => 1)
registerGauge(
  "database_up",
  "1 where the database answers and takes writes",
  () => (getDatabaseState().isUnavailable ? 0 : 1),
  "min",
)
registerGauge("database_connections_open", "Open connections of the pool", () => getConnectionCounts().open)
registerGauge(
  "database_connections_busy",
  "Connections of the pool at work",
  () => getConnectionCounts().busy,
)
registerGauge(
  "database_connections_waited_for",
  "Statements and transactions that wait for a connection",
  () => getConnectionCounts().waiting,
)
registerGauge(
  "database_standby_up",
  "0 where a standby is configured and is away or too far behind: the primary answers all reads",
  () => (getStandby()?.getState().isUsable === false ? 0 : 1),
  "min",
)
registerGauge(
  "database_standby_lag_seconds",
  "Age of the oldest write that the standby does not have",
  () => getStandby()?.getState().lagSeconds ?? 0,
  "max",
)
new Counter({
  name: "database_statements_total",
  help: "Statements by the database that answered them",
  labelNames: ["database"],
  registers: [registry],
  collect() {
    this.reset()
    for (const database of ["primary", "standby"] as const) this.inc({ database }, statementCounts[database])
  },
})
new Counter({
  name: "database_reads_returned_total",
  help: "Reads that the primary answered in place of the standby: it was away, behind the reader, or failed",
  labelNames: ["reason"],
  registers: [registry],
  collect() {
    this.reset()
    for (const [reason, count] of Object.entries(statementCounts.returned)) this.inc({ reason }, count)
  },
})
registerGauge(
  "live_bus_silence_seconds",
  "Time since this process heard its own word from the other processes' line",
  () => getBusSilenceMs() / 1_000,
  "max",
)
registerGauge(
  "job_queue_up",
  "1 where the job queue of this process has started",
  () => (getJobQueueState()?.hasStarted ? 1 : 0),
  "max",
)
registerGauge(
  "job_queue_silence_seconds",
  "Time since a worker of this process last asked for work",
  () => (getJobQueueState()?.silentMs ?? 0) / 1_000,
  "max",
)

registerGauge("short_cache_entries", "Answers that short caches of this process keep", countShortViews)

for (const [name, help, field] of [
  ["cache_bytes", "What a cache of this process takes", "bytes"],
  ["cache_max_bytes", "What a cache of this process may take", "maxBytes"],
] as const)
  new Gauge({
    name,
    help,
    labelNames: ["cache"],
    registers: [registry],
    collect() {
      for (const [cache, size] of listCacheSizes()) this.set({ cache }, size[field])
    },
  })

const rejectedRequests = new Counter({
  name: "requests_refused_total",
  help: "Requests turned away before any work was done for them, by what they were and why",
  labelNames: ["kind", "reason"],
  registers: [registry],
})

/** Notes one request that was turned away before any work was done for it. */
export function countRejectedRequest(kind: string, reason: string): void {
  rejectedRequests.inc({ kind, reason })
}

let pageCacheHits = 0
new Counter({
  name: "page_cache_hits_total",
  help: "Pages answered from the page cache, which are not in http_request_duration_seconds",
  registers: [registry],
  collect() {
    this.reset()
    this.inc(pageCacheHits)
  },
})
const pageCacheMisses = new Counter({
  name: "page_cache_misses_total",
  help: "Pages rendered for the page cache",
  registers: [registry],
})

/** Notes one page answered from the page cache. */
export function countPageCacheHit(): void {
  pageCacheHits += 1
}

/** Notes one page rendered for the page cache. */
export function countPageCacheMiss(): void {
  pageCacheMisses.inc()
}

const paymentOutcomes = new Counter({
  name: "payment_outcomes_total",
  help: "Answers of payment providers that were applied, by what came of them",
  labelNames: ["provider", "outcome"],
  registers: [registry],
})

/** Notes what came of asking `provider` for a payment: the state it is in, or the reason of the refusal. */
export function countPaymentOutcome(provider: string, outcome: string): void {
  paymentOutcomes.inc({ provider, outcome })
}

/** One question to the database answers for all of these, once for each reading of the numbers. */
const waitingWorkGauges = [
  ["outbox_oldest_waiting_seconds", "Age of the oldest event to be handled", "oldestEventSeconds"],
  ["outbox_failed_events", "Events that failed too often and wait for an administrator", "failedEvents"],
  ["job_queue_oldest_waiting_seconds", "Time since the oldest waiting job was due", "oldestJobSeconds"],
] as const satisfies readonly (readonly [string, string, keyof WaitingWork])[]

for (const [name, help, field] of waitingWorkGauges)
  new Gauge({
    name,
    help,
    aggregator: "max",
    registers: [registry],
    async collect() {
      const waiting = await (pendingRead ??= readWaitingWork().finally(() => (pendingRead = undefined)))
      if (waiting) this.set(waiting[field])
      else this.reset()
    },
  })
let pendingRead: Promise<WaitingWork | null> | undefined

/** Notes one answered request of the screen with the pattern `route`; `ms` until the response was ready. */
export function observeRequest(method: string, route: string, status: number, ms: number): void {
  requestDurations.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, ms / 1_000)
}

/** The numbers of one process, as several of them are merged. */
export type ProcessMetrics = Awaited<ReturnType<typeof registry.getMetricsAsJSON>>

export const readOwnMetrics = (): Promise<ProcessMetrics> => registry.getMetricsAsJSON()

/** The numbers of several processes as one text. */
export const mergeMetrics = (all: ProcessMetrics[]): Promise<string> =>
  AggregatorRegistry.aggregate(all).metrics()

/** All numbers of this process as text. */
export function renderMetrics(): Promise<string> {
  return registry.metrics()
}
