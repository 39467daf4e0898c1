/** What a fuzz draws a request from: a route, values and names of its query, and how it is asked for. */
import type { DiscoveredProduct, KnownRoute } from "./fuzz-discovery.ts"
import { type Random, createCursor, NUMBERS, TIMESTAMP_TEXTS, TEXTS } from "./hostile-values.ts"
import { type Role, ROLES } from "./test-world.ts"

export type FuzzContext = { known: DiscoveredProduct; random: Random; texts: readonly string[] }

export const isCursorName = (name: string) => /^(after|cursor|before|reviews|page)$/.test(name)

/** A value for `name`: one that stood there before, of its kind, or of none. */
export function pickValue({ known, random, texts }: FuzzContext, name: string, sort?: string): string {
  if (isCursorName(name) && random.nextBoolean(0.8)) return createCursor(random, known.ids, sort)
  const knownValues = known.values.get(name) ?? []
  return random.pickOne([
    () => random.pickOne(knownValues) ?? random.pickOne(known.ids) ?? "",
    () => random.pickOne(known.ids) ?? "",
    () => random.pickOne(NUMBERS),
    () => random.pickOne(TIMESTAMP_TEXTS),
    () => random.pickOne(TEXTS),
    () => random.pickOne(texts) ?? "",
    () => createCursor(random, known.ids, sort),
  ])()
}

export const pickName = ({ known, random }: FuzzContext, ownQuery: readonly string[]): string =>
  (random.nextBoolean(0.85) ? random.pickOne(ownQuery) : undefined) ?? random.pickOne(known.names) ?? "q"

/** The address of a screen's data, or of one route's alone. */
export function dataPath(address: string, routes?: string): string {
  const [path = "", query = ""] = address.split("?")
  const more = [query, routes === undefined ? "" : `_routes=${encodeURIComponent(routes)}`]
    .filter(Boolean)
    .join("&")
  return `${path === "/" ? "/_" : path}.data${more ? `?${more}` : ""}`
}

export function pickDelivery({ random, known }: FuzzContext, route: KnownRoute, address: string): string {
  const choice = random.nextInt(10)
  if (choice < 5) return address
  if (choice < 8) return dataPath(address)
  return dataPath(
    address,
    random.nextBoolean(0.8)
      ? route.id
      : random.pickOne([
          `root,${route.id}`,
          "root",
          "",
          "%00",
          (random.pickOne(known.routes) ?? route).id,
          "a,".repeat(300),
        ]),
  )
}

export const pickRole = ({ random }: FuzzContext, allowed: readonly Role[]): Role =>
  (random.nextBoolean(0.85) ? random.pickOne(allowed) : undefined) ?? random.pickOne(ROLES) ?? "visitor"

export const pickRoute = ({ known, random }: FuzzContext): KnownRoute => {
  const route = random.pickOne(known.routes)
  if (!route) throw new Error("the product has no routes")
  return route
}

export function addQuery(context: FuzzContext, route: KnownRoute): string {
  const { random } = context
  const [path = "", ownQuery = ""] = route.address.split("?")
  const query = new URLSearchParams(random.nextBoolean(0.8) ? ownQuery : "")
  const sort = random.nextBoolean(0.7) ? random.pickOne(route.sorts) : undefined
  if (sort !== undefined) query.set("sort", sort)
  const cursor = random.pickOne(["after", ...route.queries.filter(isCursorName)])
  if (random.nextBoolean(0.45)) query.set(cursor, createCursor(random, context.known.ids, sort))
  else {
    for (let remaining = 1 + random.nextInt(4); remaining > 0; remaining -= 1) {
      const name = pickName(context, route.queries)
      if (random.nextBoolean(0.8)) query.set(name, pickValue(context, name, sort).slice(0, 3_000))
      else query.append(name, pickValue(context, name, sort).slice(0, 3_000))
    }
  }
  return `${path}?${query}`
}
