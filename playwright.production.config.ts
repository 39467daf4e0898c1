import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { defineConfig } from "@playwright/test"
import { TLS_KEY_HASH } from "./tests/doubles/tls-proxy.ts"
import { CHROMIUM_ARGS, journeys } from "./tests/setup/journeys-config.ts"
import { PORTS, PRODUCTION_ORIGIN } from "./tests/setup/production-ports.ts"

// The configuration is read again in every worker: the folder is made once, handed on, and goes when the run,
// its server included, has ended.
if (!process.env.PRODUCTION_DATA) {
  const folder = mkdtempSync(join(tmpdir(), "baroildang-production-"))
  process.env.PRODUCTION_DATA = folder
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
}
process.env.JOURNEYS_DATA = process.env.PRODUCTION_DATA
process.env.JOURNEYS_MAILS = `http://127.0.0.1:${PORTS.mails}`

/**
 * The journeys that deal with money and trust, through TLS, with APP_ENV=production: see
 * tests/setup/production.ts.
 */
export default defineConfig({
  ...journeys,
  // The pictures of the journeys before it stay.
  outputDir: "test-results/production",
  testMatch: ["main-job.spec.ts", "production/*.spec.ts"],
  use: {
    ...journeys.use,
    baseURL: PRODUCTION_ORIGIN,
    // Chromium trusts the proxy's key. With ignoreHTTPSErrors each connection fails first and its request is
    // begun again, which Chromium does 32 times at most: on a busy machine a stylesheet was given up.
    launchOptions: {
      ...journeys.use.launchOptions,
      args: [
        ...CHROMIUM_ARGS,
        `--host-resolver-rules=MAP baro.example:443 127.0.0.1:${PORTS.https},MAP ` +
          `*.tosspayments.com:443 127.0.0.1:${PORTS.https}`,
        `--ignore-certificate-errors-spki-list=${TLS_KEY_HASH}`,
      ],
    },
  },
  projects: [
    {
      name: "phone",
      grepInvert: /@any-window/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: "desktop", grep: /@any-window/, use: { viewport: { width: 1280, height: 900 } } },
  ],
  webServer: {
    command: "node tests/setup/production.ts",
    url: `https://localhost:${PORTS.https}/readyz`,
    ignoreHTTPSErrors: true,
    timeout: 120_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    env: { JOURNEYS_DATA: process.env.PRODUCTION_DATA },
  },
})
