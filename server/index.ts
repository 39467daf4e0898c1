/** Owns the process: opens what the product stands on, listens, and on a signal stops in the reverse order. */
import { serve as listenWith } from "@hono/node-server"
import * as build from "virtual:react-router/server-build"
import { startSubscriptions } from "../app/subscriptions.server.ts"
import { connectDatabase, disconnectDatabase } from "../app/platform/db.server.ts"
import { env } from "../app/platform/env.server.ts"
import { startEvents, stopEvents } from "../app/platform/events.server.ts"
import { startJobs, stopJobs } from "../app/platform/jobs.server.ts"
import { startLive, stopLive } from "../app/platform/live.server.ts"
import { socialCallbacks } from "../app/areas/accounts/service/social.server.ts"
import { fillEmptySearch } from "../app/areas/search/service/index.server.ts"
import { log } from "../app/platform/log.server.ts"
import { createApp } from "./app.ts"
import { loadAssets } from "./assets.ts"

export { setClock, resetClock } from "../app/basics/clock.ts"
export { setEnvironment, readEnvironment } from "../app/platform/env.server.ts"
export { drainEvents } from "../app/platform/events.server.ts"
export { runJob } from "../app/platform/jobs.server.ts"
export { createApp, build }

export type Running = { port: number; stop(): Promise<void> }

/** Connects the parts of the product for requests, without listening: what request tests need. */
export function openProduct(databaseUrl: string): void {
  connectDatabase(databaseUrl)
  startSubscriptions()
}

/** Closes what {@link openProduct} opened. */
export const closeProduct = disconnectDatabase

/** For `npm run dev`: what stays open while sources are read afresh, and the application made of the newest sources. */
export async function openForDevelopment(databaseUrl: string): Promise<void> {
  openProduct(databaseUrl)
  await Promise.all([startEvents(), startLive()])
  fillSearch()
}

/** An index that was never filled is filled while the product is open already. */
function fillSearch(): void {
  fillEmptySearch().catch((error: unknown) => log().error({ err: error }, "search index could not be filled"))
}

export const developmentApp = () => createApp(build, { socialCallbacks })
export async function closeForDevelopment(): Promise<void> {
  await stopLive()
  await stopEvents()
  await disconnectDatabase()
}

/** Serves the product on the configured port (0: any). `clientFolder` holds the built files of the browser. */
export async function serve(options: { databaseUrl: string; clientFolder: string }): Promise<Running> {
  openProduct(options.databaseUrl)
  let ready = true
  const assets = await loadAssets(options.clientFolder)
  await Promise.all([startEvents(), startLive()])
  const app = createApp(build, { assets, socialCallbacks, isReady: () => ready })
  const { server, port } = await new Promise<{ server: ReturnType<typeof listenWith>; port: number }>((opened, failed) => {
    const listening = listenWith({ fetch: app.fetch, port: env().PORT, hostname: env().HOST, serverOptions: { headersTimeout: 10_000, requestTimeout: 30_000 } }, (info) =>
      opened({ server: listening, port: info.port }),
    )
    listening.once("error", failed)
  })
  fillSearch()
  // The job queue needs a moment to look at its tables: nobody waits for it.
  const jobs = startJobs()
  return {
    port,
    async stop() {
      ready = false
      await stopLive()
      await new Promise<void>((closed) => {
        server.close(() => closed())
        if ("closeIdleConnections" in server) server.closeIdleConnections()
      })
      await jobs.then(stopJobs, () => undefined)
      await stopEvents()
      await disconnectDatabase()
    },
  }
}
