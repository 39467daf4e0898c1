/** Traces and numbers of a product that runs: what they tell, and what they must not. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { startChildServer, type ChildServer } from "../../bench/servers.ts"
import { startTraceCollector, type TraceCollector } from "../doubles/trace-collector.ts"
import { withDatabase } from "../setup/database.ts"

const METRICS_TOKEN = "a token that only this test knows"
const EMAIL = "nobody.knows@trace.example"
const PASSWORD = "Password-of-nobody-1"

const own = withDatabase()
const files = mkdtempSync(join(tmpdir(), "baroildang-traces-"))
let collector: TraceCollector
let child: ChildServer
let metrics = ""
let log = ""

beforeAll(async () => {
  collector = await startTraceCollector()
  child = await startChildServer(
    "product",
    {
      DATABASE_URL: own.url,
      DATA_DIR: files,
      DEMO: "0",
      METRICS_TOKEN,
      // In the environment "test" the log holds errors alone.
      APP_ENV: "development",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    },
    (text) => (log += text),
  )
  const person = await createPerson()
  await fetch(`${child.url}/my-info`, { headers: { Cookie: person.cookie } })
  await fetch(`${child.url}/marketplace?q=${encodeURIComponent("010-9876-5432")}`)
  await fetch(`${child.url}/login`, {
    method: "POST",
    headers: { Origin: child.url },
    body: new URLSearchParams({ email: EMAIL, password: PASSWORD }),
  })
  metrics = await (
    await fetch(`${child.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
  ).text()
  // What is left is sent when it stops.
  await child.stop()
})
afterAll(async () => {
  await collector.stop()
  rmSync(files, { recursive: true, force: true })
})

test("a request is a trace named by its screen, with its statements under it", () => {
  const request = collector.spans.find((span) => span.name === "GET /my-info")
  expect(request?.attributes).toMatchObject({
    "http.request.method": "GET",
    "http.route": "/my-info",
    "http.response.status_code": 200,
  })
  const statements = collector.spans.filter(
    (span) => span.traceId === request?.traceId && span.attributes["db.system.name"] === "postgresql",
  )
  expect(statements.map((span) => String(span.attributes["db.query.text"]))).toContainEqual(
    expect.stringContaining("select"),
  )
})

test("numbers are counted by screen, and say how long work waits", () => {
  expect(metrics).toMatch(
    /^http_request_duration_seconds_count\{method="GET",route="\/my-info",status="2xx"\} 1$/m,
  )
  expect(metrics).toMatch(
    /^http_request_duration_seconds_count\{method="POST",route="\/login",status="4xx"\} 1$/m,
  )
  expect(metrics).toMatch(/^outbox_oldest_waiting_seconds \d/m)
  expect(metrics).toMatch(/^outbox_failed_events 0$/m)
})

test("neither the traces nor the log hold what somebody typed", () => {
  expect(collector.spans.some((span) => span.name === "POST /login")).toBe(true)
  expect(log).toContain('"path":"/login"')
  for (const text of [collector.received(), log])
    for (const secret of [EMAIL, PASSWORD, "9876-5432", "98765432"]) expect(text).not.toContain(secret)
})
