import { defineConfig } from "vitest/config"
import { refusalPlugin } from "./tests/setup/refusal-plugin.ts"

/** Rules of the house that ask services, whose refusals are watched. */
const WATCHED_HOUSE = ["failed-work", "forgetting", "leaving", "refusals", "watched-refusals"].map(
  (name) => `tests/house/${name}.test.ts`,
)
/** What works below the areas, where no service is watched. */
const BARE = ["app/platform/**/*.test.ts", "server/**/*.test.ts"]
/** Of these, what replaces a module before it is loaded, or counts from a module that nobody has used. */
const UNSHARED = ["live-resend", "pictures-full", "overrides/query-builder-client"].map(
  (name) => `app/platform/${name}.test.ts`,
)
/** What reads sources, tables and the demo town. */
const HOUSE = ["tests/house/**/*.test.ts", "db/**/*.test.ts"]
/**
 * What measures its process, brings sources or settings of its own or starts processes: each in a process of
 * its own.
 */
const ALONE = [
  "app/areas/search/**/*.test.ts",
  "app/areas/trust/service/*.test.ts",
  ...[
    "admin-command",
    "bad-input",
    "database-trouble",
    "fuzz",
    "live",
    "lost-connection",
    "matrix",
    "page-cache",
    "tree",
    "two-processes",
  ].map((name) => `tests/requests/${name}.test.ts`),
]

const plugins = [refusalPlugin(import.meta.dirname)]

const every = {
  environment: "node",
  testTimeout: 60_000,
  hookTimeout: 120_000,
  env: { NODE_ENV: "production" },
  server: { deps: { external: [/\/build\/server\//] } },
}

const watched = { setupFiles: ["tests/setup/refusals.ts"] }

export default defineConfig({
  test: {
    // Of the whole run, not of each project: one PostgreSQL.
    globalSetup: ["tests/setup/embedded.ts"],
    // One more than cores: some files wait for processes and timeouts.
    maxWorkers: 3,
    projects: [
      { test: { ...every, name: "bare", include: BARE, exclude: UNSHARED, isolate: false } },
      { test: { ...every, name: "unshared", include: UNSHARED } },
      { test: { ...every, name: "house", include: HOUSE, exclude: WATCHED_HOUSE, isolate: false } },
      { plugins, test: { ...every, ...watched, name: "alone", include: ALONE } },
      // The product is loaded once a process, not once a file; what a file leaves behind is taken away by
      // `withDatabase`, `withApp` and `memoizePerEnvironment`.
      {
        plugins,
        test: {
          ...every,
          ...watched,
          name: "shared",
          include: ["app/**/*.test.ts", "app/**/*.test.tsx", "tests/requests/**/*.test.ts", ...WATCHED_HOUSE],
          exclude: [...BARE, ...ALONE],
          isolate: false,
        },
      },
    ],
  },
})
