/** What deploy/ says of the product is so: the files that an image copies, and the settings that it sets. */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { settingNames } from "#app/platform/env.server.ts"
import { SOURCES } from "../../bin/fingerprint.ts"

const deploy = join(import.meta.dirname, "../../deploy")
const read = (path: string) => readFileSync(join(deploy, path), "utf8")
const chart = join(deploy, "helm/baroildang")
const known = new Set(settingNames)
/** What the programs beside the product are told by names of the same form. */
const OF_OTHERS = /^(NODE_ENV|POSTGRES_\w+|MINIO_\w+)$/

test("the last stage of the image has every source that a start compares with the build", () => {
  const stage =
    read("Dockerfile")
      .split(/^FROM /m)
      .at(-1) ?? ""
  const copied = new Set(
    [...stage.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, words = ""]) => words.split(" ").slice(0, -1)),
  )
  for (const source of [...SOURCES, "bin", "db"]) expect(copied, source).toContain(source)
  const allowed = new Set([...read("Dockerfile.dockerignore").matchAll(/^!(.+)$/gm)].map(([, name]) => name))
  for (const source of copied) expect(allowed, source).toContain(source)
  expect(stage).toMatch(/^USER \d+:\d+$/m)
  expect(stage).toMatch(/^HEALTHCHECK /m)
})

test.each([
  ["Dockerfile", /\b([A-Z][A-Z_0-9]+)=/g],
  ["compose/compose.yaml", /\b([A-Z][A-Z_0-9]+):/g],
  ["helm/baroildang/values.yaml", /\b([A-Z][A-Z_0-9]+):/g],
  ["helm/baroildang/templates/web.yaml", /name: ([A-Z][A-Z_0-9]+)/g],
  ["helm/baroildang/templates/settings.yaml", /\b([A-Z][A-Z_0-9]+):/g],
  ["systemd/baroildang-web.service", /\b([A-Z][A-Z_]+)=/g],
] as const)("%s sets only what is a setting", (path, pattern) => {
  const named = [...read(path).matchAll(pattern)].map(([, name = ""]) => name.replace(/_FILE$/, ""))
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !known.has(name) && !OF_OTHERS.test(name))).toEqual([])
})

const hasHelm = spawnSync("helm", ["version"]).status === 0
// oxlint-disable-next-line no-console -- a test that is left out says why
if (!hasHelm) console.warn("helm이 없어 차트를 펼쳐 보는 검사를 건너뛰어요.")
describe.skipIf(!hasHelm)("the chart", () => {
  test("is what helm takes, and has a probe, a budget, a scaler and a migration", () => {
    expect(spawnSync("helm", ["lint", "--strict", chart]).status).toBe(0)
    const rendered = spawnSync("helm", ["template", "demo", chart]).stdout.toString()
    for (const kind of ["Deployment", "Service", "PodDisruptionBudget", "HorizontalPodAutoscaler", "Job"])
      expect(rendered).toMatch(new RegExp(`^kind: ${kind}$`, "m"))
    expect(rendered.match(/readinessProbe:/g)).toHaveLength(2)
  })
})
