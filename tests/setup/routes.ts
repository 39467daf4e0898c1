/** Every URL of the product, read from app/routes.ts as the router reads it. */
import type { RouteConfigEntry } from "@react-router/dev/routes"
import routes from "../../app/routes.ts"

export type ListedRoute = {
  /** As the router names it: the file without its ending, unless the route has a name of its own. */
  id: string
  /** Two addresses may show one screen. */
  file: string
  /** With its parameters: "/orders/:orderId". */
  pattern: string
  /** A screen has a component; what answers scripts alone has none. */
  isScreen: boolean
}

function flatten(entries: readonly RouteConfigEntry[], parentPattern: string): ListedRoute[] {
  return entries.flatMap((entry) => {
    const pattern = `${parentPattern}/${entry.path ?? ""}`.replaceAll(/\/{2,}/g, "/").replace(/(.)\/$/, "$1")
    const ownRoute = {
      id: entry.id ?? entry.file.replace(/\.tsx?$/, ""),
      file: entry.file,
      pattern,
      isScreen: entry.file.endsWith(".tsx"),
    }
    const childRoutes = flatten(entry.children ?? [], pattern)
    // A layout without a path of its own is no URL; its screens are.
    return entry.path === undefined && !entry.index ? childRoutes : [ownRoute, ...childRoutes]
  })
}

export const listRoutes = (): ListedRoute[] => flatten(routes, "/")
