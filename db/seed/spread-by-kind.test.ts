import { expect, test } from "vitest"
import { spreadByKind } from "./spread-by-kind.ts"

test("things that are alike do not stand next to each other, and none becomes newer", () => {
  const begun = Date.parse("2026-11-22T00:00:00Z")
  const things = [
    "bear",
    "bear",
    "bear",
    "lamp",
    "tent",
    "desk",
    "sofa",
    "bear",
    "lamp",
    "tent",
    "desk",
    "sofa",
    "bike",
    "fan",
  ].map((kind, index) => ({ kind, at: new Date(begun - index * 60_000), before: begun - index * 60_000 }))
  spreadByKind(things, {
    at: (thing) => thing.at,
    kind: (thing) => thing.kind,
    set: (thing, at) => {
      thing.at = at
    },
  })
  expect(things.every((thing) => thing.at.getTime() <= thing.before)).toBe(true)
  const kindsInOrder = things.toSorted((a, b) => b.at.getTime() - a.at.getTime()).map((thing) => thing.kind)
  expect(new Set(things.map((thing) => thing.at.getTime())).size).toBe(things.length)
  // Where no other kind is left, the one that was there longest ago comes next.
  const rest = ["bear", "lamp", "bear", "lamp"].map((kind, index) => ({ kind, at: new Date(begun - index) }))
  spreadByKind(
    rest,
    {
      at: (thing) => thing.at,
      kind: (thing) => thing.kind,
      set: (thing, at) => {
        thing.at = at
      },
    },
    24,
  )
  expect(rest.toSorted((a, b) => b.at.getTime() - a.at.getTime()).map((thing) => thing.kind)).toEqual([
    "bear",
    "lamp",
    "bear",
    "lamp",
  ])
  // The first ten, where enough others are left to stand between.
  for (let index = 1; index < 10; index += 1) expect(kindsInOrder[index]).not.toBe(kindsInOrder[index - 1])
})
