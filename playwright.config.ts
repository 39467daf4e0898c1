import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { defineConfig } from "@playwright/test"

const port = Number(process.env.JOURNEYS_PORT ?? 4555)
// The configuration is read again in every worker: the folder is made once, handed on, and goes when the run, its server included, has ended.
if (!process.env.JOURNEYS_DATA) {
  const folder = mkdtempSync(join(tmpdir(), "baroildang-journeys-"))
  process.env.JOURNEYS_DATA = folder
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
}

export default defineConfig({
  testDir: "tests/journeys",
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  outputDir: "test-results",
  use: {
    baseURL: `http://localhost:${port}`,
    actionTimeout: 15_000,
    locale: "ko-KR",
    timezoneId: "Asia/Seoul",
    // Every step from screen to screen would be drawn twice over; the journeys of accounts keep their motion.
    contextOptions: { reducedMotion: "reduce" },
    // What a journey sees comes from the server, not from what was kept; the one about keeping allows it.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    },
  },
  projects: [
    // What does not depend on the window is tried in one.
    { name: "phone", grepInvert: /@any-window/, use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
    { name: "desktop", use: { viewport: { width: 1280, height: 900 } } },
  ],
  webServer: {
    command: "node bin/start.mjs",
    url: `http://localhost:${port}/readyz`,
    timeout: 300_000,
    reuseExistingServer: Boolean(process.env.JOURNEYS_REUSE),
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    env: { APP_ENV: "test", PORT: String(port), DATA_DIR: process.env.JOURNEYS_DATA, DEMO: "1", NODE_ENV: "production" },
  },
})
