/** What the journeys of both configurations share. */

/**
 * A page lives for a second or two: no process is kept ready for the next one, and nothing is compiled again
 * for speed.
 */
export const CHROMIUM_ARGS = [
  "--renderer-process-limit=1",
  "--js-flags=--no-opt,--no-maglev",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

export const journeys = {
  testDir: "tests/journeys",
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  outputDir: "test-results",
  use: {
    actionTimeout: 30_000,
    locale: "ko-KR",
    timezoneId: "Asia/Seoul",
    // Every step from screen to screen would be drawn twice over; the journeys of accounts keep their motion.
    contextOptions: { reducedMotion: "reduce" as const },
    // What a journey sees comes from the server, not from what was kept; the one about keeping allows it.
    serviceWorkers: "block" as const,
    screenshot: "only-on-failure" as const,
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", args: CHROMIUM_ARGS },
  },
}
