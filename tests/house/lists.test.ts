/** Every list of pages is read by `page()`: one order for rows and cursor, one check of what comes back. */
import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

/** The search walks along its index or sorts what fits; its cursor says which, so it makes its own. */
const OWN_CURSOR = ["app/areas/search/service/entry-orders.server.ts"]
/** A room goes on from a number that its messages carry anyway. */
const OWN_PLACE = ["app/areas/chat/service/messages.server.ts"]
const MAKERS = ["app/basics/cursor.ts", "app/platform/page.server.ts"]

test("no service makes or reads a cursor by itself", () => {
  const others = globSync("app/**/*.{ts,tsx}")
    .filter((file) => !file.includes(".test.") && ![...OWN_CURSOR, ...MAKERS].includes(file))
    .filter((file) => /\b(?:decodeCursor|encodeCursor)\(/.test(readFileSync(file, "utf8")))
  expect(others).toEqual([])
})

test("no service reads one row more than a page to see whether there is another page", () => {
  const others = globSync("app/areas/**/*.server.ts")
    .filter((file) => !file.includes(".test.") && !OWN_PLACE.includes(file))
    .filter((file) => /\.limit\([^()]*\+ 1\)/.test(readFileSync(file, "utf8")))
  expect(others).toEqual([])
})
