/**
 * What an operation for programs is: its address, what it takes and answers, and what it does. From one table
 * come the router, the document and the tests.
 */
import type { z } from "zod"
import type { Outcome } from "#app/platform/outcome.ts"
import type { Member } from "../../accounts/rules.ts"
import type { ApiScope } from "../rules.ts"

/** A sentence in both languages that problems are said in. */
export type Bilingual = { ko: string; en: string }
/** What is answered to a refusal: the status, and the sentence. */
export type RefusalProblem = Bilingual & { status: 400 | 403 | 404 | 409 | 412 | 413 | 415 | 503 | 507 }

export const TAGS = [
  "products",
  "stock",
  "orders",
  "claims",
  "questions",
  "requests",
  "proposals",
  "work",
] as const
export type OperationTag = (typeof TAGS)[number]

/** `submissionKey`: the same for each sending of one request; `seenVersion`: what If-Match says of it. */
type RunContext<Query, Body> = {
  actor: Member
  params: Readonly<Record<string, string>>
  query: Query
  body: Body
  submissionKey: string
  seenVersion: string | null
}

type ReasonOf<Result> =
  Extract<Result, { ok: false }> extends { reason: infer Reason extends string } ? Reason : never

type Definition<Query extends z.ZodType, Body extends z.ZodType, Answer extends z.ZodType, Result> = {
  id: string
  method: "GET" | "POST" | "PUT" | "PATCH"
  /** Below /api/v1, with `{parameters}`, which are ids. */
  path: string
  tag: OperationTag
  scope: ApiScope
  title: Bilingual
  query?: Query
  body?: Body
  /** Takes one picture as the field `file` of multipart/form-data in place of JSON. */
  takesPicture?: true
  /** What is answered; nothing but 204 where there is none. */
  answer?: Answer
  status?: 200 | 201
  /** Version of an answer, where a writing operation takes it as If-Match. */
  version?: (answer: z.output<Answer>) => string
  run: (context: RunContext<z.output<Query>, z.output<Body>>) => Promise<Result>
  /** A sentence for every reason that `run` can refuse for; `not_found` is known. */
  problems: Record<Exclude<ReasonOf<Result>, "not_found">, RefusalProblem>
}

/** The fields that a refusal is about, named as forms name them. */
type Fields = { fields?: readonly string[] }

/** An operation as the router and the document see it. */
export type Operation = {
  id: string
  method: "GET" | "POST" | "PUT" | "PATCH"
  path: string
  tag: OperationTag
  scope: ApiScope
  title: Bilingual
  query?: z.ZodType
  body?: z.ZodType
  takesPicture?: true
  answer?: z.ZodType
  status: 200 | 201 | 204
  version?: (answer: unknown) => string
  run: (context: RunContext<unknown, unknown>) => Promise<Outcome<string, { answer?: unknown }> & Fields>
  problems: Readonly<Record<string, RefusalProblem>>
}

/** Describes an operation; a reason of `run` without a sentence does not compile. */
export function operation<
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Result extends Outcome<string, { answer?: z.input<Answer> }>,
>(definition: Definition<Query, Body, Answer, Result>): Operation {
  return {
    ...definition,
    status: definition.answer ? (definition.status ?? 200) : 204,
  } as unknown as Operation
}
