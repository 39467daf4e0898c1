/** What the bench writes and draws: figures that can be compared, and a flame graph whose boxes are time. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { listSlower, listUncompared } from "../../bench/figures.ts"
import { drawFlameGraph } from "../../bench/flame-graph.ts"
import { nameGroup, sumByGroup } from "../../bench/profile.ts"

test("a comparison names what became worse by more than noise, and what it cannot say", () => {
  const folder = mkdtempSync(join(tmpdir(), "baroildang-figures-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, "figures.json")
  const figures = {
    pages: { value: 100, better: "more" },
    p95: { value: 10, better: "less" },
    noisy: { value: 100, better: "more" },
    better: { value: 10, better: "less" },
  }
  writeFileSync(file, JSON.stringify({ figures }))
  const current = {
    pages: { value: 80, better: "more" },
    p95: { value: 40, better: "less" },
    noisy: { value: 95, better: "more" },
    unknown: { value: 1, better: "more" },
  } as const
  expect(listSlower(file, current)).toEqual([
    { name: "p95", text: "10 → 40 (0.25배)" },
    { name: "pages", text: "100 → 80 (0.80배)" },
  ])
  expect(listUncompared(file, current)).toEqual(["better", "unknown"])
})

const frame = (functionName: string, url = "file:///x/build/server/index.js") => ({ functionName, url })
const PROFILE = {
  nodes: [
    { id: 1, callFrame: frame("(root)", ""), children: [2, 5, 6] },
    { id: 2, callFrame: frame("answer"), children: [3, 4] },
    { id: 3, callFrame: frame("render", "file:///x/node_modules/react-dom/server.js") },
    { id: 4, callFrame: frame("query", "file:///x/node_modules/@scope/driver/index.js") },
    { id: 5, callFrame: frame("(idle)", "") },
    { id: 6, callFrame: frame("(garbage collector)", "") },
  ],
  samples: [2, 3, 4, 5, 6],
  timeDeltas: [1_000, 5_000, 2_000, 90_000, 2_000],
}

test("time is summed by package, and waiting is none", () => {
  expect(sumByGroup(PROFILE)).toEqual([
    ["react-dom", 0.5],
    ["@scope/driver", 0.2],
    ["memory", 0.2],
    ["바로일당", 0.1],
  ])
})

test("a box is as wide as the time in it and in what it calls", () => {
  const svg = drawFlameGraph(PROFILE, { title: "쪽 <하나>", nameGroup })
  expect(svg).toContain("쪽 &lt;하나>")
  const boxes = [
    ...svg.matchAll(
      /<title>(\S+) · (\S+) · ([\d.]+)%<\/title><rect x="([\d.]+)" y="(\d+)" width="([\d.]+)"/g,
    ),
  ]
  expect(boxes.map(([, name, , share, x, y, width]) => [name, share, x, Number(y), width])).toEqual([
    ["answer", "80.0", "0.0", 28, "959.5"],
    ["render", "50.0", "0.0", 45, "599.5"],
    ["query", "20.0", "600.0", 45, "239.5"],
  ])
})
