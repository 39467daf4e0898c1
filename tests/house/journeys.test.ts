/**
 * A journey does what a person could do: nothing is clicked that is covered, off the screen or still moving.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const folder = join(import.meta.dirname, "../journeys")

test("no journey forces what it does", () => {
  const forced = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) =>
      readFileSync(join(folder, file), "utf8")
        .split("\n")
        .flatMap((line, index) => (/\bforce: true\b/.test(line) ? [`${file}:${index + 1}`] : [])),
    )
  expect(forced).toEqual([])
})
