/** Who may import whom (ARCHITECTURE.md): a file that reaches where it may not fails here with its line. */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { expect, test } from "vitest"

const root = resolve(import.meta.dirname, "../..")
const app = join(root, "app")

type Place = { layer: string; area?: string; path: string }

function placeOf(path: string): Place {
  const [layer = "", area] = path.split("/")
  if (layer === "areas") return { layer, area, path }
  return { layer: path.includes("/") ? layer : "root", path }
}

/** What other areas may see of an area. */
const open = /\/((?:[a-z]+-)*(?:rules|forms)|questions|guards\.server)\.ts$|\/service\/[^/]+\.server\.ts$/
/** The shop below its seller dashboard: one catalogue, one set of tables, and the words for both sides. */
const shopBelowSelling = /^areas\/shop\/(schema\.server|views|disclosure|pricing|parts\/problems)\.ts$/
/** Money below those whose things are paid for: what they write in their own transactions. */
const usersOfMoney = new Set(["shop", "selling", "orders", "market"])
const moneyBelowUsers = /^areas\/money\/(schema\.server|views|amounts|postings)\.ts$/
/** The screens of the platform (files, drafts, the live stream) ask accounts who is there, nothing else. */
const askedByPlatformScreens = /^areas\/accounts\/(guards\.server|session\.server|rules)\.ts$/
const isPlatformScreen = (path: string) => /^platform\/(screens|parts)\//.test(path)

/** Components that screens of other areas, and home, show as well. */
const shown = /\/parts\/[^/]+\.tsx$/

function mayImport(from: Place, to: Place): boolean {
  const isTest = /\.test\.tsx?$|\/fixtures\.ts$/.test(from.path)
  if (from.layer === "root" || isTest || to.layer === "basics") return true
  switch (from.layer) {
    case "platform":
      return mayPlatformImport(from, to)
    case "ui":
      return to.layer === "ui"
    case "shell":
      return isBelowAreas(to) || to.layer === "shell" || open.test(to.path) || shown.test(to.path)
    case "areas":
      return isBelowAreas(to) || (to.layer === "areas" && mayAreaImport(from, to))
    default:
      return false
  }
}

const isBelowAreas = (to: Place) =>
  to.layer === "ui" || (to.layer === "platform" && !isPlatformScreen(to.path))

function mayPlatformImport(from: Place, to: Place): boolean {
  if (isPlatformScreen(from.path))
    return to.layer === "platform" || to.layer === "ui" || askedByPlatformScreens.test(to.path)
  return to.layer === "platform" && !isPlatformScreen(to.path)
}

function mayAreaImport(from: Place, to: Place): boolean {
  if (from.area === to.area) return true
  if (from.area === "money" && usersOfMoney.has(to.area ?? "")) return false
  if (from.area === "selling" && shopBelowSelling.test(to.path)) return true
  if (usersOfMoney.has(from.area ?? "") && moneyBelowUsers.test(to.path)) return true
  if (from.path.endsWith("schema.server.ts")) return /(schema\.server|rules)\.ts$/.test(to.path)
  if (from.area === "accounts") return false
  return open.test(to.path) || (shown.test(to.path) && /\/(screens|parts)\//.test(from.path))
}

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* sources(join(folder, entry.name))
    else if (/\.tsx?$/.test(entry.name)) yield join(folder, entry.name)
  }
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[\w*{},\s]*?\sfrom\s*)?["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/g

const imports = [...sources(app)].flatMap((file) => {
  const path = relative(app, file)
  return [...readFileSync(file, "utf8").matchAll(IMPORT)].flatMap((match) => {
    const target = match[1] ?? match[2] ?? ""
    const full = target.startsWith("#app/")
      ? join(app, target.slice(5))
      : target.startsWith(".")
        ? resolve(dirname(file), target)
        : undefined
    return full?.startsWith(app) && !target.includes("+types")
      ? [{ from: path, to: relative(app, full) }]
      : []
  })
})

test("every import stays within what its place may see", () => {
  expect(imports.length).toBeGreaterThan(2_000)
  expect(
    imports
      .filter(({ from, to }) => !mayImport(placeOf(from), placeOf(to)))
      .map(({ from, to }) => `${from} → ${to}`),
  ).toEqual([])
})

/** Screens and parts show what is of others, tables point at others, tests make others' rows. */
const NOT_IN_ORDER = /\/(screens|parts)\/|\/(schema\.server|fixtures)\.ts$|\.test\.tsx?$/

test("the areas depend on each other in one direction", () => {
  const edges = new Map<string, Set<string>>()
  const counts = (path: string) => path.startsWith("areas/") && !NOT_IN_ORDER.test(path)
  for (const { from, to } of imports) {
    const [a, b] = [placeOf(from).area, placeOf(to).area]
    if (a && b && a !== b && counts(from) && counts(to)) edges.set(a, (edges.get(a) ?? new Set()).add(b))
  }
  expect(edges.get("experts")).toContain("orders")
  const visit = (area: string, trail: string[]): string[] => {
    if (trail.includes(area)) return [...trail, area]
    for (const next of edges.get(area) ?? []) {
      const cycle = visit(next, [...trail, area])
      if (cycle.length > 0) return cycle
    }
    return []
  }
  for (const area of edges.keys()) expect(visit(area, [])).toEqual([])
})

/** What a process is given and everything reads: the time, and what the back office has set. */
const HOLDERS = ["basics/clock.ts", "basics/settings.ts"]

test("basics hold no state: no variable, no cache, nothing of the process but its clock and settings", () => {
  const state = /^(?:export )?(?:let|var)\b|\bglobalThis\b|\b(?:cacheBriefly|memoize\w*)\(/m
  const emptyStore = /^(?:export )?const [^=]+= (?:new (?:Weak)?(?:Map|Set)(?:<[^(]*>)?\(\)|\[\]|\{\})$/m
  const files = [...sources(join(app, "basics"))].filter((file) => !file.endsWith(".test.ts"))
  expect(files.length).toBeGreaterThan(30)
  expect(
    files
      .filter((file) => [state, emptyStore].some((pattern) => pattern.test(readFileSync(file, "utf8"))))
      .map((file) => relative(app, file)),
  ).toEqual(HOLDERS)
})

test("what runs in the browser imports no server code except in loaders and actions", () => {
  const parts = imports.filter(
    ({ from, to }) => /\/parts\/|^ui\//.test(from) && !from.endsWith(".test.tsx") && to.includes(".server."),
  )
  expect(parts.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test("server/client-address.ts alone asks for the address of a request, and no letter links by it", () => {
  const files = [...sources(app), ...sources(join(root, "server"))]
    .map((file) => relative(root, file))
    .filter((path) => !/\.test\.tsx?$/.test(path))
  const holding = (pattern: RegExp) =>
    files.filter((path) => pattern.test(readFileSync(join(root, path), "utf8")))
  expect(holding(/["'`]x-forwarded-|\("host"\)|\["host"\]|headers\.host\b/i)).toEqual([
    "server/client-address.ts",
  ])
  expect(holding(/\bgetBaseUrl\(/).filter((path) => path.includes("/service/"))).toEqual([
    "app/areas/accounts/service/passkey-challenges.server.ts",
    "app/areas/accounts/service/social.server.ts",
  ])
})

/** The area that owns each table, by the schemas. */
const tableOwners = new Map(
  [...sources(app)]
    .filter((file) => file.endsWith("schema.server.ts"))
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/pgTable\(\s*"(\w+)"/g)].map(
        ([, table = ""]) => [table, placeOf(relative(app, file)).area] as const,
      ),
    ),
)
test("SQL of an area names its own tables, those of the platform and the view of people", () => {
  expect(tableOwners.size).toBeGreaterThan(100)
  const reads = [...sources(app)].flatMap((file) => {
    const path = relative(app, file)
    const { layer, area } = placeOf(path)
    if (/\.test\.tsx?$|\/fixtures\.ts$/.test(path) || layer === "root") return []
    const code = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import .*$/gm, "")
    const named = [...code.matchAll(/\b(?:from|join|update|into)\s+([a-z_]+)\b/g)].map(
      ([, table = ""]) => table,
    )
    return [...new Set(named)]
      .filter((table) => tableOwners.get(table) !== undefined && tableOwners.get(table) !== area)
      .map((table) => `${path}: ${table} of ${tableOwners.get(table)}`)
  })
  expect(reads).toEqual([])
})
