/** Words of our own for things that the world has a name for stay gone: "MAX_…", "memoize…", "notify…". */
import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

const root = `${import.meta.dirname}/../../`
const files = globSync("{app,server,bin,bench,db,tests}/**/*.{ts,tsx,mjs}", { cwd: root }).filter(
  (path) => !/house\/(?:words|documents)\.test\.ts$/.test(path),
)

/** Each with the word that stands in its place. */
const GONE: readonly (readonly [RegExp, string])[] = [
  [/\bMOST_[A-Z]\w*|\bLONGEST_[A-Z]\w*/, "MAX_…"],
  [/\bFRESH_MS\b/, "…_TTL_MS"],
  [/\bkeptWith\b/, "memoize…"],
  [/\bbuiltOnce\b/, "preparedQuery"],
  [/\binOneGo\b/, "pipelined"],
  [/<Kept\b|\bKeptContext\b|\bkeepParts\b/, "CachedHtml"],
  [/\bshared\((?:async )?\(/, "cacheBriefly"],
  [/\buseSteady\b/, "useInitialValue"],
  [/\buseAnswered\b/, "useDismissibleError"],
  [/\bGoneOn\b/, "ContinuedListNotice"],
  [/\bnoticeOf[A-Z]?\w*|\btellOf[A-Z]?\w*/, "notify…"],
  [/\btell[A-Z]\w*/, "notify… a person, publish… a live stream, emit an event"],
  [/\bredirectWithNotice\b/, "redirectWithFlash"],
  [/\bMissingPictures\b|\bclass Refused\b|\bclass Undone?\b|type Undone?\b/, "Outcome"],
]

test("no identifier is one of our former words", () => {
  expect(files.length).toBeGreaterThan(1_000)
  const found = files.flatMap((path) => {
    const code = readFileSync(root + path, "utf8")
    return GONE.flatMap(([word, instead]) => {
      const match = word.exec(code)?.[0]
      return match ? [`${path}: ${match} → ${instead}`] : []
    })
  })
  expect(found).toEqual([])
})
