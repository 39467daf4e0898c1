import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["app/**/*.test.ts", "app/**/*.test.tsx", "server/**/*.test.ts", "db/**/*.test.ts", "tests/requests/**/*.test.ts", "tests/house/**/*.test.ts"],
    environment: "node",
    maxWorkers: 2,
  },
})
