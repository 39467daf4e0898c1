import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { defineConfig } from "@playwright/test"
import { journeys } from "./tests/setup/journeys-config.ts"

const port = Number(process.env.JOURNEYS_PORT ?? 4555)
// The configuration is read again in every worker: the folder is made once, handed on, and goes when the run,
// its server included, has ended.
if (!process.env.JOURNEYS_DATA) {
  const folder = mkdtempSync(join(tmpdir(), "baroildang-journeys-"))
  process.env.JOURNEYS_DATA = folder
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
}

/**
 * `npm test` tries each journey once, on a phone where it has no tag `@any-window`. `npm run test:screens`
 * tries what that leaves out: the others in a desktop's window, and every screen.
 */
const chosen = process.env.EVERY_SCREEN
  ? {
      phone: { grep: /@every-screen/, grepInvert: /@any-window/ },
      desktop: { grep: /@every-screen|^(?!.*@any-window)/, grepInvert: /@phone/ },
    }
  : {
      phone: { grepInvert: /@any-window|@every-screen/ },
      desktop: { grep: /@any-window/, grepInvert: /@every-screen/ },
    }

export default defineConfig({
  ...journeys,
  // These are tried as in production (playwright.production.config.ts).
  testIgnore: ["production/*.spec.ts", "main-job.spec.ts"],
  use: { ...journeys.use, baseURL: `http://localhost:${port}` },
  projects: [
    {
      name: "phone",
      ...chosen.phone,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: "desktop", ...chosen.desktop, use: { viewport: { width: 1280, height: 900 } } },
  ],
  webServer: {
    command: "node bin/start.mjs",
    url: `http://localhost:${port}/readyz`,
    timeout: 300_000,
    reuseExistingServer: Boolean(process.env.JOURNEYS_REUSE),
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    env: {
      APP_ENV: "test",
      PORT: String(port),
      DATA_DIR: process.env.JOURNEYS_DATA,
      DEMO: "1",
      NODE_ENV: "production",
    },
  },
})
