/** README, ARCHITECTURE, CONTRIBUTING and the decisions name files and things that are there. */
import { globSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import { describe, expect, test } from "vitest"

const root = `${import.meta.dirname}/../../`
const read = (path: string) => readFileSync(root + path, "utf8")
const documents = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  ...globSync("docs/decisions/*.md", { cwd: root }),
]
const SOURCES = "{app,server,bin,bench,db,docs,tests,public}/**/*.{ts,tsx,mjs,sql,md,css,json,webp}"
const files = [
  ...globSync(SOURCES, { cwd: root }),
  ...globSync("*.{json,ts,md}", { cwd: root }),
  ".env.example",
  ".git-blame-ignore-revs",
]
const code = files
  .filter((path) => !path.endsWith(".md") && !path.endsWith(".webp") && !path.endsWith("documents.test.ts"))
  .map(read)
  .join("\n")
const words = new Set(code.match(/[A-Za-z_][\w]*/g))

/** Names of other products, and of what a decision says is gone or is an example. */
const NOT_OURS: readonly string[] = ["thingId", "ignoreRevsFile", "MissingPictures", "NotReserved"]

const PATH = /^[\w.@/{},*<>ㄱ-힣 +-]+\.(?:server\.)?(?:ts|tsx|mjs|md|sql|json|css)$/
/** `{a,b}` written out; a placeholder such as X, NNN or <area> becomes anything. */
const expand = (path: string): string[] => {
  const braces = /\{([^}]*)\}/.exec(path)
  return braces
    ? (braces[1] ?? "").split(",").flatMap((one) => expand(path.replace(braces[0], one.trim())))
    : [path]
}
const exists = (path: string): boolean => {
  const pattern = path
    .replace(/[.+]/g, "\\$&")
    .replace(/<[^>]*>|\*+|\bX\b|NNNN?/g, "[^/]*(?:/[^/]*)?")
    .replaceAll("what", "[^/]*")
  return files.some((file) => new RegExp(`(?:^|/)${pattern}$`).test(file))
}

describe.each(documents)("%s", (document) => {
  const text = read(document).replace(/^```[\s\S]*?^```/gm, "")
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, inside = ""]) =>
    inside.trim().replace(/^node /, ""),
  )
  test("names files that are there", () => {
    const linked = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path = ""]) => basename(path))
    const paths = [
      ...quoted.filter((each) => PATH.test(each)),
      ...linked.filter((each) => each.includes(".")),
    ]
    expect(paths.flatMap(expand).filter((path) => !exists(path))).toEqual([])
  })
  test("names functions, settings and components that are there", () => {
    const names = quoted
      .filter((each) => !PATH.test(each))
      .flatMap((each) => each.match(/\b(?:[a-z]+[A-Z]\w*|[A-Z]+_[A-Z_]+|[A-Z][a-z]+[A-Z]\w*)\b/g) ?? [])
    expect([...new Set(names)].filter((name) => !words.has(name) && !NOT_OURS.includes(name))).toEqual([])
  })
})

test("README's walk names what is in the files that it names", () => {
  const steps = read("README.md")
    .split("\n")
    .filter((line) => /^\d\. /.test(line))
  expect(steps).toHaveLength(8)
  for (const step of steps) {
    const quoted = [...step.matchAll(/`([^`]+)`/g)].map(([, inside = ""]) => inside)
    const named = quoted.filter((each) => PATH.test(each))
    const contents = files
      .filter((file) => named.some((path) => file.endsWith(`/${path}`) || file === path))
      .map(read)
    const names = quoted.filter((each) => /^[a-z]+(?:[A-Z]\w*|_\w+|\.\w+)$/.test(each) && !PATH.test(each))
    expect(contents.length, step).toBeGreaterThan(0)
    expect(
      names.filter((name) => !contents.some((content) => content.includes(name))),
      step,
    ).toEqual([])
  }
})
