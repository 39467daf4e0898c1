/** The alert rules and the dashboard ask for numbers that /metrics has. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { renderMetrics } from "#app/platform/metrics.server.ts"

const deploy = join(import.meta.dirname, "../../deploy")
const read = (path: string) => readFileSync(join(deploy, path), "utf8")

type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }

/** Names of series in an expression: what is neither a function, a label nor a value. */
const listSeries = (expression: string) =>
  expression
    .replace(/"[^"]*"/g, "")
    .replace(/\b(?:by|without)\s*\([^)]*\)/g, "")
    .match(/\b[a-z]+(?:_[a-z0-9]+)+\b(?!\s*\()/g) ?? []

const alerts = [...read("prometheus/alerts.yml").matchAll(/alert: (\w+)\n\s+expr: (.+)/g)].map(
  ([, name = "", expression = ""]) => ({ name, expression }),
)
const panels = (JSON.parse(read("grafana/baroildang.json")) as Dashboard).panels.flatMap((panel) =>
  panel.targets.map(({ expr }) => ({ name: panel.title, expression: expr })),
)

test("every number that an alert or a panel asks for is among those of /metrics", async () => {
  const known = new Set([...(await renderMetrics()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const unknown = [...alerts, ...panels].flatMap(({ name, expression }) =>
    listSeries(expression)
      .filter((series) => !known.has(series) && !known.has(series.replace(/_(?:count|bucket|sum)$/, "")))
      .map((series) => `${name}: ${series}`),
  )
  expect(unknown).toEqual([])
  expect(alerts.length).toBeGreaterThan(10)
  expect([...alerts, ...panels].every(({ expression }) => listSeries(expression).length > 0)).toBe(true)
})

test("what docs/operate.md names is among the numbers", async () => {
  const text = await renderMetrics()
  const operate = readFileSync(join(deploy, "../docs/operate.md"), "utf8")
  const section = operate.slice(operate.indexOf("## 6."), operate.indexOf("## 7.") >>> 0)
  const named = [...section.matchAll(/^\| `(\w+)/gm)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([])
})
