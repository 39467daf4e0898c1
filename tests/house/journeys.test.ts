/**
 * A journey does what a person could do: nothing is clicked that is covered, off the screen or still moving;
 * and what it waits for can fail to come.
 */
import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

const findUsers = (folders: string, pattern: RegExp) =>
  globSync(`tests/${folders}/**/*.ts`).filter((file) => pattern.test(readFileSync(file, "utf8")))

test("no journey forces what it does", () => {
  expect(findUsers("journeys", /\bforce: true\b/)).toEqual([])
})

test("no journey waits for an asynchronous function, whose promise is true at once", () => {
  expect(findUsers("{journeys,setup}", /waitForFunction\(\s*async\b/)).toEqual([])
})
