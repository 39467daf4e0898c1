import { afterEach, expect, test } from "vitest"
import { readEnvironment, setEnvironment } from "../app/platform/env.server.ts"
import { listenForMetrics, canReadMetrics } from "./metrics-endpoint.ts"

const TOKEN = "a token that only this test knows"
const settings = (more: Record<string, string> = {}) =>
  setEnvironment(readEnvironment({ APP_ENV: "test", ...more }))
afterEach(() => settings())

test("nobody reads the numbers where no token is set", () => {
  settings()
  for (const sent of [undefined, "", "Bearer ", "Bearer undefined"]) expect(canReadMetrics(sent)).toBe(false)
})

test("whoever sends the token reads them, and nobody else", () => {
  settings({ METRICS_TOKEN: TOKEN })
  expect(canReadMetrics(`Bearer ${TOKEN}`)).toBe(true)
  for (const sent of [undefined, "", TOKEN, `Bearer ${TOKEN}x`, `bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`])
    expect(canReadMetrics(sent)).toBe(false)
})

test("a port of their own answers them alone, to this machine alone", async () => {
  settings()
  expect(await listenForMetrics()).toBeNull()
  settings({ METRICS_PORT: "0" })
  const numbers = await listenForMetrics()
  const at = (path: string, method = "GET") => fetch(`http://127.0.0.1:${numbers?.port}${path}`, { method })
  const answer = await at("/metrics")
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "text/plain; version=0.0.4"])
  expect(await answer.text()).toContain("http_request_duration_seconds")
  expect(
    (await Promise.all([at("/"), at("/readyz"), at("/metrics", "POST")])).map(({ status }) => status),
  ).toEqual([404, 404, 404])
  await numbers?.close()
  await expect(at("/metrics")).rejects.toThrow()
})

test("a token that can be guessed stops the start, unshown", () => {
  expect(() => readEnvironment({ METRICS_TOKEN: "short" })).toThrow(/METRICS_TOKEN/)
  expect(() => readEnvironment({ METRICS_TOKEN: "short" })).not.toThrow(/"short"/)
})
