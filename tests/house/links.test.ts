/** Addresses that are written out lead to a route: a screen that moved leaves no link behind. */
import { globSync, readFileSync } from "node:fs"
import { matchPath } from "react-router"
import { expect, test } from "vitest"
import { listRoutes } from "../setup/routes.ts"

const root = `${import.meta.dirname}/../../`
/** What the server answers beside the routes: files of public/, and the entry of social sign-in. */
const BESIDE_ROUTES = /^\/(?:$|api\/|assets\/|dev\/)|\.(?:svg|png|webp|js|xml|txt|webmanifest)$/
const LINK = /\b(?:to|href|action|formAction)(?:=|: )"(\/[^"]*)"/g

/** A route of all addresses below one counts as its own alone: of the rest it says that they are missing. */
const patterns = listRoutes().map(({ pattern }) => pattern.replace(/\/\*$/, ""))
const isRoute = (path: string) => patterns.some((pattern) => matchPath(pattern, path) !== null)

test("every link that is written out leads to a route", () => {
  const links = globSync("{app,db}/**/*.{ts,tsx}", { cwd: root })
    .filter((file) => !file.includes(".test."))
    .flatMap((file) =>
      [...readFileSync(root + file, "utf8").matchAll(LINK)].map(([, link = ""]) => ({
        file,
        link,
        path: link.replace(/[?#].*$/, ""),
      })),
    )
  expect(links.length).toBeGreaterThan(100)
  expect(isRoute("/no-such-screen")).toBe(false)
  expect(
    links.flatMap(({ file, link, path }) =>
      BESIDE_ROUTES.test(path) || isRoute(path) ? [] : [`${file}: ${link}`],
    ),
  ).toEqual([])
})
