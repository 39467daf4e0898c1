/** `npm run dev`: the same stack, with sources read afresh by Vite instead of from the build. */
import { createServer } from "node:http"
import { createServer as createVite } from "vite"
import type { Environment } from "../app/platform/env.server.ts"

type ServerModule = typeof import("./index.ts")

/** Serves with hot reload on the configured port. */
export async function serveForDevelopment(options: { databaseUrl: string; settings: Environment }) {
  const server = createServer()
  // Hot reload talks over the same port, so that the pages' policy holds in development as well.
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server } }, appType: "custom" })
  const loadServerModule = () => vite.ssrLoadModule("./server/index.ts") as Promise<ServerModule>
  const initialModule = await loadServerModule()
  initialModule.setEnvironment(options.settings)
  await initialModule.openForDevelopment(options.databaseUrl)
  server.on("request", (incoming, outgoing) => {
    vite.middlewares(incoming, outgoing, () => {
      void loadServerModule().then((serverModule) => {
        serverModule.setEnvironment(options.settings)
        return serverModule.createRequestListener(serverModule.createDevelopmentApp())(incoming, outgoing)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(options.settings.PORT, options.settings.HOST, resolve))
  const address = server.address()
  return {
    port: typeof address === "object" && address ? address.port : options.settings.PORT,
    async stop() {
      server.closeAllConnections()
      server.close()
      await vite.close()
      await initialModule.closeForDevelopment()
    },
  }
}
