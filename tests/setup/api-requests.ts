/** What the tests of the door for programs share: keys, requests, and what an operation takes. */
import { createApiKey } from "#app/areas/api/service/keys.server.ts"
import { API_SCOPES, getScopeRole, hasApiRole, type ApiScope } from "#app/areas/api/rules.ts"
import type { Person } from "#app/areas/accounts/fixtures.ts"
import type { TestApp } from "./app.ts"

/** A key of `person`; with every scope that they may have where none are given. */
export async function createTestKey(
  person: Person,
  scopes: readonly ApiScope[] = API_SCOPES.filter((scope) => hasApiRole(person.actor, getScopeRole(scope))),
): Promise<string> {
  const made = await createApiKey(person.actor, { name: "시험", scopes, password: "" })
  if (!made.ok) throw new Error(made.reason)
  return made.key
}

export type ApiRequest = {
  key?: string | undefined
  body?: unknown
  /** Sent instead of a body in JSON. */ form?: FormData | undefined
  headers?: Record<string, string>
}

/** Sends a request as a program does: without cookies, with JSON or a form. */
export const sendToApi = (
  app: TestApp,
  method: string,
  path: string,
  { key, body, form, headers }: ApiRequest = {},
) =>
  app.request(`/api/v1${path}`, {
    method,
    headers: {
      ...(key && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(form && { body: form }),
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  })

/** The status and the code of a problem. */
export async function readProblem(response: Response): Promise<[number, string]> {
  if (!response.headers.get("Content-Type")?.startsWith("application/problem+json"))
    throw new Error(`no problem: ${response.status} ${await response.text()}`)
  const body = (await response.json()) as { status: number; code: string }
  if (body.status !== response.status) throw new Error("the problem names another status")
  return [response.status, body.code]
}
