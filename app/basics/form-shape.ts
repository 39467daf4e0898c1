/**
 * Owns how the names of a form's fields make its shape: lists, objects, and the way back from a place in it
 * to the name that was sent.
 */
import { normalise } from "./korean.ts"

const maxDepth = 4
/** How long a list may be. */
export const maxItems = 200
const maxNameLength = 200
const refusedNames = new Set(["__proto__", "constructor", "prototype"])
const secretName = /^(?:(?:new|current)?password.*|code)$/i

export const unreadable = "양식을 읽지 못했어요. 새로고침한 뒤 다시 시도해 주세요."
const tooMany = `한 번에 ${maxItems}개까지 보낼 수 있어요. 개수를 줄여 주세요.`

type Leaf = { kind: "leaf"; values: FormDataEntryValue[]; list: boolean }
type Branch = { kind: "object"; children: Map<string, Node> } | { kind: "array"; children: Map<number, Node> }
type Node = Leaf | Branch

export const emptyRoot = (): Node => ({ kind: "object", children: new Map() })

function normalised(name: string, value: FormDataEntryValue): FormDataEntryValue {
  if (typeof value !== "string") return value
  return isSecret(name) && !/code/i.test(name) ? value.normalize("NFC") : normalise(value)
}

/**
 * Hangs a value into the tree where its name says. Null when it hangs there, else the sentence that says why
 * not.
 */
export function graft(root: Node, name: string, value: FormDataEntryValue): string | null {
  const path = pathOf(name)
  if (path === null) return unreadable
  let node: Node = root
  for (const [place, step] of path.entries()) {
    const next = path[place + 1]
    if (step === "") break
    if (typeof step === "number" ? node.kind !== "array" : node.kind !== "object") return unreadable
    const children = (node as { children: Map<string | number, Node> }).children
    let child = children.get(step)
    if (child === undefined) {
      child =
        next === undefined || next === ""
          ? { kind: "leaf", values: [], list: next === "" }
          : typeof next === "number"
            ? { kind: "array", children: new Map() }
            : { kind: "object", children: new Map() }
      children.set(step, child)
    }
    node = child
  }
  if (node.kind !== "leaf") return unreadable
  node.list ||= path.at(-1) === ""
  // An empty file field arrives as a file without name and content.
  if (typeof value !== "string" && value.size === 0 && value.name === "") return null
  if (node.values.length === maxItems) return tooMany
  node.values.push(normalised(name, value))
  return null
}

/**
 * `"lines[0].name"` → `["lines", 0, "name"]`, `"tags[]"` → `["tags", ""]`; null for a name that no form of
 * ours has.
 */
export function pathOf(name: string): (string | number)[] | null {
  if (name.length > maxNameLength || !/^[a-z_][\w-]*(?:\.[a-z_][\w-]*|\[\d{1,3}\])*(?:\[\])?$/i.test(name))
    return null
  const steps = name.match(/[a-z_][\w-]*|\[\d{1,3}\]|\[\]/gi) ?? []
  const path = steps.map((step) =>
    step === "[]" ? "" : step.startsWith("[") ? Number(step.slice(1, -1)) : step,
  )
  const depth = path.filter((step) => step !== "").length
  const refused = path.some((step) => (typeof step === "number" ? step >= maxItems : refusedNames.has(step)))
  return depth > maxDepth || refused ? null : path
}

const inOrder = (children: Map<number, Node>) => [...children].sort(([a], [b]) => a - b)

/** The tree as plain lists and objects. */
export function harvest(node: Node): unknown {
  if (node.kind === "leaf") return node.list || node.values.length > 1 ? node.values : node.values[0]
  if (node.kind === "array") return inOrder(node.children).map(([, child]) => harvest(child))
  return Object.fromEntries([...node.children].map(([name, child]) => [name, harvest(child)]))
}

/** The name that was sent for what stands at a place of the harvest; "" for the whole. */
export function nameOf(root: Node, path: readonly PropertyKey[]): string {
  let name = ""
  let node: Node | undefined = root
  for (const step of path) {
    if (node?.kind === "leaf") break
    if (typeof step === "number") {
      const found: [number, Node] | undefined =
        node?.kind === "array" ? inOrder(node.children)[step] : undefined
      name += `[${found?.[0] ?? step}]`
      node = found?.[1]
    } else {
      name += name === "" ? String(step) : `.${String(step)}`
      node = node?.kind === "object" ? node.children.get(String(step)) : undefined
    }
  }
  return name
}

export const fieldName = (name: string) => name.replace(/\[\]$/, "")
export function isSecret(name: string): boolean {
  return secretName.test(fieldName(name).split(".").at(-1) ?? "")
}
