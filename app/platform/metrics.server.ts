/** The numbers an operator watches, in the Prometheus text form. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client"
import { getBusSilenceMs } from "./bus.server.ts"
import { getDatabaseState } from "./database-watch.server.ts"
import { getConnectionCounts } from "./db.server.ts"
import { getJobQueueState } from "./jobs.server.ts"
import { countListeners } from "./live.server.ts"

const registry = new Registry()
collectDefaultMetrics({ register: registry })

const requestDurations = new Histogram({
  name: "http_request_duration_ms",
  help: "Time to answer a request, in milliseconds",
  labelNames: ["method", "status"],
  buckets: [2, 5, 10, 25, 50, 100, 250, 1000, 5000],
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

/** Shows a number that is known at the moment it is asked for. */
function registerGauge(name: string, help: string, readValue: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(readValue())
    },
  })
}

registerGauge("database_up", "1 where the database answers and takes writes", () =>
  getDatabaseState().isUnavailable ? 0 : 1,
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
  "live_bus_silence_seconds",
  "Time since this process heard its own word from the other processes' line",
  () => getBusSilenceMs() / 1_000,
)
registerGauge("job_queue_up", "1 where the job queue of this process has started", () =>
  getJobQueueState()?.hasStarted ? 1 : 0,
)
registerGauge(
  "job_queue_silence_seconds",
  "Time since a worker of this process last asked for work",
  () => (getJobQueueState()?.silentMs ?? 0) / 1_000,
)

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
  name: "answers_from_page_cache_total",
  help: "Pages answered from the page cache, which are not in http_request_duration_ms",
  registers: [registry],
  collect() {
    this.reset()
    this.inc(pageCacheHits)
  },
})

/** Notes one page answered from the page cache. */
export function countPageCacheHit(): void {
  pageCacheHits += 1
}

/** Notes one answered request; `ms` is the time until the response was ready. */
export function observeRequest(method: string, status: number, ms: number): void {
  requestDurations.observe({ method, status: `${Math.floor(status / 100)}xx` }, ms)
}

/** All numbers as text. */
export function renderMetrics(): Promise<string> {
  return registry.metrics()
}
