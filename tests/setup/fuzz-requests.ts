/**
 * The ways in which a fuzz goes wrong: each makes a request of what is known of the product, and of
 * chance.
 */
import type { KnownForm, KnownRoute } from "./fuzz-discovery.ts"
import { createCursor, TEXTS } from "./hostile-values.ts"
import {
  NON_ROUTE_PATHS,
  BODIES,
  CATEGORIES,
  CONTENT_TYPES,
  COOKIE_NAMES,
  COOKIE_VALUES,
  DRAFT_SCREENS,
  HEADERS,
  METHODS,
  PATH_PARTS,
} from "./hostile-requests.ts"
import type { Role } from "./test-world.ts"
import {
  type FuzzContext,
  isCursorName,
  pickValue,
  pickName,
  dataPath,
  pickDelivery,
  pickRole,
  pickRoute,
  addQuery,
} from "./fuzz-values.ts"
export type RequestBuilderName = keyof typeof REQUEST_BUILDERS

type Fields = [string, string][]

function createBody({ random }: FuzzContext, fields: Fields): URLSearchParams | FormData {
  if (random.nextBoolean(0.7)) return new URLSearchParams(fields)
  const form = new FormData()
  const file = random.nextBoolean(0.4) ? random.nextInt(fields.length || 1) : -1
  for (const [at, [name, value]] of fields.entries()) {
    if (at === file)
      form.append(
        name,
        new File([value], random.pickOne(["사진.jpg", "", "a\0b.png", "../x", "x".repeat(400)]), {
          type: random.pickOne(["image/jpeg", "image/webp", "", "text/html"]),
        }),
      )
    else form.append(name, value)
  }
  return form
}

function fillForm(context: FuzzContext, form: KnownForm): Fields {
  const { random } = context
  const fields: Fields = [...form.fields]
  for (const [name, value] of form.optionalFields)
    if (random.nextBoolean(0.75))
      fields.push([name, value !== "" && random.nextBoolean(0.6) ? value : pickValue(context, name)])
  for (let remaining = random.nextInt(4); remaining > 0; remaining -= 1) {
    const field = random.nextInt(fields.length || 1)
    const name = fields[field]?.[0]
    if (name !== undefined) fields[field] = [name, pickValue(context, name)]
  }
  if (random.nextBoolean(0.2)) fields.push([pickName(context, []), random.pickOne(TEXTS)])
  if (random.nextBoolean(0.05))
    fields.push([
      random.pickOne(["toString", "__proto__", "constructor", "lines[0].toString", "a[b]", "", "[]"]),
      "x",
    ])
  if (random.nextBoolean(0.1)) fields.push(...fields.slice(0, 3))
  return fields
}

/** An object in JSON, of names and of values that may be no JSON. */
const toJsonObject = (...fields: [string, string][]) =>
  `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`

const createJsonBody = (context: FuzzContext) => {
  const { random, known } = context
  const value = () =>
    random.pickOne([
      () => JSON.stringify(pickValue(context, "orderId")),
      () => random.pickOne(["1e309", "null", "[]", "-0", '"\\ud800"', '"\\u0000"', "{}"]),
      () => JSON.stringify(random.pickOne(known.ids)),
    ])()
  return random.pickOne([
    () =>
      toJsonObject(
        ["eventType", '"PAYMENT_STATUS_CHANGED"'],
        ["data", toJsonObject(["orderId", value()], ["status", value()])],
      ),
    () =>
      toJsonObject(["orderId", value()], ["secret", value()], ["status", '"DONE"'], ["createdAt", value()]),
    () =>
      toJsonObject(
        ["intent", value()],
        ["endpoint", value()],
        ["keys", toJsonObject(["p256dh", value()], ["auth", value()])],
      ),
    () => random.pickOne(BODIES),
  ])()
}

type FuzzRequest = {
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
function createDraft(context: FuzzContext, route: KnownRoute): string {
  const { random, known } = context
  const pickInvalidValue = () =>
    random.pickOne([
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
    random.nextBoolean(0.06)
      ? pickInvalidValue()
      : random.nextBoolean(0.15)
        ? JSON.stringify([pickValue(context, name), pickValue(context, name)])
        : JSON.stringify(pickValue(context, name).slice(0, 300))
  const values = () =>
    random.nextBoolean(0.05)
      ? pickInvalidValue()
      : `{${[...route.fields]
          .filter(() => random.nextBoolean(0.7))
          .map((name) => `${JSON.stringify(name)}:${value(name)}`)
          .join(",")}}`
  const done = JSON.stringify((known.values.get("step") ?? []).filter(() => random.nextBoolean(0.95)))
  const step = JSON.stringify(random.pickOne(known.values.get("step") ?? []) ?? "kind")
  const fields = `[${route.fields
    .filter(() => random.nextBoolean(0.3))
    .map((name) => `[${JSON.stringify(name)},${value(name)}]`)
    .join(",")}]`
  const id = JSON.stringify(random.pickOne(known.ids))
  const category = random.pickOne(CATEGORIES)
  const requestFields = [
    "service",
    "regionCode",
    "schedule",
    "wantedOn",
    "description",
    "title",
    "expertId",
  ] as const
  const request = () =>
    toJsonObject(
      ["key", id],
      ["answers", values()],
      ["budget", random.pickOne(["1e9", "-1", "1e309", '"open"'])],
      ...requestFields.map((name): [string, string] => [name, value(name)]),
    )
  return random.pickOne([
    () => toJsonObject(["values", values()]),
    () =>
      toJsonObject(["key", id], ["values", values()], ["done", done], ["from", random.pickOne([id, "null"])]),
    () => toJsonObject(["step", step], ["values", values()]),
    () => toJsonObject(["category", `"${category}"`], ["step", step], ["fields", fields]),
    () => toJsonObject(["last", `"${category}"`], ["drafts", toJsonObject([category, request()])]),
    () => random.pickOne([...BODIES, "[".repeat(32_000) + "]".repeat(32_000)]),
  ])()
}

/** What is sent, by what is wrong with it. */
export const REQUEST_BUILDERS = {
  query: (context: FuzzContext): FuzzRequest => {
    const route = pickRoute(context)
    return {
      path: pickDelivery(context, route, addQuery(context, route)),
      role: pickRole(context, route.readers),
    }
  },
  cursor: (context: FuzzContext): FuzzRequest => {
    const route = pickRoute(context)
    const sort = context.random.pickOne(route.sorts)
    const query = new URLSearchParams({
      ...(sort !== undefined && { sort }),
      [context.random.pickOne(["after", ...route.queries.filter(isCursorName)])]: createCursor(
        context.random,
        context.known.ids,
        sort,
      ),
    })
    const [path = "", ownQuery] = route.address.split("?")
    return {
      path: pickDelivery(context, route, `${path}?${ownQuery === undefined ? "" : `${ownQuery}&`}${query}`),
      role: context.random.pickOne(route.readers) ?? "visitor",
    }
  },
  form: (context: FuzzContext): FuzzRequest => {
    const form = context.random.pickOne(context.known.forms)
    if (!form) throw new Error("the product has no forms")
    const path = context.random.nextBoolean(0.7) ? form.action : dataPath(form.action)
    return {
      path,
      method: "POST",
      role: context.random.nextBoolean(0.9) ? form.role : pickRole(context, []),
      body: createBody(context, fillForm(context, form)),
    }
  },
  unseen: (context: FuzzContext): FuzzRequest => {
    const route = pickRoute(context)
    const names = [...route.fields, ...context.known.names.filter(() => context.random.nextBoolean(0.02))]
    const fields: Fields = names
      .filter(() => context.random.nextBoolean(Math.min(0.8, 15 / names.length)))
      .map((name) => [name, pickValue(context, name)])
    return {
      path: pickDelivery(
        context,
        route,
        context.random.nextBoolean(0.5) ? addQuery(context, route) : route.address,
      ),
      method: "POST",
      role: pickRole(context, route.writers),
      body: createBody(context, fields),
    }
  },
  path: (context: FuzzContext): FuzzRequest => {
    const route =
      context.random.pickOne(context.known.routes.filter((each) => each.pattern.includes(":"))) ??
      pickRoute(context)
    const part = () =>
      context.random.nextBoolean(0.8)
        ? context.random.pickOne(PATH_PARTS)
        : encodeURIComponent(pickValue(context, "id").slice(0, 500).toWellFormed())
    let path = route.pattern.replaceAll(/:\w+\??/g, part)
    if (context.random.nextBoolean(0.2)) path = `${route.address.split("?")[0]}/${part()}`
    else if (context.random.nextBoolean(0.15)) path = path.slice(0, Math.max(1, path.lastIndexOf("/")))
    const method = context.random.nextBoolean(0.3) ? "POST" : "GET"
    return {
      path: pickDelivery(context, route, path),
      method,
      role: pickRole(context, route.readers),
      ...(method === "POST" && { body: new URLSearchParams({ intent: "x" }) }),
    }
  },
  beside: (context: FuzzContext): FuzzRequest => {
    const names = ["code", "state", "error", "p", "paths", "version", "iss", "a"] as const
    const query = new URLSearchParams(
      [0, 1, 2].map(() => [context.random.pickOne(names), pickValue(context, "q").slice(0, 2_000)]),
    )
    return { path: `${context.random.pickOne(NON_ROUTE_PATHS)}?${query}`, role: pickRole(context, []) }
  },
  cookie: (context: FuzzContext): FuzzRequest => {
    const route = pickRoute(context)
    const pairs = Array.from(
      { length: 1 + context.random.nextInt(3) },
      () => `${context.random.pickOne(COOKIE_NAMES)}=${context.random.pickOne(COOKIE_VALUES)}`,
    )
    const method = context.random.nextBoolean(0.3) ? "POST" : "GET"
    return {
      path: pickDelivery(context, route, route.address),
      method,
      role: "visitor",
      headers: { Cookie: pairs.join("; ") },
      ...(method === "POST" && { body: new URLSearchParams({ content: "{}" }) }),
    }
  },
  body: (context: FuzzContext): FuzzRequest => {
    const route = pickRoute(context)
    const type = context.random.pickOne(CONTENT_TYPES)
    return {
      path: pickDelivery(context, route, route.address),
      method: "POST",
      role: pickRole(context, route.writers),
      body: context.random.nextBoolean(0.8) ? context.random.pickOne(BODIES) : createJsonBody(context),
      headers: { "Content-Type": type },
    }
  },
  header: (context: FuzzContext): FuzzRequest => {
    const route = pickRoute(context)
    const [name, value] = context.random.pickOne(HEADERS) ?? ["Accept", "*/*"]
    const method = context.random.nextBoolean(0.2) ? "POST" : "GET"
    return {
      path: pickDelivery(context, route, route.address),
      method,
      role: pickRole(context, route.readers),
      headers: { [name]: value },
      ...(method === "POST" && { body: new URLSearchParams({ a: "b" }) }),
    }
  },
  method: (context: FuzzContext): FuzzRequest => {
    const route = pickRoute(context)
    const method = context.random.pickOne(METHODS)
    return {
      path: pickDelivery(context, route, route.address),
      method,
      role: pickRole(context, route.readers),
      ...(method !== "HEAD" && method !== "get" && { body: createJsonBody(context) }),
    }
  },
  draft: (context: FuzzContext): FuzzRequest => {
    const { random, known } = context
    const [pattern, name, role] = random.pickOne(DRAFT_SCREENS) ?? DRAFT_SCREENS[0] ?? ["/", "", "visitor"]
    const route = known.routes.find((each) => each.pattern === pattern) ?? pickRoute(context)
    const form = name.replace(/::(\w+)/, (_, param: string) => `:${known.params[param] ?? ""}`)
    const [path = ""] = route.address.split("?")
    const step = random.pickOne(known.values.get("step") ?? []) ?? ""
    const query = new URLSearchParams({
      step,
      category: random.pickOne(CATEGORIES),
      order: known.params.orderId ?? "",
    })
    const next = random.nextBoolean(0.7) ? `${path}?${query}` : path
    return {
      path: `/drafts/${form}`,
      method: "POST",
      role,
      body: new URLSearchParams({ content: createDraft(context, route) }),
      next,
    }
  },
  webhook: (context: FuzzContext): FuzzRequest => ({
    path: context.random.pickOne([
      "/api/webhooks/payments",
      "/api/webhooks/payouts",
      "/push",
      "/drafts/order-repair",
    ]),
    method: "POST",
    role: pickRole(context, []),
    body: createJsonBody(context),
    headers: { "Content-Type": "application/json" },
  }),
} satisfies Record<string, (context: FuzzContext) => FuzzRequest>
