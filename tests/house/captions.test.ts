/** A table says what it lists to who hears it (guideline 5.3.1 in docs/accessibility.md). */
import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

const root = `${import.meta.dirname}/../../`
/** Show tables that writers have made. */
const ARTICLES = ["app/areas/content/parts/rich-editor.tsx", "app/areas/content/parts/article-body.tsx"]

test("every table of a screen begins with its caption, and its headings say what they head", () => {
  const files = globSync("app/**/*.tsx", { cwd: root }).filter((file) => !ARTICLES.includes(file))
  const problems = files.flatMap((file) => {
    const source = readFileSync(root + file, "utf8")
    const tables = [...source.matchAll(/<table\b[^>]*>\s*(<caption\b)?/g)]
    const headings = [...source.matchAll(/<th\b[^>]*>/g)].filter(([tag]) => !tag.includes("scope="))
    return [
      ...tables
        .filter(([, caption]) => caption === undefined)
        .map(() => `${file}: a table without a caption`),
      ...headings.map(([tag]) => `${file}: ${tag} without a scope`),
    ]
  })
  expect(problems).toEqual([])
})
