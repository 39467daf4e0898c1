/** Every event has one area that emits it, and nobody waits for one that nobody emits. */
import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { subscribeAll } from "#app/platform/events.server.ts"
import { describeEvents } from "#app/subscriptions.server.ts"

const root = `${import.meta.dirname}/../../`
const read = (path: string) => readFileSync(root + path, "utf8")
const sources = globSync("app/**/*.ts", { cwd: root }).filter((path) => !path.endsWith(".test.ts"))

/** What the sources of an area declare, as "area event". */
const declared = sources.flatMap((path) =>
  [...read(path).matchAll(/interface Events \{([\s\S]*?)\n {2}\}/g)].flatMap(([, body = ""]) => {
    const area = /^app\/areas\/([^/]+)\//.exec(path)?.[1] ?? "platform"
    return [...body.matchAll(/^ {4}"?([\w.-]+)"?: /gm)].map(([, name]) => `${area} ${name}`)
  }),
)

test("each area lists the events that it declares", () => {
  expect(declared.length).toBeGreaterThan(80)
  expect(
    describeEvents()
      .map(({ name, emitter }) => `${emitter} ${name}`)
      .sort(),
  ).toEqual(declared.sort())
})
test("the start refuses to hear an event that nobody emits", () => {
  expect(() => subscribeAll({ "order.matched": [async () => {}] }, new Set(["order.opened"]))).toThrow(
    "No area emits order.matched",
  )
})
test("two people and the numbers of an expert follow a choice", () => {
  const matched = describeEvents().find(({ name }) => name === "order.matched")
  expect(matched?.subscribers).toEqual([
    "orders: publishOrderChange",
    "orders: assignRelayOfOrder (slow)",
    "experts: refreshStatisticsOnEvent",
  ])
})
