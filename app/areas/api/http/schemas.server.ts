/** What operations take and answer, as JSON Schema out of the forms themselves. */
import { z } from "zod"

export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  title?: string
} & Record<string, unknown>

const schemas = new WeakMap<z.ZodType, Record<"input" | "output", JsonSchema | undefined>>()

/** The JSON Schema of what `schema` takes, or of what it gives. */
export function toJsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const known = schemas.get(schema) ?? { input: undefined, output: undefined }
  schemas.set(schema, known)
  known[io] ??= buildJsonSchema(schema, io)
  return known[io]
}

function buildJsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const built = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      // A field may be left out where the form takes nothing for it, whatever it is made of.
      if (io === "input" && zodSchema instanceof z.ZodObject && jsonSchema.properties)
        jsonSchema.required = Object.keys(zodSchema.shape).filter(
          (name) => !(zodSchema.shape[name] as z.ZodType).safeParse(undefined).success,
        )
    },
  })
  const { $schema: _, ...rest } = built
  return rest as JsonSchema
}

const findNode = (node: JsonSchema | undefined, path: readonly PropertyKey[]): JsonSchema | undefined => {
  if (!node) return undefined
  const [first, ...rest] = path
  if (first === undefined) return node
  for (const part of [node, ...(node.allOf ?? []), ...(node.anyOf ?? [])]) {
    const next = typeof first === "number" ? part.items : part.properties?.[String(first)]
    if (next) return findNode(next, rest)
  }
  return undefined
}

/** Says in English what `schema` takes at `path`. */
export function describeExpected(schema: z.ZodType, path: readonly PropertyKey[]): string {
  const found = findNode(toJsonSchema(schema, "input"), path)
  const node = found?.anyOf?.find((part) => part.type !== "null") ?? found
  if (!node) return "This value is not accepted."
  const type = [node.type ?? "value"].flat().find((name) => name !== "null") ?? "value"
  const range = (from: number | undefined, to: number | undefined, unit: string) =>
    from === undefined && to === undefined ? "" : ` of ${from ?? 0} to ${to ?? "any"}${unit}`
  if (node.enum) return `Must be one of: ${node.enum.join(", ")}.`
  if (node.format) return `Must be a ${type} in the format ${node.format}.`
  if (type === "string") return `Must be a string${range(node.minLength, node.maxLength, " characters")}.`
  if (type === "array") return `Must be an array${range(node.minItems, node.maxItems, " items")}.`
  return `Must be a valid ${type}${range(node.minimum, node.maximum, "")}.`
}
