/**
 * The process: opens what the product stands on, listens, and on a signal stops in the reverse order.
 */
import cluster from "node:cluster"
import type { IncomingMessage, RequestListener } from "node:http"
import { getRequestListener } from "@hono/node-server"
import * as build from "virtual:react-router/server-build"
import { registerSubscriptions } from "../app/subscriptions.server.ts"
import { closeBus } from "../app/platform/bus.server.ts"
import { connectDatabase, disconnectDatabase, watchConnectedDatabase } from "../app/platform/db.server.ts"
import { isConnectionError } from "../app/platform/database-errors.server.ts"
import { drainMs, env } from "../app/platform/env.server.ts"
import { startEvents, stopEvents } from "../app/platform/events.server.ts"
import { startJobs, stopJobs } from "../app/platform/jobs.server.ts"
import { log } from "../app/platform/log.server.ts"
import { acceptListeners, startLiveStreams, stopLiveStreams } from "../app/platform/live.server.ts"
import { listPayoutServicesOff } from "../app/platform/services.server.ts"
import { startSettings, stopSettings } from "../app/platform/settings.server.ts"
import { handleSocialCallback } from "../app/areas/accounts/service/social.server.ts"
import { registerDemoCompany } from "../app/shell/demo-company.server.ts"
import { getClient, resolveClient } from "./client-address.ts"
import { createApp, createProbeApp, createPublicPageCache } from "./app.ts"
import { loadPublicPushKey } from "../app/areas/notifications/service/push.server.ts"
import { fillEmptyIndex } from "../app/areas/search/service/rebuild.server.ts"
import { MAX_REQUEST_MS } from "./admission.ts"
import { loadAssets } from "./assets.ts"
import { listen } from "./listen.ts"
import { limitMemory } from "./memory-limits.ts"
import { startTracing, stopTracing } from "../app/platform/tracing.server.ts"
import { listenForMetrics } from "./metrics-endpoint.ts"
import type { PageCache } from "./page-cache.ts"
import { answerSiblings } from "./sibling-metrics.ts"
import { removeStaleSpools } from "./spool.ts"

export { setClock, resetClock } from "../app/basics/clock.ts"
export { setEnvironment, readEnvironment } from "../app/platform/env.server.ts"
export { drainEvents } from "../app/platform/events.server.ts"
export { createApp, createPublicPageCache, build }
export { drainJobs, runJob } from "../app/platform/jobs.server.ts"

/**
 * `stop` called once more does not wait for balancers to notice; `isReplaced`: another process takes what
 * comes to this port, so no balancer has to notice anything.
 */
export type RunningServer = { port: number; stop(options?: { isReplaced: boolean }): Promise<void> }

/**
 * How long a connection is kept without a request. A proxy keeps its own for a minute or so: were ours
 * shorter, it would send a request into a connection that is just being closed.
 */
const getKeepAliveMs = () => (env().TRUST_PROXY || env().TRUSTED_PROXIES ? 75_000 : 5_000)

/** How late an idle connection may be closed. */
const KEEP_ALIVE_CHECK_MS = 2_000

/** Connects the parts of the product for requests, without listening: what request tests need. */
export function openApplication(databaseUrl: string): void {
  acceptListeners()
  connectDatabase(databaseUrl)
  registerDemoCompany()
  registerSubscriptions()
}

/** Closes what {@link openApplication} opened. */
export const closeApplication = disconnectDatabase

/**
 * For `npm run dev`: what stays open while sources are read afresh, and the application made of the newest
 * sources.
 */
export async function openForDevelopment(databaseUrl: string): Promise<void> {
  openApplication(databaseUrl)
  await Promise.all([startEvents(), startLiveStreams(), startSettings()])
  void startJobs()
  fillSearchIndex()
  ensurePushKeys()
}

/** An index that was never filled is filled while the product is open already. */
function fillSearchIndex(): void {
  fillEmptyIndex().catch((error: unknown) => log().error({ err: error }, "search index could not be filled"))
}

/** The keys that sign push are there before the first browser asks for them. */
function ensurePushKeys(): void {
  loadPublicPushKey().catch((error: unknown) => log().error({ err: error }, "push keys could not be made"))
}

export const createDevelopmentApp = () => createApp(build, { socialCallbacks: handleSocialCallback })
export async function closeForDevelopment(): Promise<void> {
  await stopJobs()
  await stopLiveStreams()
  await stopSettings()
  await stopEvents()
  await closeBus()
  await disconnectDatabase()
}

/**
 * What listens: decides once under which address a request came. A page that is ready needs nothing of what
 * the application does.
 */
export function createRequestListener(
  app: Pick<ReturnType<typeof createApp>, "fetch">,
  pages?: PageCache,
): RequestListener {
  const listener = getRequestListener((request, server) => {
    const incoming = server.incoming as IncomingMessage
    return app.fetch(request, getClient(incoming), incoming)
  })
  return (incoming, outgoing) => {
    const client = resolveClient(incoming)
    if (!client) return void outgoing.writeHead(400, { Connection: "close" }).end()
    if (!pages?.tryServe(incoming, outgoing, client)) void listener(incoming, outgoing)
  }
}

/** Without this the runtime prints an error with all that it carries, the values of a statement among it. */
function logUncaughtExceptions(): void {
  process.on("uncaughtException", (error) => {
    log().fatal({ err: error }, "the process can't go on")
    process.exit(1)
  })
}

/**
 * Logs the loss of a connection that nobody heard of, and throws all else. The driver asks two questions of
 * its own at each new connection (its types, whether it may write) and hears no failure of them: a database
 * that ends just then would end the process.
 */
function ignoreLostConnection(error: unknown): void {
  if (!isConnectionError(error)) throw error
  log().warn({ err: error }, "a new connection to the database was lost")
}

/** Says at the start what waits because nobody does it here: no request fails that would tell. */
function logPayoutServicesOff(): void {
  for (const setting of listPayoutServicesOff())
    log().warn(
      { setting },
      setting === "PAYOUTS"
        ? "payouts to people are off: what is owed to them waits"
        : "checks of accounts are off: nobody can name an account to be paid to",
    )
}

/**
 * Serves the product on the configured port (0: any). `clientFolder` holds the built files of the browser.
 */
export async function serve(options: { databaseUrl: string; clientFolder: string }): Promise<RunningServer> {
  limitMemory()
  logUncaughtExceptions()
  process.on("unhandledRejection", ignoreLostConnection)
  await startTracing()
  openApplication(options.databaseUrl)
  logPayoutServicesOff()
  watchConnectedDatabase()
  let isAcceptingRequests = true
  const { PORT, HOST, PROCESS_ROLE } = env()
  const isReady = () => isAcceptingRequests
  const assets = PROCESS_ROLE === "worker" ? undefined : await loadAssets(options.clientFolder)
  await Promise.all([startEvents(), startLiveStreams(), startSettings()])
  // The job queue needs a moment to look at its tables. Nobody waits for it but who shares the port with
  // processes that are ready already.
  const jobsStarted = startJobs()
  if (cluster.isWorker) await jobsStarted
  answerSiblings()
  const pages = PROCESS_ROLE === "worker" ? undefined : createPublicPageCache(build)
  const app = pages
    ? createApp(build, { assets, pages, socialCallbacks: handleSocialCallback, isReady })
    : createProbeApp({ isReady })
  const limits = {
    headersTimeout: 10_000,
    requestTimeout: MAX_REQUEST_MS,
    connectionsCheckingInterval: 5_000,
    keepAliveTimeout: getKeepAliveMs(),
    // A balancer's check knows none; server/client-address.ts refuses the others.
    requireHostHeader: false,
  }
  const [httpListener, metricsListener] = await Promise.all([
    listen(createRequestListener(app, pages), { port: PORT, host: HOST, ...limits }),
    listenForMetrics(),
  ])
  if (PROCESS_ROLE !== "web") fillSearchIndex()
  ensurePushKeys()
  removeStaleSpools().catch((error: unknown) =>
    log().error({ err: error }, "bodies left behind were not removed"),
  )
  const skipDelay = new AbortController()
  const leave = async (isReplaced: boolean) => {
    isAcceptingRequests = isReplaced
    if (isReplaced) {
      httpListener.stopAccepting()
      await stopLiveStreams()
    }
    // Who keeps an idle connection may send on it as long as we said; nobody waits for this process.
    const ms = isReplaced ? getKeepAliveMs() + KEEP_ALIVE_CHECK_MS : drainMs(env())
    await httpListener.drain(ms, skipDelay.signal)
    if (!isReplaced) await stopLiveStreams()
  }
  const stopAll = async (isReplaced: boolean) => {
    await leave(isReplaced)
    await Promise.all([httpListener.close(), metricsListener?.close()])
    // What an event asks of the queue must find it.
    await stopEvents()
    await stopJobs()
    await stopSettings()
    await closeBus()
    await disconnectDatabase()
    await stopTracing()
    process.off("unhandledRejection", ignoreLostConnection)
  }
  let stopping: Promise<void> | undefined
  return {
    port: httpListener.port,
    stop({ isReplaced } = { isReplaced: false }) {
      if (stopping) skipDelay.abort()
      return (stopping ??= stopAll(isReplaced))
    },
  }
}
