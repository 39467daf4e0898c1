import { defineConfig } from "vitest/config"

/**
 * `npm run test:cluster`: hosts that fail under load, with everything that a cluster is made of. FAILOVERS says
 * how many (20); KEEP_CLUSTER_LOGS=1 leaves what the programs said.
 */
export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/cluster/**/*.test.ts"],
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    env: { NODE_ENV: "production", NODE_TLS_REJECT_UNAUTHORIZED: "0" },
    server: { deps: { external: [/\/build\/server\//] } },
  },
})
