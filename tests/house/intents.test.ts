/** What a form's `intent` means is said in one way: by `intents()`. */
import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

/** Reads steps again that were stored as they were sent, when nobody was signed in. */
const OF_STORED_FORMS = ["app/areas/orders/service/request-draft.server.ts"]

test("nobody but intents() reads which form of a screen was sent", () => {
  const files = globSync("app/**/*.{ts,tsx}").filter((file) => !file.includes(".test."))
  const readers = files.filter((file) => /\bget\("intent"\)/.test(readFileSync(file, "utf8")))
  expect(readers.toSorted()).toEqual([...OF_STORED_FORMS, "app/platform/intents.server.ts"].toSorted())
})

test("what a form shows while nothing was typed is the second argument of typed(), never behind ??", () => {
  const files = globSync("app/**/*.tsx").filter((file) =>
    /\btyped\([^()]*\) \?\?/.test(readFileSync(file, "utf8")),
  )
  expect(files).toEqual([])
})
