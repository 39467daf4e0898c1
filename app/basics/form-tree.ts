/**
 * How the names of a form's fields make its shape: lists, objects, and the way back from a place in it
 * to the name that was sent.
 */
import { normaliseText } from "./korean.ts"

const MAX_DEPTH = 4
/** How long a list may be. */
export const MAX_LIST_ITEMS = 200
const MAX_NAME_LENGTH = 200
const FORBIDDEN_NAMES = new Set(["__proto__", "constructor", "prototype"])
const SECRET_NAME_PATTERN = /^(?:(?:new|current)?password.*|code)$/i

export const UNREADABLE_FORM_TEXT = "양식을 읽지 못했어요. 새로고침한 뒤 다시 시도해 주세요."
const TOO_MANY_ITEMS_TEXT = `한 번에 ${MAX_LIST_ITEMS}개까지 보낼 수 있어요. 개수를 줄여 주세요.`

type FormLeaf = { kind: "leaf"; values: FormDataEntryValue[]; list: boolean }
type FormBranch =
  | { kind: "object"; children: Map<string, FormNode> }
  | { kind: "array"; children: Map<number, FormNode> }
type FormNode = FormLeaf | FormBranch

export const createFormRoot = (): FormNode => ({ kind: "object", children: new Map() })

function normaliseValue(name: string, value: FormDataEntryValue): FormDataEntryValue {
  if (typeof value !== "string") return value
  return isSecretField(name) && !/code/i.test(name) ? value.normalize("NFC") : normaliseText(value)
}

/**
 * Hangs a value into the tree where its name says. Null when it hangs there, else the sentence that says why
 * not.
 */
export function insertValue(root: FormNode, name: string, value: FormDataEntryValue): string | null {
  const path = parseFieldName(name)
  if (path === null) return UNREADABLE_FORM_TEXT
  let node: FormNode = root
  for (const [index, step] of path.entries()) {
    const next = path[index + 1]
    if (step === "") break
    if (typeof step === "number" ? node.kind !== "array" : node.kind !== "object") return UNREADABLE_FORM_TEXT
    const children = (node as { children: Map<string | number, FormNode> }).children
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
  if (node.kind !== "leaf") return UNREADABLE_FORM_TEXT
  node.list ||= path.at(-1) === ""
  // An empty file field arrives as a file without name and content.
  if (typeof value !== "string" && value.size === 0 && value.name === "") return null
  if (node.values.length === MAX_LIST_ITEMS) return TOO_MANY_ITEMS_TEXT
  node.values.push(normaliseValue(name, value))
  return null
}

/**
 * `"lines[0].name"` → `["lines", 0, "name"]`, `"tags[]"` → `["tags", ""]`; null for a name that no form of
 * ours has.
 */
export function parseFieldName(name: string): (string | number)[] | null {
  if (name.length > MAX_NAME_LENGTH || !/^[a-z_][\w-]*(?:\.[a-z_][\w-]*|\[\d{1,3}\])*(?:\[\])?$/i.test(name))
    return null
  const steps = name.match(/[a-z_][\w-]*|\[\d{1,3}\]|\[\]/gi) ?? []
  const path = steps.map((step) =>
    step === "[]" ? "" : step.startsWith("[") ? Number(step.slice(1, -1)) : step,
  )
  const depth = path.filter((step) => step !== "").length
  const isForbidden = path.some((step) =>
    typeof step === "number" ? step >= MAX_LIST_ITEMS : FORBIDDEN_NAMES.has(step),
  )
  return depth > MAX_DEPTH || isForbidden ? null : path
}

const sortByIndex = (children: Map<number, FormNode>) => [...children].sort(([a], [b]) => a - b)

/** The tree as plain lists and objects. */
export function toPlainValue(node: FormNode): unknown {
  if (node.kind === "leaf") return node.list || node.values.length > 1 ? node.values : node.values[0]
  if (node.kind === "array") return sortByIndex(node.children).map(([, child]) => toPlainValue(child))
  return Object.fromEntries([...node.children].map(([name, child]) => [name, toPlainValue(child)]))
}

/** The name that was sent for what stands at a place of the harvest; "" for the whole. */
export function getSentName(root: FormNode, path: readonly PropertyKey[]): string {
  let name = ""
  let node: FormNode | undefined = root
  for (const step of path) {
    if (node?.kind === "leaf") break
    if (typeof step === "number") {
      const found: [number, FormNode] | undefined =
        node?.kind === "array" ? sortByIndex(node.children)[step] : undefined
      name += `[${found?.[0] ?? step}]`
      node = found?.[1]
    } else {
      name += name === "" ? String(step) : `.${String(step)}`
      node = node?.kind === "object" ? node.children.get(String(step)) : undefined
    }
  }
  return name
}

export const withoutListSuffix = (name: string) => name.replace(/\[\]$/, "")
export function isSecretField(name: string): boolean {
  return SECRET_NAME_PATTERN.test(withoutListSuffix(name).split(".").at(-1) ?? "")
}
