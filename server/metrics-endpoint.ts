/**
 * Who may read the numbers of the process: whoever knows the token, or whoever reaches a port of their
 * own. Never an address.
 */
import { createHash, timingSafeEqual } from "node:crypto"
import { env } from "../app/platform/env.server.ts"
import { listen, type HttpListener } from "./listen.ts"
import { renderAllMetrics } from "./sibling-metrics.ts"

const METRICS_HEADERS = { "Content-Type": "text/plain; version=0.0.4" }
const digest = (text: string) => createHash("sha256").update(text).digest()

/** True of `Authorization: Bearer` with METRICS_TOKEN; without that setting nobody may. */
export function canReadMetrics(authorization: string | undefined): boolean {
  const { METRICS_TOKEN } = env()
  return (
    METRICS_TOKEN !== undefined &&
    timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${METRICS_TOKEN}`))
  )
}

/** All numbers, as Prometheus reads them. */
export const createMetricsResponse = async (): Promise<Response> =>
  new Response(await renderAllMetrics(), { headers: METRICS_HEADERS })

/**
 * Opens METRICS_PORT, where it is set: /metrics for whoever reaches METRICS_HOST, which is this machine alone
 * unless said otherwise.
 */
export async function listenForMetrics(): Promise<HttpListener | null> {
  const { METRICS_PORT, METRICS_HOST } = env()
  if (METRICS_PORT === undefined) return null
  return listen(
    (incoming, outgoing) => {
      if (incoming.method !== "GET" || incoming.url?.split("?")[0] !== "/metrics")
        return void outgoing.writeHead(404).end()
      renderAllMetrics().then(
        (text) => outgoing.writeHead(200, METRICS_HEADERS).end(text),
        () => outgoing.writeHead(500).end(),
      )
      return undefined
    },
    { port: METRICS_PORT, host: METRICS_HOST, requireHostHeader: false },
  )
}
