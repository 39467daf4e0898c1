import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["app/**/*.test.ts", "app/**/*.test.tsx", "server/**/*.test.ts", "db/**/*.test.ts", "tests/requests/**/*.test.ts", "tests/house/**/*.test.ts"],
    globalSetup: ["tests/setup/embedded.ts"],
    environment: "node",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    env: { NODE_ENV: "production" },
    server: { deps: { external: [/\/build\/server\//] } },
  },
})
