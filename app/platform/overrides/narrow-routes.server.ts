/**
 * Override `narrow-routes`: gives `ServerRouter` only the routes that a page names.
 *
 * Reason: React Router builds a tree of every route and searches it for the addresses above the page's own,
 * on every page; all that it searches for is which routes those are. Gain: 11–26 % of the CPU time of a
 * signed-in page (decision 003). Off: the router gets all routes and searches by itself; pages are the same.
 * Relies on: `manifest.routes` names routes by id, and `staticHandlerContext._match(path)` is asked for the
 * addresses above the page's own only (tests/requests/overrides.test.ts compares the pages).
 */
import type { EntryContext } from "react-router"

type Manifest = EntryContext["manifest"]
type Matches = ReturnType<EntryContext["staticHandlerContext"]["_match"]>
type NarrowedRoutes = { manifest: Manifest; parentMatches: Matches }

/** By the screen's route. */
const narrowedByRoute = new Map<string, NarrowedRoutes>()

/** `entry` with the page's own routes and those of the addresses above it, found once for each screen. */
export function narrowRoutes(entry: EntryContext): EntryContext {
  const { matches } = entry.staticHandlerContext
  const screen = matches.at(-1)?.route.id
  if (screen === undefined) return entry
  const narrowed = narrowedByRoute.get(screen) ?? findNarrowedRoutes(entry)
  narrowedByRoute.set(screen, narrowed)
  return {
    ...entry,
    manifest: narrowed.manifest,
    staticHandlerContext: { ...entry.staticHandlerContext, _match: () => narrowed.parentMatches },
  }
}

function findNarrowedRoutes({
  manifest,
  staticHandlerContext: { matches, location, _match: match },
}: EntryContext): NarrowedRoutes {
  const segments = location.pathname.split("/").filter(Boolean)
  const parentMatches = segments.flatMap((_, depth) => match(`/${segments.slice(0, depth).join("/")}`) ?? [])
  const sharedFiles = new Set(manifest.routes.root?.css)
  const ids = new Set([...matches, ...parentMatches].map((each) => each.route.id))
  return {
    manifest: {
      ...manifest,
      routes: Object.fromEntries(
        Object.entries(manifest.routes)
          .filter(([id]) => ids.has(id))
          .map(([id, route]) => [id, omitFalse(id === "root" ? route : omitFiles(route, sharedFiles))]),
      ),
    },
    parentMatches,
  }
}

/** The route without the stylesheets in `files`, which its page has from another. */
const omitFiles = <T extends { css?: string[] } | undefined>(route: T, files: ReadonlySet<string>): T =>
  route?.css ? { ...route, css: route.css.filter((file) => !files.has(file)) } : route

/** The route without what it does not have, which each page would say in five lines. */
const omitFalse = <T extends object | undefined>(route: T): T =>
  route && (Object.fromEntries(Object.entries(route).filter(([, value]) => value !== false)) as T)
