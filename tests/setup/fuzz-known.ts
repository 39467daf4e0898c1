/**
 * Owns what a fuzz learns of the product before it begins: which names each route reads, what its pages draw,
 * and what exists.
 */
import { z } from "zod"
import { ACCESS, type Line } from "../requests/access.ts"
import type { TestApp } from "./app.ts"
import { formsOf, queriesOf, type DrawnForm } from "./drawn.ts"
import { listRoutes, type ListedRoute } from "./routes.ts"
import { addressIn, fillIn, ROLES, type Role, type Town } from "./town.ts"

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
export type KnownForm = DrawnForm & { role: Role }
export type Known = {
  routes: readonly KnownRoute[]
  forms: readonly KnownForm[]
  /** What stood under a name anywhere. */
  values: ReadonlyMap<string, readonly string[]>
  names: readonly string[]
  ids: readonly string[]
  params: Readonly<Record<string, string>>
}

const READERS: readonly Role[] = ["owner", "seller", "expert", "admin", "visitor", "rival", "stranger"]
/** Ends the session that is asked with, or the account. */
const OUT = /^\/(logout|my-info\/leave)/
const MOST_VALUES = 40

/** Names of what `schema` reads, as a form writes them, and the words that it takes for each. */
function namesOf(schema: unknown, at = "", depth = 0): [string, string[]][] {
  if (!(schema instanceof z.ZodType) || depth > 6) return []
  const found: [string, string[]][] = []
  if (schema instanceof z.ZodObject) {
    for (const [name, inner] of Object.entries(schema.shape))
      found.push(...namesOf(inner, at === "" ? name : `${at}.${name}`, depth + 1))
    return found
  }
  if (schema instanceof z.ZodArray)
    return namesOf(schema.element, schema.element instanceof z.ZodObject ? `${at}[0]` : `${at}[]`, depth + 1)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => namesOf(option, at, depth + 1))
  if (schema instanceof z.ZodPipe)
    return [schema.in, schema.out].flatMap((side) => namesOf(side, at, depth + 1))
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodDefault
  )
    return namesOf(schema.unwrap(), at, depth + 1)
  if (schema instanceof z.ZodEnum) return [[at, schema.options.map(String)]]
  if (schema instanceof z.ZodLiteral) return [[at, [...schema.values].map(String)]]
  return at === "" ? [] : [[at, []]]
}

/** Notes the names that are asked of addresses and forms while `work` runs. */
async function listening<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; queries: Set<string>; fields: Set<string> }> {
  const [queries, fields] = [new Set<string>(), new Set<string>()]
  const undo: (() => void)[] = []
  for (const [of, names] of [
    [URLSearchParams.prototype, queries],
    [FormData.prototype, fields],
  ] as const) {
    for (const how of ["get", "getAll", "has"] as const) {
      const before = Reflect.get(of, how) as (this: object, name: string) => unknown
      Reflect.set(of, how, function (this: object, name: string) {
        names.add(name)
        return before.call(this, name)
      })
      undo.push(() => void Reflect.set(of, how, before))
    }
  }
  try {
    return { result: await work(), queries, fields }
  } finally {
    for (const each of undo) each()
  }
}

const areaOf = (file: string) => /areas\/(\w+)\//.exec(file)?.[1]

type Named = { name: string; taken: string[]; isQuery: boolean; area: string | undefined }

/** What the forms of all areas read, by name. */
function namesOfForms(): Named[] {
  const modules = import.meta.glob<Record<string, unknown>>("../../app/areas/*/forms.ts", { eager: true })
  return Object.entries(modules).flatMap(([file, module]) =>
    Object.entries(module).flatMap(([of, schema]) =>
      namesOf(schema).map(([name, taken]) => ({
        name,
        taken,
        isQuery: of.endsWith("Query"),
        area: areaOf(file),
      })),
    ),
  )
}

type Notes = {
  values: Map<string, Set<string>>
  forms: Map<string, KnownForm>
  named: readonly Named[]
  ask(role: Role, address: string, body?: URLSearchParams): Promise<string>
}

function note({ values }: Notes, name: string, value: string): void {
  const known = values.get(name) ?? new Set()
  values.set(name, known)
  if (value !== "" && value.length < 200 && known.size < MOST_VALUES) known.add(value)
}

/** Forms that differ by what they are about alone are one. */
function kindOf({ action, fields }: DrawnForm, role: Role): string {
  const names = fields.map(([name, value]) => (value.length < 20 ? `${name}=${value}` : name))
  return [action.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ":id"), ...names, role === "visitor"].join(" ")
}

/** Reads one route as up to four who may, and sends it an empty form. */
async function learnRoute(notes: Notes, town: Town, route: ListedRoute, line: Line): Promise<KnownRoute> {
  const { forms, named, ask } = notes
  const address = addressIn(town, line.at ?? route.pattern)
  const readers = ROLES.filter((role) => line.read[role] === "in")
  const writers = ROLES.filter((role) => line.write[role] === "in")
  const ofArea = named.filter((each) => each.area === areaOf(route.file))
  const ofQueries = ofArea.filter((each) => each.isQuery)
  const queries = new Set([
    ...new URLSearchParams(address.split("?")[1]).keys(),
    ...ofQueries.map(({ name }) => name),
  ])
  const sorts = new Set(ofQueries.flatMap(({ name, taken }) => (name === "sort" ? taken : [])))
  const fields = new Set([
    ...Object.keys(line.fields ?? {}),
    ...ofArea.filter((each) => !each.isQuery).map(({ name }) => name),
  ])
  for (const [name, value] of Object.entries(line.fields ?? {})) note(notes, name, fillIn(town, value))
  for (const role of READERS.filter((each) => readers.includes(each)).slice(0, 4)) {
    const { result: html, queries: asked } = await listening(() => ask(role, address))
    for (const name of asked) queries.add(name)
    for (const [name, value] of queriesOf(html)) {
      queries.add(name)
      if (name === "sort") sorts.add(value)
      note(notes, name, value)
    }
    for (const form of formsOf(html, address)) {
      for (const [name, value] of [...form.fields, ...form.empty]) note(notes, name, value)
      if (!OUT.test(form.action) && !forms.has(kindOf(form, role)))
        forms.set(kindOf(form, role), { ...form, role })
    }
  }
  const writer = READERS.find((each) => writers.includes(each))
  if (writer && !OUT.test(route.pattern)) {
    const { fields: asked } = await listening(() =>
      ask(writer, address, new URLSearchParams({ intent: "x" })),
    )
    for (const name of asked) fields.add(name)
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
export async function learnProduct(app: TestApp, town: Town): Promise<Known> {
  const cookies = new Map<Role, string | undefined>()
  for (const role of READERS) cookies.set(role, await town.signIn(role))
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
  const notes: Notes = { values: new Map(), forms: new Map(), named: namesOfForms(), ask }
  for (const { name, taken } of notes.named) for (const value of ["", ...taken]) note(notes, name, value)
  const routes: KnownRoute[] = []
  for (const route of listRoutes()) {
    const line = ACCESS[route.pattern]
    if (line && route.pattern !== "/*") routes.push(await learnRoute(notes, town, route, line))
  }
  return {
    routes,
    forms: [...notes.forms.values()],
    params: town.params,
    names: [...notes.values.keys()],
    ids: Object.values(town.params).filter((value) => value.length === 36),
    values: new Map([...notes.values].map(([name, known]) => [name, [...known]])),
  }
}
