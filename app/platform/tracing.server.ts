/**
 * Traces for OpenTelemetry, where OTEL_EXPORTER_OTLP_ENDPOINT is set: requests, statements, jobs, events, and
 * calls of other services. Without that setting nothing of it is loaded. A trace holds no value that somebody
 * typed: statements have places for values, addresses of calls stop at the host.
 */
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { context, SpanKind, SpanStatusCode, trace, type Span, type Tracer } from "@opentelemetry/api"
import { env } from "./env.server.ts"
import { describeError } from "./error-text.server.ts"

type Attributes = Readonly<Record<string, string | number>>

let tracer: Tracer | undefined
let shutDown: (() => Promise<void>) | undefined

/** Begins to send traces, where the settings name an address for them. */
export async function startTracing(): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER_ARG } = env()
  if (OTEL_EXPORTER_OTLP_ENDPOINT === undefined || tracer) return
  const [sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, { resourceFromAttributes }] =
    await Promise.all([
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/context-async-hooks"),
      import("@opentelemetry/resources"),
    ])
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const url = `${OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, "")}/v1/traces`
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": OTEL_SERVICE_NAME }),
    sampler: new sdk.ParentBasedSampler({
      root: new sdk.TraceIdRatioBasedSampler(OTEL_TRACES_SAMPLER_ARG),
    }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  tracer = provider.getTracer("baroildang")
  const unsubscribeFromCalls = subscribeToOutgoingCalls(tracer)
  shutDown = async () => {
    unsubscribeFromCalls()
    await provider.shutdown()
    context.disable()
  }
}

/** Sends what is left and stops tracing. */
export async function stopTracing(): Promise<void> {
  tracer = undefined
  await shutDown?.().catch(() => undefined)
  shutDown = undefined
}

/**
 * Runs `work` as a span of the trace under way, or as the first of one. `work` gets the span, to name and
 * describe it better once more is known; undefined where nothing is traced.
 */
export function traced<Result>(
  name: string,
  attributes: Attributes,
  work: (span?: Span) => Promise<Result>,
  kind: SpanKind = SpanKind.INTERNAL,
): Promise<Result> {
  if (!tracer) return work()
  return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      setFailed(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** As {@link traced}, of a request that `work` answers. */
export const tracedRequest = <Result>(
  request: { id: string; method: string; path: string },
  work: (span?: Span) => Promise<Result>,
): Promise<Result> =>
  traced(
    request.method,
    { "http.request.method": request.method, "url.path": request.path, "baroildang.request_id": request.id },
    work,
    SpanKind.SERVER,
  )

/** Names the span of a request by its screen, once that and the status are known. */
export function describeRequestSpan(span: Span | undefined, answer: Answered): void {
  if (!span) return
  span.updateName(`${answer.method} ${answer.route}`)
  span.setAttributes({ "http.route": answer.route, "http.response.status_code": answer.status })
  if (answer.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
}
type Answered = { method: string; route: string; status: number }

/** As {@link traced}, of one statement. Not for `begin` and its like, which wait for nothing. */
export function tracedStatement<Result>(statement: string, run: () => Promise<Result>): Promise<Result> {
  if (!tracer || !trace.getActiveSpan()) return run()
  const operation = /^\W*(\w+)/.exec(statement)?.[1]?.toUpperCase() ?? "STATEMENT"
  const attributes = { "db.system.name": "postgresql", "db.query.text": statement }
  return traced(operation, attributes, run, SpanKind.CLIENT)
}

/** The class and the code of an error; its message may carry what somebody typed. */
function setFailed(span: Span, error: unknown): void {
  const { name, code } = describeError(error)
  span.setAttribute("error.type", [name, code].filter(Boolean).join(" ") || "Error")
  span.setStatus({ code: SpanStatusCode.ERROR })
}

type OutgoingCall = { request: { method: string; origin: string | URL } }

/** Makes a span of every fetch of this process, from its sending to the first line of the answer. */
function subscribeToOutgoingCalls(tracerOfCalls: Tracer): () => void {
  const spans = new WeakMap<object, Span>()
  const onCreate = (message: unknown) => {
    // What belongs to no trace, such as the sending of traces itself, is none of its own.
    if (!trace.getActiveSpan()) return
    const { request } = message as OutgoingCall
    const attributes = { "http.request.method": request.method, "server.address": String(request.origin) }
    const span = tracerOfCalls.startSpan(request.method, { kind: SpanKind.CLIENT, attributes })
    spans.set(request, span)
  }
  const onHeaders = (message: unknown) => {
    const { request, response } = message as OutgoingCall & { response: { statusCode: number } }
    const span = spans.get(request)
    span?.setAttribute("http.response.status_code", response.statusCode)
    span?.end()
  }
  const onError = (message: unknown) => {
    const { request, error } = message as OutgoingCall & { error: unknown }
    const span = spans.get(request)
    if (!span?.isRecording()) return
    setFailed(span, error)
    span.end()
  }
  const listeners = [
    ["undici:request:create", onCreate],
    ["undici:request:headers", onHeaders],
    ["undici:request:error", onError],
  ] as const
  for (const [channel, listener] of listeners) subscribe(channel, listener)
  return () => {
    for (const [channel, listener] of listeners) unsubscribe(channel, listener)
  }
}
