/** The document of the door for programs: OpenAPI 3.1, out of the operations. */
import { brand } from "#app/basics/brand.ts"
import { API_PATH, API_SCOPE_LABELS, getScopeRole, WEBHOOK_EVENT_LABELS, WEBHOOK_EVENTS } from "../rules.ts"
import type { Operation, OperationTag } from "./operation.server.ts"
import { OPERATIONS } from "./operations.server.ts"
import { COMMON_PROBLEMS, ROLE_PROBLEMS } from "./problems.server.ts"
import { toJsonSchema, type JsonSchema } from "./schemas.server.ts"
import { WEBHOOK_DATA } from "./webhook-data.server.ts"

export const TAG_LABELS: Record<OperationTag, string> = {
  products: "상품",
  stock: "재고",
  orders: "주문과 발송",
  claims: "취소·반품·교환",
  questions: "문의",
  requests: "견적 요청",
  proposals: "견적서",
  work: "맡은 일",
}

const problemSchema = {
  type: "object",
  required: ["type", "title", "status", "code", "detail"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    code: { type: "string" },
    detail: { type: "string" },
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["pointer", "detail"],
        properties: { pointer: { type: "string" }, detail: { type: "string" } },
      },
    },
  },
}

const problemAnswer = (description: string) => ({
  description,
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
})

/** What may be wrong with any operation of this kind, by status. */
function listCommonCodes({ body, path, method, scope }: Operation): (keyof typeof COMMON_PROBLEMS)[] {
  return [
    ...(body || method === "GET" ? (["invalid"] as const) : []),
    ...(body ? (["not_json", "media_type", "too_large"] as const) : []),
    ...(method === "GET" ? [] : (["idempotency_key", "key_reused", "under_way", "answer_unknown"] as const)),
    ...(method === "GET" ? [] : (["version_moved"] as const)),
    ...(path.includes("{") ? (["not_found"] as const) : []),
    "key_missing",
    "key_unknown",
    "owner_suspended",
    "scope_missing",
    ROLE_PROBLEMS[getScopeRole(scope)],
    "too_many",
    "unavailable",
    "failed",
  ]
}

/** The codes of what an operation may refuse for, with their status and sentence. */
export function listProblems(operation: Operation): { code: string; status: number; ko: string }[] {
  const common = listCommonCodes(operation).map((code) => ({ code, ...COMMON_PROBLEMS[code] }))
  const own = Object.entries(operation.problems).map(([code, problem]) => ({ code, ...problem }))
  return [...own, ...common].map(({ code, status, ko }) => ({ code, status, ko }))
}

function describeProblems(operation: Operation): Record<string, unknown> {
  const byStatus = Map.groupBy(listProblems(operation), ({ status }) => status)
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, found]) => [
        String(status),
        problemAnswer(found.map(({ code, ko }) => `\`${code}\` ${ko}`).join("\n\n")),
      ]),
  )
}

function describeParameters({ path, query, method }: Operation): unknown[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", format: "uuid" },
  }))
  const queryNode: JsonSchema = query ? toJsonSchema(query, "input") : {}
  const inQuery = Object.entries(queryNode.properties ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: false,
    schema: schema.anyOf?.find((part) => part.type !== "null") ?? schema,
  }))
  const headers =
    method === "GET"
      ? [{ name: "If-None-Match", in: "header", schema: { type: "string" } }]
      : [
          {
            name: "Idempotency-Key",
            in: "header",
            schema: { type: "string", minLength: 1, maxLength: 128, pattern: "^[\\w.:-]+$" },
          },
          ...(method === "PUT" ? [{ name: "If-Match", in: "header", schema: { type: "string" } }] : []),
        ]
  return [...inPath, ...inQuery, ...headers]
}

function describeBody({ body, takesPicture }: Operation): Record<string, unknown> {
  if (!body) return {}
  const content = takesPicture
    ? {
        "multipart/form-data": {
          schema: {
            type: "object",
            required: ["file"],
            properties: { file: { type: "string", format: "binary", contentMediaType: "image/*" } },
          },
        },
      }
    : { "application/json": { schema: toJsonSchema(body, "input") } }
  return { requestBody: { required: true, content } }
}

function describeOperation(operation: Operation): Record<string, unknown> {
  const { id, tag, scope, title, answer, status, method } = operation
  return {
    operationId: id,
    tags: [TAG_LABELS[tag]],
    summary: title.ko,
    description: `${title.en}. Scope: \`${scope}\` (${API_SCOPE_LABELS[scope]}).`,
    "x-scope": scope,
    security: [{ key: [] }],
    parameters: describeParameters(operation),
    ...describeBody(operation),
    responses: {
      [String(status)]: answer
        ? {
            description: title.ko,
            headers: method === "GET" ? { ETag: { schema: { type: "string" } } } : {},
            content: { "application/json": { schema: toJsonSchema(answer, "output") } },
          }
        : { description: "했어요" },
      ...(method === "GET" ? { "304": { description: "그대로예요" } } : {}),
      ...describeProblems(operation),
    },
  }
}

/** The headers of Standard Webhooks. */
const WEBHOOK_HEADERS = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => ({
  name,
  in: "header",
  required: true,
  schema: { type: "string" },
}))

const describeWebhooks = () =>
  Object.fromEntries(
    WEBHOOK_EVENTS.map((event) => [
      event,
      {
        post: {
          operationId: event,
          summary: WEBHOOK_EVENT_LABELS[event],
          parameters: WEBHOOK_HEADERS,
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["type", "timestamp", "data"],
                  properties: {
                    type: { const: event },
                    timestamp: { type: "string", format: "date-time" },
                    data: toJsonSchema(WEBHOOK_DATA[event], "output"),
                  },
                },
              },
            },
          },
          responses: {
            "2XX": { description: "받았어요" },
            "410": { description: "더 보내지 말아 주세요" },
          },
        },
      },
    ]),
  )

function buildDocument(): string {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of OPERATIONS)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describeOperation(operation)
  return JSON.stringify({
    openapi: "3.1.0",
    info: {
      title: `${brand.name} API`,
      version: "1.0.0",
      description:
        "판매자의 상품, 재고, 주문, 발송, 취소·반품·교환, 문의와 전문가의 견적 요청, 견적서, 맡은 일을 다뤄요.",
    },
    servers: [{ url: API_PATH }],
    tags: Object.values(TAG_LABELS).map((name) => ({ name })),
    paths,
    webhooks: describeWebhooks(),
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: { key: { type: "http", scheme: "bearer" } },
    },
  })
}

let document: string | undefined
/** The document as JSON text. */
export const getOpenApiDocument = (): string => (document ??= buildDocument())
