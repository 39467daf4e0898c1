/**
 * Owns the ways in which a fuzz goes wrong: each makes a request of what is known of the product, and of
 * chance.
 */
import type { Known, KnownForm, KnownRoute } from "./fuzz-known.ts"
import { cursorOf, MOMENTS, NUMBERS, TEXTS, type Random } from "./hostile-values.ts"
import {
  BESIDE,
  BODIES,
  CATEGORIES,
  CONTENT_TYPES,
  COOKIE_NAMES,
  COOKIE_VALUES,
  DRAFTED,
  HEADERS,
  METHODS,
  PATH_PARTS,
} from "./hostile-requests.ts"
import { ROLES, type Role } from "./town.ts"

type Kit = { known: Known; random: Random; texts: readonly string[] }
export type Way = keyof typeof WAYS

const isCursor = (name: string) => /^(after|cursor|before|reviews|page)$/.test(name)

/** A value for `name`: one that stood there before, of its kind, or of none. */
function valueOf({ known, random, texts }: Kit, name: string, sort?: string): string {
  if (isCursor(name) && random.chance(0.8)) return cursorOf(random, known.ids, sort)
  const taken = known.values.get(name) ?? []
  return random.pick([
    () => random.pick(taken) ?? random.pick(known.ids) ?? "",
    () => random.pick(known.ids) ?? "",
    () => random.pick(NUMBERS),
    () => random.pick(MOMENTS),
    () => random.pick(TEXTS),
    () => random.pick(texts) ?? "",
    () => cursorOf(random, known.ids, sort),
  ])()
}

const nameOf = ({ known, random }: Kit, own: readonly string[]): string =>
  (random.chance(0.85) ? random.pick(own) : undefined) ?? random.pick(known.names) ?? "q"

/** The address of a screen's data, or of one route's alone. */
function dataPath(address: string, routes?: string): string {
  const [path = "", query = ""] = address.split("?")
  const more = [query, routes === undefined ? "" : `_routes=${encodeURIComponent(routes)}`]
    .filter(Boolean)
    .join("&")
  return `${path === "/" ? "/_" : path}.data${more ? `?${more}` : ""}`
}

function reached({ random, known }: Kit, route: KnownRoute, address: string): string {
  const how = random.below(10)
  if (how < 5) return address
  if (how < 8) return dataPath(address)
  return dataPath(
    address,
    random.chance(0.8)
      ? route.id
      : random.pick([
          `root,${route.id}`,
          "root",
          "",
          "%00",
          (random.pick(known.routes) ?? route).id,
          "a,".repeat(300),
        ]),
  )
}

const roleOf = ({ random }: Kit, allowed: readonly Role[]): Role =>
  (random.chance(0.85) ? random.pick(allowed) : undefined) ?? random.pick(ROLES) ?? "visitor"
const routeOf = ({ known, random }: Kit): KnownRoute => {
  const route = random.pick(known.routes)
  if (!route) throw new Error("the product has no routes")
  return route
}

function withQuery(kit: Kit, route: KnownRoute): string {
  const { random } = kit
  const [path = "", own = ""] = route.address.split("?")
  const query = new URLSearchParams(random.chance(0.8) ? own : "")
  const sort = random.chance(0.7) ? random.pick(route.sorts) : undefined
  if (sort !== undefined) query.set("sort", sort)
  const cursor = random.pick(["after", ...route.queries.filter(isCursor)])
  if (random.chance(0.45)) query.set(cursor, cursorOf(random, kit.known.ids, sort))
  else {
    for (let left = 1 + random.below(4); left > 0; left -= 1) {
      const name = nameOf(kit, route.queries)
      if (random.chance(0.8)) query.set(name, valueOf(kit, name, sort).slice(0, 3_000))
      else query.append(name, valueOf(kit, name, sort).slice(0, 3_000))
    }
  }
  return `${path}?${query}`
}

type Fields = [string, string][]

function bodyOf({ random }: Kit, fields: Fields): URLSearchParams | FormData {
  if (random.chance(0.7)) return new URLSearchParams(fields)
  const form = new FormData()
  const file = random.chance(0.4) ? random.below(fields.length || 1) : -1
  for (const [at, [name, value]] of fields.entries()) {
    if (at === file)
      form.append(
        name,
        new File([value], random.pick(["사진.jpg", "", "a\0b.png", "../x", "x".repeat(400)]), {
          type: random.pick(["image/jpeg", "image/webp", "", "text/html"]),
        }),
      )
    else form.append(name, value)
  }
  return form
}

function filled(kit: Kit, form: KnownForm): Fields {
  const { random } = kit
  const fields: Fields = [...form.fields]
  for (const [name, value] of form.empty)
    if (random.chance(0.75))
      fields.push([name, value !== "" && random.chance(0.6) ? value : valueOf(kit, name)])
  for (let left = random.below(4); left > 0; left -= 1) {
    const field = random.below(fields.length || 1)
    const name = fields[field]?.[0]
    if (name !== undefined) fields[field] = [name, valueOf(kit, name)]
  }
  if (random.chance(0.2)) fields.push([nameOf(kit, []), random.pick(TEXTS)])
  if (random.chance(0.05))
    fields.push([
      random.pick(["toString", "__proto__", "constructor", "lines[0].toString", "a[b]", "", "[]"]),
      "x",
    ])
  if (random.chance(0.1)) fields.push(...fields.slice(0, 3))
  return fields
}

/** An object in JSON, of names and of values that may be no JSON. */
const objectOf = (...fields: [string, string][]) =>
  `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`

const json = (kit: Kit) => {
  const { random, known } = kit
  const value = () =>
    random.pick([
      () => JSON.stringify(valueOf(kit, "orderId")),
      () => random.pick(["1e309", "null", "[]", "-0", '"\\ud800"', '"\\u0000"', "{}"]),
      () => JSON.stringify(random.pick(known.ids)),
    ])()
  return random.pick([
    () =>
      objectOf(
        ["eventType", '"PAYMENT_STATUS_CHANGED"'],
        ["data", objectOf(["orderId", value()], ["status", value()])],
      ),
    () => objectOf(["orderId", value()], ["secret", value()], ["status", '"DONE"'], ["createdAt", value()]),
    () =>
      objectOf(
        ["intent", value()],
        ["endpoint", value()],
        ["keys", objectOf(["p256dh", value()], ["auth", value()])],
      ),
    () => random.pick(BODIES),
  ])()
}

type Made = {
  path: string
  method?: string
  role?: Role
  body?: BodyInit
  headers?: Record<string, string>
  /** Read after it, by the same person. */ next?: string
}

/**
 * What is kept of a form that was never a form: each value a text, a list of texts, or anything that JSON can
 * hold.
 */
function draftOf(kit: Kit, route: KnownRoute): string {
  const { random, known } = kit
  const loose = () =>
    random.pick([
      '"\\ud800"',
      '"\\u0000"',
      "null",
      "1e309",
      "-1",
      "[]",
      "{}",
      "[[]]",
      "true",
      '{"length":1}',
      '["a",null]',
      '[{"a":1}]',
    ])
  const value = (name: string) =>
    random.chance(0.06)
      ? loose()
      : random.chance(0.15)
        ? JSON.stringify([valueOf(kit, name), valueOf(kit, name)])
        : JSON.stringify(valueOf(kit, name).slice(0, 300))
  const values = () =>
    random.chance(0.05)
      ? loose()
      : `{${[...route.fields]
          .filter(() => random.chance(0.7))
          .map((name) => `${JSON.stringify(name)}:${value(name)}`)
          .join(",")}}`
  const done = JSON.stringify((known.values.get("step") ?? []).filter(() => random.chance(0.95)))
  const step = JSON.stringify(random.pick(known.values.get("step") ?? []) ?? "kind")
  const fields = `[${route.fields
    .filter(() => random.chance(0.3))
    .map((name) => `[${JSON.stringify(name)},${value(name)}]`)
    .join(",")}]`
  const id = JSON.stringify(random.pick(known.ids))
  const category = random.pick(CATEGORIES)
  const ofRequest = [
    "service",
    "regionCode",
    "schedule",
    "wantedOn",
    "description",
    "title",
    "expertId",
  ] as const
  const request = () =>
    objectOf(
      ["key", id],
      ["answers", values()],
      ["budget", random.pick(["1e9", "-1", "1e309", '"open"'])],
      ...ofRequest.map((name): [string, string] => [name, value(name)]),
    )
  return random.pick([
    () => objectOf(["values", values()]),
    () => objectOf(["key", id], ["values", values()], ["done", done], ["from", random.pick([id, "null"])]),
    () => objectOf(["step", step], ["values", values()]),
    () => objectOf(["category", `"${category}"`], ["step", step], ["fields", fields]),
    () => objectOf(["last", `"${category}"`], ["drafts", objectOf([category, request()])]),
    () => random.pick([...BODIES, "[".repeat(32_000) + "]".repeat(32_000)]),
  ])()
}

/** What is sent, by what is wrong with it. */
export const WAYS = {
  query: (kit: Kit): Made => {
    const route = routeOf(kit)
    return { path: reached(kit, route, withQuery(kit, route)), role: roleOf(kit, route.readers) }
  },
  cursor: (kit: Kit): Made => {
    const route = routeOf(kit)
    const sort = kit.random.pick(route.sorts)
    const query = new URLSearchParams({
      ...(sort !== undefined && { sort }),
      [kit.random.pick(["after", ...route.queries.filter(isCursor)])]: cursorOf(
        kit.random,
        kit.known.ids,
        sort,
      ),
    })
    const [path = "", own] = route.address.split("?")
    return {
      path: reached(kit, route, `${path}?${own === undefined ? "" : `${own}&`}${query}`),
      role: kit.random.pick(route.readers) ?? "visitor",
    }
  },
  form: (kit: Kit): Made => {
    const form = kit.random.pick(kit.known.forms)
    if (!form) throw new Error("the product has no forms")
    const path = kit.random.chance(0.7) ? form.action : dataPath(form.action)
    return {
      path,
      method: "POST",
      role: kit.random.chance(0.9) ? form.role : roleOf(kit, []),
      body: bodyOf(kit, filled(kit, form)),
    }
  },
  unseen: (kit: Kit): Made => {
    const route = routeOf(kit)
    const names = [...route.fields, ...kit.known.names.filter(() => kit.random.chance(0.02))]
    const fields: Fields = names
      .filter(() => kit.random.chance(Math.min(0.8, 15 / names.length)))
      .map((name) => [name, valueOf(kit, name)])
    return {
      path: reached(kit, route, kit.random.chance(0.5) ? withQuery(kit, route) : route.address),
      method: "POST",
      role: roleOf(kit, route.writers),
      body: bodyOf(kit, fields),
    }
  },
  path: (kit: Kit): Made => {
    const route =
      kit.random.pick(kit.known.routes.filter((each) => each.pattern.includes(":"))) ?? routeOf(kit)
    const part = () =>
      kit.random.chance(0.8)
        ? kit.random.pick(PATH_PARTS)
        : encodeURIComponent(valueOf(kit, "id").slice(0, 500).toWellFormed())
    let path = route.pattern.replaceAll(/:\w+\??/g, part)
    if (kit.random.chance(0.2)) path = `${route.address.split("?")[0]}/${part()}`
    else if (kit.random.chance(0.15)) path = path.slice(0, Math.max(1, path.lastIndexOf("/")))
    const method = kit.random.chance(0.3) ? "POST" : "GET"
    return {
      path: reached(kit, route, path),
      method,
      role: roleOf(kit, route.readers),
      ...(method === "POST" && { body: new URLSearchParams({ intent: "x" }) }),
    }
  },
  beside: (kit: Kit): Made => {
    const names = ["code", "state", "error", "p", "paths", "version", "iss", "a"] as const
    const query = new URLSearchParams(
      [0, 1, 2].map(() => [kit.random.pick(names), valueOf(kit, "q").slice(0, 2_000)]),
    )
    return { path: `${kit.random.pick(BESIDE)}?${query}`, role: roleOf(kit, []) }
  },
  cookie: (kit: Kit): Made => {
    const route = routeOf(kit)
    const pairs = Array.from(
      { length: 1 + kit.random.below(3) },
      () => `${kit.random.pick(COOKIE_NAMES)}=${kit.random.pick(COOKIE_VALUES)}`,
    )
    const method = kit.random.chance(0.3) ? "POST" : "GET"
    return {
      path: reached(kit, route, route.address),
      method,
      role: "visitor",
      headers: { Cookie: pairs.join("; ") },
      ...(method === "POST" && { body: new URLSearchParams({ content: "{}" }) }),
    }
  },
  body: (kit: Kit): Made => {
    const route = routeOf(kit)
    const type = kit.random.pick(CONTENT_TYPES)
    return {
      path: reached(kit, route, route.address),
      method: "POST",
      role: roleOf(kit, route.writers),
      body: kit.random.chance(0.8) ? kit.random.pick(BODIES) : json(kit),
      headers: { "Content-Type": type },
    }
  },
  header: (kit: Kit): Made => {
    const route = routeOf(kit)
    const [name, value] = kit.random.pick(HEADERS) ?? ["Accept", "*/*"]
    const method = kit.random.chance(0.2) ? "POST" : "GET"
    return {
      path: reached(kit, route, route.address),
      method,
      role: roleOf(kit, route.readers),
      headers: { [name]: value },
      ...(method === "POST" && { body: new URLSearchParams({ a: "b" }) }),
    }
  },
  method: (kit: Kit): Made => {
    const route = routeOf(kit)
    const method = kit.random.pick(METHODS)
    return {
      path: reached(kit, route, route.address),
      method,
      role: roleOf(kit, route.readers),
      ...(method !== "HEAD" && method !== "get" && { body: json(kit) }),
    }
  },
  draft: (kit: Kit): Made => {
    const { random, known } = kit
    const [pattern, name, role] = random.pick(DRAFTED) ?? DRAFTED[0] ?? ["/", "", "visitor"]
    const route = known.routes.find((each) => each.pattern === pattern) ?? routeOf(kit)
    const form = name.replace(/::(\w+)/, (_, param: string) => `:${known.params[param] ?? ""}`)
    const [path = ""] = route.address.split("?")
    const step = random.pick(known.values.get("step") ?? []) ?? ""
    const query = new URLSearchParams({
      step,
      category: random.pick(CATEGORIES),
      order: known.params.orderId ?? "",
    })
    const next = random.chance(0.7) ? `${path}?${query}` : path
    return {
      path: `/drafts/${form}`,
      method: "POST",
      role,
      body: new URLSearchParams({ content: draftOf(kit, route) }),
      next,
    }
  },
  webhook: (kit: Kit): Made => ({
    path: kit.random.pick(["/api/webhooks/payments", "/push", "/drafts/order-repair"]),
    method: "POST",
    role: roleOf(kit, []),
    body: json(kit),
    headers: { "Content-Type": "application/json" },
  }),
} satisfies Record<string, (kit: Kit) => Made>
