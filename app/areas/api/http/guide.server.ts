/** What the page of documentation shows of the operations. */
import { formatNumber } from "#app/basics/numbers.ts"
import { OPERATIONS } from "./operations.server.ts"
import { listProblems, TAG_LABELS } from "./openapi.server.ts"
import { TAGS } from "./operation.server.ts"
import { toJsonSchema, type JsonSchema } from "./schemas.server.ts"
import { WEBHOOK_DATA } from "./webhook-data.server.ts"
import { API_PATH, API_SCOPE_LABELS, ROLE_WEBHOOK_EVENTS, WEBHOOK_EVENT_LABELS } from "../rules.ts"

type Field = { name: string; label: string; type: string; isRequired: boolean }

function describeType(node: JsonSchema): string {
  const known = node.anyOf?.find((part) => part.type !== "null") ?? node
  const type = [known.type ?? "값"].flat().find((name) => name !== "null") ?? "값"
  if (known.enum) return known.enum.join(" · ")
  if (type === "array") return `${known.items ? describeType(known.items) : "값"}[]`
  const [from, to] = type === "string" ? [known.minLength, known.maxLength] : [known.minimum, known.maximum]
  const range =
    to === undefined || to === Number.MAX_SAFE_INTEGER
      ? ""
      : ` ${formatNumber(from ?? 0)}~${formatNumber(to)}`
  return `${known.format ?? type}${range}`
}

const listFields = (node: JsonSchema, prefix = ""): Field[] =>
  [node, ...(node.allOf ?? [])].flatMap((part) =>
    Object.entries(part.properties ?? {}).flatMap(([name, child]) => {
      const field = {
        name: `${prefix}${name}`,
        label: child.title ?? child.anyOf?.find((each) => each.title)?.title ?? "",
        type: describeType(child),
        isRequired: part.required?.includes(name) ?? false,
      }
      const inner = child.items?.properties ? listFields(child.items, `${field.name}[].`) : []
      return inner.length > 0 ? [{ ...field, type: "object[]" }, ...inner] : [field]
    }),
  )

/** The operations by what they are about, each with its fields and its problems. */
export const describeGuide = () =>
  TAGS.map((tag) => ({
    tag,
    label: TAG_LABELS[tag],
    operations: OPERATIONS.filter((operation) => operation.tag === tag).map((operation) => ({
      id: operation.id,
      method: operation.method,
      path: `${API_PATH}${operation.path}`,
      title: operation.title.ko,
      scope: `${operation.scope} (${API_SCOPE_LABELS[operation.scope]})`,
      status: operation.status,
      query: operation.query ? listFields(toJsonSchema(operation.query, "input")) : [],
      body: operation.takesPicture
        ? [{ name: "file", label: "사진", type: "multipart/form-data", isRequired: true }]
        : operation.body
          ? listFields(toJsonSchema(operation.body, "input"))
          : [],
      answer: operation.answer
        ? JSON.stringify(toExample(toJsonSchema(operation.answer, "output")), null, 2)
        : null,
      problems: listProblems(operation).filter(({ code }) => code in operation.problems),
    })),
  }))
export type GuideOperation = ReturnType<typeof describeGuide>[number]["operations"][number]

/** The events that programs are told of, by whose things they are about, each with the fields of its data. */
export const describeWebhookGuide = () =>
  (
    [
      ["판매자", ROLE_WEBHOOK_EVENTS.seller],
      ["전문가", ROLE_WEBHOOK_EVENTS.expert],
    ] as const
  ).map(([role, events]) => ({
    role,
    events: events.map((event) => ({
      event,
      label: WEBHOOK_EVENT_LABELS[event],
      fields: listFields(toJsonSchema(WEBHOOK_DATA[event], "output")),
    })),
  }))
export type WebhookGuideRole = ReturnType<typeof describeWebhookGuide>[number]

const EXAMPLE_ID = "0198c0de-0000-7000-8000-000000000000"
const EXAMPLE_TIME = "2026-11-26T02:00:00.000Z"

/** A value as `node` has it, to show what an answer looks like. */
function toExample(node: JsonSchema): unknown {
  const known = node.anyOf?.find((part) => part.type !== "null") ?? node
  const type = [known.type ?? "string"].flat().find((name) => name !== "null")
  if (known.enum) return known.enum[0]
  if (type === "array") return known.items ? [toExample(known.items)] : []
  if (type === "object")
    return Object.fromEntries(
      Object.entries(known.properties ?? {}).map(([name, child]) => [name, toExample(child)]),
    )
  if (type === "integer" || type === "number") return 0
  if (type === "boolean") return false
  return known.format === "uuid" ? EXAMPLE_ID : known.format === "date-time" ? EXAMPLE_TIME : ""
}
