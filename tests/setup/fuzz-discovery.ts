/**
 * What a fuzz learns of the product before it begins: which names each route reads, what its pages draw,
 * and what exists.
 */
import { z } from "zod"
import { ACCESS } from "../requests/access.ts"
import type { Line } from "../requests/access-roles.ts"
import type { TestApp } from "./app.ts"
import { parsePostForms, parseQueryParameters, type HtmlForm } from "./html-forms.ts"
import { listRoutes, type ListedRoute } from "./routes.ts"
import { buildPath, fillParams, ROLES, type Role, type TestWorld } from "./test-world.ts"

export type KnownRoute = ListedRoute & {
  address: string
  readers: readonly Role[]
  writers: readonly Role[]
  /** Names that its loader asks an address for, and its links carry. */
  queries: readonly string[]
  /** Orders that its list can be in. */
  sorts: readonly string[]
  /** Names that its action asks a form for. */
  fields: readonly string[]
}
export type KnownForm = HtmlForm & { role: Role }
export type DiscoveredProduct = {
  routes: readonly KnownRoute[]
  forms: readonly KnownForm[]
  /** What stood under a name anywhere. */
  values: ReadonlyMap<string, readonly string[]>
  names: readonly string[]
  ids: readonly string[]
  params: Readonly<Record<string, string>>
}

const READER_ROLES: readonly Role[] = ["owner", "seller", "expert", "admin", "visitor", "rival", "stranger"]
/** Ends the session that is asked with, or the account. */
const SIGN_OUT_PATH = /^\/(logout|my-info\/leave)/
const MAX_VALUES_PER_NAME = 40

/** Names of what `schema` reads, as a form writes them, and the words that it takes for each. */
function listFieldNames(schema: unknown, prefix = "", depth = 0): [string, string[]][] {
  if (!(schema instanceof z.ZodType) || depth > 6) return []
  const found: [string, string[]][] = []
  if (schema instanceof z.ZodObject) {
    for (const [name, inner] of Object.entries(schema.shape))
      found.push(...listFieldNames(inner, prefix === "" ? name : `${prefix}.${name}`, depth + 1))
    return found
  }
  if (schema instanceof z.ZodArray)
    return listFieldNames(
      schema.element,
      schema.element instanceof z.ZodObject ? `${prefix}[0]` : `${prefix}[]`,
      depth + 1,
    )
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => listFieldNames(option, prefix, depth + 1))
  if (schema instanceof z.ZodPipe)
    return [schema.in, schema.out].flatMap((side) => listFieldNames(side, prefix, depth + 1))
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodDefault
  )
    return listFieldNames(schema.unwrap(), prefix, depth + 1)
  if (schema instanceof z.ZodEnum) return [[prefix, schema.options.map(String)]]
  if (schema instanceof z.ZodLiteral) return [[prefix, [...schema.values].map(String)]]
  return prefix === "" ? [] : [[prefix, []]]
}

/** Notes the names that are asked of addresses and forms while `work` runs. */
async function recordNames<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; queries: Set<string>; fields: Set<string> }> {
  const [queries, fields] = [new Set<string>(), new Set<string>()]
  const restoreFunctions: (() => void)[] = []
  for (const [of, names] of [
    [URLSearchParams.prototype, queries],
    [FormData.prototype, fields],
  ] as const) {
    for (const method of ["get", "getAll", "has"] as const) {
      const original = Reflect.get(of, method) as (this: object, name: string) => unknown
      Reflect.set(of, method, function (this: object, name: string) {
        names.add(name)
        return original.call(this, name)
      })
      restoreFunctions.push(() => void Reflect.set(of, method, original))
    }
  }
  try {
    return { result: await work(), queries, fields }
  } finally {
    for (const each of restoreFunctions) each()
  }
}

const getArea = (file: string) => /areas\/(\w+)\//.exec(file)?.[1]

type NamedField = { name: string; acceptedValues: string[]; isQuery: boolean; area: string | undefined }

/** What the forms of all areas read, by name. */
function listFormFieldNames(): NamedField[] {
  const modules = import.meta.glob<Record<string, unknown>>("../../app/areas/*/forms.ts", { eager: true })
  return Object.entries(modules).flatMap(([file, module]) =>
    Object.entries(module).flatMap(([of, schema]) =>
      listFieldNames(schema).map(([name, acceptedValues]) => ({
        name,
        acceptedValues,
        isQuery: of.endsWith("Query"),
        area: getArea(file),
      })),
    ),
  )
}

type Discovery = {
  values: Map<string, Set<string>>
  forms: Map<string, KnownForm>
  named: readonly NamedField[]
  ask(role: Role, address: string, body?: URLSearchParams): Promise<string>
}

function addValue({ values }: Discovery, name: string, value: string): void {
  const known = values.get(name) ?? new Set()
  values.set(name, known)
  if (value !== "" && value.length < 200 && known.size < MAX_VALUES_PER_NAME) known.add(value)
}

/** Forms that differ by what they are about alone are one. */
function getFormKey({ action, fields }: HtmlForm, role: Role): string {
  const names = fields.map(([name, value]) => (value.length < 20 ? `${name}=${value}` : name))
  return [action.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ":id"), ...names, role === "visitor"].join(" ")
}

/** Reads one route as up to four who may, and sends it an empty form. */
async function discoverRoute(
  discovery: Discovery,
  town: TestWorld,
  route: ListedRoute,
  accessRule: Line,
): Promise<KnownRoute> {
  const { forms, named, ask } = discovery
  const address = buildPath(town, accessRule.at ?? route.pattern)
  const readers = ROLES.filter((role) => accessRule.read[role] === "in")
  const writers = ROLES.filter((role) => accessRule.write[role] === "in")
  const areaFields = named.filter((each) => each.area === getArea(route.file))
  const queryFields = areaFields.filter((each) => each.isQuery)
  const queries = new Set([
    ...new URLSearchParams(address.split("?")[1]).keys(),
    ...queryFields.map(({ name }) => name),
  ])
  const sorts = new Set(
    queryFields.flatMap(({ name, acceptedValues }) => (name === "sort" ? acceptedValues : [])),
  )
  const fields = new Set([
    ...Object.keys(accessRule.fields ?? {}),
    ...areaFields.filter((each) => !each.isQuery).map(({ name }) => name),
  ])
  for (const [name, value] of Object.entries(accessRule.fields ?? {}))
    addValue(discovery, name, fillParams(town, value))
  for (const role of READER_ROLES.filter((each) => readers.includes(each)).slice(0, 4)) {
    const { result: html, queries: readNames } = await recordNames(() => ask(role, address))
    for (const name of readNames) queries.add(name)
    for (const [name, value] of parseQueryParameters(html)) {
      queries.add(name)
      if (name === "sort") sorts.add(value)
      addValue(discovery, name, value)
    }
    for (const form of parsePostForms(html, address)) {
      for (const [name, value] of [...form.fields, ...form.optionalFields]) addValue(discovery, name, value)
      if (!SIGN_OUT_PATH.test(form.action) && !forms.has(getFormKey(form, role)))
        forms.set(getFormKey(form, role), { ...form, role })
    }
  }
  const writer = READER_ROLES.find((each) => writers.includes(each))
  if (writer && !SIGN_OUT_PATH.test(route.pattern)) {
    const { fields: readNames } = await recordNames(() =>
      ask(writer, address, new URLSearchParams({ intent: "x" })),
    )
    for (const name of readNames) fields.add(name)
  }
  return {
    ...route,
    address,
    readers,
    writers,
    queries: [...queries],
    sorts: [...sorts],
    fields: [...fields],
  }
}

/** Reads every route of the product. */
export async function discoverProduct(app: TestApp, town: TestWorld): Promise<DiscoveredProduct> {
  const cookies = new Map<Role, string | undefined>()
  for (const role of READER_ROLES) cookies.set(role, await town.signIn(role))
  const ask = async (role: Role, address: string, body?: URLSearchParams) => {
    const cookie = cookies.get(role)
    const headers = {
      Origin: "http://localhost:3000",
      "X-Forwarded-For": "10.9.9.9",
      ...(cookie && { Cookie: cookie }),
    }
    const answer = await app.request(address, body ? { method: "POST", headers, body } : { headers })
    if (answer.headers.get("Content-Type")?.startsWith("text/html")) return answer.text()
    await answer.body?.cancel()
    return ""
  }
  const discovery: Discovery = { values: new Map(), forms: new Map(), named: listFormFieldNames(), ask }
  for (const { name, acceptedValues } of discovery.named)
    for (const value of ["", ...acceptedValues]) addValue(discovery, name, value)
  const routes: KnownRoute[] = []
  for (const route of listRoutes()) {
    const accessRule = ACCESS[route.pattern]
    if (accessRule && route.pattern !== "/*")
      routes.push(await discoverRoute(discovery, town, route, accessRule))
  }
  return {
    routes,
    forms: [...discovery.forms.values()],
    params: town.params,
    names: [...discovery.values.keys()],
    ids: Object.values(town.params).filter((value) => value.length === 36),
    values: new Map([...discovery.values].map(([name, known]) => [name, [...known]])),
  }
}
