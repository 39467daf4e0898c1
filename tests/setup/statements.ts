/**
 * Reads out of the sources which tables each statement touches: what the query builder is given, what stands
 * in SQL, and the fragments that both are put together from.
 */
import { globSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { parseSync } from "vite"

const ROOT = join(import.meta.dirname, "../..")

/** `name`: the function that holds it, as "areas/market/service/wishes.server.ts findWishes". */
export type SourceStatement = { name: string; tables: readonly string[] }

type Node = { type: string; [field: string]: unknown }
type Module = {
  /** Where a name that is imported comes from. */ imports: Map<string, { file: string; name: string }>
  declarations: Map<string, Node>
  /** Tables of the query builder by the name of their constant. */ tables: Map<string, string>
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string"

/** The nodes directly below `node`. */
const listChildren = (node: Node): Node[] =>
  Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )

function resolveImport(from: string, source: string): string | undefined {
  if (source.startsWith("#app/")) return join("app", source.slice(5))
  return source.startsWith(".") ? join(dirname(from), source) : undefined
}

function readModule(file: string): Module {
  const { program } = parseSync(file, readFileSync(join(ROOT, file), "utf8"))
  const module: Module = { imports: new Map(), declarations: new Map(), tables: new Map() }
  for (const statement of program.body as unknown as Node[]) {
    if (statement.type === "ImportDeclaration") readImports(file, statement, module)
    const declared = (statement["declaration"] as Node | null) ?? statement
    if (declared.type === "FunctionDeclaration")
      module.declarations.set(String((declared["id"] as Node)["name"]), declared)
    if (declared.type !== "VariableDeclaration") continue
    for (const { id, init } of declared["declarations"] as { id: Node; init: Node | null }[]) {
      if (id.type !== "Identifier" || !init) continue
      const name = String(id["name"])
      module.declarations.set(name, init)
      const table = readTableName(init)
      if (table) module.tables.set(name, table)
    }
  }
  return module
}

function readImports(file: string, statement: Node, module: Module): void {
  const source = resolveImport(file, String((statement["source"] as Node)["value"]))
  if (!source) return
  for (const specifier of statement["specifiers"] as Node[]) {
    const imported = specifier["imported"] as Node | undefined
    if (imported)
      module.imports.set(String((specifier["local"] as Node)["name"]), {
        file: source,
        name: String(imported["name"]),
      })
  }
}

/** The table that `pgTable("name", …)` declares. */
function readTableName(init: Node): string | undefined {
  if (init.type !== "CallExpression") return undefined
  const callee = init["callee"] as Node
  const [first] = init["arguments"] as Node[]
  return callee["name"] === "pgTable" || callee["name"] === "pgView" ? String(first?.["value"]) : undefined
}

/** Calls that ask the database; what they are given is one statement. */
const ASKING_CALLS = new Set([
  "page",
  "pageFiltered",
  "pageOfList",
  "countCapped",
  "countCappedAnyOf",
  "countCappedByState",
  "countByRegion",
])
const ASKING_METHODS = new Set([
  "select",
  "selectDistinct",
  "selectDistinctOn",
  "insert",
  "update",
  "delete",
  "execute",
])
const EXECUTOR_PATTERN = /^(db|tx|searchDb|savepointTx|executor|database|parent|inner|outer)$/

/** Whether `node` begins `db().select(…)`, `tx.execute(…)` and the like, or is a call that asks by itself. */
function isAsking(node: Node): boolean {
  if (node.type !== "CallExpression") return false
  const callee = node["callee"] as Node
  if (callee.type === "Identifier") return ASKING_CALLS.has(String(callee["name"]))
  if (callee.type !== "MemberExpression") return false
  const method = String((callee["property"] as Node)["name"])
  const base = callee["object"] as Node
  if (!ASKING_METHODS.has(method)) return false
  const executor = base.type === "CallExpression" ? (base["callee"] as Node) : base
  if (executor.type === "ConditionalExpression") return true
  return EXECUTOR_PATTERN.test(String(executor["name"] ?? ""))
}

/** Every statement of the product's sources that touches one of `knownTables`, tables and views by name. */
export function readStatements(knownTables: ReadonlySet<string>): SourceStatement[] {
  const files = globSync("app/**/*.{ts,tsx}", { cwd: ROOT }).filter(
    (file) => !/\.test\.|fixtures|\/seed/.test(file),
  )
  const modules = new Map(files.map((file) => [relative("", file), readModule(file)]))
  const memo = new Map<string, ReadonlySet<string>>()

  /** The tables that a name means where it is used in `file`: a table, or a fragment with tables in it. */
  function tablesOfName(
    file: string,
    name: string,
    locals: ReadonlyMap<string, Node>,
    seen: Set<unknown>,
  ): string[] {
    const local = locals.get(name)
    if (local) {
      if (seen.has(local)) return []
      seen.add(local)
      return containsAwait(local) ? [] : tablesIn(file, local, locals, seen)
    }
    const module = modules.get(file)
    const imported = module?.imports.get(name)
    if (imported)
      return modules.has(imported.file) ? tablesOfName(imported.file, imported.name, new Map(), seen) : []
    const table = module?.tables.get(name)
    if (table) return [table]
    const declared = module?.declarations.get(name)
    if (!declared || seen.has(declared)) return []
    const key = `${file}#${name}`
    const known = memo.get(key)
    if (known) return [...known]
    seen.add(declared)
    // What asks by itself is a statement of its own, unless it is one that goes on where it is used.
    const found = isFragment(declared) ? tablesIn(file, declared, listLocals(declared), seen) : []
    memo.set(key, new Set(found))
    return found
  }

  function tablesIn(
    file: string,
    node: Node,
    locals: ReadonlyMap<string, Node>,
    seen: Set<unknown>,
  ): string[] {
    if (node.type === "TemplateLiteral") {
      const text = (node["quasis"] as { value: { raw: string } }[]).map(({ value }) => value.raw).join(" $ ")
      const named = listNamedTables(text, knownTables)
      return [...named, ...listChildren(node).flatMap((child) => tablesIn(file, child, locals, seen))]
    }
    if (node.type === "Identifier") return tablesOfName(file, String(node["name"]), locals, seen)
    if (node.type === "MemberExpression" && !node["computed"])
      return tablesIn(file, node["object"] as Node, locals, seen)
    if (node.type === "Property") return tablesIn(file, node["value"] as Node, locals, seen)
    if (node.type.startsWith("TS")) return []
    return listChildren(node).flatMap((child) => tablesIn(file, child, locals, seen))
  }

  const statements: SourceStatement[] = []
  for (const [file, module] of modules)
    for (const [name, declared] of module.declarations) {
      const locals = listLocals(declared)
      const visit = (node: Node, parents: readonly Node[]): void => {
        if (isAsking(node)) {
          const whole = wholeChain(node, parents)
          const tables = [...new Set(tablesIn(file, whole, locals, new Set()))].sort()
          if (tables.length > 0) statements.push({ name: `${file.slice(4)} ${name}`, tables })
          if (ASKING_CALLS.has(String((node["callee"] as Node)["name"] ?? ""))) return
        }
        for (const child of listChildren(node)) visit(child, [...parents, node])
      }
      visit(declared, [])
    }
  return statements
}

/** The chain of calls that goes on from `node`: `.from(…).where(…)`. */
function wholeChain(node: Node, parents: readonly Node[]): Node {
  let whole = node
  for (const parent of parents.toReversed()) {
    const goesOn =
      (parent.type === "MemberExpression" && parent["object"] === whole) ||
      (parent.type === "CallExpression" && parent["callee"] === whole)
    if (!goesOn) break
    whole = parent
  }
  return whole
}

const containsAwait = (node: Node): boolean =>
  node.type === "AwaitExpression" || listChildren(node).some(containsAwait)

/** Whether a declaration only puts something together: no statement in it is waited for. */
const isFragment = (node: Node): boolean => !containsAwait(node) && node["async"] !== true

/** The constants of a function, by name. */
function listLocals(node: Node): Map<string, Node> {
  const locals = new Map<string, Node>()
  const visit = (child: Node): void => {
    if (child.type === "VariableDeclarator" && isNode(child["init"])) {
      const id = child["id"] as Node
      if (id.type === "Identifier") locals.set(String(id["name"]), child["init"])
    }
    listChildren(child).forEach(visit)
  }
  visit(node)
  return locals
}

/** The tables that SQL names. */
function listNamedTables(text: string, known: ReadonlySet<string>): string[] {
  const named = [
    ...text.matchAll(/\b(?:from|join|into|update|using|table)\s+(?:only\s+)?"?([a-z_]+)"?/gi),
  ].map(([, name = ""]) => name)
  return named.filter((name) => known.has(name))
}
