/** Owns the numbers an operator watches, in the Prometheus text form. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client"
import { countListeners } from "./live.server.ts"

const registry = new Registry()
collectDefaultMetrics({ register: registry })

const requests = new Histogram({
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

const failures = new Counter({
  name: "work_failures_total",
  help: "Single pieces of work of a job that failed while the others went on",
  labelNames: ["what"],
  registers: [registry],
})

/** Notes one piece of work that failed while the others went on. */
export function countFailure(what: string): void {
  failures.inc({ what })
}

const unsent = new Counter({
  name: "messages_not_sent_total",
  help: "Mails and text messages that were let go because they are switched off",
  labelNames: ["channel"],
  registers: [registry],
})

/** Notes one message that was let go because its channel is switched off. */
export function countUnsent(channel: "mail" | "sms"): void {
  unsent.inc({ channel })
}

let fromCache = 0
new Counter({
  name: "answers_from_page_cache_total",
  help: "Pages answered from the page cache, which are not in http_request_duration_ms",
  registers: [registry],
  collect() {
    this.reset()
    this.inc(fromCache)
  },
})

/** Notes one page answered from the page cache. */
export function countAnswerFromCache(): void {
  fromCache += 1
}

/** Notes one answered request; `ms` is the time until the response was ready. */
export function observeRequest(method: string, status: number, ms: number): void {
  requests.observe({ method, status: `${Math.floor(status / 100)}xx` }, ms)
}

/** All numbers as text. */
export function metrics(): Promise<string> {
  return registry.metrics()
}
