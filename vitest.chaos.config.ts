import { defineConfig } from "vitest/config"

/**
 * `npm run test:chaos`: what kills, starves or floods the product for minutes. One file after another: each
 * wants the machine for itself.
 */
export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/chaos/**/*.test.ts", "tests/requests/guessing.test.ts"],
    globalSetup: ["tests/setup/embedded.ts"],
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 300_000,
    env: { NODE_ENV: "production", GUESSING_ADDRESSES: "1000" },
    server: { deps: { external: [/\/build\/server\//] } },
  },
})
