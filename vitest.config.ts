import { defineConfig } from "vitest/config"

/** What measures its process, works on the insides of the platform or starts processes of its own: each file in a process of its own. */
const ALONE = [
  "app/platform/**/*.test.ts", "db/**/*.test.ts", "server/**/*.test.ts", "tests/house/**/*.test.ts",
  ...["bad-input", "hostile", "live", "live-load", "matrix", "overload", "page-cache", "restart", "two-processes"].map((name) => `tests/requests/${name}.test.ts`),
]

export default defineConfig({
  test: {
    globalSetup: ["tests/setup/embedded.ts"],
    environment: "node",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    env: { NODE_ENV: "production" },
    server: { deps: { external: [/\/build\/server\//] } },
    projects: [
      { extends: true, test: { name: "alone", include: ALONE } },
      // The product is loaded once a process, not once a file; what a file leaves behind is taken away by `withDatabase`, `withApp` and `keptWith`.
      { extends: true, test: { name: "shared", include: ["app/**/*.test.ts", "app/**/*.test.tsx", "tests/requests/**/*.test.ts"], exclude: ALONE, isolate: false } },
    ],
  },
})
