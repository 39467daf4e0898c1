/** The privacy policy names every cookie that we keep in a browser (개인정보 보호법 §30 ① 7). */
import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { privacy } from "#app/areas/content/texts/privacy.ts"

const ROOT = `${import.meta.dirname}/../../`
const NAMES = [/\b[A-Z_]*COOKIE = "([^"]+)"/gu, /createSignedCookie\(\{\s*name: "([^"]+)"/gu]
const sources = globSync("app/**/*.{ts,tsx}", { cwd: ROOT })
  .filter((path) => !path.includes(".test."))
  .map((path) => readFileSync(ROOT + path, "utf8"))

test("every cookie of the sources stands in the privacy policy, with its reason and its time", () => {
  const found = sources.flatMap((text) =>
    NAMES.flatMap((name) => [...text.matchAll(name)].map(([, is]) => is)),
  )
  const rows = [...privacy.body.matchAll(/<tr><td>([^<]+)<\/td>\s*<td>[^<]+<\/td><td>[^<]+<\/td><\/tr>/gu)]
  const named = new Set(rows.flatMap(([, names = ""]) => names.split(/,\s/u)))
  expect(new Set(found).size).toBeGreaterThan(10)
  expect([...new Set(found)].filter((name) => !named.has(name ?? ""))).toEqual([])
})
