/** Links are made by href(), which compiles for routes alone: a screen that moved leaves no link behind. */
import { globSync, readFileSync } from "node:fs"
import { matchPath } from "react-router"
import { expect, test } from "vitest"
import { listRoutes } from "../setup/routes.ts"

const root = `${import.meta.dirname}/../../`
/** What the server answers beside the routes: files of public/, and the entry of social sign-in. */
const BESIDE_ROUTES = /^\/(?:api\/|assets\/|dev\/)|\.(?:svg|png|webp|js|xml|txt|webmanifest)$/
/** The route of the back office takes everything below it, which href() has no short word for. */
const OFFICE = "/admin"
/** What a written address follows: properties, calls, constants named for one. */
const BEFORE_LINK = [
  String.raw`\b(?:to|href|action|formAction|backHref|closeHref)(?:=|: )`,
  String.raw`\b(?:redirect(?:WithFlash)?|changeQuery|fetch)\(\s*`,
  String.raw`\bconst \w*(?:PATH|ACTION) = `,
]
const LINK = new RegExp(`(?:${BEFORE_LINK.join("|")})"(/[^"]*)"`, "g")

/** A route of all addresses below one counts as its own alone: of the rest it says that they are missing. */
const patterns = listRoutes().map(({ pattern }) => pattern.replace(/\/\*$/, ""))
const isRoute = (path: string) => patterns.some((pattern) => matchPath(pattern, path) !== null)

/** Pages that are stored as HTML; their links are looked at one by one below. */
const STORED_PAGES = "app/areas/content/texts/"

function listWrittenLinks(pattern: string) {
  return globSync(pattern, { cwd: root })
    .filter((file) => !file.includes(".test."))
    .flatMap((file) =>
      [...readFileSync(root + file, "utf8").matchAll(LINK)].map(([, link = ""]) => ({ file, link })),
    )
}

test("no link or redirect of the product is written out", () => {
  const written = listWrittenLinks("app/**/*.{ts,tsx}").filter(
    ({ file, link }) => link !== OFFICE && !BESIDE_ROUTES.test(link) && !file.startsWith(STORED_PAGES),
  )
  expect(written).toEqual([])
  const samples = '<Link to="/faq">, redirect("/faq"), changeQuery("/faq", "", {}), const PATH = "/faq"'
  expect([...samples.matchAll(LINK)]).toHaveLength(4)
})

test("the links of the demo town and of the written pages lead to routes", () => {
  const links = listWrittenLinks("{db,app/areas/content/texts}/**/*.{ts,tsx}")
  expect(isRoute("/faq")).toBe(true)
  expect(isRoute("/no-such-screen")).toBe(false)
  const broken = links.filter(({ link }) => !isRoute(link.replace(/[?#].*$/, "")))
  expect(broken).toEqual([])
})
