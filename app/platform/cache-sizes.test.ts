import { expect, test } from "vitest"
import { listCacheSizes, watchCache } from "./cache-sizes.server.ts"

test("sizes are read when they are asked for, and one of the same name takes the place of another", () => {
  let bytes = 5
  watchCache("test_bytes", () => ({ bytes: 1, maxBytes: 2 }))
  watchCache("test_bytes", () => ({ bytes, maxBytes: 10 }))
  bytes = 7
  expect(new Map(listCacheSizes()).get("test_bytes")).toEqual({ bytes: 7, maxBytes: 10 })
})
